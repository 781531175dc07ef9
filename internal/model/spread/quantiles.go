package spread

import (
	"math"
	"sort"

	"github.com/gevel/gevel/internal/num/stats"
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

// tailBeyond returns the share of prices with a scaled error farther out than z, which lies beyond the outermost
// quantile. It falls off like the tail of the prior distribution: by the power of its degrees of freedom.
func tailBeyond(z, outermost float64) float64 {
	far := math.Max(1, math.Abs(outermost)) // a tail begins at one size of the error or more
	return 0.5 / quantileSteps * math.Pow(1+math.Abs(z-outermost)/far, -priorDegrees)
}

// Within returns the probability that price / value lies within 1 - bound and 1 + bound, for an error of a size.
func (d Quantiles) Within(bound, size float64) float64 {
	return d.below(math.Log1p(bound)/size) - d.below(math.Log1p(-bound)/size)
}

// withinDeviation is the share of a normal distribution within one standard deviation.
const withinDeviation = 0.683

// FSD returns the forecast standard deviation: half the width of the central 68.3 % interval, relative to the value.
func (d Quantiles) FSD(size float64) float64 {
	low, high := d.Interval(withinDeviation, size)
	return (high - low) / 2
}

// Middle returns the factor on the value that half of the prices lie below.
func (d Quantiles) Middle(size float64) float64 { return math.Exp(d.quantile(0.5) * size) }

// Interval returns the factors on the value between which the central share p of prices
// lies. The value itself always lies between them.
func (d Quantiles) Interval(p, size float64) (low, high float64) {
	low = math.Exp(math.Min(0, d.quantile((1-p)/2)*size))
	high = math.Exp(math.Max(0, d.quantile((1+p)/2)*size))
	return low, high
}

// The baseline of the model of the error's size: intervals of one width for all homes.

// Constant is two 80 % intervals of one width for all homes, made from the same errors and weights as a Model, but
// regardless of their size (in the manner of split conformal prediction; Lei et al., 2018). All are 0 without
// errors. Fields are exported for encoding only.
type Constant struct {
	// Low and High are log price less log value: one width in log price, so the same share of the value for all homes.
	Low, High float64
	// Euros is half of one width in euros, at the whole market's level on the model's date.
	Euros float64
}

// constantShare is the share of prices in the intervals of a Constant.
const constantShare = 0.8

func fitConstant(holdouts []Holdout) Constant {
	if len(holdouts) == 0 {
		return Constant{}
	}
	logs, euros, weights := make([]float64, len(holdouts)), make([]float64, len(holdouts)), make([]float64, len(holdouts))
	for i := range holdouts {
		h := &holdouts[i]
		e := h.Error + h.Common
		logs[i], weights[i] = e, h.Weight
		euros[i] = math.Abs(h.Price - h.Price*math.Exp(-e))
	}
	var c Constant
	c.Low, _ = stats.WeightedQuantile(logs, weights, (1-constantShare)/2)
	c.High, _ = stats.WeightedQuantile(logs, weights, (1+constantShare)/2)
	c.Euros, _ = stats.WeightedQuantile(euros, weights, constantShare)
	return c
}

// Intervals returns both intervals around a value, euros; risen is the rise of the market
// since the model's date, log euros. ok is false if there were no errors.
func (c Constant) Intervals(value, risen float64) (byLog, byEuros [2]float64, ok bool) {
	if c == (Constant{}) {
		return byLog, byEuros, false
	}
	half := c.Euros * math.Exp(risen)
	byLog = [2]float64{value * math.Exp(c.Low), value * math.Exp(c.High)}
	return byLog, [2]float64{value - half, value + half}, true
}

// CRPS returns the continuous ranked probability score (Gneiting and Raftery, 2007) of a sale price, given as price /
// value, under an error of a size: the squared distance between the promised distribution and the price, integrated; a
// fraction of the value. Less is better. The score of a distribution of one point is the absolute error.
//
// It is the mean over the quantiles of twice their pinball loss, which is exact for a
// distribution of equal steps (Laio and Tamea, 2007).
func (d Quantiles) CRPS(ratio, size float64) float64 {
	sum := 0.0
	for k, z := range d {
		at := math.Exp(z * size)
		p := (float64(k) + 0.5) / float64(len(d))
		if ratio < at {
			sum += (1 - p) * (at - ratio)
		} else {
			sum += p * (ratio - at)
		}
	}
	return 2 * sum / float64(len(d))
}
