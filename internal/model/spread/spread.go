// Package spread gives the distance of prices from values: risk features -> size of the error,
// interval, FSD and probabilities. It knows numbers only.
package spread

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// Model is a model of the size of the error, and the distribution of errors in units of that size, as observed out
// of time (in the manner of split conformal prediction on locally weighted residuals, though the model of the size
// has no separate holdouts; Lei et al., Distribution-Free Predictive Inference for Regression, 2018). No normal
// curve is assumed: the tails are the observed ones. Fields are exported for encoding only.
type Model struct {
	Middle float64  // size of the error where all features have their mean
	Size   Features // coefficients of the log size, none negative
	// Mean is the mean of each feature over the sales that the size was learned from. An
	// explanation compares a home with it.
	Mean    Features
	Factors [SegmentKinds][]float64 // on the size, of each segment of each kind
	// Imputed is the variance that imputing each characteristic adds to the error, by house type group and
	// characteristic, log euros squared.
	Imputed [][]float64
	Quantiles
	// Resold is the distribution for homes sold again soon after their last sale: many were worked on in
	// between, and fetch far more than that sale suggests. See Of.
	Resold Quantiles
	// OneWidth is the baseline of the model of the size.
	OneWidth Constant
}

const (
	quantileSteps = 200  // the quantiles are at 1/2, 3/2, ... of this many steps
	priorSize     = 0.14 // log euros, the size of an error before holdouts are seen
	// Bounds of the size of an error, log euros.
	minSize, maxSize = 0.02, 0.8
	// MeanOfNormal is the mean absolute value of a normal distribution, in standard deviations.
	MeanOfNormal = 0.7979
)

// SizeOf returns the expected absolute error at a risk, log euros.
func (m *Model) SizeOf(r *Risk) float64 {
	size := m.learned(&r.Features)
	for kind, segment := range r.Segments {
		size *= m.Factors[kind][segment]
	}
	size = withLevelError(size, r)
	size = r.doubted(size, math.Sqrt(r.Extrapolated))
	size = r.doubted(size, math.Sqrt(r.Imputed))
	return math.Max(minSize, math.Min(maxSize, size))
}

// learned returns the size of the error from the features alone.
func (m *Model) learned(features *Features) float64 {
	log := 0.0
	for i, f := range features {
		log += m.Size[i] * (f - m.Mean[i])
	}
	return m.Middle * math.Exp(log)
}

// withLevelError adds the error of the level to a size: the error that all homes of a day share, and the error of
// area and house type.
func withLevelError(size float64, r *Risk) float64 {
	return math.Hypot(size, MeanOfNormal*math.Sqrt(r.Level+r.Local))
}

// doubted adds to a size a doubt about the worth of the characteristics, by the weight that the own sale leaves:
// the own sale is of the home itself, and weighs less the more the home has changed.
func (r *Risk) doubted(size, doubt float64) float64 {
	return math.Hypot(size, r.Features[NoOwnSale]*doubt)
}

// Check reports whether a model that was read is sound: it has so many segments per kind, and
// house type groups with so many characteristics each.
func (m *Model) Check(segments Segments, characteristics []int) error {
	for _, q := range []Quantiles{m.Quantiles, m.Resold} {
		if err := q.Check(); err != nil {
			return err
		}
	}
	if !(m.Middle > 0 && m.Middle <= maxSize) ||
		slices.ContainsFunc(m.Size[:], notAtLeastZero) || slices.ContainsFunc(m.Mean[:], noNumber) {
		return errors.New("the size of the error is not a positive number")
	}
	for _, x := range []float64{m.OneWidth.Low, m.OneWidth.High, m.OneWidth.Euros} {
		if noNumber(x) {
			return fmt.Errorf("the spread contains %v", x)
		}
	}
	if err := m.checkFactors(segments); err != nil {
		return err
	}
	return m.checkImputed(characteristics)
}

// Check reports whether a distribution that was read is sound.
func (d Quantiles) Check() error {
	if len(d) != quantileSteps || !slices.IsSorted(d) || slices.ContainsFunc(d, noNumber) {
		return errors.New("the quantiles of the errors are incomplete")
	}
	return nil
}

func (m *Model) checkFactors(segments Segments) error {
	for kind, n := range segments {
		if len(m.Factors[kind]) != n {
			return errors.New("the spread has other segments")
		}
		for _, f := range m.Factors[kind] {
			if !(f > 0) || noNumber(f) {
				return fmt.Errorf("the factor on the error in a segment is %v", f)
			}
		}
	}
	return nil
}

func (m *Model) checkImputed(characteristics []int) error {
	if len(m.Imputed) != len(characteristics) {
		return errors.New("the variances of imputed characteristics have other house type groups")
	}
	for g, n := range characteristics {
		if len(m.Imputed[g]) != n {
			return errors.New("the variances of imputed characteristics are incomplete")
		}
		for _, added := range m.Imputed[g] {
			if !(added >= 0 && added <= maxSize*maxSize) {
				return fmt.Errorf("an imputed characteristic adds %v to the squared error", added)
			}
		}
	}
	return nil
}

func notAtLeastZero(x float64) bool { return !(x >= 0) || noNumber(x) }

