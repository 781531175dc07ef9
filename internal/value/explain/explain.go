// Package explain explains valuations. Every figure is read from the trace that
// made the value; none is estimated again.
package explain

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Explanation explains a valuation: the steps to its price, the evidence that it rests on, and its certainty.
type Explanation struct {
	Valuation gevel.Valuation
	// Home is the subject with the caller's overrides, as it was valued, without Extra.
	Home gevel.Characteristics
	// Characteristics are the known characteristics of the subject, with their sources.
	Characteristics []Characteristic
	// Steps lead to the value: the euros of all add up to Valuation.Weighted, and the
	// running total of the last step before Reconciling is Valuation.Predicted.
	Steps       []Step
	Market      Market
	Approaches  []Approach   // in the order in which they are reconciled
	Kriging     Kriging      // what the kriging approach rests on
	References  []Comparable // the most alike first
	PassedOver  []PassedOver // the most alike first
	Comparables []Comparable // all that count, largest weights first
	Shares      valuation.Shares
	OwnSale     gevel.Opt[OwnSale]
	Certainty   Certainty
}

// Market is the index that a valuation used.
type Market struct {
	Known gevel.Date // it uses the sales known before that day
	Until gevel.Date // the market was known up to this day; see vintage.Dated
	Stale float64    // months from Until to the valuation date
	// Year is the change of the index of the home's area, house type and tier in the twelve months up to the valuation
	// date, a fraction; unknown if the index begins later than that, or Until lies before it.
	Year gevel.Opt[float64]
	// Turned is what the last turn of the market would do to the value; unknown if prices never fell.
	Turned gevel.Opt[valuation.Turned]
	// Series is what a price series has to do with the forecast of the market; unknown without one.
	Series gevel.Opt[valuation.Series]
}

// Approach is one way of valuing, with its indication.
type Approach struct {
	Name       string                // see reconcile.Approach
	Indication gevel.Opt[gevel.Euro] // unknown if the approach has none
	// Weight is its share in the value, 0 to 1: the value is the geometric mean of the indications with these weights.
	Weight float64
}

// Explainer explains the values of a Valuer. What the explanations of a model share is computed
// once. It is safe for concurrent use.
type Explainer struct {
	valuer    *valuation.Valuer
	mu        sync.Mutex
	standards map[*vintage.Vintage]*standard
}

// New returns an Explainer.
func New(v *valuation.Valuer) *Explainer {
	return &Explainer{valuer: v, standards: map[*vintage.Vintage]*standard{}}
}

// Explain values as Valuer.Value does and explains the value. Most of its time
// goes to the contributions of the characteristics. It fails as Value does.
func (x *Explainer) Explain(q gevel.Inquiry) (Explanation, error) {
	t, err := x.valuer.Trace(q)
	if err != nil {
		return Explanation{}, err
	}
	return x.ExplainTrace(t, q.Overrides)
}

// ExplainTrace explains the value of a trace that has its references; overrides are the characteristics that the caller
// gave. The trace stays as it is. It fails if a model does.
func (x *Explainer) ExplainTrace(t *valuation.Trace, overrides gevel.Characteristics) (Explanation, error) {
	one := x.explainer(t)
	steps, err := one.steps()
	if err != nil {
		return Explanation{}, err
	}
	references, err := one.references()
	if err != nil {
		return Explanation{}, err
	}
	own, err := one.ownSale()
	if err != nil {
		return Explanation{}, err
	}
	e := Explanation{
		Valuation: x.valuer.Valuation(t), Home: t.Home.Characteristics, Characteristics: x.characteristicsOf(t, overrides),
		Steps: steps, Market: marketOf(t), Approaches: approachesOf(t), Kriging: one.kriging(), Certainty: certaintyOf(t),
		References: references, PassedOver: one.passedOver(), Comparables: one.comparables(), Shares: t.Shares(), OwnSale: own,
	}
	e.Home.Extra = nil
	return e, nil
}

