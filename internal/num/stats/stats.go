// Package stats is the arithmetic under the models: quantiles, small linear systems and a few distributions.
//
// A statistic that does not exist has ok = false and the value NaN, never a quiet 0: of no values, of values with a
// NaN among them, and of arguments out of range. Functions ending in InPlace reorder their arguments and do not
// allocate; the others leave them alone.
package stats

import (
	"math"
	"math/bits"
	"slices"
)

// undefined is what a statistic that does not exist returns.
func undefined() (float64, bool) { return math.NaN(), false }

// defined passes v on unless it is NaN: sums over infinities of both signs are.
func defined(v float64) (float64, bool) { return v, !math.IsNaN(v) }

// Mean returns the arithmetic mean.
func Mean(x []float64) (mean float64, ok bool) {
	if len(x) == 0 {
		return undefined()
	}
	return defined(sum(x) / float64(len(x)))
}

// totalWeight checks weights and sums them.
func totalWeight(x, w []float64) (total float64, ok bool) {
	if len(x) != len(w) {
		return 0, false
	}
	for _, v := range w {
		if !(v >= 0) {
			return 0, false
		}
		total += v
	}
	return total, total > 0 && !math.IsInf(total, 1)
}

func hasNaN(x []float64) bool { return slices.ContainsFunc(x, math.IsNaN) }

// HuberWidth is the residual beyond which the weight falls, in robust standard deviations:
// 95 % efficiency at the normal (Huber, Robust Statistics, 1981).
const HuberWidth = 1.345

// MADToSigma converts the median absolute deviation to a standard deviation at the normal.
const MADToSigma = 1.4826

// HuberWeight returns the weight of a residual of z robust standard deviations.
func HuberWeight(z float64) float64 {
	if z = math.Abs(z); z > HuberWidth {
		return HuberWidth / z
	}
	return 1
}

// Ranked is an item with the number that ranks it. The larger number comes first, and of equal ones the lower row.
type Ranked struct {
	By   float64 // no NaN
	Row  int32   // not negative
	Item int32   // by which the caller finds it again
}

// SelectRanked brings the first n to the front, in any order: of a few hundred it takes a
// fraction of the time of sorting them.
func SelectRanked(x []Ranked, n int) {
	for low, high := 0, len(x); low < high; {
		m := low + partitionRanked(x[low:high])
		switch {
		case m < n-1:
			low = m + 1
		case m > n:
			high = m
		default:
			return
		}
	}
}

// partitionRanked puts the items that come before the middle one before it and the rest
// after it, and returns its new position. It has no branch, because the order of two items can't be
// predicted. Number and row are compared as the digits of one number.
func partitionRanked(x []Ranked) int {
	last := len(x) - 1
	x[last], x[last/2] = x[last/2], x[last]
	pivot, front := x[last], 0
	by := ascending(pivot.By)
	for i, r := range x[:last] {
		x[i], x[front] = x[front], r
		_, before := bits.Sub64(uint64(r.Row), uint64(pivot.Row), 0)
		_, before = bits.Sub64(by, ascending(r.By), before)
		front += int(before)
	}
	x[last], x[front] = x[front], pivot
	return front
}

// ascending returns bits in the order of the numbers that they encode.
func ascending(v float64) uint64 {
	b := math.Float64bits(v + 0) // one zero
	return b ^ (uint64(int64(b)>>63) | 1<<63)
}

// SortRanked sorts all.
func SortRanked(x []Ranked) {
	slices.SortFunc(x, func(a, b Ranked) int {
		// cmp.Or would evaluate both orders.
		switch {
		case a.By > b.By:
			return -1
		case a.By < b.By:
			return 1
		}
		return int(a.Row - b.Row)
	})
}
