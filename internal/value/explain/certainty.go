package explain

import (
	"cmp"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/impute"
	"github.com/gevel/gevel/internal/model/spread"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Certainty explains the certainty of a valuation.
type Certainty struct {
	// Size is the expected absolute error of the log price, and Typical its value for
	// the typical training sale. Typical times the Factor of each risk is Size. Errors of homes that it was
	// not fitted to are a little larger; see the intervals.
	Size, Typical float64
	Risks         []Risk
	// The calibrated probabilities that a price lies within 10, 15 and 20 % of the
	// value. They decide the class; classes of 10 % must also hold beyond doubt: see Trace.Class.
	Within10, Within15, Within20 float64
	// The central intervals that hold 50 and 90 % of the prices; the valuation has the 80 % interval.
	Interval50, Interval90 gevel.Interval
}

// Risk is a reason why the error's size differs from the typical one.
type Risk struct {
	Name RiskName
	// Has is the subject's figure and Typical the mean figure of the training sales,
	// in the unit of the name; unknown if there is nothing to measure.
	Has, Typical gevel.Opt[float64]
	Factor       float64 // factor on the error, below 1 makes it smaller
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

// The risks. A larger figure never makes the error smaller. Segments (house type, surroundings, build period, and
// within OwnSaleAge) have no such order: their errors are taken as they were.
const (
	// ComparablesDiffer: standard deviation of the comparables' prices, adjusted half by the
	// hedonic estimate and half by the trend, which has not seen them, as a fraction.
	ComparablesDiffer RiskName = "comparablesDiffer"
	// ComparablesCount: the effective number of comparables.
	ComparablesCount RiskName = "comparablesCount"
	// ComparablesFar: metres between the places of the home and of the farthest comparable;
	// homes of a street share one.
	ComparablesFar RiskName = "comparablesFar"
	// ComparablesAdjusted: the (geometric) mean factor by which the comparables' prices were
	// adjusted to the subject, up or down.
	ComparablesAdjusted RiskName = "comparablesAdjusted"
	// LikeHomesFew: standard deviation that kriging gives itself, as a
	// fraction: small if many like homes were sold nearby recently.
	LikeHomesFew RiskName = "likeHomesFew"
	// LikeHomesUnlike: distance of the most similar homes sold nearby from the subject in
	// characteristics, in standard deviations.
	LikeHomesUnlike RiskName = "likeHomesUnlike"
	// ApproachesDiffer: distances of the indications of kriging and of the comparables to the
	// hedonic value, added up, as a fraction.
	ApproachesDiffer RiskName = "approachesDiffer"
	// OwnSaleApart: the fraction by which the own sale pulls the value away from the other approaches: the change it
	// would make if it were credible, times the root of the probability that it is.
	OwnSaleApart RiskName = "ownSaleApart"
	// OwnSaleAge: years since the own last sale. It is unknown without one, and the typical figure is always unknown.
	OwnSaleAge RiskName = "ownSaleAge"
	// BelowMiddle and AboveMiddle: ratio of the hedonic estimate, without the index, to the middle
	// of the market; 1 if it does not lie on that side of it.
	BelowMiddle RiskName = "belowMiddle"
	AboveMiddle RiskName = "aboveMiddle"
	// HouseType: the group of the house type.
	HouseType RiskName = "houseType"
	// Surroundings: the index area of the home.
	Surroundings RiskName = "surroundings"
	// BuildPeriod: the period in which the home was built.
	BuildPeriod RiskName = "buildPeriod"
	// Staleness: months from the day until which the market was known to the valuation date; typically 0.
	Staleness RiskName = "staleness"
	// Extreme: factor by which a measure of the home lies above, or below, nearly all sold homes of its type; for
	// several measures, the root of the sum of the squared logs. Typically 1.
	Extreme RiskName = "extreme"
	// Imputed: number of characteristics that are unknown and were imputed; typically 0.
	Imputed RiskName = "imputed"
	// Bounds: no expected error is smaller or larger than the bounds of the size.
	Bounds RiskName = "bounds"
)

// featureRisks name the risk features, and turn each into the unit of its risk. The age of the
// own sale is handled apart.
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
			risk.Has = gevel.Opt[float64]{V: t.OwnSale.Years, Known: t.Basis.HasOwnSale}
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

// Characteristic is a characteristic of the subject, with its source.
type Characteristic struct {
	Name  string // of the characteristic, as in answers
	Label string // in a sentence
	Dutch string // the label in Dutch, where it differs
	Value string // as people read it
	Plain any    // as programs read it: a number, a bool or a name
	gevel.Provenance
	From    gevel.SourceRow // what there is to say of its source
	Given   bool            // by the caller; it has no provenance
	Expired bool            // its source no longer vouches for it on the valuation date
}

// characteristicsOf returns the known characteristics of the subject, in the order of the table.
func (x *Explainer) characteristicsOf(t *valuation.Trace, overrides gevel.Characteristics) (list []Characteristic) {
	sources := x.valuer.Edition().Sources()
	table := t.Vintage.Sales().Attributes
	for k := range table {
		a := &table[k]
		if !a.Known(&t.Observed.Characteristics) {
			continue
		}
		v := a.Get(&t.Observed.Characteristics)
		c := Characteristic{Name: a.Name, Label: a.Label, Dutch: a.Dutch, Value: a.Text(v), Plain: a.Plain(v)}
		if c.Given = a.Known(&overrides); c.Given {
			c.Known, c.Until = gevel.NoDate, gevel.NoDate
		} else {
			c.Provenance = provenanceOf(t, k, sources)
			c.From = *sources.Row(c.Source)
			c.Expired = c.Provenance.Expired(t.Day)
		}
		list = append(list, c)
	}
	return list
}

// provenanceOf returns the provenance of a characteristic that the caller did not give. The record of the home's
// last sale fills what is unknown, and takes precedence over derived values. If the file left it empty, the sale
// has the value derived from the building's model, and that is the source.
func provenanceOf(t *valuation.Trace, attribute int, sources gevel.Sources) gevel.Provenance {
	s := t.Vintage.Sales()
	from := t.Subject.Dwelling.ProvenanceOn(t.Day, attribute)
	row, sold := s.LastKnown(t.Home.Dwelling, t.Day)
	recorded := sold && !math.IsNaN(s.Value(attribute, int(row)))
	overruled := from.Source == gevel.FromWalls || t.Subject.Dwelling.SourceOf(attribute) == gevel.FromSale
	if recorded && (sources.Row(from.Source).SaysUnknown || overruled) {
		return gevel.Provenance{Source: gevel.FromSale, Known: s.Date[row], Until: gevel.NoDate}
	}
	return from
}

// Unknown is how a Step says that what a home has is not known.
const Unknown = "unknown"

// textOf returns what a home has of an attribute, for people.
func textOf(a *gevel.Attribute, h *market.Home) string {
	return cmp.Or(a.Text(a.Get(&h.Characteristics)), Unknown)
}
