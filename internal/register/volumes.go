package register

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/source/bag"
)

// A building has one volume, and its homes share it by the surfaces that were known on the day: a home that grows next door
// takes nothing of the volume that a home had before.

// mostPast bounds the work on one building whose units differed over time: days on which something became known, times days
// since which it holds, times units. A building with more is shared by the surfaces of today.
const mostPast = 1 << 24

// pastShares are the shares of a building whose units differed over time.
type pastShares struct {
	units        []bag.Unit
	volume       float64 // m3; NaN is not known
	storeys      uint8
	known, valid []gevel.Date // in order: on which days something became known of the units, and since which it holds
	shares       map[gevel.Moment]float64
}

// changedUnit is a unit of a home in a building whose shares changed.
type changedUnit struct {
	bag.Unit
	past *pastShares
}

// pastOf returns the past shares of a building, nil where its units were always as they are.
func (b *Buildings) pastOf(units []bag.Unit, of *recorded) *pastShares {
	p := &pastShares{
		units: units, volume: float64(of.volume), storeys: of.storeys, known: []gevel.Date{gevel.Always}, valid: []gevel.Date{gevel.Always},
	}
	if !of.known {
		p.volume = math.NaN()
	}
	for _, u := range units {
		for _, s := range b.homes.stepsOf(u) {
			p.known, p.valid = append(p.known, s.Known), append(p.valid, s.Since)
		}
	}
	differs := len(p.known) > 1
	p.known, p.valid = list.InOrder(p.known), list.InOrder(p.valid)
	if !differs || len(p.known)*len(p.valid)*len(units) > mostPast {
		return nil
	}
	p.shares = map[gevel.Moment]float64{}
	return p
}

// stepsOf returns the surfaces by which a unit shared its building, none where that never differed.
func (g *Homes) stepsOf(u bag.Unit) []gevel.Step {
	if u.Surface >= bag.NotInUse {
		return nil
	}
	return g.pasts[bag.NotInUse-1-u.Surface]
}

// surfaceAt returns the surface by which a unit shares its building as a moment sees it, m2; 0 while it is not in use, NaN
// where it is not known.
func (g *Homes) surfaceAt(u bag.Unit, m gevel.Moment) float64 {
	switch then := g.registeredAt(u, m); then {
	case 0:
		return math.NaN()
	case bag.NotInUse:
		return 0
	default:
		return float64(then)
	}
}

// registeredAt returns the surface of a unit at a moment as bag.Unit has it without a past.
func (g *Homes) registeredAt(u bag.Unit, m gevel.Moment) int32 {
	if steps := g.stepsOf(u); len(steps) > 0 {
		return int32(m.Last(steps))
	}
	return u.Surface
}

// at returns the volume of the building by the surface of its units at a moment, m3 per m2; NaN where it has no likely one.
func (p *pastShares) at(b *Buildings, m gevel.Moment) float64 {
	share, ok := p.shares[m]
	if !ok {
		surface := 0.0
		for _, u := range p.units {
			surface += b.homes.surfaceAt(u, m)
		}
		if share = p.volume / surface; !(share >= leastHeight && share <= mostHeight) {
			share = math.NaN()
		}
		p.shares[m] = share
	}
	return share
}

// partOf returns the volume of a surface, m3, as a binary fraction of few digits: parts have one sum in any order.
func partOf(share, m2 float64) float64 {
	const step = 1 << 10
	return math.Round(share*m2*step) / step
}

// at returns the volume of the home in a row and the storeys around it as a moment sees them, m3; 0 for none. It is in no
// building while it is not in use.
func (b *Buildings) at(row int, l *learned, m gevel.Moment) (volume float64, storeys uint8, in bool) {
	volume, storeys, in = l.volume[row], l.storeys[row], l.volume[row] != 0
	for _, c := range l.changed[int32(row)] {
		if m2 := b.homes.surfaceAt(c.Unit, m); m2 != 0 {
			volume, storeys, in = volume+partOf(c.past.at(b, m), m2), max(storeys, c.past.storeys), true
		}
	}
	return math.Round(volume), storeys, in
}

// steps adds to facts what a characteristic of the home in a row was by its buildings, with its days if it ever differed; value
// returns it, 0 for none.
func (b *Buildings) steps(
	facts []gevel.Fact, row int, l *learned, attribute int, value func(volume float64, storeys uint8) float64,
) []gevel.Fact {
	changed := l.changed[int32(row)]
	if len(changed) == 0 {
		volume, storeys, _ := b.at(row, l, gevel.Latest)
		if v := value(volume, storeys); v > 0 {
			facts = append(facts, gevel.Fact{Attribute: attribute, Value: v, Provenance: gevel.Provenance{
				Source: gevel.From3DBAG, Known: gevel.NoDate, Until: gevel.NoDate,
			}})
		}
		return facts
	}
	var known, valid []gevel.Date
	for _, c := range changed {
		known, valid = append(known, c.past.known...), append(valid, c.past.valid...)
	}
	statuses := b.homes.statusesOf(b.homes.ID(row))
	for _, s := range statuses {
		known = append(known, s.Known)
	}
	valid = list.InOrder(valid)
	before := func(day gevel.Date) (list []gevel.Segment) {
		there := false // in use, in a building that was not known
		for _, since := range valid {
			m := gevel.Moment{Before: day, Valid: since}
			volume, storeys, in := b.at(row, l, m)
			if !in { // it has what it has before or next
				there = there || gevel.StatusAt(statuses, m).Used()
				continue
			}
			if len(list) == 0 {
				since = gevel.Always
			}
			list = append(list, gevel.Segment{Since: since, Value: int64(value(volume, storeys))})
		}
		if there && len(list) == 0 {
			list = []gevel.Segment{{Since: gevel.Always}}
		}
		return list
	}
	return append(facts, gevel.FactsOf(attribute, gevel.From3DBAG, gevel.StepsOf(known, before))...)
}
