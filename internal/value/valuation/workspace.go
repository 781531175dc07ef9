package valuation

import (
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/impute"
	"github.com/gevel/gevel/internal/model/kriging"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/stats"
)

// Workspace values homes with a vintage. It holds memory that is reused from one home to the
// next; no value depends on an earlier home. Use one per goroutine.
type Workspace struct {
	sales     *vintage.Sales
	near      nearby
	leaves    [hedonic.LeafTrees]uint8
	likeHomes impute.LikeHomes
	site      kriging.Site
	rows      []int32
	solver    *kriging.Solver
	solverOf  *vintage.Vintage
	adjuster  adjuster
	fetched   int // see prefetch

	imputedOfSold []impute.Characteristic
}

// NewWorkspace returns a workspace for vintages of sales.
func NewWorkspace(s *vintage.Sales) *Workspace { return &Workspace{sales: s, near: nearby{sales: s}} }

// Query is one home to value, on a day, with the knowledge of a day.
type Query struct {
	Vintage *vintage.Vintage
	Home    *market.Home // stays as it is
	At      gevel.Point  // of the home: where it stands itself, from which distances are shown
	Day     gevel.Date   // the valuation date
	Known   gevel.Date   // only sales known before it count
	// Surface is the use surface for choosing the like homes that give typical values: the register's.
	// If the register knows none, surface does not choose: with the caller's number,
	// a home said to be larger would get other rooms, and could be worth less.
	Surface gevel.Opt[int]
	// Holdout has nothing imputed and nothing doubted: the spread learns from the errors of such homes.
	Holdout bool
	// Imputed are those characteristics of a holdout that are typical values: what it is like to lack them is learned.
	Imputed []impute.Characteristic
}

// Trace fills a trace. It is not ok when there are too few comparables.
func (w *Workspace) Trace(q Query, t *Trace) (ok bool) {
	near := w.find(q.Home, q.Known)
	if !near.enough() {
		return false
	}
	w.value(q, near, t)
	return true
}

// value fills a trace. The sales near the query's home have been found, and are enough.
func (w *Workspace) value(q Query, near *nearby, t *Trace) {
	w.indicate(q, near, t)
	t.reconcile()
	if !q.Holdout {
		t.refer(q.At)
	}
}

// Indicate is Trace for a vintage that has yet to learn its weights and its spread: it fills all
// that does not depend on these, and leaves the own sale's weight out of the risk.
func (w *Workspace) Indicate(q Query, t *Trace) (ok bool) {
	near := w.find(q.Home, q.Known)
	if !near.enough() {
		return false
	}
	w.indicate(q, near, t)
	return true
}

// find finds the sales near a home that were known before a day.
func (w *Workspace) find(home *market.Home, known gevel.Date) *nearby {
	w.near.find(home, known)
	return &w.near
}

// RowsNear returns the sales near a sale that were evidence before a day.
func (w *Workspace) RowsNear(row int32, known gevel.Date) []int32 {
	s := w.sales
	h := market.Home{Place: s.Place[row], Dwelling: s.Dwelling[row]}
	h.BuildType = s.BuildType(int(row))
	var rows []int32
	for _, n := range w.find(&h, known).neighbours {
		if n.Item != row && s.IsEvidence(n.Item, known) {
			rows = append(rows, n.Item)
		}
	}
	return rows
}

// Typical returns the typical values of a query's home, valid until the next call.
func (w *Workspace) Typical(q Query) *impute.Typical {
	return w.typical(q.Vintage, w.find(q.Home, q.Known), like{q.Home, q.Day, q.Surface})
}

// like is the key of a search for like homes.
type like struct {
	home    *market.Home
	day     gevel.Date
	surface gevel.Opt[int] // see Query
}

// typical returns typical values: from the homes sold nearby that are most similar in place, house type, build year
// and use surface, or, if none of them has a value observed, from the group.
func (w *Workspace) typical(v *vintage.Vintage, near *nearby, of like) *impute.Typical {
	home := *of.home
	home.UseSurface = of.surface
	l, s := &w.likeHomes, w.sales.Sales
	l.Found = comps.Alike(s, near.neighbours, near.rank(&home, of.day), impute.Considered, l.Found)
	return l.Typical(s, impute.Prior{
		Group: &v.Typical[home.BuildType.Group()], Scales: v.Kriging.Scales, Floors: v.Floors(),
	})
}

// complete imputes the unknown characteristics of a home, and appends the imputed ones to dst.
func (w *Workspace) complete(v *vintage.Vintage, near *nearby, of like,
	dst []impute.Characteristic,
) []impute.Characteristic {
	if !v.Typical[of.home.BuildType.Group()].Missing(w.sales.Sales, of.home) {
		return dst
	}
	return w.typical(v, near, of).Complete(w.sales.Sales, of.home, dst)
}

// imputedVariance returns the variance that imputed characteristics add to a home's error, log euros squared.
func imputedVariance(v *vintage.Vintage, group gevel.BuildGroup, imputed []impute.Characteristic) (sum float64) {
	for _, c := range imputed {
		sum += v.Spread.Imputed[group][c]
	}
	return sum
}

// The sales that the approaches use: the nearest, with enough of the subject's own house type group among them.

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
func (n *nearby) enough() bool { return comps.Homes(n.sales.Sales, n.neighbours) >= comps.References }

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

// rank returns the candidates for comparables of a home on a day among the sales nearby. The typical values of a home,
// its comparables, and its estimate with characteristics masked mostly need the same candidates: they are ranked once.
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
