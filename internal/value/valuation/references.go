package valuation

// Chooses the references: the sales that are shown as evidence.

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/stats"
)

// searched is a search for sales of the home's very house type that may not be among the nearby sales: as many of the
// closest as are sold in so many months and lie within so many metres.
type searched struct {
	months, sales int
	within        float64
}

// searches go on until one finds leastSameType. Young sales are sought in the home's own town alone.
var searches = [...]searched{
	{comps.YoungMonths, 24, groupReach},
	{comps.RecentMonths, leastSameType, comps.Reach},
	{anyAge, leastSameType, comps.Reach},
}

const (
	leastSameType = 12       // sales of the home's very house type to choose from, at least
	anyAge        = 12 * 100 // months
)

// references hold the workspace of choosing them.
type references struct {
	near       []geo.Neighbour
	candidates []stats.Ranked
	more       []stats.Ranked
	sameType   []geo.Neighbour
	found      []geo.Neighbour
}

// refer chooses the references among the sales near and others of the home's very type.
func (w *Workspace) refer(q Query, near *nearby, t *Trace) {
	r, s, c := &w.references, w.sales.Sales, &t.Comparables
	r.candidates = append(r.candidates[:0], near.rank(&t.Home, t.Day)...) // which may reorder the neighbours
	r.near = append(r.near[:0], near.neighbours...)
	w.findSameType(q, near)
	r.more = comps.Rank(s, comps.Query{Home: &t.Home, Day: t.Day, Near: r.sameType}, near.units, r.more)
	for _, candidate := range r.more {
		candidate.Item += int32(len(r.near))
		r.candidates = append(r.candidates, candidate)
	}
	r.near = append(r.near, r.sameType...)
	shown := comps.Shown{
		Home: &t.Home, At: q.position(), Day: t.Day, Near: r.near, Candidates: r.candidates, Units: near.units,
		Adjusted: t.Adjusted, Middle: c.Indication.Value, Value: t.Value,
	}
	c.References, c.PassedOver = shown.Choose(s, c.References, c.PassedOver)
}

// query returns the query of an inquiry's trace, for its references.
func (t *Trace) query() Query {
	return Query{Vintage: t.Vintage, Home: &t.Observed, At: t.Subject.Dwelling.At, Day: t.Day, Known: t.Day}
}

// findSameType finds sales of the home's very house type that may not be among the nearby sales: young ones, and if
// these are few older ones. Where homes are not at their places in the models, nearby sales are those on the same
// stretch of street, and the house behind may be on another: there the closest are sought by position.
func (w *Workspace) findSameType(q Query, near *nearby) {
	r, s := &w.references, w.sales
	r.sameType = r.sameType[:0]
	group := q.Home.BuildType.Group()
	places, positions := s.ByGroup[group], s.AtByGroup[group]
	if places == nil {
		return
	}
	for _, search := range searches {
		counts := w.sameTypeSince(q, q.Day.AddMonths(-search.months))
		if positions == places && near.count(counts, search.sales) == search.sales {
			return
		}
		r.found = positions.Nearest(q.position(), search.sales, search.within, counts, r.found)
		if positions != places { // distances by the places in the models, as for the others
			for i := range r.found {
				r.found[i].Distance = geo.Distance(q.Home.Place, s.Place[r.found[i].Item])
			}
		}
		r.sameType = append(r.sameType, r.found...)
		if len(r.found) >= leastSameType {
			return
		}
	}
}

// sameTypeSince returns whether a known sale of another home is of the home's very type and was made after a day.
func (w *Workspace) sameTypeSince(q Query, after gevel.Date) func(row int32) bool {
	s, kind, known, dwelling := w.sales, q.Home.BuildType, q.Known, q.Home.Dwelling // alone, so that q need not escape
	standsIn := s.StandsIn(dwelling, known)
	return func(row int32) bool {
		return s.Date[row] > after && s.BuildType(int(row)) == kind &&
			(s.Evident[row] < known && (s.Dwelling[row] < 0 || s.Dwelling[row] != dwelling) || row == standsIn)
	}
}

// position returns the home's own position, or its place in the models without one.
func (q *Query) position() gevel.Point {
	if q.At.Known() {
		return q.At
	}
	return q.Home.Place
}

// count counts the neighbours that count, up to a limit.
func (n *nearby) count(counts func(row int32) bool, limit int) int {
	count := 0
	for i := 0; i < len(n.neighbours) && count < limit; i++ {
		if counts(n.neighbours[i].Item) {
			count++
		}
	}
	return count
}
