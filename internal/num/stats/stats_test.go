package stats

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// near compares to a relative tolerance, absolute below 1.
func near(got, want, tolerance float64) bool {
	return math.Abs(got-want) <= tolerance*max(1, math.Abs(want))
}

func TestMeanOfFewValues(t *testing.T) {
	for _, tt := range []struct {
		x    []float64
		want float64
	}{
		{[]float64{7}, 7},
		{[]float64{1, 2, 6}, 3},
	} {
		if got, ok := Mean(tt.x); !ok || got != tt.want {
			t.Errorf("Mean(%v) = %v, %v, want %v", tt.x, got, ok, tt.want)
		}
	}
}

func TestStatisticsThatDoNotExistAreNeverZero(t *testing.T) {
	nan := math.NaN()
	for _, tt := range []struct {
		name string
		of   func() (float64, bool)
	}{
		{"mean of nothing", func() (float64, bool) { return Mean(nil) }},
		{"mean with NaN", func() (float64, bool) { return Mean([]float64{1, nan}) }},
		{"mean of both infinities", func() (float64, bool) { return Mean([]float64{math.Inf(1), math.Inf(-1)}) }},
		{"median of nothing", func() (float64, bool) { return Median(nil) }},
		{"median with NaN", func() (float64, bool) { return Median([]float64{1, nan, 2}) }},
		{"quantile beyond 1", func() (float64, bool) { return Quantile([]float64{1}, 1.1) }},
		{"quantile at NaN", func() (float64, bool) { return Quantile([]float64{1}, nan) }},
		{"weighted median of nothing", func() (float64, bool) { return WeightedMedian(nil, nil) }},
		{"weighted median with NaN", func() (float64, bool) { return WeightedMedian([]float64{nan, 1}, []float64{1, 1}) }},
		{"weighted median, NaN weight", func() (float64, bool) { return WeightedMedian([]float64{2, 1}, []float64{1, nan}) }},
	} {
		if got, ok := tt.of(); ok || !math.IsNaN(got) {
			t.Errorf("%s = %v, %v, want NaN, false", tt.name, got, ok)
		}
	}
}

func TestMedianOfFewValuesEvenCountsAndTies(t *testing.T) {
	for _, tt := range []struct {
		x    []float64
		want float64
	}{
		{[]float64{3}, 3},
		{[]float64{4, 1}, 2.5},
		{[]float64{3, 1, 2}, 2},
		{[]float64{4, 1, 3, 2}, 2.5},
		{[]float64{1, 1, 1, 1}, 1},
		{[]float64{2, 1, 2, 1}, 1.5},
		{[]float64{5, 5, 1, 5, 9}, 5},
		{[]float64{math.Inf(1), 2, math.Inf(-1)}, 2},
	} {
		before := slices.Clone(tt.x)
		if got, ok := Median(tt.x); !ok || got != tt.want {
			t.Errorf("Median(%v) = %v, %v, want %v", tt.x, got, ok, tt.want)
		}
		if !slices.Equal(tt.x, before) {
			t.Errorf("Median reordered its argument to %v", tt.x)
		}
	}
}

func TestQuantileIsType7(t *testing.T) {
	// quantile(x, p) of R, whose default is type 7.
	for _, tt := range []struct {
		x       []float64
		p, want float64
	}{
		{[]float64{3, 1, 2}, 0.5, 2},
		{[]float64{3, 1, 2}, 0.25, 1.5},
		{[]float64{1, 2}, 0.9, 1.9},
		{[]float64{10, 20, 30, 40}, 0.1, 13},
		{[]float64{10, 20, 30, 40}, 0, 10},
		{[]float64{10, 20, 30, 40}, 1, 40},
		{[]float64{8}, 0.3, 8},
		{[]float64{1, 2, 2, 2, 3}, 0.8, 2.2},
	} {
		if got, ok := Quantile(tt.x, tt.p); !ok || !near(got, tt.want, 1e-15) {
			t.Errorf("Quantile(%v, %v) = %v, %v, want %v", tt.x, tt.p, got, ok, tt.want)
		}
	}
}

// drawValues mixes values with many ties and spread ones, in orders that selection
// finds hard.
func drawValues(t *rapid.T) []float64 {
	value := rapid.Float64Range(-1e6, 1e6)
	if rapid.Bool().Draw(t, "ties") {
		value = rapid.Map(rapid.IntRange(0, 5), func(i int) float64 { return float64(i) })
	}
	x := rapid.SliceOfN(value, 1, 200).Draw(t, "x")
	if rapid.Bool().Draw(t, "sorted") {
		slices.Sort(x)
	}
	return x
}

func TestQuantileAgreesWithSorting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, p := drawValues(t), rapid.Float64Range(0, 1).Draw(t, "p")
		sorted := slices.Clone(x)
		slices.Sort(sorted)
		h := p * float64(len(x)-1)
		k := int(h)
		want := sorted[k] + (h-float64(k))*(sorted[min(k+1, len(x)-1)]-sorted[k])
		if got, ok := Quantile(x, p); !ok || got != want {
			t.Fatalf("Quantile(%v, %v) = %v, %v, want %v", x, p, got, ok, want)
		}
	})
}

