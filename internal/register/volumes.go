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
	differs, first := false, units[0]
	for _, u := range units {
		if u.Surface == bag.NotInUse {
			continue
		}
		facts := b.surfacesOf(u)
		differs = differs || len(facts) > 0 || b.entered(u) != b.entered(first) // all at once are a new building
		if day := b.entered(u); day != gevel.NoDate {
			p.known = append(p.known, day)
		}
		for _, f := range facts {
			p.known, p.valid = append(p.known, f.Known), append(p.valid, f.Since.Or(gevel.Always))
		}
	}
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

// surfacesOf returns what the register said of the surface of a unit, none where that never differed.
func (b *Buildings) surfacesOf(u bag.Unit) []gevel.Fact {
	var facts []gevel.Fact
	switch {
	case u.Home >= 0:
		facts = b.homes.Dwellings[u.Home].Facts
	case u.Home < bag.NoHome:
		facts = b.homes.others[bag.NoHome-1-u.Home]
	}
	is := func(f gevel.Fact) bool { return f.Attribute == gevel.AtUseSurface && f.Source == gevel.FromBAG }
	first := max(0, slices.IndexFunc(facts, is))
	end := first
	for end < len(facts) && is(facts[end]) {
		end++
	}
	return facts[first:end]
}

// surfaceAt returns the surface of a unit as a moment sees it, m2; 0 before its home entered the register.
func (b *Buildings) surfaceAt(u bag.Unit, m gevel.Moment) float64 {
	if u.Surface == bag.NotInUse || b.entered(u) >= m.Before {
		return 0
	}
	facts := b.surfacesOf(u)
	if len(facts) == 0 {
		return float64(u.Surface)
	}
	then := facts[0].Value
	for _, f := range facts {
		if m.Sees(f.Known, f.Since) {
			then = f.Value
		}
	}
	return float64(u.Surface) * then / facts[len(facts)-1].Value // it may lie in several buildings
}

// entered returns the day on which the register learned of a unit's home, NoDate where it knew that from its beginning.
func (b *Buildings) entered(u bag.Unit) gevel.Date {
	if u.Home < 0 || b.homes.Dwellings[u.Home].Entered == 0 {
		return gevel.NoDate
	}
	return b.homes.Dwellings[u.Home].Entered
}

// at returns the volume of the building by the surface of its units at a moment, m3 per m2; NaN where it has no likely one.
func (p *pastShares) at(b *Buildings, m gevel.Moment) float64 {
	share, ok := p.shares[m]
	if !ok {
		surface := 0.0
		for _, u := range p.units {
			surface += b.surfaceAt(u, m)
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
		if b.entered(changed[0].Unit) >= day {
			return nil
		}
		for _, since := range valid {
			m, volume := gevel.Moment{Before: day, Valid: since}, float64(l.volume[row])
			for _, c := range changed {
				volume += c.past.at(b, m) * b.surfaceAt(c.Unit, m)
			}
			if volume = math.Round(volume); !(float64(a.Least) <= volume && volume <= float64(a.Most)) {
				volume = 0 // none
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
