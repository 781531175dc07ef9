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
	// doubtfulPrice is the largest distance between a reference's adjusted price and the middle of the
	// comparables, log euros: a fifth off, a reader would ask what is wrong with it.
	doubtfulPrice = 0.20
	// equalityUnits is the number of units in which equality falls by a factor e.
	equalityUnits = 8.0
)

// Equality returns the likeness of the home and its sale on the scale that is shown: 0 to 100,
// and 100 is the same home next door, sold yesterday.
func (r *Reference) Equality() float64 { return 100 * math.Exp(-r.Apart/equalityUnits) }

// Shown describes the home and the sales for a choice of references.
type Shown struct {
	Home       *market.Home
	At         gevel.Point     // of the home, from which distances are shown
	Near       []geo.Neighbour // the sales near; the candidates' items are their places in it
	Candidates []stats.Ranked  // of these, in another order afterwards; a sale may be there twice
	Units      Units
	// Adjusted returns the log price of a sale moved to the subject and the valuation date,
	// and Middle is the middle of the comparables' adjusted log prices.
	Adjusted func(row int32) float64
	Middle   float64
}

// Choose returns the references, the most alike first, and the sales before them that were
// passed over because their prices are doubtful. If too few others are left, the most alike doubtful
// ones fill the references. All are of different dwellings. It uses the slices' memory.
//
// Likeness falls with distance, age, difference in surface and year, and with another
// type. So a candidate that is closer in all of them never ranks behind.
func (q *Shown) Choose(s *market.Sales, chosen, passed []Reference) (references, passedOver []Reference) {
	q.rank(s)
	ranked := q.Candidates
	chosen, passed = chosen[:0], passed[:0]
	for from := 0; from < len(ranked) && len(chosen) < References; from += sortedAtOnce {
		to := min(len(ranked), from+sortedAtOnce)
		stats.SelectRanked(ranked[from:], to-from)
		stats.SortRanked(ranked[from:to])
		for _, r := range ranked[from:to] {
			if len(chosen) == References {
				break
			}
			if of(s, chosen, r.Row) || of(s, passed, r.Row) {
				continue
			}
			ref := Reference{
				Row: r.Row, Distance: geo.Distance(q.At, s.At[r.Row]), Apart: -r.By, Adjusted: q.Adjusted(r.Row),
			}
			if Doubtful(ref.Adjusted, q.Middle) {
				passed = append(passed, ref)
			} else {
				chosen = append(chosen, ref)
			}
		}
	}
	missing := min(References-len(chosen), len(passed))
	chosen, passed = append(chosen, passed[:missing]...), slices.Delete(passed, 0, missing)
	slices.SortStableFunc(chosen, func(a, b Reference) int { return larger(-a.Apart, -b.Apart, a.Row, b.Row) })
	return chosen, passed
}

// Doubtful reports whether a reader would object to an adjusted price, given the middle of the
// comparables' prices, log euros.
func Doubtful(adjusted, middle float64) bool { return math.Abs(adjusted-middle) > doubtfulPrice }

// sortedAtOnce is how many of the most alike are sorted first: nearly always they hold the
// references.
const sortedAtOnce = 16

// rank ranks the candidates by their likeness in the eyes of a reader.
func (q *Shown) rank(s *market.Sales) {
	for i := range q.Candidates {
		r := &q.Candidates[i]
		near := geo.Neighbour{Item: r.Row, Distance: q.Near[r.Item].Distance}
		r.By = byReader(s, near, q.Units, q.Home.BuildType, r.By, geo.Distance(q.At, s.At[r.Row]))
	}
}

// byReader turns by, a sale's likeness as a comparable, into its likeness to a reader, who looks at the
// homes themselves: they stand so many metres apart.
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

// AsShown returns a comparable in the eyes of a reader, who compares the homes themselves, just as Choose
// returns the same sale. The units must be those that ranked the query's comparables; at is the home's position.
func (c *Comparable) AsShown(s *market.Sales, q Query, u Units, at gevel.Point) Reference {
	near := geo.Neighbour{Item: c.Row, Distance: c.Distance}
	r := Reference{Row: c.Row, Distance: geo.Distance(at, s.At[c.Row]), Adjusted: c.Adjusted}
	r.Apart = -byReader(s, near, u, q.Home.BuildType, -apart(s, &near, u, q), r.Distance)
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
