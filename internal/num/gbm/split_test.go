package gbm

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestMonotoneHoldsBetweenAnyTwoRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := invented(rapid.IntRange(30, 300).Draw(t, "rows"), 4, rapid.Uint64().Draw(t, "data"))
		p := Params{
			Loss:      rapid.SampledFrom(losses).Draw(t, "loss"),
			Trees:     6,
			Leaves:    rapid.IntRange(2, 20).Draw(t, "leaves"),
			MinLeaf:   rapid.IntRange(1, 5).Draw(t, "least"),
			L2:        rapid.Float64Range(0, 3).Draw(t, "l2"),
			RowSample: rapid.SampledFrom([]float64{0.5, 1}).Draw(t, "sample"),
			Monotone:  []int8{1, -1, 1, 0},
		}
		p.LearningRate = 0.5
		m := train(t, d, p)
		for range 50 {
			low := make([]float64, 4)
			for i := range low {
				low[i] = rapid.Float64Range(-4, 4).Draw(t, "value")
				if rapid.IntRange(0, 5).Draw(t, "missing") == 0 {
					low[i] = nan
				}
			}
			column := rapid.IntRange(0, 2).Draw(t, "column")
			if math.IsNaN(low[column]) {
				continue
			}
			high := append([]float64(nil), low...)
			high[column] += rapid.Float64Range(0, 5).Draw(t, "rise")
			rise := float64(p.Monotone[column]) * (m.Predict(high) - m.Predict(low))
			if rise < -1e-12 {
				t.Fatalf("column %d: from %v to %v the prediction moves by %v the wrong way", column, low, high, rise)
			}
		}
	})
}

func TestConstraintBindsWhereTheDataSayOtherwise(t *testing.T) {
	d := one([]float64{1, 2, 3, 4, 5, 6}, []float64{6, 5, 4, 3, 2, 1})
	m := train(t, d, Params{Trees: 20, Leaves: 4, MinLeaf: 1, Monotone: []int8{1}})
	if got := m.Importance()[0].Splits; got != 0 {
		t.Errorf("%d splits against the constraint", got)
	}
}

func TestMissingIsOutsideTheOrder(t *testing.T) {
	// The missing are worth most; the known must rise. Both hold.
	d := one([]float64{1, 2, 3, 4, nan, nan}, []float64{1, 2, 3, 4, 9, 9})
	m := train(t, d, Params{Trees: 60, Leaves: 4, LearningRate: 0.3, MinLeaf: 1, Monotone: []int8{1}})
	for x, want := range map[float64]float64{1: 1, 4: 4} {
		if got := m.Predict([]float64{x}); math.Abs(got-want) > 0.1 {
			t.Errorf("Predict(%v) = %v, want about %v", x, got, want)
		}
	}
	if got := m.Predict([]float64{nan}); math.Abs(got-9) > 0.1 {
		t.Errorf("Predict(NaN) = %v, want about 9", got)
	}
}
