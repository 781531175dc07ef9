// Package comps chooses comparable sales, moves their prices to the subject and
// the valuation date, and weighs them into one indication.
package comps

import (
	"cmp"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/geo"
)

const (
	// Reach is how far from the subject a comparable may lie, in metres.
	Reach = 25_000
	// used is how many of the most similar ones make the indication.
	used = 16
	// References is how many are shown.
	References = 3
)

// How fast a comparable's weight falls, each by a factor e per unit.
const (
	unitMonths  = 30.0 // months between its sale and the valuation date
	unitSurface = 0.25 // difference in log use surface
	unitYear    = 30.0 // years between the build years
	otherType   = 0.5  // units for another house type of the same group
	otherGroup  = 1.5  // units for another group
	// shortDistance is added to the distance at which the local density of sales
	// places the unit of distance, so that neighbours in one block count alike.
	shortDistance = 100.0 // metres
	densityRank   = 30    // the candidate whose distance tells the local density
)

// Comparable is a sale chosen for a subject.
type Comparable struct {
	Row        int32
	Distance   float64 // metres
	Similarity float64 // 0 to 1; 1 is the same home next door, sold yesterday
	Weight     float64 // share in the indication
	Adjusted   float64 // log price moved to the subject and the valuation date
}

// equalityPower draws similarity, which falls fast so that the best comparables
// carry the weight, out into a scale that people can read: a like home some streets
// away, sold a year or two ago, has about 75 and one with nothing in common 0. The
// order stays the same.
const equalityPower = 0.2

// Equality returns the similarity on the scale that is shown: 0 to 100, and 100 is
// the same home next door, sold yesterday.
func (c *Comparable) Equality() float64 { return 100 * math.Pow(c.Similarity, equalityPower) }

// Query says for which home, on which day and with which knowledge comparables
// are sought.
type Query struct {
	Home *edition.Home
	Day  gevel.Date // the valuation date
	// Near are known sales near the home, nearest first, none of them its own.
	Near []geo.Neighbour
}

// Find returns the comparables among the sales near the home, the most similar
// first, at most one per dwelling and none farther than Reach. Weights and adjusted
// prices are not set. It uses dst when that has room.
func Find(s *edition.Sales, q Query, dst []Comparable) []Comparable {
	found := dst[:0]
	if len(q.Near) == 0 {
		return found
	}
	unit := shortDistance + q.Near[min(densityRank, len(q.Near)-1)].Distance
	for _, n := range q.Near {
		if n.Distance <= Reach && usable(s, n.Item) {
			found = append(found, Comparable{
				Row: n.Item, Distance: n.Distance, Similarity: similarity(s, n, unit, q),
			})
		}
	}
	slices.SortFunc(found, func(a, b Comparable) int {
		return cmp.Or(cmp.Compare(b.Similarity, a.Similarity), cmp.Compare(a.Row, b.Row))
	})
	found = onePerDwelling(s, found)
	return found[:min(used, len(found))]
}

// usable tells whether a sale has what a reference must show.
func usable(s *edition.Sales, row int32) bool {
	i := int(row)
	return s.BuildType(i) > 0 && s.BuildYear(i).Known && s.UseSurface(i).Known
}

func similarity(s *edition.Sales, n geo.Neighbour, unit float64, q Query) float64 {
	row := int(n.Item)
	months := float64(q.Day-s.Date[row]) / 30.44
	apart := n.Distance/unit + math.Max(0, months)/unitMonths
	if q.Home.UseSurface.Known {
		apart += math.Abs(math.Log(float64(s.UseSurface(row).V)/float64(q.Home.UseSurface.V))) / unitSurface
	}
	if q.Home.BuildYear.Known {
		apart += math.Abs(float64(s.BuildYear(row).V-q.Home.BuildYear.V)) / unitYear
	}
	switch kind := s.BuildType(row); {
	case kind == q.Home.BuildType:
	case kind.Group() == q.Home.BuildType.Group():
		apart += otherType
	default:
		apart += otherGroup
	}
	return math.Exp(-apart)
}

// onePerDwelling keeps the most similar sale of each dwelling.
func onePerDwelling(s *edition.Sales, found []Comparable) []Comparable {
	kept := found[:0]
	for _, c := range found {
		d := s.Dwelling[c.Row]
		if d < 0 || !slices.ContainsFunc(kept, func(k Comparable) bool { return s.Dwelling[k.Row] == d }) {
			kept = append(kept, c)
		}
	}
	return kept
}

// Indication is what the comparables say of the subject, in log euros.
type Indication struct {
	Value     float64
	Spread    float64 // weighted standard deviation of the adjusted prices
	Effective float64 // effective number of comparables, (sum w)^2 / sum w^2
}

// oddAdjusted is where a comparable's distance to the median of all stops to
// count in full, in log euros.
const oddAdjusted = 0.3

// Weigh sets the weights of comparables whose adjusted prices are known and
// returns their indication: the mean of the adjusted prices weighted by
// similarity, single odd prices counting less.
func Weigh(found []Comparable) Indication {
	middle := weightedMedian(found)
	total, squares := 0.0, 0.0
	for i := range found {
		c := &found[i]
		c.Weight = c.Similarity
		if far := math.Abs(c.Adjusted - middle); far > oddAdjusted {
			c.Weight *= oddAdjusted / far
		}
		total += c.Weight
		squares += c.Weight * c.Weight
	}
	in := Indication{Effective: total * total / squares}
	for i := range found {
		found[i].Weight /= total
		in.Value += found[i].Weight * found[i].Adjusted
	}
	for _, c := range found {
		in.Spread += c.Weight * (c.Adjusted - in.Value) * (c.Adjusted - in.Value)
	}
	in.Spread = math.Sqrt(in.Spread)
	return in
}

func weightedMedian(found []Comparable) float64 {
	sorted := slices.Clone(found)
	slices.SortFunc(sorted, func(a, b Comparable) int {
		return cmp.Or(cmp.Compare(a.Adjusted, b.Adjusted), cmp.Compare(a.Row, b.Row))
	})
	total := 0.0
	for _, c := range sorted {
		total += c.Similarity
	}
	below := 0.0
	for _, c := range sorted {
		if below += c.Similarity; below >= total/2 {
			return c.Adjusted
		}
	}
	return sorted[len(sorted)-1].Adjusted
}
