package gbm

import (
	"math"
	"math/bits"
	"testing"
)

func TestSHAPIsTheMeanOverAllOrders(t *testing.T) {
	m, d := mixed(t)
	phi := make([]float64, len(m.columns))
	for row := range 60 {
		values := rowOf(d.Table, row)
		base, err := m.SHAP(values, phi)
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
		sum, err := m.SHAP(values, phi)
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

func TestSHAPRefusesOtherLengths(t *testing.T) {
	m, _ := mixed(t)
	if _, err := m.SHAP([]float64{1}, make([]float64, 4)); err == nil {
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
