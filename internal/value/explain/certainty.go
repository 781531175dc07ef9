package explain

import (
	"cmp"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/impute"
	"github.com/gevel/gevel/internal/model/spread"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Certainty says why a valuation is as sure as it is.
type Certainty struct {
	// Size is the mean absolute error to be expected, of the log price, and Typical that of
	// the typical sale it was learned from. Typical times the Factor of each risk is Size. Of
	// homes that it was not fitted to errors are larger by a little; see the intervals.
	Size, Typical float64
	Risks         []Risk
	// The calibrated probabilities that a price lies within 10, 15 and 20 % of the
	// value, which decide the class; see gevel.ClassOf.
	Within10, Within15, Within20 float64
	// The central intervals that hold 50 and 90 % of the prices; the valuation has that of 80.
	Interval50, Interval90 gevel.Interval
}

// Risk is something by which the size of the error differs from the typical one.
type Risk struct {
	Name RiskName
	// Has is what was measured of the subject and Typical what of the sales learned
	// from, in the unit of the name; unknown where there is nothing to measure.
	Has, Typical gevel.Opt[float64]
	Factor       float64 // by which the error is larger, below 1 smaller
}

// ByEffect returns the risks, the one that changes the size of the error most first.
func (c *Certainty) ByEffect() []Risk {
	risks := slices.Clone(c.Risks)
	slices.SortStableFunc(risks, func(a, b Risk) int {
		return cmp.Compare(math.Abs(math.Log(b.Factor)), math.Abs(math.Log(a.Factor)))
	})
	return risks
}

// RiskName says what a risk measures.
type RiskName string

// The risks. More of what they measure never makes the error smaller, but for the
// segments (house type, surroundings, build period, and within OwnSaleAge), whose errors
// are taken as they were.
const (
	// ComparablesDiffer: standard deviation of the comparables' prices, adjusted half by the
	// hedonic estimate and half by the trend, which has not seen them, as a fraction.
	ComparablesDiffer RiskName = "comparablesDiffer"
	// ComparablesCount: how many comparables the weights are worth.
	ComparablesCount RiskName = "comparablesCount"
	// ComparablesFar: metres between the places of the home and of the farthest comparable;
	// homes of a street share one.
	ComparablesFar RiskName = "comparablesFar"
	// ComparablesAdjusted: by what factor, up or down, the comparables' prices were
	// adjusted to the subject, on (geometric) average.
	ComparablesAdjusted RiskName = "comparablesAdjusted"
	// LikeHomesFew: standard deviation that kriging gives itself, as a
	// fraction: small where many like homes were sold nearby not long ago.
	LikeHomesFew RiskName = "likeHomesFew"
	// LikeHomesUnlike: how far the characteristics of the most like homes sold nearby
	// lie from the subject's, in standard deviations.
	LikeHomesUnlike RiskName = "likeHomesUnlike"
	// ApproachesDiffer: distances of the indications of kriging and of the comparables to the
	// hedonic value, added up, as a fraction.
	ApproachesDiffer RiskName = "approachesDiffer"
	// OwnSaleApart: by what fraction the own sale pulls the value from all else: by how much
	// it would move it if it were credible, times the root of the probability that it is.
	OwnSaleApart RiskName = "ownSaleApart"
	// OwnSaleAge: years since the own last sale, unknown without one, and so is
	// the typical one.
	OwnSaleAge RiskName = "ownSaleAge"
	// BelowMiddle and AboveMiddle: how many times the middle of the market the hedonic
	// estimate is, the index aside; 1 where it does not lie on that side of it.
	BelowMiddle RiskName = "belowMiddle"
	AboveMiddle RiskName = "aboveMiddle"
	// HouseType: the group of the house type.
	HouseType RiskName = "houseType"
	// Surroundings: the area of the index that the home lies in.
	Surroundings RiskName = "surroundings"
	// BuildPeriod: the period in which the home was built.
	BuildPeriod RiskName = "buildPeriod"
	// Staleness: months from the day until which the market was known to the valuation
	// date; typically 0.
	Staleness RiskName = "staleness"
	// Extreme: how many times more, or less, of a measure the home has than nearly all
	// homes of its type that were sold; of several, the root of the sum of the squared
	// logs. Typically 1.
	Extreme RiskName = "extreme"
	// Imputed: how many characteristics are not known and were imputed;
	// typically 0.
	Imputed RiskName = "imputed"
	// Bounds: no error is expected to be smaller or larger than the bounds of the size.
	Bounds RiskName = "bounds"
)

// featureRisks name the risk features, and turn each into the unit of its risk. The age of the
// own sale has years of its own.
var featureRisks = []struct {
	name    RiskName
	feature spread.Feature
	unit    func(feature float64) float64
}{
	{ApproachesDiffer, spread.ApproachesDiffer, math.Expm1},
	{ComparablesDiffer, spread.ComparablesDiffer, spread.ScatterOf},
	{ComparablesCount, spread.FewComparables, func(f float64) float64 { return 1 / f }},
	{ComparablesFar, spread.FarComparables, spread.ReachOf},
	{ComparablesAdjusted, spread.Adjustment, math.Exp},
	{LikeHomesFew, spread.KrigingDeviation, spread.DeviationOf},
	{LikeHomesUnlike, spread.UnlikeHomes, func(f float64) float64 { return f }},
	{OwnSaleApart, spread.OwnSaleGap, math.Expm1},
	{OwnSaleAge, spread.NoOwnSale, nil},
	{BelowMiddle, spread.BelowMiddle, func(f float64) float64 { return math.Exp(-f) }},
	{AboveMiddle, spread.AboveMiddle, math.Exp},
}

func certaintyOf(t *valuation.Trace) Certainty {
	m := &t.Vintage.Spread
	of := m.Of(&t.Risk)
	c := Certainty{
		Size: t.Size, Typical: m.Middle,
		Within10: of.Within(0.10, t.Size), Within15: of.Within(0.15, t.Size), Within20: of.Within(0.20, t.Size),
		Interval50: t.Interval(0.5), Interval90: t.Interval(0.9),
	}
	parts := m.PartsOf(&t.Risk)
	for _, f := range featureRisks {
		risk := Risk{Name: f.name, Factor: parts.Features[f.feature]}
		if f.unit != nil {
			risk.Has, risk.Typical = gevel.Some(f.unit(t.Risk.Features[f.feature])), gevel.Some(f.unit(m.Mean[f.feature]))
		} else {
			risk.Factor *= parts.Segments[spread.OwnSaleAge]
			risk.Has = gevel.Opt[float64]{V: t.Basis.Years, Known: t.Basis.HasOwnSale}
		}
		c.Risks = append(c.Risks, risk)
	}
	some, times := gevel.Some[float64], math.Exp(impute.Outside(t.Risk.Extrapolated))
	c.Risks = append(c.Risks,
		Risk{Name: HouseType, Factor: parts.Segments[spread.Group]},
		Risk{Name: Surroundings, Factor: parts.Segments[spread.Area]},
		Risk{Name: BuildPeriod, Factor: parts.Segments[spread.BuildPeriod]},
		Risk{Name: Staleness, Has: some(t.Market.Stale), Typical: some(0), Factor: parts.Level},
		Risk{Name: Extreme, Has: some(times), Typical: some(1), Factor: parts.Extrapolated},
		Risk{Name: Imputed, Has: some(float64(len(t.Imputed))), Typical: some(0), Factor: parts.Imputed},
		Risk{Name: Bounds, Factor: parts.Bounds})
	return c
}