func TestSelectionSurvivesDeepPartitions(t *testing.T) {
	// An organ pipe keeps its largest values in the middle, where the pivot is taken.
	const n = 20_001
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(min(i, n-1-i))
	}
	if got, _ := MedianInPlace(x); got != 5000 {
		t.Errorf("median of an organ pipe = %v, want 5000", got)
	}
}

func TestWeightedMedianOfFewValues(t *testing.T) {
	for _, tt := range []struct {
		x, w []float64
		want float64
	}{
		{[]float64{3}, []float64{0.1}, 3},
		{[]float64{1, 2}, []float64{1, 1}, 1.5},
		{[]float64{1, 2}, []float64{1, 1.1}, 2},
		{[]float64{3, 1, 2}, []float64{1, 1, 1}, 2},
		{[]float64{3, 1, 2}, []float64{5, 1, 1}, 3},
		{[]float64{9, 1, 2, 100}, []float64{0, 1, 1, 0}, 1.5},
		{[]float64{1, 2, 3, 4}, []float64{0.1, 0.2, 0.1, 0.2}, 2.5},
		{[]float64{1, 1, 1, 2}, []float64{1, 1, 1, 3}, 1.5},
	} {
		if got, ok := WeightedMedian(tt.x, tt.w); !ok || got != tt.want {
			t.Errorf("WeightedMedian(%v, %v) = %v, %v, want %v", tt.x, tt.w, got, ok, tt.want)
		}
	}
}

func TestEqualWeightsGiveTheMedian(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := drawValues(t)
		w := slices.Repeat([]float64{rapid.Float64Range(0.01, 10).Draw(t, "w")}, len(x))
		want, _ := Median(x)
		if got, ok := WeightedMedian(x, w); !ok || !near(got, want, 1e-12) {
			t.Fatalf("WeightedMedian = %v, %v, want the median %v", got, ok, want)
		}
	})
}

func TestWeightedQuantileAgreesWithSorting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, p := drawValues(t), rapid.Float64Range(0, 1).Draw(t, "p")
		w := rapid.SliceOfN(rapid.Map(rapid.IntRange(1, 9), func(i int) float64 { return float64(i) }), len(x), len(x)).Draw(t, "w")
		if got, ok := WeightedQuantile(x, w, p); !ok || got != repeatedQuantile(x, w, p) {
			t.Fatalf("WeightedQuantile(%v, %v, %v) = %v, %v, want %v", x, w, p, got, ok, repeatedQuantile(x, w, p))
		}
	})
}

// repeatedQuantile repeats each value as often as it weighs.
func repeatedQuantile(x, w []float64, p float64) float64 {
	var all []float64
	for i, v := range x {
		all = append(all, slices.Repeat([]float64{v}, int(w[i]))...)
	}
	slices.Sort(all)
	at := p * float64(len(all))
	k := max(0, int(math.Ceil(at-1e-9))-1)
	if math.Abs(at-math.Round(at)) < 1e-9 && at > 0.5 && k+1 < len(all) {
		return (all[k] + all[k+1]) / 2
	}
	return all[k]
}

func TestInPlaceVariantsDoNotAllocate(t *testing.T) {
	x := []float64{5, 3, 1, 4, 1, 5, 9, 2, 6}
	if n := testing.AllocsPerRun(100, func() {
		_, _ = QuantileInPlace(x, 0.3)
	}); n != 0 {
		t.Errorf("allocated %v times, want 0", n)
	}
}

func BenchmarkMedianInPlace100k(b *testing.B) {
	source, x := make([]float64, 100_000), make([]float64, 100_000)
	for i := range source {
		source[i] = math.Mod(float64(i)*0.618033988749895, 1)
	}
	for b.Loop() {
		copy(x, source)
		_, _ = MedianInPlace(x)
	}
}

func TestHuberWeightHoldsTheTails(t *testing.T) {
	for _, test := range []struct{ z, want float64 }{{0, 1}, {-HuberWidth, 1}, {2 * HuberWidth, 0.5}, {-4 * HuberWidth, 0.25}} {
		if got := HuberWeight(test.z); got != test.want {
			t.Errorf("HuberWeight(%v) = %v, want %v", test.z, got, test.want)
		}
	}
}

func TestRankedAreTheLargestAndOfEqualOnesTheLowestRows(t *testing.T) {
	inOrder := func(a, b Ranked) int { return cmp.Or(cmp.Compare(b.By, a.By), cmp.Compare(a.Row, b.Row)) }
	rapid.Check(t, func(t *rapid.T) {
		by := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(-1e3, 1e3), rapid.SampledFrom([]float64{-2, -1, math.Copysign(0, -1), 0, 1, 2})), 0, 60).Draw(t, "by")
		x := make([]Ranked, len(by))
		for i, v := range by { // other rows each, in no order
			x[i] = Ranked{By: v, Row: int32(i * 37 % 61), Item: int32(i)}
		}
		want := slices.SortedFunc(slices.Values(x), inOrder)
		n := rapid.IntRange(0, len(x)).Draw(t, "n")
		SelectRanked(x, n)
		if front := slices.SortedFunc(slices.Values(x[:n]), inOrder); !slices.Equal(front, want[:n]) {
			t.Fatalf("the first %d are %v, want %v", n, front, want[:n])
		}
		SortRanked(x)
		if !slices.Equal(x, want) {
			t.Fatalf("in order %v, want %v", x, want)
		}
	})
}
