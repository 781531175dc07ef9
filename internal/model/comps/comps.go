// Package comps chooses comparable sales, moves their prices to the subject and
// the valuation date, and weighs them into one indication.
package comps

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/stats"
)

const (
	// Reach is how far from the subject a comparable may lie, in metres.
	Reach = 25_000
	// Used is how many of the most similar sales make the indication: with fewer, chance in single prices counts more.
	Used = 24
	// References is how many are shown.
	References = 3
)

// How fast a comparable's weight falls, each by a factor e per unit.
const (
	unitMonths  = 30.0 // months between its sale and the valuation date
	unitSurface = 0.25 // difference in log use surface
	unitYear    = 60.0 // years between the build years; the leaves see building styles
	otherType   = 0.5  // units for another house type of the same group
	otherGroup  = 2.0  // units for another group
	// shortDistance is added to the distance at which the local density of sales sets the
	// unit of distance, so that neighbours in one block count alike.
	shortDistance = 100.0 // metres
	densityRank   = 30    // rank, from 0, of the candidate whose distance measures the local density
	// groupRank is the rank, from 0, of the candidate of the home's house type group whose distance is the unit
	// for that group if it is larger: a buyer of a villa among flats looks farther away.
	groupRank = 10
	// leastShared is added to the share of trees in which two homes share a leaf, so that homes
	// that share none can still be compared: about one tree.
	leastShared = 0.03
)

// Comparable is a sale chosen for a subject.
type Comparable struct {
	Row        int32
	Distance   float64 // metres between the places
	Similarity float64 // 0 to 1; 1 is the same home next door, sold yesterday
	Weight     float64 // share in the indication
	// Estimate is the hedonic estimate of the home sold as it is compared, log euros: what is not known of it or of the
	// subject is taken as equal. Unknown is how far that moves the estimate.
	Estimate, Unknown float64
	Adjusted          float64 // log price moved to the subject and the valuation date
}

// unitUnknown is how far what is unknown must move the estimate of a home sold for its weight to fall by a factor e, log
// euros. With three times as much, more of the subject can be worth less where some sales lack it.
const unitUnknown = 0.07

// SetEstimate sets the estimate of the home sold as it is compared; recorded is its estimate with what is unknown left
// so. What is unknown costs no euros, but the more it can be worth the less the sale says.
func (c *Comparable) SetEstimate(compared, recorded float64) {
	c.Estimate, c.Unknown = compared, math.Abs(compared-recorded)
	c.Similarity *= math.Exp(-c.Unknown / unitUnknown)
}

// Query describes the home, the day and the knowledge for which comparables are sought.
type Query struct {
	Home *market.Home
	Day  gevel.Date // the valuation date
	// Near are the known sales nearest to the home's place, and sales of its house type group farther away,
	// in any order, none of them its own. They are reordered.
	Near []geo.Neighbour
}

// Candidates appends to dst[:0] the sales nearby that can be comparables, ranked by the logarithm of their
// likeness to the home in what is known of every home; leaves do not count. Units of distance follow from their
// density. A ranked item is an index into q.Near, which Candidates reorders.
func Candidates(s *market.Sales, q Query, dst []stats.Ranked) ([]stats.Ranked, Units) {
	dst = dst[:0]
	if len(q.Near) == 0 {
		return dst, Units{}
	}
	u := unitsOf(s, q)
	for i := range q.Near {
		if n := &q.Near[i]; n.Distance <= Reach && usable(s, n.Item) {
			dst = append(dst, stats.Ranked{By: -apart(s, n, u, q), Row: n.Item, Item: int32(i)})
		}
	}
	return dst, u
}

// Find returns the n most similar of the candidates near a home, the most similar first, at most one per dwelling.
// Weights and adjusted prices are not set. It uses dst when that has room.
//
// shared returns the share of the hedonic model's trees, 0 to 1, in which the home and a sale fall
// into the same leaf: the market pays alike for them, extra characteristics and place included.
func Find(
	s *market.Sales, near []geo.Neighbour, candidates []stats.Ranked, shared func(row int32) float64, n int, dst []Comparable,
) []Comparable {
	var room [candidateRoom]stats.Ranked
	ranked := append(room[:0], candidates...)
	for i := range ranked {
		r := &ranked[i]
		r.By = similarity(r.By, shared(r.Row))
	}
	return mostSimilar(s, near, ranked, n, dst)
}

// candidateRoom is room for the candidates of most homes without allocation.
const candidateRoom = 256

// mostSimilar returns the n most similar of the ranked, the most similar first, at most one
// per dwelling. It reorders them, and uses dst when that has room.
func mostSimilar(s *market.Sales, near []geo.Neighbour, ranked []stats.Ranked, n int, dst []Comparable) []Comparable {
	// The first 2n nearly always come from at least n dwellings.
	first := min(2*n, len(ranked))
	stats.SelectRanked(ranked, first)
	stats.SortRanked(ranked[:first])
	kept := onePerDwelling(s, near, ranked[:first], n, dst[:0])
	if rest := ranked[first:]; len(kept) < n {
		stats.SortRanked(rest)
		kept = onePerDwelling(s, near, rest, n, kept)
	}
	return kept
}

// Units are the metres that count as one unit of distance.
type Units struct {
	SameGroup float64 // for sales of the home's house type group
	Other     float64
}

