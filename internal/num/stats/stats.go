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

// Quantiles by selection: linear time, and exact on ties and even counts.

// Median returns the middle value, or the mean of the two middle ones.
func Median(x []float64) (median float64, ok bool) { return Quantile(x, 0.5) }

// MedianInPlace is Median with x as scratch.
func MedianInPlace(x []float64) (median float64, ok bool) { return QuantileInPlace(x, 0.5) }

// Quantile returns the p-quantile, 0 <= p <= 1, interpolated between the order statistics around (n-1)p: type 7 of
// R.J. Hyndman and Y. Fan (1996), the default of R and NumPy.
func Quantile(x []float64, p float64) (quantile float64, ok bool) {
	return QuantileInPlace(slices.Clone(x), p)
}

// QuantileInPlace is Quantile with x as scratch.
func QuantileInPlace(x []float64, p float64) (quantile float64, ok bool) {
	if len(x) == 0 || !(p >= 0 && p <= 1) || hasNaN(x) {
		return undefined()
	}
	h := p * float64(len(x)-1)
	k := int(h)
	SelectKth(x, k)
	low, fraction := x[k], h-float64(k)
	if fraction == 0 || k+1 == len(x) {
		return low, true
	}
	high := slices.Min(x[k+1:])
	if low == high {
		return low, true
	}
	return defined(low + fraction*(high-low))
}

// SelectKth reorders x, which holds no NaN, so that x[k] is the value that sorting
// would put there, with none larger before it and none smaller after it.
func SelectKth(x []float64, k int) {
	lo, hi := 0, len(x)
	for rounds := 0; hi-lo > 1; rounds++ {
		if rounds > maxRounds {
			slices.Sort(x[lo:hi])
			return
		}
		less, more := partition(x[lo:hi])
		switch {
		case k < lo+less:
			hi = lo + less
		case k >= lo+more:
			lo += more
		default:
			return
		}
	}
}

// maxRounds is the number of partitions after which SelectKth sorts instead: only a contrived slice needs that many.
const maxRounds = 64

// partition reorders x into values below, equal to (from less up to more) and above a pivot.
func partition(x []float64) (less, more int) {
	pivot := middle(x)
	more = len(x)
	for i := 0; i < more; {
		switch v := x[i]; {
		case v < pivot:
			x[i], x[less] = x[less], v
			less++
			i++
		case v > pivot:
			more--
			x[i], x[more] = x[more], v
		default:
			i++
		}
	}
	return less, more
}

// middle is the median of the first, middle and last value.
func middle(x []float64) float64 {
	a, b, c := x[0], x[len(x)/2], x[len(x)-1]
	return max(min(a, b), min(max(a, b), c))
}

// WeightedMedian returns the weighted 0.5-quantile: with equal weights the median.
func WeightedMedian(x, w []float64) (median float64, ok bool) { return WeightedQuantile(x, w, 0.5) }

// WeightedQuantile returns the smallest value up to which, itself included, the weights sum to the share p of their
// total or more; when they sum to exactly p, the mean of that value and the next. Weights must be as many as
// values, not negative and not all zero; values of zero weight do not count.
func WeightedQuantile(x, w []float64, p float64) (quantile float64, ok bool) {
	total, valid := totalWeight(x, w)
	if !valid || !(p >= 0 && p <= 1) || hasNaN(x) {
		return undefined()
	}
	x, w = weighing(slices.Clone(x), slices.Clone(w))
	target, margin := p*total, weightTolerance*total
	lo, hi, below := 0, len(x), 0.0 // below is the weight of the values before lo
	for {
		less, more := partitionWeighted(x[lo:hi], w[lo:hi])
		under := below + sum(w[lo:lo+less])
		upTo := under + sum(w[lo+less:lo+more])
		switch {
		case less > 0 && under >= target-margin:
			hi = lo + less
		case upTo < target-margin && lo+more < hi:
			below, lo = upTo, lo+more
		case upTo <= target+margin && lo+more < len(x):
			return defined((x[lo+less] + slices.Min(x[lo+more:])) / 2)
		default:
			return x[lo+less], true
		}
	}
}

// weightTolerance is the relative distance of a sum of weights from a share up to which they count as equal: the
// weights 0.1, ten times, do not sum to 1.
const weightTolerance = 1e-12

// weighing moves the values of positive weight to the front and returns them.
func weighing(x, w []float64) (values, weights []float64) {
	n := 0
	for i := range x {
		if w[i] > 0 {
			x[n], x[i], w[n], w[i] = x[i], x[n], w[i], w[n]
			n++
		}
	}
	return x[:n], w[:n]
}

// partitionWeighted is partition with weights that move along.
func partitionWeighted(x, w []float64) (less, more int) {
	pivot := middle(x)
	more = len(x)
	for i := 0; i < more; {
		switch {
		case x[i] < pivot:
			x[i], x[less], w[i], w[less] = x[less], x[i], w[less], w[i]
			less++
			i++
		case x[i] > pivot:
			more--
			x[i], x[more], w[i], w[more] = x[more], x[i], w[more], w[i]
		default:
			i++
		}
	}
	return less, more
}

func sum(x []float64) float64 {
	total := 0.0
	for _, v := range x {
		total += v
	}
	return total
}
