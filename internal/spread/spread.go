// Package spread says how far prices lie from values: risk features -> size of the error,
// interval, FSD and probabilities. It knows numbers only.
package spread

import (
	"math"
	"sort"
)

// Model is a model of the size of the error, and the distribution of errors in units of
// that size as it was observed out of time (in the manner of split conformal prediction on
// locally weighted residuals, though nothing is held out from the model of the size; Lei et
// al., Distribution-Free Predictive Inference for Regression, 2018). No normal curve is
// assumed: the tails are those observed. Fields are exported for encoding only.
type Model struct {
	Middle float64  // size of the error where all features have their mean
	Size   Features // coefficients of the log size, none negative
	// Mean is the mean of each feature over the sales that the size was learned from: what
	// an explanation compares a home with.
	Mean    Features
	Factors [SegmentKinds][]float64 // on the size, of each segment of each kind
	// Widest is the 99th percentile of each feature that is doubted beyond it.
	Widest Features
	// Imputed is what imputing each characteristic adds to the size, by house type group and
	// characteristic, log euros squared.
	Imputed   [][]float64
	Quantiles []float64 // of the scaled errors, ascending, at even steps
	// OneWidth is what the model of the size is compared with.
	OneWidth Constant
}

const (
	quantileSteps = 200  // the quantiles are at 1/2, 3/2, ... of this many steps
	priorSize     = 0.14 // log euros, the size of an error before holdouts are seen
	// Bounds of the size of an error, log euros.
	minSize, maxSize = 0.02, 0.8
	// staleGrowth is the growth of the error in each month in which nothing was known of
	// the market, in log euros: by so much the index of existing Dutch homes went another
	// way, from 1997 to 2023, than damped growth had forecast.
	staleGrowth = 0.003
)

// doubts are what a unit of a feature beyond the widest is taken to add to the error, in
// log euros: there are no errors of a home unlike all that were sold to learn it from.
var doubts = [...]struct {
	feature Feature
	perUnit float64
}{
	{Adjustment, 0.2},   // a fifth of a larger adjustment is taken to be wrong
	{UnlikeHomes, 0.03}, // per standard deviation
}

// SizeOf returns the mean absolute error to be expected at a risk, log euros.
func (m *Model) SizeOf(r *Risk) float64 {
	size := m.learned(&r.Features)
	for kind, segment := range r.Segments {
		size *= m.Factors[kind][segment]
	}
	size = aged(size, r)
	for i := range doubts {
		size = r.doubted(size, m.doubt(i, r))
	}
	size = r.doubted(size, math.Sqrt(r.Extrapolated))
	size = r.doubted(size, math.Sqrt(r.Imputed))
	return math.Max(minSize, math.Min(maxSize, size))
}

// learned returns the size of the error by the features alone.
func (m *Model) learned(features *Features) float64 {
	log := 0.0
	for i, f := range features {
		log += m.Size[i] * (f - m.Mean[i])
	}
	return m.Middle * math.Exp(log)
}

// aged adds to a size the months without an index.
func aged(size float64, r *Risk) float64 { return math.Hypot(size, staleGrowth*r.Stale) }

// doubted adds to a size what is doubted of the characteristics' worth, by the weight that
// the own sale leaves: that one is of the home itself, and weighs the less the more the home
// has changed.
func (r *Risk) doubted(size, doubt float64) float64 {
	return math.Hypot(size, r.Features[NoOwnSale]*doubt)
}

// doubt returns the error to be expected of a feature beyond its widest.
func (m *Model) doubt(i int, r *Risk) float64 {
	feature := doubts[i].feature
	return doubts[i].perUnit * math.Max(0, r.Features[feature]-m.Widest[feature])
}

// quantile returns the scaled error below which a share p of prices lies.
func (m *Model) quantile(p float64) float64 {
	at := p*quantileSteps - 0.5
	k := int(math.Max(0, math.Min(quantileSteps-2, math.Floor(at))))
	share := math.Max(0, math.Min(1, at-float64(k)))
	return m.Quantiles[k] + share*(m.Quantiles[k+1]-m.Quantiles[k])
}

// below returns the share of prices whose scaled error lies below z. It is never quite 0
// or 1: half a step of the prices lies beyond the outermost quantile on each side.
func (m *Model) below(z float64) float64 {
	k := sort.SearchFloat64s(m.Quantiles, z)
	switch {
	case k == 0:
		return tailBeyond(z, m.Quantiles[0])
	case k == quantileSteps:
		return 1 - tailBeyond(z, m.Quantiles[quantileSteps-1])
	}
	low, high := m.Quantiles[k-1], m.Quantiles[k]
	share := 0.0
	if high > low {
		share = (z - low) / (high - low)
	}
	return (float64(k) - 0.5 + share) / quantileSteps
}

// tailBeyond returns the share of prices whose scaled error lies farther out than z, which
// lies beyond the outermost quantile: it falls off as the tail of the prior distribution
// does, by the power of its degrees of freedom.
func tailBeyond(z, outermost float64) float64 {
	far := math.Max(1, math.Abs(outermost)) // a tail begins at one size of the error or more
	return 0.5 / quantileSteps * math.Pow(1+math.Abs(z-outermost)/far, -priorDegrees)
}

// Within returns the probability that price / value lies within 1 - bound and 1 + bound, for
// an error of a size.
func (m *Model) Within(bound, size float64) float64 {
	return m.below(math.Log1p(bound)/size) - m.below(math.Log1p(-bound)/size)
}

// withinDeviation is the share of a normal distribution within one standard deviation.
const withinDeviation = 0.683

// FSD returns the forecast standard deviation: half the width of the central 68.3 % interval,
// relative to the value.
func (m *Model) FSD(size float64) float64 {
	low, high := m.Interval(withinDeviation, size)
	return (high - low) / 2
}

// Interval returns the factors on the value between which the central share p of prices
// lies. The value itself always lies between them.
func (m *Model) Interval(p, size float64) (low, high float64) {
	low = math.Exp(math.Min(0, m.quantile((1-p)/2)*size))
	high = math.Exp(math.Max(0, m.quantile((1+p)/2)*size))
	return low, high
}
