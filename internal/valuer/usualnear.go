package valuer

// What is usual of one home: what the homes sold nearby have that are most like it in
// what is known of every home.

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/comps"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/geo"
	"github.com/gevel/gevel/internal/kriging"
)

// usualHomes is of how many homes the usual is taken: of more, those that are less like the
// home outweigh the others, of fewer chance does.
const usualHomes = 12

// alikes are the homes sold nearby that are most like one. They hold scratch room.
type alikes struct {
	near   []geo.Neighbour
	found  []comps.Comparable // the most like first, each with its weight
	home   edition.Home       // of one of them
	traits []float64          // of one after the other
	scales []Scale            // of the traits
	usual  Usual
}

// complete gives a home the usual where it is unknown, and returns what that adds to the
// size of its error, log euros squared. surface is as of usual. near has just been called
// for the question.
func (d *desk) complete(v *Vintage, q question, surface gevel.Opt[int]) (imputed float64) {
	group := q.home.BuildType.Group()
	if !v.Usual[group].misses(q.home) {
		return 0
	}
	u := d.usual(v, q, surface)
	for trait := range u.traits() {
		if !u.told(q.home, trait) && u.give(q.home, trait) {
			imputed += v.Imputed[group][trait]
		}
	}
	return imputed
}

// usual returns what is usual of a home: of all that is usual in its group, what the homes
// sold nearby have that are most like it by place, house type, build year and use surface,
// or where none of them tells, what the group has. surface is what the register knows: if
// it were what a caller tells, a home told to be larger would be given other rooms, and
// could be worth less. near has just been called for the question. The result is valid
// until the next call.
func (d *desk) usual(v *Vintage, q question, surface gevel.Opt[int]) *Usual {
	home := *q.home
	home.UseSurface = surface
	a, group := &d.alikes, &v.Usual[home.BuildType.Group()]
	a.find(d.sales, question{home: &home, day: q.day}, d.neighbours)
	a.describe(d.sales, &v.Likeness)
	a.measure(group)
	a.sort(d.sales, group)
	return &a.usual
}

// measure sets what is counted or measured to the means of the alikes.
func (a *alikes) measure(group *Usual) {
	u, label := &a.usual, gevel.Opt[int]{V: int(group.Label), Known: group.Label > 0}
	u.Parcel = measured(group.Parcel, math.Expm1(a.mean(parcelLike)))
	u.Volume = measured(group.Volume, math.Expm1(a.mean(volumeLike)))
	u.Rooms = measured(group.Rooms, a.mean(roomsLike))
	u.Label = gevel.EnergyLabel(measured(label, a.mean(labelLike)).V)
	u.Num = append(u.Num[:0], group.Num...)
	for k, usual := range group.Num {
		if mean := a.mean(firstExtraLike + k); usual == usual && !math.IsNaN(mean) {
			u.Num[k] = float32(mean)
		}
	}
}

// sort sets what has no measure to what most of the alikes have.
func (a *alikes) sort(s *edition.Sales, group *Usual) {
	u := &a.usual
	u.Monument = group.Monument
	if most, ok := a.most(func(row int32) int32 { return flag(s.Characteristics(int(row)).Monument) }); ok && u.Monument.Known {
		u.Monument.V = most == 1
	}
	u.Cat = append(u.Cat[:0], group.Cat...)
	for k, usual := range group.Cat {
		if most, ok := a.most(func(row int32) int32 { return s.Cat[k][row] }); ok && usual >= 0 {
			u.Cat[k] = most
		}
	}
}

// measured is a mean as a whole number where something is usual in the group, and that
// where there is no mean.
func measured(group gevel.Opt[int], mean float64) gevel.Opt[int] {
	if !group.Known || math.IsNaN(mean) {
		return group
	}
	return gevel.Some(int(math.Round(mean)))
}

// flag returns 1 for yes, 0 for no and a negative number for unknown.
func flag(o gevel.Opt[bool]) int32 {
	switch {
	case !o.Known:
		return -1
	case o.V:
		return 1
	}
	return 0
}

// find looks for the alikes of a home among the sales near it, which stay in their order.
func (a *alikes) find(s *edition.Sales, q question, near []geo.Neighbour) {
	a.near = append(a.near[:0], near...)
	a.found = comps.Find(s, comps.Query{
		Home: q.home, Day: q.day, Near: a.near,
		Shared: func(int32) float64 { return 1 }, // the leaves see what is not known
	}, a.found)
	a.found = a.found[:min(usualHomes, len(a.found))]
	for i := range a.found {
		// The square counts the most like for more, as the leaves do among comparables.
		a.found[i].Weight = a.found[i].Similarity * a.found[i].Similarity
	}
}

// describe notes the traits of the alikes.
func (a *alikes) describe(s *edition.Sales, l *Likeness) {
	a.traits, a.scales = a.traits[:0], l.Scales
	for _, c := range a.found {
		a.home = s.Home(int(c.Row), a.home.Num, a.home.Cat)
		a.traits = l.counted(&a.home, a.traits)
	}
}

// mean returns the mean of a trait of the alikes by weight, single odd ones held; NaN where
// none tells.
func (a *alikes) mean(trait int) float64 {
	scale, sum, total := a.scales[trait], 0.0, 0.0
	for i, c := range a.found {
		z := (a.traits[i*len(a.scales)+trait] - scale.Mean) / scale.Deviation
		if math.IsNaN(z) {
			continue
		}
		sum += c.Weight * math.Max(-kriging.Far, math.Min(kriging.Far, z))
		total += c.Weight
	}
	return scale.Mean + scale.Deviation*sum/total
}

// most returns what most of the alikes have by weight, and of two alike what the most like
// of them has; a negative code is unknown. It is not ok when none is known.
func (a *alikes) most(code func(row int32) int32) (most int32, ok bool) {
	var codes [usualHomes]int32
	for i, c := range a.found {
		codes[i] = code(c.Row)
	}
	heaviest := 0.0
	for i := range a.found {
		weight := 0.0
		for j, c := range a.found {
			if codes[j] == codes[i] {
				weight += c.Weight
			}
		}
		if codes[i] >= 0 && weight > heaviest {
			most, heaviest, ok = codes[i], weight, true
		}
	}
	return most, ok
}
