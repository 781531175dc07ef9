package explain

import (
	"cmp"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Evidence is a sale that a valuation rests on.
type Evidence struct {
	Sale     string        // its id, as its file had it
	Address  gevel.Address // as of today; zero when the register has none
	Dwelling gevel.BAGID   // "" if the sale does not give it
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
	// Adjustment is the hedonic worth of the subject divided by the worth of the home sold, as it was then.
	Adjustment float64
	Adjusted   gevel.Euro
	// Differences are the parts of the adjustment, the largest first: their logs add
	// up to its log. Explain fills them in for references and the own sale only.
	Differences []Difference
}

// Difference is the worth of a difference between the subject and a home sold.
type Difference struct {
	// Name is a characteristic, an extra column or the place, or "index": the
	// index of the subject's area, house type and tier differs from the index of the sale's.
	Name         string
	Label, Dutch string // of a characteristic, as in a Step
	// Has and Had are what the subject has of a characteristic and what the home sold had; Imputed is as in a Step.
	Has, Had string
	Imputed  bool
	Log      float64
}

// Comparable is a sale of the list of evidence. The first of the list are the home's comparables, which count in the
// comparables' indication: the geometric mean of the adjusted prices by weight.
type Comparable struct {
	AdjustedSale
	ID       string  // of the sale
	Weight   float64 // 0 to 1; the weights of the comparables add up to 1, and others have none
	Share    float64 // as in valuation.Evidence
	Equality float64 // 0 to 100, as in gevel.Reference
}

// PassedOver is a sale that would be a reference, but whose price is doubtful.
type PassedOver struct {
	AdjustedSale
	// Off is the adjusted price over the comparables' indication.
	Off float64
}

// OwnSale is the last sale of the subject itself.
type OwnSale struct {
	AdjustedSale
	// Unchanged is the share of its weight, 0 to 1, that the sale keeps, which falls as the home changes. Credibility
	// is the probability that its price was a market price of the home as it is. It keeps their product in all.
	Unchanged, Credibility float64
	// Apart is the own sale's indication over the value without it.
	Apart float64
	// Offered is what the home would fetch so soon after it; see valuation.Trace.Offered.
	Offered gevel.Opt[gevel.Euro]
}

// Kriging is the evidence of the kriging approach. Its indication is Trend times each sale's
// Residual to the power of its Weight.
type Kriging struct {
	// Trend is the worth of the subject's characteristics and place in the whole market,
	// or of its characteristics alone if Nonspatial, on the valuation date, euros.
	Trend      float64
	Nonspatial bool
	Sales      []LikeSale // sales that move the indication most first
}

// LikeSale is a sale of a like home nearby.
type LikeSale struct {
	Evidence
	// Residual is the price over the trend of the home sold, on the day of sale.
	Residual float64
	// Weight is the exponent of the residual. Weights need not add up to 1: the rest stays with the trend. A weight
	// may be negative if a nearer sale gives the same information.
	Weight float64
}

// Effect returns the sale's effect on the indication, log euros.
func (s *LikeSale) Effect() float64 { return s.Weight * math.Log(s.Residual) }

func (x *explainer) evidence(row int32) Evidence {
	s := x.sales
	id := gevel.BAGID(s.DwellingID(int(row)))
	address, _ := x.edition.MainAddressOn(id, x.trace.Day)
	return Evidence{
		Sale: s.ID(int(row)), Address: address, Dwelling: id, Characteristics: s.Characteristics(int(row)),
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

// setDifferences sets the differences between the subject and the home of a sale, which was compared as another where
// something is unknown.
func (x *explainer) setDifferences(s *AdjustedSale, sold, compared *market.Home) error {
	contributions, err := x.trace.Vintage.Hedonic.Compare(&x.trace.Home, compared)
	if err != nil {
		return err
	}
	rest := math.Log(s.Adjustment)
	for _, c := range contributions {
		rest -= c.Log
		d := Difference{Name: c.Name, Log: c.Log}
		if k := x.attribute(c.Name); k >= 0 {
			a := &x.sales.Attributes[k]
			d.Label, d.Dutch, d.Has, d.Had = a.Label, a.Dutch, textOf(a, &x.trace.Home), textOf(a, sold)
			d.Imputed = slices.Contains(x.imputed, c.Name)
		}
		s.Differences = append(s.Differences, d)
	}
	s.Differences = append(s.Differences, Difference{Name: "index", Log: rest})
	slices.SortStableFunc(s.Differences, func(a, b Difference) int { return cmp.Compare(math.Abs(b.Log), math.Abs(a.Log)) })
	return nil
}

// comparables returns the comparables, those with the most weight first.
func (x *explainer) comparables() []Comparable {
	sales := x.trace.Comparables.ByWeight()
	list := make([]Comparable, len(sales))
	for i, c := range sales {
		list[i] = x.comparable(valuation.Evidence{Comparable: c, Share: x.trace.ShareOf(c.Row, c.Weight)})
	}
	return list
}

// comparable returns a sale of the list without its differences.
func (x *explainer) comparable(e valuation.Evidence) Comparable {
	shown := x.trace.AsShown(e.Comparable)
	return Comparable{
		AdjustedSale: x.adjustedSale(e.Row, e.Adjusted), ID: x.trace.Vintage.Sales().ID(int(e.Row)),
		Weight: e.Weight, Share: e.Share, Equality: shown.Equality(),
	}
}

// references returns the comparables that the valuation shows, the most alike first.
func (x *explainer) references() ([]Comparable, error) {
	list, all := make([]Comparable, len(x.trace.Comparables.References)), x.trace.Comparables.Sales
	for i, c := range x.trace.Comparables.References {
		weight := all[slices.IndexFunc(all, func(of comps.Comparable) bool { return of.Row == c.Row })].Weight
		list[i] = Comparable{
			AdjustedSale: x.adjustedSale(c.Row, c.Adjusted), Weight: weight, Share: x.trace.ShareOf(c.Row, weight), Equality: c.Equality(),
		}
		sold := x.soldHome(c.Row)
		if err := x.setDifferences(&list[i].AdjustedSale, &sold, x.trace.Beside(&sold)); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (x *explainer) passedOver() []PassedOver {
	c := &x.trace.Comparables
	list := make([]PassedOver, len(c.PassedOver))
	for i, p := range c.PassedOver {
		list[i] = PassedOver{x.adjustedSale(p.Row, p.Adjusted), math.Exp(p.Adjusted - c.Indication.Value)}
	}
	return list
}

func (x *explainer) ownSale() (gevel.Opt[OwnSale], error) {
	t := x.trace
	if !t.Basis.HasOwnSale {
		return gevel.Opt[OwnSale]{}, nil
	}
	own := OwnSale{
		AdjustedSale: x.adjustedSale(t.OwnSale.Row, t.Indications[reconcile.OwnSale]),
		Unchanged:    t.Basis.Unchanged(), Credibility: t.Vintage.Reconcile.Credibility(t.Basis),
		Apart: math.Exp(t.Basis.Gap), Offered: t.Offered(),
	}
	err := x.setDifferences(&own.AdjustedSale, &t.OwnSale.Sold, &t.OwnSale.Sold)
	return gevel.Some(own), err
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

// Sold is a sale that an appraiser may judge: one of the edition, or one's own.
type Sold struct {
	valuation.Judged           // as it counts; the row of one's own is negative
	Own              *Evidence // of one's own, nil for a sale of the edition
	Home             market.Home
	ByHand           bool // its adjustment was set
	// ModelWeight is its share in the model's own indication of the comparables, 0 for a sale that is none of them.
	ModelWeight float64
}

// ByHand is the name of the one difference of a sale whose adjustment was set by hand.
const ByHand = "byHand"

// Judged explains sales beside the home of a trace, which stays as it is: in their order, each with its differences.
func (x *Explainer) Judged(t *valuation.Trace, sold []Sold) ([]Comparable, error) {
	one := x.explainer(t)
	list := make([]Comparable, len(sold))
	for i := range sold {
		s, to := &sold[i], &list[i]
		to.Equality, to.Weight = s.Equality, s.ModelWeight
		if s.Own == nil {
			to.AdjustedSale = one.adjustedSale(s.Row, s.Adjusted)
			to.Characteristics, to.Share = s.Home.Characteristics, t.ShareOf(s.Row, s.ModelWeight)
		} else {
			to.Evidence, to.Adjusted = *s.Own, valuation.Euros(s.Adjusted)
			to.Adjustment = math.Exp(s.Adjusted - math.Log(float64(s.Own.Price)*s.Own.IndexFactor))
		}
		if s.ByHand {
			to.Differences = []Difference{{Name: ByHand, Log: math.Log(to.Adjustment)}}
			continue
		}
		if err := one.setDifferences(&to.AdjustedSale, &s.Home, t.Beside(&s.Home)); err != nil {
			return nil, err
		}
	}
	return list, nil
}
