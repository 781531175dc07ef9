package stats

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

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
