package spread

import "math"

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
	if credibility > 0 { // 0 if the credibility is too small for a float
		r.Features[OwnSaleGap] = weight * math.Abs(gap) / math.Sqrt(credibility)
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
