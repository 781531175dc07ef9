package gbm

import (
	"maps"
	"math"
	"math/bits"
	"slices"
	"testing"
)

func TestSHAPIsTheMeanOverAllOrders(t *testing.T) {
	m, d := mixed(t)
	phi := make([]float64, len(m.columns))
	for row := range 60 {
		values := rowOf(d.Table, row)
		base, err := m.SHAP([][]float64{values}, [][]float64{phi})
		if err != nil {
			t.Fatal(err)
		}
		if want := m.expected(values, 0); math.Abs(base-want) > 1e-12 {
			t.Errorf("base = %v, want %v", base, want)
		}
		for i := range phi {
			if want := m.shapley(values, i); math.Abs(phi[i]-want) > 1e-12 {
				t.Errorf("row %d column %d: %v, want %v", row, i, phi[i], want)
			}
		}
	}
}

// shapley sums a column's contribution over all sets of the others.
func (m *Model) shapley(row []float64, column int) float64 {
	n, sum := len(row), 0.0
	for set := range uint(1 << n) {
		if set>>column&1 == 1 {
			continue
		}
		size := bits.OnesCount(set)
		share := math.Gamma(float64(size+1)) * math.Gamma(float64(n-size)) / math.Gamma(float64(n+1))
		sum += share * (m.expected(row, set|1<<column) - m.expected(row, set))
	}
	return sum
}

// expected is the prediction when only the columns in the set are known.
func (m *Model) expected(row []float64, set uint) float64 {
	var visit func(at uint32) float64
	visit = func(at uint32) float64 {
		n := &m.nodes[at]
		switch {
		case n.kind == leafNode:
			return n.value
		case set>>(n.input/2)&1 == 1:
			return visit(m.next(n, row))
		}
		left, right := float64(m.rows[n.child]), float64(m.rows[n.child+1])
		return (left*visit(n.child) + right*visit(n.child+1)) / (left + right)
	}
	sum := m.base
	for _, root := range m.roots[:m.Trees()] {
		sum += visit(root)
	}
	return sum
}

func TestSHAPAddsUpToThePrediction(t *testing.T) {
	d := invented(3000, 40, 6)
	m := train(t, d, Params{Trees: 200, Leaves: 63, MinLeaf: 1, LearningRate: 0.2})
	phi := make([]float64, len(m.columns))
	for row := range 50 {
		values := rowOf(d.Table, row)
		sum, err := m.SHAP([][]float64{values}, [][]float64{phi})
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range phi {
			sum += v
		}
		if want := m.Predict(values); math.Abs(sum-want) > 1e-9 {
			t.Errorf("row %d: contributions add up to %v, the prediction is %v", row, sum, want)
		}
	}
}

// Many rows at once, alike and unlike, against each leaf's polynomial by itself.
func TestSHAPOfManyRowsIsTheSumOverTheLeaves(t *testing.T) {
	for _, leaves := range []int{2, 31, 127} {
		d := invented(3000, 12, uint64(leaves))
		m := train(t, d, Params{Trees: 30, Leaves: leaves, MinLeaf: 1, LearningRate: 0.2})
		var rows, phi [][]float64
		for i := range 3*together + 1 {
			row := rowOf(d.Table, i/3) // every three alike but for one column
			row[i%len(row)] = rowOf(d.Table, 100+i)[i%len(row)]
			rows, phi = append(rows, row), append(phi, make([]float64, len(row)))
		}
		if _, err := m.SHAP(rows, phi); err != nil {
			t.Fatal(err)
		}
		for r, row := range rows {
			for c, want := range m.byLeaves(row) {
				if math.Abs(phi[r][c]-want) > 1e-9 {
					t.Errorf("%d leaves, row %d, column %d: %v, want %v", leaves, r, c, phi[r][c], want)
				}
			}
		}
	}
}

// What is explained must not hang on what else is.
func TestSHAPOfARowIsTheSameInAnyCompany(t *testing.T) {
	m, d := mixed(t)
	var rows, phi [][]float64
	for i := range together {
		rows, phi = append(rows, rowOf(d.Table, i/2)), append(phi, make([]float64, len(m.columns)))
		rows[i][0] += float64(i % 2)
	}
	if _, err := m.SHAP(rows, phi); err != nil {
		t.Fatal(err)
	}
	alone := make([]float64, len(m.columns))
	for i, row := range rows {
		if _, err := m.SHAP([][]float64{row}, [][]float64{alone}); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(alone, phi[i]) {
			t.Errorf("row %d: alone %v, among others %v", i, alone, phi[i])
		}
	}
}

// byLeaves integrates the polynomial of each leaf and column, with points enough for any.
func (m *Model) byLeaves(row []float64) []float64 {
	type factor struct{ o, z float64 }
	phi, points := make([]float64, len(row)), gaussLegendre(len(row))
	var visit func(at uint32, way map[int]factor)
	visit = func(at uint32, way map[int]factor) {
		n := &m.nodes[at]
		if n.kind != leafNode {
			for child := n.child; child <= n.child+1; child++ {
				longer := maps.Clone(way)
				f, has := longer[n.column()]
				if !has {
					f = factor{1, 1}
				}
				if m.next(n, row) != child {
					f.o = 0
				}
				f.z *= float64(m.rows[child]) / float64(m.rows[at])
				longer[n.column()] = f
				visit(child, longer)
			}
			return
		}
		for i, fi := range way {
			for _, p := range points {
				term := n.value * p.weight * (fi.o - fi.z)
				for j, fj := range way {
					if j != i {
						term *= fj.z + p.t*(fj.o-fj.z)
					}
				}
				phi[i] += term
			}
		}
	}
	for _, root := range m.roots[:m.Trees()] {
		visit(root, map[int]factor{})
	}
	return phi
}

func TestSHAPRefusesOtherLengths(t *testing.T) {
	m, _ := mixed(t)
	if _, err := m.SHAP([][]float64{{1}}, [][]float64{make([]float64, 4)}); err == nil {
		t.Error("a short row was explained")
	}
}

func TestQuadratureIsExactForPolynomials(t *testing.T) {
	for n := 1; n <= 24; n++ {
		for degree := range 2 * n {
			got := 0.0
			for _, p := range gaussLegendre(n) {
				got += p.weight * math.Pow(p.t, float64(degree))
			}
			if want := 1 / float64(degree+1); math.Abs(got-want) > 1e-14 {
				t.Errorf("%d points, degree %d: %v, want %v", n, degree, got, want)
			}
		}
	}
}
