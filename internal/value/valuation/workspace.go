package valuation

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/impute"
	"github.com/gevel/gevel/internal/model/kriging"
	"github.com/gevel/gevel/internal/model/vintage"
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
	sold      market.Home // of a comparable, as it is compared
	fetched   int         // see prefetch

	imputedOfSold []impute.Characteristic
}

// NewWorkspace returns a workspace for vintages of sales.
func NewWorkspace(s *vintage.Sales) *Workspace {
	return &Workspace{sales: s, near: nearby{sales: s}}
}

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
