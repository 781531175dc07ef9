package stats

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestSelectFuncBringsTheSmallestToTheFront(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.SliceOf(rapid.IntRange(0, 20)).Draw(t, "x")
		n := rapid.IntRange(0, len(x)).Draw(t, "n")
		want := slices.Sorted(slices.Values(x))
		SelectFunc(x, n, cmp.Compare[int])
		front := slices.Sorted(slices.Values(x[:n]))
		if !slices.Equal(front, want[:n]) {
			t.Fatalf("front = %v, want %v", front, want[:n])
		}
		slices.Sort(x)
		if !slices.Equal(x, want) {
			t.Fatalf("values = %v, want %v", x, want)
		}
	})
}
