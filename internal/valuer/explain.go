package valuer

// Why a valuation is what it is. Every figure comes from what made the value; none
// is estimated beside it.

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/comps"
	"github.com/gevel/gevel/internal/hedonic"
	"github.com/gevel/gevel/internal/market"
)

// Explanation says why a valuation is what it is: how its price came about, what it
// rests on, and why it is as sure as it is.
type Explanation struct {
	Valuation gevel.Valuation
	// Home is the subject with the caller's overrides, as it was valued.
	Home gevel.Characteristics
	// Steps lead to the value: the euros of all add up to Valuation.Weighted, and the
	// running total of the last step before Reconciling is Valuation.Predicted.
	Steps       []Step
	Market      Market
	Approaches  []Approach   // in the order in which they are reconciled
	Like        Likenesses   // what the likeness approach rests on
	Comparables []Comparable // all that count, most similar first
	OwnSale     gevel.Opt[OwnSale]
	Certainty   Certainty
}

// References returns the comparables that the valuation shows.
func (e *Explanation) References() []Comparable {
	return e.Comparables[:min(comps.References, len(e.Comparables))]
}

// Market is the index that a valuation used.
type Market struct {
	Known gevel.Date // it uses the sales known before that day
	Until gevel.Date // up to where the market was known then; see Dated
	Stale float64    // months from Until to the valuation date
	// Year is by how much the index of the home's area and house type changed in the
	// twelve months up to the valuation date, a fraction, without what it lags behind;
	// unknown where the index begins later than that, or Until lies before it.
	Year gevel.Opt[float64]
}

// The names of the approaches.
var approachNames = [approaches]string{
	byHedonic: "hedonic", byLikeness: "likeness", byComps: "comparables", byOwnSale: "ownSale",
}

// Approach is one way of valuing and what it says.
type Approach struct {
	Name       string                // hedonic, likeness, comparables or ownSale
	Indication gevel.Opt[gevel.Euro] // unknown when it has nothing to say
	// Weight is its share in the value, 0 to 1: the value is the geometric mean of the
	// indications with these weights.
	Weight float64
}

// Explain values as Value does and says why. It takes some milliseconds, nearly all
// of them for the contributions of the characteristics. Errors are those of Value.
func (v *Valuer) Explain(q gevel.Inquiry) (Explanation, error) {
	d := v.desks.Get().(*desk)
	defer v.desks.Put(d)
	s, err := v.decide(d, q)
	if err != nil {
		return Explanation{}, err
	}
	in := d.indicate(s.vintage, s.question())
	x, err := v.explainer(d, s, &in, v.told(d, s, q))
	if err != nil {
		return Explanation{}, err
	}
	e := Explanation{
		Valuation: v.answer(d, s, &in), Home: s.home.Characteristics, Steps: x.steps(),
		Market: x.market(), Approaches: x.approaches(), Like: x.likenesses(), Certainty: x.certainty(),
	}
	if e.Comparables, err = x.comparables(); err != nil {
		return Explanation{}, err
	}
	e.OwnSale, err = x.ownSale()
	return e, err
}

// explainer explains one subject.
type explainer struct {
	valuer  *Valuer
	desk    *desk
	subject *subject
	in      *indications
	weights [approaches]float64
	told    market.Home // the subject's home with nothing taken to be the usual
	usual   []string    // the names of the traits that were
	untold  []string    // the names of those it tells, but no sale

	typical       market.Home
	fromTypical   hedonic.Typical
	base          float64 // the typical home, log euros less the index
	contributions []hedonic.Contribution
}

func (v *Valuer) explainer(d *desk, s *subject, in *indications, told market.Home) (*explainer, error) {
	x := &explainer{valuer: v, desk: d, subject: s, in: in, told: told, weights: s.vintage.weights(in.basis)}
	x.usual, x.untold = x.takenForUsual(), x.toldAlone()
	x.typical = typicalHome(d.sales, soldBefore(d.sales, s.vintage.AsOf))
	x.typical.Day = s.day
	var err error
	if x.fromTypical, err = s.vintage.Hedonic.Typical(&x.typical); err != nil {
		return nil, err
	}
	x.base, x.contributions, err = x.fromTypical.Explain(&s.home)
	return x, err
}

// told returns the subject's home as it was before it was taken to have the usual.
func (v *Valuer) told(d *desk, s *subject, q gevel.Inquiry) market.Home {
	told := *s
	v.describe(d, &told, q)
	return told.home
}

// takenForUsual returns the names of the subject's attributes that were taken to be the usual.
func (x *explainer) takenForUsual() (names []string) {
	s, u := x.desk.sales, &x.subject.vintage.Usual[x.told.BuildType.Group()]
	for trait, k := range s.Roles.Imputed {
		if a := &s.Attributes[k]; u.knows(trait) && !a.Known(&x.told.Characteristics) {
			names = append(names, a.Name)
		}
	}
	return names
}

// toldAlone returns the names of the attributes that are known of the subject, but of no sale
// that the model knows.
func (x *explainer) toldAlone() (names []string) {
	s := x.desk.sales
	for _, k := range s.Roles.Imputed {
		a := &s.Attributes[k]
		if a.Known(&x.told.Characteristics) && !x.knownOfASale(k) {
			names = append(names, a.Name)
		}
	}
	return names
}

// knownOfASale reports whether a sale that the model knows has an attribute known.
func (x *explainer) knownOfASale(k int) bool {
	s := x.desk.sales
	for row, known := range s.Known {
		if known < x.subject.vintage.AsOf && !math.IsNaN(s.Value(k, row)) {
			return true
		}
	}
	return false
}

func (x *explainer) market() Market {
	const year = 12 // months
	in, group := x.in, x.subject.home.BuildType.Group()
	known := x.subject.vintage.indexOn(x.subject.day)
	m := Market{Known: known.Known, Until: known.Until, Stale: in.stale}
	if in.stale >= year { // what the index holds of that year is a forecast
		return m
	}
	if then := in.month - year; then >= float64(in.ix.First) { // before it the first level is carried back
		m.Year = gevel.Some(math.Expm1(in.ix.Level(in.area, group, in.month) - in.ix.Level(in.area, group, then)))
	}
	return m
}

func (x *explainer) approaches() []Approach {
	list := make([]Approach, approaches)
	for i, value := range x.in.value {
		list[i] = Approach{Name: approachNames[i], Weight: x.weights[i]}
		if !math.IsNaN(value) {
			list[i].Indication = gevel.Some(euros(value))
		}
	}
	return list
}
