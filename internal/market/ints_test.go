package market

import (
	"math"
	"testing"
)

// TestIntsHoldEachNumber sets numbers of each width, in an order that makes the column wider on the way.
func TestIntsHoldEachNumber(t *testing.T) {
	for _, values := range [][]int32{
		{-1, 0, 1, 253, 254}, {254, 255, -1, 65_533, 65_534}, {3, 65_535, -1, math.MaxInt32, 0}, {7, -2, math.MinInt32},
	} {
		c := MakeInts(len(values) + 1)
		for row, v := range values {
			c.Set(row, v)
		}
		for row, want := range values {
			if got := c.At(row); got != want || got > c.Most() {
				t.Errorf("%v: row %d holds %d, and at most %d", values, row, got, c.Most())
			}
		}
		if got := c.At(len(values)); got != Unknown || c.Len() != len(values)+1 {
			t.Errorf("%v: a number that was not set is %d of %d", values, got, c.Len())
		}
	}
}

func TestIntsAreAsNarrowAsTheyCanBe(t *testing.T) {
	for _, want := range []int32{254, 65_534, math.MaxInt32} {
		c := MakeInts(3)
		c.Set(1, want)
		if got := c.Most(); got != want {
			t.Errorf("a column of %d has room for %d", want, got)
		}
	}
}
