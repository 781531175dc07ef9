package comps

// The references: the sales that a person would choose first as evidence.

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/stats"
)

// Reference is a sale that is shown as evidence, or that was passed over.
type Reference struct {
	Row      int32
	Distance float64 // metres between the homes
	Apart    float64 // in units; 0 is the same home next door, sold yesterday
	Adjusted float64 // log price moved to the subject and the valuation date
}

const (
	// otherTypeShown and otherGroupShown are units for another house type of the same group and
	// for another group, on top of the units that comparables have: a reader looks for the type first.
	otherTypeShown  = 2.0
	otherGroupShown = 3.5
	// otherPeriod is how many units later a sale of another build period has its turn, by which a reader knows a
	// building's style; its equality is by years, as the likeness of comparables.
	otherPeriod = 2.0
	// doubtfulPrice is the largest distance between a reference's adjusted price and the middle of the
	// comparables, log euros: a fifth off, a reader would ask what is wrong with it.
	doubtfulPrice = 0.20
	// equalityUnits is the number of units in which equality falls by a factor e.
	equalityUnits = 8.0
	// nearEqual is how many units less alike than the third reference a sale may be that stands on the other
	// side of the value.
	nearEqual = 2.0
)

// YoungMonths and RecentMonths are the ages from which a sale is shown only for want of younger ones.
const (
	YoungMonths  = 24
	RecentMonths = 60
)

// Equality returns the likeness of the home and its sale on the scale that is shown: 0 to 100,
// and 100 is the same home next door, sold yesterday.
func (r *Reference) Equality() float64 { return 100 * math.Exp(-r.Apart/equalityUnits) }

// Shown describes the home and the sales for a choice of references.
type Shown struct {
	Home       *market.Home
	At         gevel.Point // of the home, from which distances are shown
	Day        gevel.Date
	Near       []geo.Neighbour // the sales near; the candidates' items are their places in it
	Candidates []stats.Ranked  // of these, in another order afterwards; a sale may be there twice
	Units      Units
	// Adjusted returns the log price of a sale moved to the subject and the valuation date,
	// and Middle is the middle of the comparables' adjusted log prices.
	Adjusted func(row int32) float64
	Middle   float64
	Value    float64 // log euros; references are sought on both sides of it
}

// Choose returns the references, the most alike first, and the sales before them that were
// passed over because their prices are doubtful. If too few others are left, the most alike doubtful
// ones fill the references. All are of different dwellings. It uses the slices' memory.
//
// Sales of the home's very type come first, of these the young ones, and of these the most alike. If all three lie on
// one side of the value, a sale of the third's type and age on the other side takes its place if it is nearly as alike.
func (q *Shown) Choose(s *market.Sales, chosen, passed []Reference) (references, passedOver []Reference) {
	c := choice{Shown: q, sales: s, chosen: chosen[:0], passed: passed[:0]}
	q.rank(s)
	ranked := q.Candidates
	for from := 0; from < len(ranked) && !c.done; from += sortedAtOnce {
		to := min(len(ranked), from+sortedAtOnce)
		stats.SelectRanked(ranked[from:], to-from)
		stats.SortRanked(ranked[from:to])
		for i := from; i < to && !c.done; i++ {
			c.consider(ranked[i])
		}
	}
	missing := min(References-len(c.chosen), len(c.passed))
	c.chosen, c.passed = append(c.chosen, c.passed[:missing]...), slices.Delete(c.passed, 0, missing)
	slices.SortStableFunc(c.chosen, func(a, b Reference) int { return larger(-a.Apart, -b.Apart, a.Row, b.Row) })
	return c.chosen, c.passed
}

// choice is a choice of references as it goes on, from the best candidate to the worst.
type choice struct {
	*Shown
	sales          *market.Sales
	chosen, passed []Reference
	last           stats.Ranked // of the chosen
	done           bool
}

