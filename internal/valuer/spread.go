package valuer

import (
	"math"
	"sort"

	"github.com/gevel/gevel"
)

// Spread says how far prices lie from values: a model of the size of the error,
// and the distribution of errors in units of that size as it was observed out of
// time (in the manner of split conformal prediction on locally weighted residuals,
// though nothing is held out from the model of the size; Lei et al.,
// Distribution-Free Predictive Inference for Regression, 2018). No normal curve is
// assumed: the tails are those observed. Fields are exported for encoding only.
type Spread struct {
	Middle float64                 // size of the error where all features have their mean
	Size   [spreadFeatures]float64 // coefficients of the log size, none negative
	// Mean is the mean of each feature over the sales that the size was learned from:
	// what an explanation compares a home with.
	Mean    [spreadFeatures]float64
	Factors [segmentings][]float64 // on the size, of each segment of each kind
	// Widest is of each feature what nearly all sales lie below: beyond it errors tell
	// too little.
	Widest [spreadFeatures]float64
	// Imputed is what each trait that is taken to be the usual adds to the size, by house
	// type group and trait, log euros squared; see Usual.
	Imputed   [gevel.BuildGroups][]float64
	Quantiles []float64 // of the scaled errors, ascending, at even steps
	// OneWidth is what the model of the size is held against.
	OneWidth Constant
}

const (
	spreadSteps = 200  // the quantiles are at 1/2, 3/2, ... of this many steps
	guessSpread = 0.14 // log euros, the size of an error where nothing is known
	// Bounds of the size of an error, log euros.
	minSize, maxSize = 0.02, 0.8
	// staleGrowth is by how much the error grows in each month in which nothing was known
	// of the market, in log euros: by so much the index of existing Dutch homes went
	// another way, from 1997 to 2023, than damped growth had foretold.
	staleGrowth = 0.003
)

// doubts are what a unit of a feature beyond the widest usual is taken to add to the
// error, in log euros: no errors tell of a home unlike all that were sold.
var doubts = [...]struct {
	feature int
	perUnit float64
}{
	{adjusted, 0.2},     // a fifth of a larger adjustment is taken to be wrong
	{unlikeHomes, 0.03}, // per standard deviation
}

// size returns the mean absolute error to be expected in a situation, log euros.
func (s *Spread) size(at *situation) float64 {
	size := s.learned(&at.features)
	for kind, segment := range at.segments {
		size *= s.Factors[kind][segment]
	}
	size = s.aged(size, at)
	for i := range doubts {
		size = at.doubted(size, s.doubt(i, at))
	}
	size = unseeing(size, at)
	size = unknowing(size, at)
	return math.Max(minSize, math.Min(maxSize, size))
}

// learned returns the size of the error that the features alone tell.
func (s *Spread) learned(features *[spreadFeatures]float64) float64 {
	log := 0.0
	for i, f := range features {
		log += s.Size[i] * (f - s.Mean[i])
	}
	return s.Middle * math.Exp(log)
}

// aged adds to a size the months without an index.
func (s *Spread) aged(size float64, at *situation) float64 {
	return math.Hypot(size, staleGrowth*at.stale)
}

// doubted adds to a size what is doubted of the characteristics' worth, by the weight that
// the own sale leaves: that one is of the home itself, and weighs the less the more the home
// has changed.
func (at *situation) doubted(size, doubt float64) float64 {
	return math.Hypot(size, at.features[noOwnSale]*doubt)
}

// doubt returns the error to be expected of a feature beyond all that errors tell of.
func (s *Spread) doubt(i int, at *situation) float64 {
	feature := doubts[i].feature
	return doubts[i].perUnit * math.Max(0, at.features[feature]-s.Widest[feature])
}

// unseeing adds to a size what measures beyond all that was sold may lead astray.
func unseeing(size float64, at *situation) float64 {
	return at.doubted(size, math.Sqrt(at.unseen))
}

// unknowing adds to a size what the home's traits that were taken to be the usual may be
// off.
func unknowing(size float64, at *situation) float64 {
	return at.doubted(size, math.Sqrt(at.imputed))
}

// quantile returns the scaled error below which a share p of prices lies.
func (s *Spread) quantile(p float64) float64 {
	at := p*spreadSteps - 0.5
	k := int(math.Max(0, math.Min(spreadSteps-2, math.Floor(at))))
	share := math.Max(0, math.Min(1, at-float64(k)))
	return s.Quantiles[k] + share*(s.Quantiles[k+1]-s.Quantiles[k])
}

// below returns the share of prices whose scaled error lies below z. It is never quite 0
// or 1: half a step of the prices lies beyond the outermost quantile on each side.
func (s *Spread) below(z float64) float64 {
	k := sort.SearchFloat64s(s.Quantiles, z)
	switch {
	case k == 0:
		return tailBeyond(z, s.Quantiles[0])
	case k == spreadSteps:
		return 1 - tailBeyond(z, s.Quantiles[spreadSteps-1])
	}
	low, high := s.Quantiles[k-1], s.Quantiles[k]
	share := 0.0
	if high > low {
		share = (z - low) / (high - low)
	}
	return (float64(k) - 0.5 + share) / spreadSteps
}

// tailBeyond returns the share of prices whose scaled error lies farther out than z, which
// lies beyond the outermost quantile: it falls off as the tail of the guessed distribution
// does, by the power of its degrees of freedom.
func tailBeyond(z, outermost float64) float64 {
	far := math.Max(1, math.Abs(outermost)) // a tail begins at one size of the error or more
	return 0.5 / spreadSteps * math.Pow(1+math.Abs(z-outermost)/far, -guessDegrees)
}

// within returns the probability that price / value lies within 1 - bound and
// 1 + bound, for an error of the given size.
func (s *Spread) within(bound, size float64) float64 {
	return s.below(math.Log1p(bound)/size) - s.below(math.Log1p(-bound)/size)
}

// withinDeviation is the share of a normal distribution within one standard deviation.
const withinDeviation = 0.683

// fsd returns the half width of the central interval, relative to the value.
func (s *Spread) fsd(size float64) float64 {
	low, high := s.interval(withinDeviation, size)
	return (high - low) / 2
}

// interval returns the factors on the value between which the central share p of
// prices lies. The value itself always lies between them.
func (s *Spread) interval(p, size float64) (low, high float64) {
	low = math.Exp(math.Min(0, s.quantile((1-p)/2)*size))
	high = math.Exp(math.Max(0, s.quantile((1+p)/2)*size))
	return low, high
}

// central returns the central interval that holds a share of the prices of homes of a value, log
// euros, whose error is of a size.
func (s *Spread) central(share, value, size float64) gevel.Interval {
	low, high := s.interval(share, size)
	return gevel.Interval{Low: eurosTimes(value, low), High: eurosTimes(value, high)}
}

// class returns the confidence class for an error of the given size.
func (s *Spread) class(size float64) gevel.ConfidenceClass {
	return gevel.ClassOf(s.within(0.10, size), s.within(0.15, size), s.within(0.20, size))
}
