package spread

import (
	"math"
	"sort"
)

// Quantiles are a distribution of errors in units of their size: ascending, at even steps.
type Quantiles []float64

// quantile returns the scaled error that a share p of prices lies below.
func (d Quantiles) quantile(p float64) float64 {
	at := p*quantileSteps - 0.5
	k := int(math.Max(0, math.Min(quantileSteps-2, math.Floor(at))))
	share := math.Max(0, math.Min(1, at-float64(k)))
	return d[k] + share*(d[k+1]-d[k])
}

// below returns the share of prices whose scaled error lies below z. It is never quite 0
// or 1: half a step of the prices lies beyond the outermost quantile on each side.
func (d Quantiles) below(z float64) float64 {
	k := sort.SearchFloat64s(d, z)
	switch {
	case k == 0:
		return tailBeyond(z, d[0])
	case k == quantileSteps:
		return 1 - tailBeyond(z, d[quantileSteps-1])
	}
	low, high := d[k-1], d[k]
	share := 0.0
	if high > low {
		share = (z - low) / (high - low)
	}
	return (float64(k) - 0.5 + share) / quantileSteps
}

// tailBeyond returns the share of prices with a scaled error farther out than z, which
// lies beyond the outermost quantile. It falls off like the tail of the prior distribution:
// by the power of its degrees of freedom.
func tailBeyond(z, outermost float64) float64 {
	far := math.Max(1, math.Abs(outermost)) // a tail begins at one size of the error or more
	return 0.5 / quantileSteps * math.Pow(1+math.Abs(z-outermost)/far, -priorDegrees)
}

// Within returns the probability that price / value lies within 1 - bound and 1 + bound, for
// an error of a size.
func (d Quantiles) Within(bound, size float64) float64 {
	return d.below(math.Log1p(bound)/size) - d.below(math.Log1p(-bound)/size)
}

// withinDeviation is the share of a normal distribution within one standard deviation.
const withinDeviation = 0.683

// FSD returns the forecast standard deviation: half the width of the central 68.3 % interval,
// relative to the value.
func (d Quantiles) FSD(size float64) float64 {
	low, high := d.Interval(withinDeviation, size)
	return (high - low) / 2
}

// Interval returns the factors on the value between which the central share p of prices
// lies. The value itself always lies between them.
func (d Quantiles) Interval(p, size float64) (low, high float64) {
	low = math.Exp(math.Min(0, d.quantile((1-p)/2)*size))
	high = math.Exp(math.Max(0, d.quantile((1+p)/2)*size))
	return low, high
}
