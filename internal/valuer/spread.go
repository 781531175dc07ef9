package valuer

import (
	"math"
	"slices"
	"sort"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/stats"
)

// Spread says how far prices lie from values: a model of the size of the error,
// and the distribution of errors in units of that size as it was observed out of
// time (split conformal prediction on locally weighted residuals; Lei et al.,
// Distribution-Free Predictive Inference for Regression, 2018). No normal curve is
// assumed: the tails are those observed. Fields are exported for encoding only.
type Spread struct {
	Size      [spreadFeatures]float64 // coefficients of the log size
	Segment   [gevel.BuildGroups]float64
	Quantiles []float64 // of the scaled errors, ascending, at even steps
	// Mean is the mean of each feature over the sales that the size was learned from:
	// what an explanation compares a home with.
	Mean [spreadFeatures]float64
}

// The features of the size of the error.
const (
	constant = iota
	logDisagreement
	logLikeness
	approachesApart
	fewComparables
	farComparables
	hasOwn
	ownAge
	unusualValue
	spreadFeatures
)

const (
	spreadSteps = 200  // the quantiles are at 1/2, 3/2, ... of this many steps
	guessSpread = 0.14 // log euros, the size of an error where nothing is known
	spreadRidge = 5.0  // outcomes with which each coefficient is pulled to zero
	// spreadPrior is how many outcomes of a guessed, heavy-tailed distribution the
	// observed ones are mixed with.
	spreadPrior = 10
	// segmentPrior is how many outcomes a segment needs for its own factor to count
	// half.
	segmentPrior = 100
	minError     = 0.002 // log euros, so that a lucky hit has a logarithm
	// Bounds of the size of an error, log euros.
	minSize, maxSize = 0.02, 0.8
	// staleGrowth is by how much the error grows in a month without an index, in
	// log euros times the square root of months.
	staleGrowth = 0.008
	// What is added before logarithms are taken: below it differences tell nothing.
	leastDisagreement = 0.03 // log euros
	leastLikeness     = 1e-4 // log euros squared
	farUnit           = 500  // metres
	// guessDegrees are the degrees of freedom of the guessed distribution.
	guessDegrees = 4
	// meanLogNormal is the mean of log |z| for a standard normal z, so that sizes
	// are on the scale of a standard deviation.
	meanLogNormal = -0.635
)

// features returns the features of the error's size for the indications of a home;
// typical is the vintage's.
func (in *indications) features(typical float64) [spreadFeatures]float64 {
	var f [spreadFeatures]float64
	f[constant] = 1
	f[logDisagreement] = math.Log(in.comps.Spread + leastDisagreement)
	f[approachesApart] = math.Abs(in.value[byHedonic]-in.value[byComps]) + math.Abs(in.value[byHedonic]-in.value[byLikeness])
	f[logLikeness] = math.Log(in.likeness+leastLikeness) / 2
	f[fewComparables] = 1 / in.comps.Effective
	f[farComparables] = math.Log1p(in.reach / farUnit)
	if in.ownSale >= 0 {
		f[hasOwn] = 1
		f[ownAge] = math.Log1p(in.ownYears)
		f[approachesApart] += math.Abs(in.value[byOwnSale] - in.value[byHedonic])
	}
	f[unusualValue] = math.Abs(in.estimate - typical)
	return f
}

// scored is an outcome with the error of its reconciled value.
type scored struct {
	day      gevel.Date
	stale    float64 // months since the index was known
	features [spreadFeatures]float64
	segment  int
	err      float64
}

func fitSpread(outcomes []scored) Spread {
	var s Spread
	s.Size = fitSize(outcomes)
	for _, o := range outcomes {
		for i, f := range o.features {
			s.Mean[i] += f / float64(len(outcomes))
		}
	}
	for g := range s.Segment {
		s.Segment[g] = 1
	}
	s.fitSegments(outcomes)
	s.fitQuantiles(outcomes)
	return s
}

