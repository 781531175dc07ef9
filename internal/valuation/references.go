package valuation

// The references: which sales are shown as evidence.

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/comps"
	"github.com/gevel/gevel/internal/geo"
	"github.com/gevel/gevel/internal/stats"
)

// leastSameType is how many of the sales near must be of the home's very house type; where
// fewer are, as many are looked for farther off.
const leastSameType = 12

// references hold the workspace of choosing them.
type references struct {
	near       []geo.Neighbour
	candidates []stats.Ranked
	ranked     []stats.Ranked
	sameType   []geo.Neighbour
}

// refer chooses the references among the sales near, and among those of the home's very type
// farther off where few of these are.
func (w *Workspace) refer(q Query, near *nearby, t *Trace) {
	r, s := &w.references, w.sales.Sales
	query := comps.Query{Home: &t.Home, Day: t.Day, Near: near.neighbours}
	shown := comps.Shown{
		Home: &t.Home, At: q.At, Near: near.neighbours, Candidates: near.rank(&t.Home, t.Day), Units: near.units,
		Adjusted: t.Adjusted, Middle: t.Comparables.Indication.Value,
	}
	if farther := w.sameType(q, near); len(farther) > 0 {
		r.near = append(append(r.near[:0], near.neighbours...), farther...)
		query.Near, shown.Near = r.near, r.near
		r.candidates = comps.Rank(s, query, near.units, r.candidates)
		shown.Candidates = r.candidates
	}
	c := &t.Comparables
	c.References, c.PassedOver, r.ranked = shown.Choose(s, r.ranked, c.References, c.PassedOver)
}

// sameType returns sales of the home's very house type that are not among those near, the
// nearest, where few of these are of it.
func (w *Workspace) sameType(q Query, near *nearby) []geo.Neighbour {
	s, kind := w.sales, q.Home.BuildType
	known := func(row int32) bool {
		return s.BuildType(int(row)) == kind && s.Known[row] < q.Known && (s.Dwelling[row] < 0 || s.Dwelling[row] != q.Home.Dwelling)
	}
	grid := s.ByGroup[kind.Group()]
	if grid == nil || near.countType(kind) >= leastSameType {
		return nil
	}
	found := grid.Nearest(q.Home.Place, leastSameType, comps.Reach, known, w.references.sameType)
	w.references.sameType = found
	return without(found, near.neighbours)
}

// countType counts the neighbours of a house type, up to leastSameType.
func (n *nearby) countType(kind gevel.BuildType) int {
	count := 0
	for i := 0; i < len(n.neighbours) && count < leastSameType; i++ {
		if n.sales.BuildType(int(n.neighbours[i].Item)) == kind {
			count++
		}
	}
	return count
}

// without returns the neighbours that are not among others.
func without(list, others []geo.Neighbour) []geo.Neighbour {
	kept := list[:0]
	for _, n := range list {
		if !contains(others, n.Item) {
			kept = append(kept, n)
		}
	}
	return kept
}

func contains(list []geo.Neighbour, item int32) bool {
	for _, n := range list {
		if n.Item == item {
			return true
		}
	}
	return false
}
