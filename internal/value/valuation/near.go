package valuation

// The sales that the approaches use: the nearest, with enough of the subject's own house type group among them.

import (
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/stats"
)

const (
	// nearest is the number of known sales that the approaches use.
	nearest = 200
	// leastSameGroup is the least number of them in the home's house type group, if
	// as many lie within groupReach: near a villa in a town, the nearest sales are all of flats.
	leastSameGroup = 40
	groupReach     = 5000 // metres; beyond lies another town
)

// nearby are the sales near a home that were known by a day. They hold workspace: valid until the next search.
type nearby struct {
	sales      *vintage.Sales
	neighbours []geo.Neighbour
	sameGroup  []geo.Neighbour
	candidates []stats.Ranked // of the neighbours, ranked for rankedFor
	units      comps.Units    // with which these were ranked
	rankedFor  rankedFor
	fetched    int // see prefetch
}

// rankedFor is the key of a ranking of candidates, besides the sales nearby.
type rankedFor struct {
	ranked        bool
	day           gevel.Date
	kind          gevel.BuildType
	year, surface gevel.Opt[int]
}

// find finds the nearest sales known before a day, in no order, without the home's own. Of
// many at one place it takes the latest, since their rows are by date. If few are of the home's
// house type group, the nearest of that group replace the farthest others.
func (n *nearby) find(home *market.Home, known gevel.Date) {
	counts := n.evident(home, known)
	n.rankedFor = rankedFor{}
	n.neighbours = n.sales.Grid.Nearest(home.Place, nearest, comps.Reach, counts, n.neighbours)
	n.addSameGroup(home, counts)
}

// evident returns whether a sale is evidence about a home before a day.
func (n *nearby) evident(home *market.Home, known gevel.Date) func(row int32) bool {
	s := n.sales
	standsIn := s.StandsIn(home.Dwelling, known)
	return func(row int32) bool {
		return s.IsEvidence(row, known) && (s.Dwelling[row] < 0 || s.Dwelling[row] != home.Dwelling) || row == standsIn
	}
}

// enough reports whether enough homes lie nearby to choose comparables.
func (n *nearby) enough() bool {
	return comps.Homes(n.sales.Sales, n.neighbours) >= comps.References
}

// addSameGroup adds the nearest sales of the home's house type group, if fewer than
// leastSameGroup of the nearby sales are of it.
func (n *nearby) addSameGroup(home *market.Home, counts func(row int32) bool) {
	group := home.BuildType.Group()
	grid := n.sales.ByGroup[group]
	if grid == nil || grid == n.sales.Grid {
		return
	}
	near := n.countGroup(group)
	if near >= leastSameGroup {
		return
	}
	n.sameGroup = grid.Nearest(home.Place, leastSameGroup, groupReach, counts, n.sameGroup)
	if len(n.sameGroup) <= near {
		return
	}
	// The nearby ones of the group are its nearest, so they are found again.
	others := slices.DeleteFunc(n.neighbours, func(other geo.Neighbour) bool { return n.sales.Group(other.Item) == group })
	n.neighbours = append(geo.KeepNearest(others, nearest-len(n.sameGroup)), n.sameGroup...)
}

// countGroup counts the neighbours of a house type group, up to leastSameGroup.
func (n *nearby) countGroup(group gevel.BuildGroup) int {
	count := 0
	for i := 0; i < len(n.neighbours) && count < leastSameGroup; i++ {
		if n.sales.Group(n.neighbours[i].Item) == group {
			count++
		}
	}
	return count
}

// rank returns the candidates for comparables of a home on a day among the sales nearby. The
// typical values of a home, its comparables, and its estimate with characteristics
// masked mostly need the same candidates: they are ranked once.
func (n *nearby) rank(home *market.Home, day gevel.Date) []stats.Ranked {
	by := rankedFor{true, day, home.BuildType, home.BuildYear, home.UseSurface}
	if n.rankedFor == by {
		return n.candidates
	}
	s := n.sales
	prefetch(&n.fetched, n.neighbours, func(near geo.Neighbour) int {
		row := int(near.Item)
		return int(s.Date[row]) + int(s.BuildType(row)) + s.BuildYear(row).V + s.UseSurface(row).V
	})
	n.rankedFor = by
	n.candidates, n.units = comps.Candidates(s.Sales, comps.Query{Home: home, Day: day, Near: n.neighbours}, n.candidates)
	return n.candidates
}
