package valuer

// The sales that the approaches look at: the nearest, and among them enough of the
// subject's own kind.

import (
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/comps"
	"github.com/gevel/gevel/internal/geo"
	"github.com/gevel/gevel/internal/market"
)

const (
	// nearest is at how many known sales the approaches look.
	nearest = 200
	// leastKin is how many of them are of the home's house type group at least, where so
	// many lie within kinReach: near a villa in a town, the nearest sales are all of flats.
	leastKin = 40
	kinReach = 5000 // metres; beyond lies another town
)

// near returns the nearest sales known by then, in no order, none of the home's own; of
// many at one place the latest, since their rows are by date. Where few are of the home's
// house type group, the nearest of that group take the place of the farthest others.
// The result is valid until the next call.
func (d *desk) near(q question) []geo.Neighbour {
	s := d.sales
	counts := func(row int32) bool {
		return s.Known[row] < q.known && (s.Dwelling[row] < 0 || s.Dwelling[row] != q.home.Dwelling)
	}
	d.measured = measuredBy{}
	d.neighbours = s.Grid.Nearest(q.home.Place, nearest, comps.Reach, counts, d.neighbours)
	d.addKin(q.home, counts)
	return d.neighbours
}

// addKin brings in the nearest sales of the home's house type group, its kin, where fewer
// than leastKin of those near are.
func (d *desk) addKin(home *market.Home, counts func(row int32) bool) {
	group := home.BuildType.Group()
	grid := d.sales.ByGroup[group]
	if grid == nil || grid == d.sales.Grid {
		return
	}
	near := d.countKin(group)
	if near >= leastKin {
		return
	}
	d.kin = grid.Nearest(home.Place, leastKin, kinReach, counts, d.kin)
	if len(d.kin) <= near {
		return
	}
	// Those that were near are the nearest of the group, so they are found again.
	others := slices.DeleteFunc(d.neighbours, func(n geo.Neighbour) bool { return d.group(n.Item) == group })
	d.neighbours = append(geo.KeepNearest(others, nearest-len(d.kin)), d.kin...)
}

// countKin counts the neighbours of a house type group, up to leastKin.
func (d *desk) countKin(group gevel.BuildGroup) int {
	n := 0
	for i := 0; i < len(d.neighbours) && n < leastKin; i++ {
		if d.group(d.neighbours[i].Item) == group {
			n++
		}
	}
	return n
}
