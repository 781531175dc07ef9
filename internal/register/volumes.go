package register

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source/bag"
)

// A building has one volume, and its homes share it by the surfaces that were known on the day: a home that grows next door
// takes nothing of the volume that a home had before.

// mostPast bounds the work on one building whose units differed over time: days on which something became known, times days
// since which it holds, times units. A building with more is shared by the surfaces of today.
const mostPast = 1 << 20

// pastShares are the shares of a building whose units differed over time.
type pastShares struct {
	units        []bag.Unit
	volume       float64      // m3
	known, valid []gevel.Date // in order: on which days something became known of the units, and since which it holds
	shares       map[gevel.Moment]float64
}

// changedUnit is a unit of a home in a building whose shares changed.
type changedUnit struct {
	bag.Unit
	past *pastShares
}

// pastOf returns the past shares of a building, nil where its units were always as they are or it has no volume to share.
func (b *Buildings) pastOf(units []bag.Unit, of *recorded, unknown bool) *pastShares {
	if unknown || !of.known || of.volume != of.volume {
		return nil
	}
	p := &pastShares{
		units: units, volume: float64(of.volume), known: []gevel.Date{gevel.Always}, valid: []gevel.Date{gevel.Always},
	}
	for _, u := range units {
		for _, s := range b.homes.stepsOf(u) {
			p.known, p.valid = append(p.known, s.Known), append(p.valid, s.Since)
		}
	}
	differs := len(p.known) > 1
	p.known, p.valid = ordered(p.known), ordered(p.valid)
	if !differs || len(p.known)*len(p.valid)*len(units) > mostPast {
		return nil
	}
	p.shares = map[gevel.Moment]float64{}
	return p
}

func ordered(days []gevel.Date) []gevel.Date {
	slices.Sort(days)
	return slices.Compact(days)
}

// stepsOf returns the surfaces by which a unit shared its building, none where that never differed.
func (g *Homes) stepsOf(u bag.Unit) []gevel.Step {
	if u.Surface >= bag.NotInUse {
		return nil
	}
	return g.pasts[bag.NotInUse-1-u.Surface]
}

// surfaceAt returns the surface by which a unit shares its building as a moment sees it, m2; 0 while it is not in use.
func (g *Homes) surfaceAt(u bag.Unit, m gevel.Moment) float64 {
	then := max(float64(u.Surface), 0)
	for _, s := range g.stepsOf(u) {
		if m.Sees(s.Known, gevel.Some(s.Since)) {
			then = float64(s.Value)
		}
	}
	return then
}

// surfaceNow returns the surface of a unit as bag.Unit has it, without its past.
func (g *Homes) surfaceNow(u bag.Unit) int32 {
	if steps := g.stepsOf(u); len(steps) > 0 {
		if now := int32(g.surfaceAt(u, gevel.Latest)); now > 0 {
			return now
		}
		return bag.NotInUse
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
		if share = p.volume / surface; share < leastHeight || share > mostHeight {
			share = math.NaN()
		}
		p.shares[m] = share
	}
	return share
}

// volumeSteps returns the volumes that the home in a row had, with their days; none where no building of it changed.
func (b *Buildings) volumeSteps(row int, l *learned) (facts []gevel.Fact) {
	changed := l.changed[int32(row)]
	if len(changed) == 0 {
		return nil
	}
	var known, valid []gevel.Date
	for _, c := range changed {
		known, valid = append(known, c.past.known...), append(valid, c.past.valid...)
	}
	valid = ordered(valid)
	a := &b.homes.Attributes[gevel.AtVolume]
	before := func(day gevel.Date) (list []gevel.Segment) {
		for _, since := range valid {
			m, volume, own := gevel.Moment{Before: day, Valid: since}, float64(l.volume[row]), float64(l.volume[row])
			for _, c := range changed {
				m2 := b.homes.surfaceAt(c.Unit, m)
				volume, own = volume+c.past.at(b, m)*m2, own+m2
			}
			if own == 0 { // it is not in use, and has what it has before or next
				continue
			}
			if volume = math.Round(volume); !(float64(a.Least) <= volume && volume <= float64(a.Most)) {
				volume = 0 // none
			}
			if len(list) == 0 {
				since = gevel.Always
			}
			list = append(list, gevel.Segment{Since: since, Value: int64(volume)})
		}
		return list
	}
	for _, s := range gevel.StepsOf(known, before) {
		value := float64(s.Value)
		if s.Value == 0 {
			value = math.NaN()
		}
		facts = append(facts, gevel.Fact{Attribute: gevel.AtVolume, Value: value, Provenance: gevel.Provenance{
			Source: gevel.From3DBAG, Known: s.Known, Since: gevel.Some(s.Since), Until: gevel.NoDate,
		}})
	}
	return facts
}
