package gbm

import (
	"math"
	"math/bits"
	"testing"
)

func TestContributionsAreTheMeanOverAllOrders(t *testing.T) {
	m, d := mixed(t)
	phi := make([]float64, len(m.columns))
	for r := range 60 {
		row, reference := rowOf(d.Table, r), rowOf(d.Table, 399-r)
		if r%3 == 0 {
			row[r%4] = nan
		}
		if err := m.Contrast(row, reference, phi); err != nil {
			t.Fatal(err)
		}
		for i := range phi {
			if want := m.shapley(row, reference, i); math.Abs(phi[i]-want) > 1e-14 {
				t.Errorf("row %d column %d: %v, want %v", r, i, phi[i], want)
			}
		}
	}
}

// shapley sums a column's contribution over all sets of the others.
func (m *Model) shapley(row, reference []float64, column int) float64 {
	n, sum := len(row), 0.0
	predict := func(set uint) float64 {
		mixed := make([]float64, n)
		for i := range mixed {
			if mixed[i] = reference[i]; set>>i&1 == 1 {
				mixed[i] = row[i]
			}
		}
		return m.Predict(mixed)
	}
	for set := range uint(1 << n) {
		if set>>column&1 == 1 {
			continue
		}
		size := bits.OnesCount(set)
		share := math.Gamma(float64(size+1)) * math.Gamma(float64(n-size)) / math.Gamma(float64(n+1))
		sum += share * (predict(set|1<<column) - predict(set))
	}
	return sum
}

// Large trees ask a column many times on a way. Every third pair of rows is equal in most columns.
func TestContributionsAddUpAndEqualColumnsMakeNone(t *testing.T) {
	d := invented(3000, 40, 6)
	m := train(t, d, Params{Trees: 200, Leaves: 63, MinLeaf: 1, LearningRate: 0.2})
	phi := make([]float64, len(m.columns))
	for r := range 60 {
		row, reference := rowOf(d.Table, r), rowOf(d.Table, 1000+r)
		for c := range row {
			if (c+r)%5 == 0 || r%3 == 0 && c > 4 {
				reference[c] = row[c]
			}
		}
		if err := m.Contrast(row, reference, phi); err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for c, v := range phi {
			if sum += v; v != 0 && row[c] == reference[c] {
				t.Errorf("row %d: column %d is equal and contributes %v", r, c, v)
			}
		}
		if want := m.Predict(row) - m.Predict(reference); math.Abs(sum-want) > 1e-12 {
			t.Errorf("row %d: contributions add up to %v, the predictions differ by %v", r, sum, want)
		}
	}
}

func TestContrastRefusesOtherLengths(t *testing.T) {
	m, d := mixed(t)
	row := rowOf(d.Table, 0)
	for _, short := range [][3][]float64{{row[1:], row, row}, {row, row[1:], row}, {row, row, row[1:]}} {
		if m.Contrast(short[0], short[1], append([]float64{}, short[2]...)) == nil {
			t.Error("a short row was compared")
		}
	}
}
