package explain

import (
	"cmp"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Evidence is a sale on which a valuation rests.
type Evidence struct {
	Address  gevel.Address // as of today; zero when the register has none
	Dwelling gevel.BAGID   // "" when the sale does not say
	gevel.Characteristics
	At       gevel.Point // where the home stood
	Price    gevel.Euro
	Date     gevel.Date
	Distance float64 // metres, between the homes themselves
	// IndexFactor moves the price to the valuation date by the index.
	IndexFactor float64
}

// Indexed returns the price, moved in time only.
func (e *Evidence) Indexed() gevel.Euro {
	return gevel.Euro(math.Round(float64(e.Price) * e.IndexFactor))
}

// AdjustedSale is a sale whose price is moved to the valuation date and to the subject:
// Adjusted is Price times IndexFactor times Adjustment.
type AdjustedSale struct {
	Evidence
	// Adjustment is what the hedonic model holds the subject worth over the home sold,
	// as it was then.
	Adjustment float64
	Adjusted   gevel.Euro
	// Differences are what the adjustment is made of, the largest first: their logs add
	// up to its log. Explain has those of references and of the own sale alone.
	Differences []Difference
}

// Difference is what a difference between the subject and a home sold is worth.
type Difference struct {
	// Name is that of a characteristic, an extra column or the place, or "index": that
	// of the subject's area and house type stands elsewhere than that of the sale's.
	Name string
	Log  float64
}

// Comparable is a sale that counts in the comparables' indication, which is the
// geometric mean of the adjusted prices by weight.
type Comparable struct {
	AdjustedSale
	Weight   float64 // 0 to 1; the weights add up to 1
	Equality float64 // as a Reference has it
}

// Reference is a sale that the valuation shows: the most alike first.
type Reference struct {
	AdjustedSale
	Equality float64 // 0 to 100, as in gevel.Reference
}

// PassedOver is a sale that is more alike than the last reference, but whose price is odd.
type PassedOver struct {
	AdjustedSale
	// Off is how many times what the comparables say the adjusted price is.
	Off float64
}

// OwnSale is the last sale of the subject itself.
type OwnSale struct {
	AdjustedSale
	// Unchanged is the share of its weight, 0 to 1, that the sale keeps the less the more
	// the home has changed since, and Credibility the probability that its price was that of
	// the home as it is. Their product is what it keeps in all.
	Unchanged, Credibility float64
	// Apart is how many times the value without it the own sale's indication is.
	Apart float64
}

// Kriging is what the kriging approach rests on. Its indication is Trend times each sale's
// Residual to the power of its Weight.
type Kriging struct {
	// Trend is what the subject is worth by its characteristics and place in the whole market,
	// or where Nonspatial by its characteristics alone, on the valuation date, euros.
	Trend      float64
	Nonspatial bool
	Sales      []LikeSale // those that move the indication most first
}

// LikeSale is a sale of a like home nearby.
type LikeSale struct {
	Evidence
	// Residual is how many times the trend of the home sold its price was, on the day of sale.
	Residual float64
	// Weight is the power to which the residual counts. Weights need not add up to 1: what
	// they lack stays with the trend. They may be negative, where a sale nearer by says the
	// same.
	Weight float64
}

// Effect returns by how much the sale moves the indication, log euros.
func (s *LikeSale) Effect() float64 { return s.Weight * math.Log(s.Residual) }

func (x *explainer) evidence(row int32) Evidence {
	s := x.sales
	id := gevel.BAGID(s.DwellingID(int(row)))
	address, _ := x.edition.MainAddress(id)
	return Evidence{
		Address: address, Dwelling: id, Characteristics: s.Characteristics(int(row)),
		At: s.At[row], Price: gevel.Euro(s.Price[row]), Date: s.Date[row],
		Distance:    geo.Distance(x.trace.Subject.Dwelling.At, s.At[row]),
		IndexFactor: math.Exp(x.trace.Risen(row)),
	}
}

// adjustedSale explains a sale that was moved to an adjusted log price.
func (x *explainer) adjustedSale(row int32, adjusted float64) AdjustedSale {
	return AdjustedSale{
		Evidence:   x.evidence(row),
		Adjustment: math.Exp(adjusted - x.sales.LogPrice(row) - x.trace.Risen(row)),
		Adjusted:   valuation.Euros(adjusted),
	}
}

// setDifferences sets the differences of a sale, given how the estimate of the home sold was split.
func (x *explainer) setDifferences(s *AdjustedSale, sold hedonic.Explained) {
	rest := math.Log(s.Adjustment)
	for i, c := range x.hedonic.Contributions {
		d := Difference{c.Name, c.Log - sold.Contributions[i].Log}
		rest -= d.Log
		s.Differences = append(s.Differences, d)
	}
	s.Differences = append(s.Differences, Difference{"index", rest})
	slices.SortStableFunc(s.Differences, func(a, b Difference) int { return cmp.Compare(math.Abs(b.Log), math.Abs(a.Log)) })
}

// comparables returns the comparables in the order of the trace.
func (x *explainer) comparables() []Comparable {
	list := make([]Comparable, len(x.trace.Comparables.Sales))
	for i, c := range x.trace.Comparables.Sales {
		shown := x.trace.AsShown(c)
		list[i] = Comparable{AdjustedSale: x.adjustedSale(c.Row, c.Adjusted), Weight: c.Weight, Equality: shown.Equality()}
	}
	return list
}

// heaviestFirst puts the comparables with the most weight first.
func heaviestFirst(list []Comparable) []Comparable {
	slices.SortStableFunc(list, func(a, b Comparable) int { return cmp.Compare(b.Weight, a.Weight) })
	return list
}

func (x *explainer) references() []Reference {
	list := make([]Reference, len(x.trace.Comparables.References))
	for i, c := range x.trace.Comparables.References {
		list[i] = Reference{AdjustedSale: x.adjustedSale(c.Row, c.Adjusted), Equality: c.Equality()}
		x.setDifferences(&list[i].AdjustedSale, x.sold[i])
	}
	return list
}

func (x *explainer) passedOver() []PassedOver {
	c := &x.trace.Comparables
	list := make([]PassedOver, len(c.PassedOver))
	for i, p := range c.PassedOver {
		list[i] = PassedOver{x.adjustedSale(p.Row, p.Adjusted), math.Exp(p.Adjusted - c.Indication.Value)}
	}
	return list
}

func (x *explainer) ownSale() gevel.Opt[OwnSale] {
	t := x.trace
	if !t.Basis.HasOwnSale {
		return gevel.Opt[OwnSale]{}
	}
	own := OwnSale{
		AdjustedSale: x.adjustedSale(t.OwnSale.Row, t.Indications[reconcile.OwnSale]),
		Unchanged:    t.Basis.Unchanged(), Credibility: t.Vintage.Reconcile.Credibility(t.Basis),
		Apart: math.Exp(t.Basis.Gap),
	}
	x.setDifferences(&own.AdjustedSale, x.sold[len(x.sold)-1])
	return gevel.Some(own)
}

func (x *explainer) kriging() Kriging {
	t := x.trace
	k := Kriging{Trend: math.Exp(t.Market.Level + t.Kriging.Trend), Nonspatial: t.Vintage.Kriging.Trend == nil}
	for i, row := range t.Kriging.Rows {
		k.Sales = append(k.Sales, LikeSale{x.evidence(row), math.Exp(t.Residual(row)), t.Kriging.Weights[i]})
	}
	slices.SortStableFunc(k.Sales, func(a, b LikeSale) int {
		return cmp.Compare(math.Abs(b.Effect()), math.Abs(a.Effect()))
	})
	return k
}