func noNumber(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }

// Risk holds what the size of a valuation's error depends on.
type Risk struct {
	Features Features
	Segments Segments // the segment that the home belongs to, of each kind
	// Level is the variance of the error of the market's level, Local the variance of the error of
	// the area's and house type's deviation from it, log euros squared.
	Level, Local float64
	// Imputed is the variance that imputed characteristics add to the error, and Extrapolated
	// the variance that measures outside the trained range add, log euros squared.
	Imputed, Extrapolated float64
}

// Feature is a risk feature. A larger feature can only make an error larger, so no coefficient is ever negative.
type Feature int

// The risk features.
const (
	ComparablesDiffer Feature = iota // log of how far the comparables lie apart; see Scatter
	KrigingDeviation                 // log of the standard deviation that kriging gives itself
	ApproachesDiffer                 // distances to the hedonic value, added up, log euros
	FewComparables                   // one over their effective number
	FarComparables                   // log of the distance to the farthest; see Reach
	NoOwnSale                        // one less the weight of the own sale
	Adjustment                       // mean adjustment of comparables, log euros
	UnlikeHomes                      // how unlike the most like homes nearby are, standard deviations
	BelowMiddle                      // how far the value lies below the middle of the market, log euros
	AboveMiddle                      // how far above it
	OwnSaleGap                       // how far the own sale pulls from all else, log euros
	FeatureCount
)

// Features has one number per risk feature.
type Features [FeatureCount]float64

// Offsets that are added before taking logarithms: smaller differences mean nothing.
const (
	leastScatter   = 0.03 // log euros
	leastVariance  = 1e-4 // log euros squared
	distanceOffset = 500  // metres
)

// Scatter returns the feature of the comparables' standard deviation, log euros. ScatterOf is its inverse.
func Scatter(deviation float64) float64 { return math.Log1p(deviation / leastScatter) }

// ScatterOf returns the standard deviation of a feature Scatter.
func ScatterOf(feature float64) float64 { return leastScatter * math.Expm1(feature) }

// Deviation returns the feature of the variance that kriging gives itself, log euros squared.
// DeviationOf is its inverse.
func Deviation(variance float64) float64 { return math.Log1p(variance/leastVariance) / 2 }

// DeviationOf returns the standard deviation of a feature Deviation.
func DeviationOf(feature float64) float64 { return math.Sqrt(leastVariance * math.Expm1(2*feature)) }

// Reach returns the feature of a distance, metres. ReachOf is its inverse.
func Reach(metres float64) float64 { return math.Log1p(metres / distanceOffset) }

// ReachOf returns the distance of a feature Reach, metres.
func ReachOf(feature float64) float64 { return distanceOffset * math.Expm1(feature) }

// SegmentKind is a kind of segment; errors are calibrated per segment.
type SegmentKind int

// The kinds of segments.
const (
	Group       SegmentKind = iota // house type group
	Area                           // area of the index
	BuildPeriod                    // of construction
	OwnSaleAge                     // time since the own last sale
	SegmentKinds
)

// SoonResold is the OwnSaleAge segment of homes last sold within two years.
const SoonResold = 1

// IsResold reports whether the home was sold shortly before.
func (r *Risk) IsResold() bool { return r.Segments[OwnSaleAge] == SoonResold }

// Of returns the distribution of the errors at a risk, in units of their size.
func (m *Model) Of(r *Risk) Quantiles {
	if r.IsResold() {
		return m.Resold
	}
	return m.Quantiles
}

// Segments has one segment, or one count of segments, per kind.
type Segments [SegmentKinds]int

// SetOwnSale adds the effect of an own sale with a weight and a credibility. With the probability
// that the sale is credible its gap would move the value by its weight, else not at all:
// OwnSaleGap is the root mean square of the two, so that a doubt between them counts too.
func (r *Risk) SetOwnSale(weight, gap, credibility float64) {
	r.Features[NoOwnSale], r.Features[OwnSaleGap] = 1-weight, 0
	if believed := math.Max(credibility, weight); believed > 0 { // an own sale above all else weighs beyond its credibility
		r.Features[OwnSaleGap] = weight * math.Abs(gap) / math.Sqrt(believed)
	}
}

// Doubt is how far the size and the middle of a distribution of errors may be wrong.
type Doubt struct {
	Level   float64 // standard error of the market's level, log euros
	Learned int     // number of errors behind the size
}

// sizeDoubt is the share of the factor by which unseen errors exceed learned ones, before its root, that a size is
// doubted by; see unseenErrors. It was chosen on walks and origins (experiment 219).
const sizeDoubt = 0.25

// Surely is Within for an error of a size without the level's error, if the level were one standard error off, to the
// worse side, and the size as much larger as errors so few leave open.
func (d Quantiles) Surely(bound, size float64, doubt Doubt) float64 {
	size *= 1 + sizeDoubt*math.Sqrt(fittedParameters/float64(max(1, doubt.Learned)))
	least := 1.0
	for _, off := range [...]float64{-doubt.Level, doubt.Level} {
		least = min(least, d.below((math.Log1p(bound)-off)/size)-d.below((math.Log1p(-bound)-off)/size))
	}
	return least
}
