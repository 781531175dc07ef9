package stats

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestSelectKthPutsOneValueWhereSortingWould(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOfN(rapid.Map(rapid.IntRange(-20, 20), func(i int) float64 { return float64(i) / 2 }), 1, 60).Draw(t, "x")
		k := rapid.IntRange(0, len(x)-1).Draw(t, "k")
		want := slices.Sorted(slices.Values(x))
		SelectKth(x, k)
		if x[k] != want[k] || slices.Max(x[:k+1]) > x[k] || slices.Min(x[k:]) < x[k] {
			t.Fatalf("selected %v at %d of %v, want %v", x[k], k, x, want[k])
		}
		slices.Sort(x)
		if !slices.Equal(x, want) {
			t.Fatalf("values = %v, want %v", x, want)
		}
	})
}
