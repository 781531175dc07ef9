package valuation

// Chooses the references: the sales that are shown as evidence.

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/stats"
)

const (
	// leastSameType is the least number of nearby sales of the home's very house type; if
	// fewer are, as many are searched for farther away.
	leastSameType = 12
	// closestSameType is the number of closest sales of the very type that are added where
	// homes are not at their places in the models: nearby sales are those on the same stretch
	// of street, and the house behind may be on another.
	closestSameType = 48
)

// references hold the workspace of choosing them.
type references struct {
	near       []geo.Neighbour
	candidates []stats.Ranked
	more       []stats.Ranked
	sameType   []geo.Neighbour
}

// refer chooses the references among the sales near and others of the home's very type.
func (w *Workspace) refer(q Query, near *nearby, t *Trace) {
	r, s, c := &w.references, w.sales.Sales, &t.Comparables
	r.candidates = append(r.candidates[:0], near.rank(&t.Home, t.Day)...) // which may reorder the neighbours
	r.near = append(r.near[:0], near.neighbours...)
	r.sameType = w.findSameType(q, near)
	r.more = comps.Rank(s, comps.Query{Home: &t.Home, Day: t.Day, Near: r.sameType}, near.units, r.more)
	for _, candidate := range r.more {
		candidate.Item += int32(len(r.near))
		r.candidates = append(r.candidates, candidate)
	}
	r.near = append(r.near, r.sameType...)
	shown := comps.Shown{
		Home: &t.Home, At: q.position(), Near: r.near, Candidates: r.candidates, Units: near.units,
		Adjusted: t.Adjusted, Middle: c.Indication.Value,
	}
	c.References, c.PassedOver = shown.Choose(s, c.References, c.PassedOver)
}

// query returns the query of an inquiry's trace, for its references.
func (t *Trace) query() Query {
	return Query{Vintage: t.Vintage, Home: &t.Observed, At: t.Subject.Dwelling.At, Day: t.Day, Known: t.Day}
}

// findSameType returns sales of the home's very house type that may not be among the nearby sales: the
// closest, if homes are not at their places in the models, and some farther away if few
// nearby ones are of the type.
func (w *Workspace) findSameType(q Query, near *nearby) []geo.Neighbour {
	s, kind, list := w.sales, q.Home.BuildType, w.references.sameType[:0]
	known, dwelling := q.Known, q.Home.Dwelling // alone, so that q need not escape
	standsIn := s.StandsIn(dwelling, known)
	counts := func(row int32) bool {
		return s.BuildType(int(row)) == kind &&
			(s.Evident[row] < known && (s.Dwelling[row] < 0 || s.Dwelling[row] != dwelling) || row == standsIn)
	}
	places, positions := s.ByGroup[kind.Group()], s.AtByGroup[kind.Group()]
	switch {
	case places == nil:
	case positions != places:
		list = positions.Nearest(q.position(), closestSameType, comps.Reach, counts, list)
		for i := range list { // distances by the places in the models, as for the others
			list[i].Distance = geo.Distance(q.Home.Place, s.Place[list[i].Item])
		}
	case near.countType(kind) < leastSameType:
		list = places.Nearest(q.Home.Place, leastSameType, comps.Reach, counts, list)
	}
	return list
}

// position returns the home's own position, or its place in the models without one.
func (q *Query) position() gevel.Point {
	if q.At.Known() {
		return q.At
	}
	return q.Home.Place
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
