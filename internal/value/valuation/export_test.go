package valuation

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/stats"
)

// Access for tests to steps between an inquiry and its trace.

const (
	Nearest        = nearest
	LeastSameGroup = leastSameGroup
	GroupReach     = groupReach
)

type Nearby = nearby

func (n *nearby) Rank(home *market.Home, day gevel.Date) []stats.Ranked { return n.rank(home, day) }

func (w *Workspace) Find(home *market.Home, known gevel.Date) *Nearby { return w.find(home, known) }

func (w *Workspace) Near(home *market.Home, known gevel.Date) []geo.Neighbour {
	return w.find(home, known).neighbours
}

func (w *Workspace) CountGroup(group gevel.BuildGroup) int { return w.near.countGroup(group) }

// Adjusted returns the price of a sale as Evidence adjusts it.
func (w *Workspace) Adjusted(t *Trace, row int32) float64 {
	one := []comps.Comparable{{Row: row}}
	w.adjust(t, one)
	return one[0].Adjusted
}

func (v *Valuer) Decide(w *Workspace, q gevel.Inquiry) error {
	_, err := v.decide(w, q)
	return err
}

// IndicateAfterTypical is Indicate after a search for typical values among the same sales.
func (w *Workspace) IndicateAfterTypical(q Query, surface gevel.Opt[int], t *Trace) {
	near := w.find(q.Home, q.Known)
	w.typical(q.Vintage, near, like{q.Home, q.Day, surface})
	w.indicate(q, near, t)
}

// TraceAlone is Trace by a workspace that has valued no other home.
func (v *Valuer) TraceAlone(q gevel.Inquiry) (*Trace, error) {
	t := &Trace{}
	return t, v.trace(NewWorkspace(v.sales), q, t)
}