// fitSize regresses the log size of the errors on their features.
func fitSize(outcomes []scored) [spreadFeatures]float64 {
	const n = spreadFeatures
	guess := math.Log(guessSpread) + meanLogNormal
	gram, right := make([]float64, n*n), make([]float64, n)
	for i := range n {
		gram[i*n+i] = spreadRidge
	}
	for _, o := range outcomes {
		y := math.Log(math.Abs(o.err)+minError) - guess
		for i := range n {
			right[i] += o.features[i] * y
			for j := range n {
				gram[i*n+j] += o.features[i] * o.features[j]
			}
		}
	}
	if err := stats.SolveSPD(gram, right); err != nil {
		panic(err) // the ridge makes the system positive definite
	}
	var size [n]float64
	copy(size[:], right)
	size[constant] += guess - meanLogNormal
	return size
}

// size returns the size of the error of a valuation, in log euros.
func (s *Spread) size(features [spreadFeatures]float64, segment int, stale float64) float64 {
	sum := 0.0
	for i, f := range features {
		sum += s.Size[i] * f
	}
	size := s.Segment[segment] * math.Exp(sum)
	size = math.Hypot(size, staleGrowth*math.Sqrt(stale))
	return math.Max(minSize, math.Min(maxSize, size))
}

// fitSegments sets the factor of each segment so that as many of its errors lie
// within four fifths of the distribution as of all errors.
func (s *Spread) fitSegments(outcomes []scored) {
	bySegment := make([][]float64, gevel.BuildGroups)
	var all []float64
	for _, o := range outcomes {
		z := math.Abs(o.err) / s.size(o.features, o.segment, 0)
		bySegment[o.segment] = append(bySegment[o.segment], z)
		all = append(all, z)
	}
	pooled, ok := stats.Quantile(all, 0.8)
	if !ok || pooled == 0 {
		return
	}
	for g, z := range bySegment {
		if q, ok := stats.Quantile(z, 0.8); ok && q > 0 {
			share := float64(len(z)) / (float64(len(z)) + segmentPrior)
			s.Segment[g] = math.Exp(share * math.Log(q/pooled))
		}
	}
}

func (s *Spread) fitQuantiles(outcomes []scored) {
	var z []float64
	for _, o := range outcomes {
		z = append(z, o.err/s.size(o.features, o.segment, 0))
	}
	for k := range spreadPrior {
		t, _ := stats.StudentQuantile((float64(k)+0.5)/spreadPrior, guessDegrees)
		z = append(z, t)
	}
	slices.Sort(z)
	s.Quantiles = make([]float64, spreadSteps)
	for k := range s.Quantiles {
		s.Quantiles[k], _ = stats.Quantile(z, (float64(k)+0.5)/spreadSteps)
	}
}

// quantile returns the scaled error below which a share p of prices lies.
func (s *Spread) quantile(p float64) float64 {
	at := p*spreadSteps - 0.5
	k := int(math.Max(0, math.Min(spreadSteps-2, math.Floor(at))))
	share := math.Max(0, math.Min(1, at-float64(k)))
	return s.Quantiles[k] + share*(s.Quantiles[k+1]-s.Quantiles[k])
}

// below returns the share of prices whose scaled error lies below z.
func (s *Spread) below(z float64) float64 {
	k := sort.SearchFloat64s(s.Quantiles, z)
	switch {
	case k == 0:
		return 0
	case k == spreadSteps:
		return 1
	}
	low, high := s.Quantiles[k-1], s.Quantiles[k]
	share := 0.0
	if high > low {
		share = (z - low) / (high - low)
	}
	return (float64(k) - 0.5 + share) / spreadSteps
}

// within returns the probability that price / value lies within 1 - bound and
// 1 + bound, for an error of the given size.
func (s *Spread) within(bound, size float64) float64 {
	return s.below(math.Log1p(bound)/size) - s.below(math.Log1p(-bound)/size)
}

// central is the share of a normal distribution within one standard deviation.
const central = 0.683

// fsd returns the half width of the central interval, relative to the value.
func (s *Spread) fsd(size float64) float64 {
	low, high := s.interval(central, size)
	return (high - low) / 2
}

// interval returns the factors on the value between which the central share p of
// prices lies. The value itself always lies between them.
func (s *Spread) interval(p, size float64) (low, high float64) {
	low = math.Exp(math.Min(0, s.quantile((1-p)/2)*size))
	high = math.Exp(math.Max(0, s.quantile((1+p)/2)*size))
	return low, high
}

// class returns the confidence class for an error of the given size.
func (s *Spread) class(size float64) gevel.ConfidenceClass {
	return gevel.ClassOf(s.within(0.10, size), s.within(0.15, size), s.within(0.20, size))
}