// consider takes the next candidate, passes it over, or ends the choice.
func (c *choice) consider(r stats.Ranked) {
	full := len(c.chosen) == References
	switch {
	case full && (c.side() == 0 || c.last.By-r.By > nearEqual): // or of a later step
		c.done = true
		return
	case of(c.sales, c.chosen, r.Row) || of(c.sales, c.passed, r.Row):
		return
	}
	ref := c.reference(r)
	doubtful := Doubtful(ref.Adjusted, c.Middle)
	switch {
	case !full && doubtful:
		c.passed = append(c.passed, ref)
	case !full:
		c.chosen, c.last = append(c.chosen, ref), r
	case !doubtful && sideOf(ref.Adjusted, c.Value) != c.side():
		c.chosen[References-1], c.done = ref, true
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

// reference returns a candidate as a reference.
func (c *choice) reference(r stats.Ranked) Reference {
	near := geo.Neighbour{Item: r.Row, Distance: c.Near[r.Item].Distance}
	return asShown(c.sales, near, Query{Home: c.Home, Day: c.Day}, shownUnits{c.Units, c.At, c.Adjusted(r.Row)})
}

// Doubtful reports whether a reader would object to an adjusted price, given the middle of the
// comparables' prices, log euros.
func Doubtful(adjusted, middle float64) bool { return math.Abs(adjusted-middle) > doubtfulPrice }

// sortedAtOnce is how many of the most alike are sorted first: nearly always they hold the references.
const sortedAtOnce = 16

// stepUnits is the rank between steps: more units than any two sales of a step lie apart.
const stepUnits = 1e4

// rank ranks the candidates by step, and within a step by their likeness in the eyes of a reader.
func (q *Shown) rank(s *market.Sales) {
	young, recent := q.Day.AddMonths(-YoungMonths), q.Day.AddMonths(-RecentMonths)
	youngFirst := q.enough(s, young)
	for i := range q.Candidates {
		r := &q.Candidates[i]
		near := geo.Neighbour{Item: r.Row, Distance: q.Near[r.Item].Distance}
		step := 0
		switch sold := s.Date[r.Row]; {
		case sold <= recent:
			step = 2
		case sold <= young && youngFirst:
			step = 1
		}
		switch kind := s.BuildType(int(r.Row)); {
		case kind == q.Home.BuildType:
		case kind.Group() == q.Home.BuildType.Group():
			step += 3
		default:
			step += 6
		}
		r.By = byReader(s, near, q.Units, q.Home.BuildType, r.By, geo.Distance(q.At, s.At[r.Row])) - stepUnits*float64(step)
		if !samePeriod(s.BuildYear(int(r.Row)), q.Home.BuildYear) {
			r.By -= otherPeriod
		}
	}
}

// samePeriod reports whether two build years are of one period, as far as both are known.
func samePeriod(a, b gevel.Opt[int]) bool {
	return !a.Known || !b.Known || gevel.BuildPeriod(a.V) == gevel.BuildPeriod(b.V)
}

// enough reports whether enough homes of the very type were sold after a day, at prices that are not doubtful.
func (q *Shown) enough(s *market.Sales, after gevel.Date) bool {
	var room [References]Reference
	found := room[:0]
	for _, r := range q.Candidates {
		if s.Date[r.Row] > after && s.BuildType(int(r.Row)) == q.Home.BuildType && !of(s, found, r.Row) &&
			!Doubtful(q.Adjusted(r.Row), q.Middle) {
			if found = append(found, Reference{Row: r.Row}); len(found) == References {
				return true
			}
		}
	}
	return false
}

// byReader turns by, a sale's likeness as a comparable, into its likeness to a reader, who looks at the
// homes themselves: they stand this many metres apart.
func byReader(s *market.Sales, near geo.Neighbour, u Units, sought gevel.BuildType, by, metres float64) float64 {
	kind := s.BuildType(int(near.Item))
	unit := u.SameGroup
	switch {
	case kind == sought:
	case kind.Group() == sought.Group():
		by -= otherTypeShown
	default:
		unit = u.Other
		by -= otherGroupShown
	}
	return by + (near.Distance-metres)/unit
}

// shownUnits are what a sale's likeness is measured by, and its adjusted price.
type shownUnits struct {
	units    Units
	at       gevel.Point
	adjusted float64
}

// AsShown returns a comparable in the eyes of a reader, who compares the homes themselves, just as Choose
// returns the same sale. The units must be those that ranked the query's comparables; at is the home's position.
func (c *Comparable) AsShown(s *market.Sales, q Query, u Units, at gevel.Point) Reference {
	return asShown(s, geo.Neighbour{Item: c.Row, Distance: c.Distance}, q, shownUnits{u, at, c.Adjusted})
}

func asShown(s *market.Sales, near geo.Neighbour, q Query, u shownUnits) Reference {
	r := Reference{Row: near.Item, Distance: geo.Distance(u.at, s.At[near.Item]), Adjusted: u.adjusted}
	r.Apart = -byReader(s, near, u.units, q.Home.BuildType, -apart(s, &near, u.units, q), r.Distance)
	return r
}

// of reports whether a sale is in the list, or is of the same dwelling as one in it.
func of(s *market.Sales, list []Reference, row int32) bool {
	d := s.Dwelling[row]
	return slices.ContainsFunc(list, func(r Reference) bool { return r.Row == row || d >= 0 && s.Dwelling[r.Row] == d })
}

const (
	// strangePrice is the distance of an adjusted price from the comparables at which it counts
	// half among the references, log euros.
	strangePrice = 0.12
	// aloneUnits is the number of units in which a reference's weight falls by a factor e.
	aloneUnits = 1.5
)

// Alone returns the indication of the references alone, log euros: the mean of their adjusted prices,
// in which more alike ones weigh more and ones far from middle, as the comparables', less; NaN
// when there are fewer than are shown.
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
