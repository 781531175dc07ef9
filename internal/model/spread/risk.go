package spread

import "math"

// Risk is what the size of a valuation's error depends on.
type Risk struct {
	Features Features
	Segments Segments // the segment that the home belongs to, of each kind
	// Level is the variance of the error of the market's level, and Local that of the error by
	// which its area and house type leave it, log euros squared.
	Level, Local float64
	// Imputed is what characteristics that were imputed add to the size, and Extrapolated
	// what measures outside the trained range add: variances, log euros squared.
	Imputed, Extrapolated float64
}

// Feature is a risk feature. Each grows with something that can only make an error
// larger, so that no coefficient is ever negative.
type Feature int

// The risk features.
const (
	ComparablesDiffer Feature = iota // log of how far the comparables lie apart; see Scatter
	KrigingDeviation                 // log of the standard deviation that kriging gives itself
	ApproachesDiffer                 // distances to the hedonic value, added up, log euros
	FewComparables                   // one over their effective number
	FarComparables                   // log of the distance to the farthest; see Reach
	NoOwnSale                        // one less the weight of the own sale
	Adjustment                       // by how much comparables were adjusted, mean, log euros
	UnlikeHomes                      // how unlike the most like homes nearby are, standard deviations
	BelowMiddle                      // how far the value lies below the middle of the market, log euros
	AboveMiddle                      // how far above it
	OwnSaleGap                       // how far the own sale pulls from all else, log euros
	FeatureCount
)

// Features has a number per risk feature.
type Features [FeatureCount]float64

// What is added before logarithms are taken: below it differences mean nothing.
const (
	leastScatter   = 0.03 // log euros
	leastVariance  = 1e-4 // log euros squared
	distanceOffset = 500  // metres
)

// Scatter returns the feature of how far the comparables lie apart, a standard deviation in
// log euros. ScatterOf is its inverse.
func Scatter(deviation float64) float64 { return math.Log1p(deviation / leastScatter) }

// ScatterOf returns the standard deviation of a feature Scatter.
func ScatterOf(feature float64) float64 { return leastScatter * math.Expm1(feature) }

// Deviation returns the feature of a variance that kriging gives itself, log euros squared.
// DeviationOf is its inverse.
func Deviation(variance float64) float64 { return math.Log1p(variance/leastVariance) / 2 }

// DeviationOf returns the standard deviation of a feature Deviation.
func DeviationOf(feature float64) float64 { return math.Sqrt(leastVariance * math.Expm1(2*feature)) }

// Reach returns the feature of a distance, metres. ReachOf is its inverse.
func Reach(metres float64) float64 { return math.Log1p(metres / distanceOffset) }

// ReachOf returns the distance of a feature Reach, metres.
func ReachOf(feature float64) float64 { return distanceOffset * math.Expm1(feature) }

// SegmentKind is a kind of segment for which errors are calibrated by themselves.
type SegmentKind int

// The kinds of segments.
const (
	Group       SegmentKind = iota // house type group
	Area                           // area of the index
	BuildPeriod                    // of construction
	OwnSaleAge                     // time since the own last sale
	SegmentKinds
)

// SoonResold is the segment of OwnSaleAge of homes that were sold last within two years.
const SoonResold = 1

// IsResold reports whether the home was sold not long before.
func (r *Risk) IsResold() bool { return r.Segments[OwnSaleAge] == SoonResold }

// Of returns the distribution of the errors at a risk, in units of their size.
func (m *Model) Of(r *Risk) Quantiles {
	if r.IsResold() {
		return m.Resold
	}
	return m.Quantiles
}

// Segments has a segment, or a count of segments, per kind.
type Segments [SegmentKinds]int

// SetOwnSale adds what an own sale of a weight and a credibility means. With the probability
// that the sale is credible its gap would move the value by its weight, else not at all:
// OwnSaleGap is the root mean square of the two, so that a doubt between them counts too.
func (r *Risk) SetOwnSale(weight, gap, credibility float64) {
	r.Features[NoOwnSale], r.Features[OwnSaleGap] = 1-weight, 0
	if credibility > 0 { // it is 0 where no float is as small
		r.Features[OwnSaleGap] = weight * math.Abs(gap) / math.Sqrt(credibility)
	}
}
