package index

import (
	"math"
	"slices"
	"testing"
)

// logs returns the logarithms of levels.
func logs(levels ...float64) []float64 {
	for i, v := range levels {
		levels[i] = math.Log(v)
	}
	return levels
}

func TestVolatilityIsTheMeanDeviationOfThreeChanges(t *testing.T) {
	for _, tt := range []struct {
		name   string
		levels []float64
		want   float64 // NaN is none
	}{
		// Changes of 10, 10, 0 and -10 %: the first three deviate by 0.1/sqrt(3), the
		// last by 0.1.
		{"worked out by hand", logs(100, 110, 121, 121, 108.9), (0.1/math.Sqrt(3) + 0.1) / 2},
		{"steady growth", logs(100, 120, 144, 172.8, 207.36), 0},
		{"another zero", logs(1, 1.1, 1.21, 1.21, 1.089), (0.1/math.Sqrt(3) + 0.1) / 2},
		{"one run", logs(100, 110, 121, 121), 0.1 / math.Sqrt(3)},
		{"too few", logs(100, 110, 121), math.NaN()},
		{"none", nil, math.NaN()},
	} {
		got, ok := Volatility(tt.levels)
		if ok == math.IsNaN(tt.want) || ok && math.Abs(got-tt.want) > 1e-12 || !ok && !math.IsNaN(got) {
			t.Errorf("%s: Volatility = %v, %v, want %v", tt.name, got, ok, tt.want)
		}
	}
}

func TestSeriesAreTheLevelsOfAnAreaInTheMiddleOfMonths(t *testing.T) {
	ix := &Index{
		First: 100, Months: 3, Areas: twoAreas(), Group: [][]float32{{0, 0, 0}},
		Area: [][]float32{{1, 2, 4}, {5, 6, 7}, {8, 8, 8}},
	}
	if got, want := ix.Series(1, 101, 105), []float64{6, 7, 7, 7}; !slices.Equal(got, want) {
		t.Errorf("Series = %v, want %v", got, want)
	}
	if got := ix.Series(1, 101, 101); len(got) > 0 {
		t.Errorf("Series of no months = %v", got)
	}
	if got, want := ix.Areas.Smallest(), []int32{1, 2}; !slices.Equal(got, want) {
		t.Errorf("Smallest = %v, want %v", got, want)
	}
	whole := &Areas{Nodes: []Area{{Axis: notSplit, Parent: -1}}}
	if got, want := whole.Smallest(), []int32{0}; !slices.Equal(got, want) {
		t.Errorf("Smallest of the whole = %v, want %v", got, want)
	}
}
