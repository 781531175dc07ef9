package register

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/register/parcels"
)

// LearnParcel gives homes the size of the parcel that they stand on, or stood on, for the days on which they had it for
// themselves: what part of it is a home's own is not known while others share it. Of a parcel of unknown size nothing more is
// learned. Known homes are given theirs once.
func (g *Homes) LearnParcel(p parcels.Parcel, homes []gevel.BAGID) {
	c := g.company(homes)
	for i, id := range homes {
		if row, ok := g.Row(id); ok {
			g.learnParcel(row, p, c.of(i))
		}
	}
}

// learnParcel gives a home its parcel by the steps in which others shared that: 1, or 0 while none did.
func (g *Homes) learnParcel(row int, p parcels.Parcel, shared []gevel.Step) {
	f := gevel.Fact{
		Attribute: gevel.AtParcelSurface, Value: float64(p.Size),
		Provenance: gevel.Provenance{Source: gevel.FromParcels, Known: p.Known, Until: gevel.NoDate},
	}
	switch alone := len(shared) == 0 || shared[0].Value == 0; {
	case len(shared) < 2 && !alone:
		f.Value, f.Source = math.NaN(), gevel.FromShared
		g.learnFirst(row, f)
	case p.Size == 0:
	case len(shared) < 2:
		g.learnFirst(row, f)
	default:
		facts := make([]gevel.Fact, len(shared))
		for i, s := range shared {
			facts[i] = f
			facts[i].Known, facts[i].Since = max(f.Known, s.Known), gevel.Some(max(f.Known+1, s.Since))
			if s.Value != 0 {
				facts[i].Value, facts[i].Source = math.NaN(), gevel.FromShared
			}
		}
		g.learnFirst(row, facts...)
	}
}

// learnFirst gives a home what no source said before. Facts that say that nothing was known before it, which
// Learn would add, would take as much memory again for each home of the country.
func (g *Homes) learnFirst(row int, facts ...gevel.Fact) {
	d := g.At(row)
	if slices.ContainsFunc(d.Facts, func(f gevel.Fact) bool { return f.Attribute == facts[0].Attribute }) {
		g.Learn(row, facts)
		return
	}
	d.Facts = append(d.Facts, facts...)
	g.settle(row, &d)
}

// company are the homes on one parcel, by which each has it for itself or shares it.
type company struct {
	steps        [][]gevel.StatusStep // of each; none of one that always stands
	steady       int                  // that always stand
	known, valid []gevel.Date         // in order: on which days something became known of the others, and since which it holds
	standing     map[gevel.Moment]int
}

func (g *Homes) company(homes []gevel.BAGID) *company {
	c := &company{}
	if len(homes) == 1 {
		return c
	}
	c.known, c.valid, c.standing = []gevel.Date{gevel.Always}, []gevel.Date{gevel.Always}, map[gevel.Moment]int{}
	for _, id := range homes {
		steps := g.statusesOf(id)
		if c.steps = append(c.steps, steps); len(steps) == 0 {
			c.steady++
		}
		for _, s := range steps {
			c.known, c.valid = append(c.known, s.Known), append(c.valid, s.Since)
		}
	}
	c.known, c.valid = list.InOrder(c.known), list.InOrder(c.valid)
	return c
}

// of returns the steps in which others shared the parcel with a home: 1, or 0 while none did. A home that has it always for
// itself has none.
func (c *company) of(home int) []gevel.Step {
	if len(c.steps) == 0 {
		return nil
	}
	own, always := c.steps[home], []gevel.Step{{Known: gevel.NoDate, Segment: gevel.Segment{Since: gevel.Always, Value: 1}}}
	if others := c.steady; others > 1 || others == 1 && len(own) > 0 || len(c.known)*len(c.valid)*len(c.steps) > mostPast {
		return always
	}
	return gevel.StepsOf(slices.Clone(c.known), func(day gevel.Date) (list []gevel.Segment) {
		for _, since := range c.valid {
			m := gevel.Moment{Before: day, Valid: since}
			if !gevel.StatusAt(own, m).Stands() { // it has what it has before or next
				continue
			}
			if len(list) == 0 {
				since = gevel.Always
			}
			list = append(list, gevel.Segment{Since: since, Value: int64(min(1, c.at(m)-1))})
		}
		return list
	})
}

// at returns how many stand at a moment.
func (c *company) at(m gevel.Moment) int {
	n, ok := c.standing[m]
	if !ok {
		n = c.steady
		for _, steps := range c.steps {
			if len(steps) > 0 && gevel.StatusAt(steps, m).Stands() {
				n++
			}
		}
		c.standing[m] = n
	}
	return n
}