// unitsOf returns the distance units that follow from the local density of sales.
func unitsOf(s *market.Sales, q Query) Units {
	metres := shortDistance + distanceOf(densityRank, q.Near)
	u := Units{SameGroup: metres, Other: metres}
	// The nearest sales mostly contain enough of the group, and none needs to be put aside.
	if same := sameGroupFirst(s, q.Home, q.Near[:min(densityRank+1, len(q.Near))]); len(same) <= groupRank {
		u.SameGroup = math.Max(metres, shortDistance+distanceOf(groupRank, sameGroupFirst(s, q.Home, q.Near)))
	}
	return u
}

// sameGroupFirst moves the sales of the home's house type group to the front and returns them.
func sameGroupFirst(s *market.Sales, home *market.Home, near []geo.Neighbour) []geo.Neighbour {
	n := 0
	for i := range near {
		if isSameGroup(s, home, near[i].Item) {
			near[n], near[i] = near[i], near[n]
			n++
		}
	}
	return near[:n]
}

// isSameGroup reports whether a sale is of the home's house type group.
func isSameGroup(s *market.Sales, home *market.Home, row int32) bool {
	kind := s.BuildType(int(row))
	return kind == home.BuildType || kind.Group() == home.BuildType.Group()
}

// distanceOf returns the distance of the sale with a rank, from 0 at the nearest, or of the
// farthest sale when there are fewer.
func distanceOf(rank int, near []geo.Neighbour) float64 {
	first := geo.KeepNearest(near, rank+1)
	farthest := 0.0
	for _, n := range first {
		farthest = math.Max(farthest, n.Distance)
	}
	return farthest
}

// Homes counts the homes, up to References of them, among the sales nearby that can be comparables.
func Homes(s *market.Sales, near []geo.Neighbour) int {
	var homes [References]int32
	n := 0
	for _, sale := range near {
		d := s.Dwelling[sale.Item]
		if sale.Distance > Reach || !usable(s, sale.Item) || d >= 0 && slices.Contains(homes[:n], d) {
			continue
		}
		if homes[n] = d; n+1 == References {
			return References
		}
		n++
	}
	return n
}

func moreSimilar(a, b Comparable) int { return larger(a.Similarity, b.Similarity, a.Row, b.Row) }

// larger puts the larger of two numbers first, and of equal ones the lower row. It takes a
// fraction of the time of cmp.Or, which evaluates both comparisons.
func larger(a, b float64, rowA, rowB int32) int {
	switch {
	case a > b:
		return -1
	case a < b:
		return 1
	}
	return int(rowA - rowB)
}

// usable reports whether a sale has everything that a reference must show, except what no sale has.
func usable(s *market.Sales, row int32) bool {
	i, lacks := int(row), &s.Lacks
	return (s.BuildType(i) > 0 || lacks.BuildType) && (s.BuildYear(i).Known || lacks.BuildYear) &&
		(s.UseSurface(i).Known || lacks.UseSurface)
}

// similarity returns the similarity of a sale, 0 to 1. logLike is the logarithm of its likeness
// without the leaves, shared the share of leaves that it has in common with the home.
func similarity(logLike, shared float64) float64 {
	shared = (shared + leastShared) / (1 + leastShared)
	return math.Exp(logLike) * shared * shared
}

// apart returns the distance of a sale from the home in units, leaves excluded.
func apart(s *market.Sales, n *geo.Neighbour, u Units, q Query) float64 {
	row := int(n.Item)
	unit, same := u.Other, isSameGroup(s, q.Home, n.Item)
	if same {
		unit = u.SameGroup
	}
	surface, year := between(s, row, q.Home)
	apart := n.Distance/unit + math.Max(0, monthsSince(s.Date[row], q.Day))/unitMonths
	apart += surface / unitSurface
	apart += year / unitYear
	switch {
	case !same:
		apart += otherGroup
	case s.BuildType(row) != q.Home.BuildType:
		apart += otherType
	}
	return apart
}

// monthsSince returns the months from a sale until a day.
func monthsSince(sold, day gevel.Date) float64 { return float64(day-sold) / 30.44 }

// between returns the difference in log use surface and in build year between a sale and a home, as far as both are
// known.
func between(s *market.Sales, row int, home *market.Home) (surface, years float64) {
	if home.UseSurface.Known && s.UseSurface(row).Known {
		surface = math.Abs(math.Log(float64(s.UseSurface(row).V) / float64(home.UseSurface.V)))
	}
	if home.BuildYear.Known && s.BuildYear(row).Known {
		years = math.Abs(float64(s.BuildYear(row).V - home.BuildYear.V))
	}
	return surface, years
}

// onePerDwelling appends to kept the first, most similar, sale of each dwelling that kept does
// not have, until there are n.
func onePerDwelling(s *market.Sales, near []geo.Neighbour, ranked []stats.Ranked, n int, kept []Comparable) []Comparable {
	for _, r := range ranked {
		if len(kept) == n {
			break
		}
		d := s.Dwelling[r.Row]
		if d < 0 || !slices.ContainsFunc(kept, func(k Comparable) bool { return s.Dwelling[k.Row] == d }) {
			kept = append(kept, Comparable{Row: r.Row, Distance: near[r.Item].Distance, Similarity: r.By})
		}
	}
	return kept
}
