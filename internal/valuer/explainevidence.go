package valuer

import (
	"cmp"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/comps"
	"github.com/gevel/gevel/internal/geo"
	"github.com/gevel/gevel/internal/market"
)

// Evidence is a sale on which a valuation rests.
type Evidence struct {
	Address  gevel.Address // as of today; zero when the register has none
	Dwelling gevel.BAGID   // "" when the sale does not tell
	gevel.Characteristics
	Price    gevel.Euro
	Date     gevel.Date
	Distance float64 // metres, between the homes themselves
	// IndexFactor moves the price to the valuation date: by the index, and by what that
	// lags behind the market (Drift).
	IndexFactor float64
}

// MovedSale is a sale whose price is moved to the valuation date and to the subject:
// Adjusted is Price times IndexFactor times Adjustment.
type MovedSale struct {
	Evidence
	// Adjustment is what the hedonic model holds the subject worth over the home sold,
	// as it was then.
	Adjustment float64
	Adjusted   gevel.Euro
	// Differences are what the adjustment is made of, the largest first: their logs add
	// up to its log. Those of comparables that are no references are not told.
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
	MovedSale
	Equality float64 // 0 to 100, as in gevel.Reference
	Weight   float64 // 0 to 1; the weights add up to 1
}

// OwnSale is the last sale of the subject itself.
type OwnSale struct {
	MovedSale
	// Unchanged is the share of its weight, 0 to 1, that the sale keeps the less the more
	// the home has changed since, and Tells the probability that what it says is of the
	// home as it is. Their product is what it keeps in all.
	Unchanged, Tells float64
	// Apart is how many times the value without it the own sale's indication is.
	Apart float64
}

// Likenesses are what the likeness approach rests on. Its indication is Bare times
// each sale's Surplus to the power of its Weight.
type Likenesses struct {
	// Bare is what the subject is worth by what the whole market tells of its characteristics
	// and place, or where Placeless of its characteristics alone, on the valuation date, euros.
	Bare      float64
	Placeless bool
	Sales     []LikeSale // those that move the indication most first
}

// LikeSale is a sale of a like home nearby.
type LikeSale struct {
	Evidence
	// Surplus is how many times what the same model tells of the home sold its price was, on
	// the day of sale.
	Surplus float64
	// Weight is by what power the surplus counts. Weights need not add up to 1: what
	// they lack stays with what is told of the home itself. They may be negative, where a
	// sale nearer by tells the same.
	Weight float64
}

func (x *explainer) evidence(row int32) Evidence {
	s := x.desk.sales
	id := gevel.BAGID(s.DwellingID(int(row)))
	address, _ := x.valuer.edition.MainAddress(id)
	return Evidence{
		Address: address, Dwelling: id, Characteristics: s.Characteristics(int(row)),
		Price: gevel.Euro(s.Price[row]), Date: s.Date[row],
		Distance:    geo.Distance(x.subject.dwelling.At, s.At[row]),
		IndexFactor: math.Exp(x.desk.risen(x.subject.vintage, x.in, row)),
	}
}

// movedSale explains a sale that was moved to an adjusted log price.
func (x *explainer) movedSale(row int32, adjusted float64) MovedSale {
	return MovedSale{
		Evidence:   x.evidence(row),
		Adjustment: math.Exp(adjusted - x.desk.logPrice(row) - x.desk.risen(x.subject.vintage, x.in, row)),
		Adjusted:   euros(adjusted),
	}
}

// differ sets the differences of a sale, which sold a home.
func (x *explainer) differ(s *MovedSale, home *market.Home) error {
	_, sold, err := x.fromTypical.Explain(home)
	if err != nil {
		return err
	}
	rest := math.Log(s.Adjustment)
	for i, c := range x.contributions {
		d := Difference{c.Name, c.Log - sold[i].Log}
		rest -= d.Log
		s.Differences = append(s.Differences, d)
	}
	s.Differences = append(s.Differences, Difference{"index", rest})
	slices.SortStableFunc(s.Differences, func(a, b Difference) int { return cmp.Compare(math.Abs(b.Log), math.Abs(a.Log)) })
	return nil
}

func (x *explainer) comparables() ([]Comparable, error) {
	list := make([]Comparable, len(x.in.found))
	for i, c := range x.in.found {
		list[i] = Comparable{
			MovedSale: x.movedSale(c.Row, c.Adjusted),
			Equality:  c.Equality(), Weight: c.Weight,
		}
		if i < comps.References {
			h := x.desk.sales.Home(int(c.Row), nil)
			if err := x.differ(&list[i].MovedSale, &h); err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

func (x *explainer) ownSale() (gevel.Opt[OwnSale], error) {
	if !x.in.own {
		return gevel.Opt[OwnSale]{}, nil
	}
	own := OwnSale{
		MovedSale: x.movedSale(x.in.ownSale, x.in.value[byOwnSale]),
		Unchanged: x.in.unchanged(), Tells: x.subject.vintage.tells(x.in.basis), Apart: math.Exp(x.in.gap),
	}
	then, _ := x.desk.asSold(x.subject.vintage, x.subject.question(), x.in.ownSale)
	err := x.differ(&own.MovedSale, then)
	return gevel.Some(own), err
}

// likenesses asks the likeness approach once more, for the sales behind its sum.
func (x *explainer) likenesses() Likenesses {
	v, d := x.subject.vintage, x.desk
	w := d.weigh(v, x.subject.question(), x.in.month)
	l := Likenesses{Bare: math.Exp(x.in.level + v.bare(&x.subject.home, &d.site)), Placeless: v.Broad == nil}
	for i, row := range w.Sites {
		l.Sales = append(l.Sales, LikeSale{
			Evidence: x.evidence(row),
			Surplus:  math.Exp(d.surplus(v, x.in, row)), Weight: w.Weights[i],
		})
	}
	slices.SortStableFunc(l.Sales, func(a, b LikeSale) int { return cmp.Compare(math.Abs(b.Effect()), math.Abs(a.Effect())) })
	return l
}

// Effect returns by how much the sale moves the indication, log euros.
func (s *LikeSale) Effect() float64 { return s.Weight * math.Log(s.Surplus) }