// Order is the order of a list of sales.
type Order string

// The orders: what weighs most or is most similar first, or by one thing alone.
const (
	ByWeight   Order = "weight"
	ByDistance Order = "distance"
	ByDate     Order = "date" // the newest first
	ByEquality Order = "equality"
)

// Orders are the names of the orders, the usual one first.
func Orders() []string {
	return []string{string(ByWeight), string(ByDistance), string(ByDate), string(ByEquality)}
}

// Listed are sales of the list of evidence of a home.
type Listed struct {
	Comparables []Comparable
	Others      float64 // share in the value of the sales of other homes that were not asked for
	valuation.Shares
}

// Evidence returns sales of the list of a trace, with their differences: of those that are wanted the first by weight, in
// an order. It takes longer than Explain, since so many more homes are compared. The trace stays as it is. It fails if a
// model does.
func (x *Explainer) Evidence(t *valuation.Trace, wanted valuation.Wanted, order Order) (Listed, error) {
	one, out := x.explainer(t), Listed{Shares: t.Shares()}
	out.Others = out.Sales
	for _, e := range x.valuer.Evidence(t) {
		if len(out.Comparables) == wanted.Limit {
			break
		}
		c := one.comparable(e)
		if !wanted.Takes(t, e.Row, c.Distance) {
			continue
		}
		sold := one.soldHome(e.Row)
		if err := one.setDifferences(&c.AdjustedSale, &sold, t.Beside(&sold)); err != nil {
			return Listed{}, err
		}
		out.Others -= c.Share
		out.Comparables = append(out.Comparables, c)
	}
	if math.Abs(out.Others) < noShare {
		out.Others = 0
	}
	slices.SortStableFunc(out.Comparables, order.compare)
	return out, nil
}

// noShare is a share that rounding alone leaves.
const noShare = 1e-12

func (o Order) compare(a, b Comparable) int {
	switch o {
	case ByDistance:
		return cmp.Compare(a.Distance, b.Distance)
	case ByDate:
		return cmp.Compare(b.Date, a.Date)
	case ByEquality:
		return cmp.Compare(b.Equality, a.Equality)
	}
	return 0 // the list's own
}

// explainer explains one trace.
type explainer struct {
	edition *edition.Edition
	sales   *vintage.Sales
	trace   *valuation.Trace
	typical market.Home // on the trace's day
	// unobserved and imputed are characteristics, by number and by name.
	unobserved []int
	imputed    []string
}

func (x *Explainer) explainer(t *valuation.Trace) *explainer {
	standard := x.standardOf(t.Vintage)
	one := &explainer{
		edition: x.valuer.Edition(), sales: t.Vintage.Sales(), trace: t, typical: standard.home, unobserved: standard.unobserved,
	}
	one.typical.Day = t.Day
	for _, c := range t.Imputed {
		one.imputed = append(one.imputed, one.sales.Attributes[one.sales.Roles.Imputed[c]].Name)
	}
	return one
}

// soldHome returns the home of a sale, as it was sold.
func (x *explainer) soldHome(row int32) market.Home { return x.sales.Home(int(row), nil) }

// isUnobserved reports whether the subject has a characteristic observed that no sale known to the model has.
func (x *explainer) isUnobserved(k int) bool {
	a := &x.sales.Attributes[k]
	return slices.Contains(x.unobserved, k) && a.Known(&x.trace.Observed.Characteristics)
}

func marketOf(t *valuation.Trace) Market {
	const year = 12 // months
	m, ix := &t.Market, t.Market.Index.Index
	out := Market{Known: m.Index.Known, Until: m.Index.Until, Stale: m.Stale, Turned: m.Turned(), Series: t.Series()}
	if m.Stale >= year { // the index only forecasts that year
		return out
	}
	if then := m.Month - year; then >= float64(ix.First) { // before it the first level is used
		out.Year = gevel.Some(math.Expm1(t.LevelAt(m.Month) - t.LevelAt(then)))
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
