// Package stats is the arithmetic under the models: quantiles, small linear
// systems and a few distributions.
//
// A statistic that does not exist has ok = false and the value NaN, never a quiet
// 0: of no values, of values with a NaN among them, and of arguments out of range.
// Functions ending in InPlace reorder their arguments and do not allocate; the
// others leave them alone.
package stats

import (
	"math"
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
