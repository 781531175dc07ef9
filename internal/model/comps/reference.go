package comps

// The references: the comparables that a person would look at first.

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/stats"
)

// Reference is a comparable that is shown as evidence, or that was passed over.
type Reference struct {
	Row      int32
	Distance float64 // metres between the homes
	Apart    float64 // in units; 0 is the same home next door, sold yesterday
	Adjusted float64 // log price moved to the subject and the valuation date
}

// How a reader counts what lies between two homes: so much of each is one unit. A sale next door of three years ago is
// better evidence than one of last month that needs a large adjustment.
const (
	readerMonths     = 60   // months between the sale and the valuation date
	readerSurface    = 0.15 // difference in log use surface
	readerYear       = 20   // years between the build years
	readerAdjustment = 0.10 // difference in the hedonic estimates, log euros: what the market pays for all that differs
	readerType       = 2.0  // units for another house type of the same group
	readerGroup      = 5.0  // units for another group
)

const (
	// doubtfulPrice is the largest distance between a reference's adjusted price and the middle of the
	// comparables, log euros: a fifth off, a reader would ask what is wrong with it.
	doubtfulPrice = 0.20
	// equalityUnits is the number of units in which equality falls by a factor e.
	equalityUnits = 8.0
	// nearEqual is how many units less alike than the third reference a sale may be that stands on the other
	// side of the value.
	nearEqual = 3.5
)

// RecentMonths is the age from which a sale is shown only for want of younger ones.
const RecentMonths = 60

// Equality returns the likeness of the home and its sale on the scale that is shown: 0 to 100,
// and 100 is the same home next door, sold yesterday.
func (r *Reference) Equality() float64 { return 100 * math.Exp(-r.Apart/equalityUnits) }

// Shown describes the home to which comparables are shown.
type Shown struct {
	Home     *market.Home
	At       gevel.Point // of the home, from which distances are shown
	Day      gevel.Date  // the valuation date
	Units    Units       // by which the comparables were ranked
	Estimate float64     // hedonic, log euros
	Middle   float64     // of the comparables' adjusted log prices
	Value    float64     // log euros; references are sought on both sides of it
}

// Choose returns the references among the comparables of a home, the most alike first, and the comparables before them
// that were passed over because their prices are doubtful. If too few others are left, the most alike doubtful ones fill
// the references. It uses the memory of chosen and passed.
//
// Sales of the home's very type come first, of these the recent ones, and of these the most alike. If all three lie on
// one side of the value, a sale of the third's type and age on the other side takes its place if it is nearly as alike.
func (q *Shown) Choose(s *market.Sales, list []Comparable, chosen, passed []Reference) (references, over []Reference) {
	c := choice{Shown: q, chosen: chosen[:0], passed: passed[:0]}
	var rooms struct {
		references [Used]Reference
		ranked     [Used]stats.Ranked
	}
	all, ranked, recent := rooms.references[:0], rooms.ranked[:0], q.Day.AddMonths(-RecentMonths)
	for i := range list {
		r := q.Reference(s, &list[i])
		all = append(all, r)
		ranked = append(ranked, stats.Ranked{By: -r.Apart - stepUnits*q.step(s, r.Row, recent), Row: r.Row, Item: int32(i)})
	}
	stats.SortRanked(ranked)
	for i := 0; i < len(ranked) && !c.done; i++ {
		c.consider(ranked[i].By, all[ranked[i].Item])
	}
	missing := min(References-len(c.chosen), len(c.passed))
	c.chosen, c.passed = append(c.chosen, c.passed[:missing]...), slices.Delete(c.passed, 0, missing)
	slices.SortStableFunc(c.chosen, func(a, b Reference) int { return larger(-a.Apart, -b.Apart, a.Row, b.Row) })
	return c.chosen, c.passed
}

// stepUnits is the rank between steps: more units than any two sales of a step lie apart.
const stepUnits = 1e4

// step returns when a sale has its turn: by its type first, and then by whether it was made after a day.
func (q *Shown) step(s *market.Sales, row int32, recent gevel.Date) (step float64) {
	switch kind := s.BuildType(int(row)); {
	case kind == q.Home.BuildType:
	case kind.Group() == q.Home.BuildType.Group():
		step = 2
	default:
		step = 4
	}
	if s.Date[row] <= recent {
		step++
	}
	return step
}

// Reference returns a comparable in the eyes of a reader.
func (q *Shown) Reference(s *market.Sales, c *Comparable) Reference {
	row := int(c.Row)
	r := Reference{Row: c.Row, Distance: geo.Distance(q.At, s.At[row]), Adjusted: c.Adjusted}
	unit := q.Units.SameGroup
	switch kind := s.BuildType(row); {
	case kind == q.Home.BuildType:
	case kind.Group() == q.Home.BuildType.Group():
		r.Apart = readerType
	default:
		r.Apart, unit = readerGroup, q.Units.Other
	}
	surface, years := between(s, row, q.Home)
	r.Apart += r.Distance/unit + math.Max(0, monthsSince(s.Date[row], q.Day))/readerMonths
	r.Apart += surface/readerSurface + years/readerYear + (math.Abs(q.Estimate-c.Estimate)+c.Unknown)/readerAdjustment
	return r
}

// choice is a choice of references as it goes on, from the best comparable to the worst.
type choice struct {
	*Shown
	chosen, passed []Reference
	last           float64 // rank of the last that was chosen
	done           bool
}

// consider takes the next comparable, passes it over, or ends the choice.
func (c *choice) consider(rank float64, r Reference) {
	full, doubtful := len(c.chosen) == References, Doubtful(r.Adjusted, c.Middle)
	switch {
	case full && (c.side() == 0 || c.last-rank > nearEqual): // or of a later step
		c.done = true
	case !full && doubtful:
		c.passed = append(c.passed, r)
	case !full:
		c.chosen, c.last = append(c.chosen, r), rank
	case !doubtful && sideOf(r.Adjusted, c.Value) != c.side():
		c.chosen[References-1], c.done = r, true
	}
}

// side returns the side of the value on which all chosen references lie, 1 above and -1 below, or 0.
func (c *choice) side() int {
	side := sideOf(c.chosen[0].Adjusted, c.Value)
	for _, r := range c.chosen[1:] {
		if sideOf(r.Adjusted, c.Value) != side {
			return 0
		}
	}
	return side
}

func sideOf(adjusted, value float64) int {
	switch {
	case adjusted > value:
		return 1
	case adjusted < value:
		return -1
	}
	return 0
}

// Doubtful reports whether a reader would object to an adjusted price, given the middle of the
// comparables' prices, log euros.
func Doubtful(adjusted, middle float64) bool { return math.Abs(adjusted-middle) > doubtfulPrice }

const (
	// strangePrice is the distance of an adjusted price from the comparables at which it counts
	// half among the references, log euros.
	strangePrice = 0.12
	// aloneUnits is the number of units in which a reference's weight falls by a factor e.
	aloneUnits = 1.5
)

// Alone returns the indication of the references alone, log euros: the mean of their adjusted prices, in which more
// alike ones weigh more and ones far from middle, as the comparables', less; NaN when there are fewer than are shown.
func Alone(references []Reference, middle float64) float64 {
	if len(references) < References {
		return math.NaN()
	}
	sum, total := 0.0, 0.0
	for _, r := range references {
		far := (r.Adjusted - middle) / strangePrice
		weight := math.Exp(-r.Apart/aloneUnits) / (1 + far*far)
		sum += weight * r.Adjusted
		total += weight
	}
	return sum / total
}
