// Package explain says why a valuation is what it is. Every figure is read from the trace that
// made the value; none is estimated beside it.
package explain

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/hedonic"
	"github.com/gevel/gevel/internal/impute"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/reconcile"
	"github.com/gevel/gevel/internal/valuation"
	"github.com/gevel/gevel/internal/vintage"
)

// Explanation says why a valuation is what it is: how its price came about, what it
// rests on, and why it is as sure as it is.
type Explanation struct {
	Valuation gevel.Valuation
	// Home is the subject with the caller's overrides, as it was valued, without Extra.
	Home gevel.Characteristics
	// Characteristics are what is known of the subject, and from where.
	Characteristics []Characteristic
	// Steps lead to the value: the euros of all add up to Valuation.Weighted, and the
	// running total of the last step before Reconciling is Valuation.Predicted.
	Steps       []Step
	Market      Market
	Approaches  []Approach // in the order in which they are reconciled
	Kriging     Kriging    // what the kriging approach rests on
	References  []Reference
	PassedOver  []PassedOver // the most alike first
	Comparables []Comparable // all that count, those with the most weight first
	OwnSale     gevel.Opt[OwnSale]
	Certainty   Certainty
}

// Market is the index that a valuation used.
type Market struct {
	Known gevel.Date // it uses the sales known before that day
	Until gevel.Date // up to where the market was known then; see vintage.Dated
	Stale float64    // months from Until to the valuation date
	// Year is by how much the index of the home's area and house type changed in the
	// twelve months up to the valuation date, a fraction; unknown where the
	// index begins later than that, or Until lies before it.
	Year gevel.Opt[float64]
}

// Approach is one way of valuing and what it says.
type Approach struct {
	Name       string                // see reconcile.Approach
	Indication gevel.Opt[gevel.Euro] // unknown when it has nothing to say
	// Weight is its share in the value, 0 to 1: the value is the geometric mean of the
	// indications with these weights.
	Weight float64
}

// Explain values as v.Value does and says why. It takes some milliseconds, nearly all
// of them for the contributions of the characteristics. Errors are those of v.Value.
func Explain(v *valuation.Valuer, q gevel.Inquiry) (Explanation, error) {
	t, err := v.Trace(q)
	if err != nil {
		return Explanation{}, err
	}
	x, err := newExplainer(v.Edition(), t)
	if err != nil {
		return Explanation{}, err
	}
	e := Explanation{
		Valuation: v.Valuation(t), Home: t.Home.Characteristics, Characteristics: characteristicsOf(t, q.Overrides), Steps: x.steps(),
		Market: marketOf(t), Approaches: approachesOf(t), Kriging: x.kriging(), Certainty: certaintyOf(t),
	}
	e.Home.Extra = nil
	e.Comparables, e.PassedOver = x.comparables(), x.passedOver()
	if e.References, err = x.references(); err != nil {
		return Explanation{}, err
	}
	e.OwnSale, err = x.ownSale()
	return e, err
}

// explainer explains one trace.
type explainer struct {
	edition    *edition.Edition
	sales      *vintage.Sales
	trace      *valuation.Trace
	imputed    []string // the names of the characteristics that were imputed
	unobserved []string // the names of those that the subject has, but no sale

	typical       market.Home
	fromTypical   hedonic.Typical
	base          float64 // the typical home, log euros less the index
	contributions []hedonic.Contribution
}

func newExplainer(e *edition.Edition, t *valuation.Trace) (*explainer, error) {
	v := t.Vintage
	x := &explainer{edition: e, sales: v.Sales(), trace: t}
	for _, c := range t.Imputed {
		x.imputed = append(x.imputed, x.sales.Attributes[x.sales.Roles.Imputed[c]].Name)
	}
	x.unobserved = unobserved(t)
	x.typical = impute.TypicalHome(x.sales.Sales, sampleBefore(x.sales.Sales, v.AsOf))
	x.typical.Day = t.Day
	var err error
	if x.fromTypical, err = v.Hedonic.Typical(&x.typical); err != nil {
		return nil, err
	}
	x.base, x.contributions, err = x.fromTypical.Explain(&t.Home)
	return x, err
}

// unobserved returns the names of the characteristics that the subject has observed, but no
// sale that the model knows.
func unobserved(t *valuation.Trace) (names []string) {
	s := t.Vintage.Sales()
	for _, k := range s.Roles.Imputed {
		a := &s.Attributes[k]
		if a.Known(&t.Observed.Characteristics) && !observedBefore(s, k, t.Vintage.AsOf) {
			names = append(names, a.Name)
		}
	}
	return names
}

// observedBefore reports whether some sale known before a day has an attribute observed.
func observedBefore(s *vintage.Sales, k int, day gevel.Date) bool {
	for row, known := range s.Known {
		if known < day && !math.IsNaN(s.Value(k, row)) {
			return true
		}
	}
	return false
}

func marketOf(t *valuation.Trace) Market {
	const year = 12 // months
	m, ix := &t.Market, t.Market.Index.Index
	out := Market{Known: m.Index.Known, Until: m.Index.Until, Stale: m.Stale}
	if m.Stale >= year { // what the index holds of that year is a forecast
		return out
	}
	if then := m.Month - year; then >= float64(ix.First) { // before it the first level is carried back
		group := t.Home.BuildType.Group()
		out.Year = gevel.Some(math.Expm1(ix.Level(m.Area, group, m.Month) - ix.Level(m.Area, group, then)))
	}
	return out
}

func approachesOf(t *valuation.Trace) []Approach {
	list := make([]Approach, reconcile.Approaches)
	for i, indication := range t.Indications {
		list[i] = Approach{Name: reconcile.Approach(i).String(), Weight: t.Weights[i]}
		if !math.IsNaN(indication) {
			list[i].Indication = gevel.Some(valuation.Euros(indication))
		}
	}
	return list
}
