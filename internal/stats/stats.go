// Package stats is the arithmetic under the models: quantiles, robust centres and
// spreads, isotonic regression, small linear systems and a few distributions.
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

// WeightedMean returns the mean of x with weights w, which must be as many, not
// negative, and not all zero.
func WeightedMean(x, w []float64) (mean float64, ok bool) {
	total, valid := totalWeight(x, w)
	if !valid {
		return undefined()
	}
	sum := 0.0
	for i, v := range x {
		if w[i] > 0 {
			sum += w[i] * v
		}
	}
	return defined(sum / total)
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

// Variance returns the unbiased sample variance, for two values or more.
func Variance(x []float64) (variance float64, ok bool) {
	mean, ok := Mean(x)
	if !ok || len(x) < 2 {
		return undefined()
	}
	sum := 0.0
	for _, v := range x {
		sum += (v - mean) * (v - mean)
	}
	return defined(sum / float64(len(x)-1))
}

// TrimmedMean returns the mean without the lowest and the highest fraction of the
// values; fraction lies in [0, 0.5), and the number cut from each end is rounded
// down.
func TrimmedMean(x []float64, fraction float64) (mean float64, ok bool) {
	if !(fraction >= 0 && fraction < 0.5) || hasNaN(x) {
		return undefined()
	}
	sorted := slices.Clone(x)
	slices.Sort(sorted)
	cut := int(fraction * float64(len(x)))
	return Mean(sorted[cut : len(sorted)-cut])
}

// MAD returns the median absolute deviation from the median. For normal values it
// is 1/NormalMAD of the standard deviation.
func MAD(x []float64) (mad float64, ok bool) { return MADInPlace(slices.Clone(x)) }

// NormalMAD times the MAD estimates the standard deviation of normal values: the
// reciprocal of the normal quantile at 0.75.
const NormalMAD = 1.4826022185056018

// MADInPlace is MAD with x as scratch: x holds the absolute deviations afterwards.
func MADInPlace(x []float64) (mad float64, ok bool) {
	median, ok := MedianInPlace(x)
	if !ok {
		return undefined()
	}
	for i, v := range x {
		x[i] = math.Abs(v - median)
	}
	return MedianInPlace(x)
}

func hasNaN(x []float64) bool { return slices.ContainsFunc(x, math.IsNaN) }
