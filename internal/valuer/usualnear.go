package valuer

// What is usual of one home: what the homes sold nearby have that are most like it in
// what is known of every home.

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/comps"
	"github.com/gevel/gevel/internal/kriging"
	"github.com/gevel/gevel/internal/market"
)

// usualHomes is of how many homes the usual is taken: of more, those that are less like the
// home outweigh the others, of fewer chance does.
const usualHomes = 12

// alikes are the homes sold nearby that are most like one. They hold scratch room.
type alikes struct {
	found  []comps.Comparable // the most like first, each with its weight
	homes  [usualHomes]gevel.Characteristics
	scales []Scale // of the traits
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
// or where none of them tells, what the group has. surface is what the register knows, and
// does not choose homes where it knows none: if it were what a caller tells, a home told to
// be larger would be given other rooms, and could be worth less. near has just been called
// for the question. The result is valid until the next call.
func (d *desk) usual(v *Vintage, q question, surface gevel.Opt[int]) *Usual {
	home := *q.home
	home.UseSurface = surface
	a, group := &d.alikes, &v.Usual[home.BuildType.Group()]
	a.found = comps.Alike(d.sales, d.neighbours, d.measure(question{home: &home, day: q.day}), usualHomes, a.found)
	a.weigh(d.sales)
	a.scales = v.Scales
	a.measure(d.sales, group, v.Hedonic.Linear.Design.LeastParcel)
	a.vote(d.sales, group)
	return &a.usual
}

// measure sets what is counted or measured to the means of the alikes, of surfaces and
// volumes in logs; a lot counts from the least on.
func (a *alikes) measure(s *market.Sales, group *Usual, leastParcel int) {
	u := &a.usual
	u.Parcel = whole(group.Parcel, func() float64 {
		return math.Expm1(a.mean(parcelLike, func(i int) float64 {
			lot := a.homes[i].ParcelSurface
			lot.V = max(lot.V, leastParcel)
			return logOf(lot)
		}))
	})
	u.Volume = whole(group.Volume, func() float64 {
		return math.Expm1(a.mean(volumeLike, func(i int) float64 { return logOf(a.homes[i].Volume) }))
	})
	u.Rooms = whole(group.Rooms, func() float64 {
		return a.mean(roomsLike, func(i int) float64 { return valueOf(a.homes[i].Rooms) })
	})
	label := whole(labelOf(group.Label), func() float64 {
		return a.mean(labelLike, func(i int) float64 { return valueOf(labelOf(a.homes[i].EnergyLabel)) })
	})
	u.Label = gevel.EnergyLabel(label.V)
	u.Num = append(u.Num[:0], group.Num...)
	for k, usual := range group.Num {
		if usual != usual {
			continue
		}
		if mean := a.mean(firstExtraLike+k, func(i int) float64 { return float64(s.Num[k][a.found[i].Row]) }); !math.IsNaN(mean) {
			u.Num[k] = float32(mean)
		}
	}
}

// vote sets what has no measure to what most of the alikes have.
func (a *alikes) vote(s *market.Sales, group *Usual) {
	u := &a.usual
	if u.Monument = group.Monument; u.Monument.Known {
		if most, ok := a.most(func(i int) int32 { return flag(a.homes[i].Monument) }); ok {
			u.Monument.V = most == 1
		}
	}
	u.Cat = append(u.Cat[:0], group.Cat...)
	for k, usual := range group.Cat {
		if usual < 0 {
			continue
		}
		if most, ok := a.most(func(i int) int32 { return s.Cat[k][a.found[i].Row] }); ok {
			u.Cat[k] = most
		}
	}
}

// whole is a mean as a whole number where something is usual in the group, and what that is
// where there is no mean.
func whole(group gevel.Opt[int], mean func() float64) gevel.Opt[int] {
	if !group.Known {
		return group
	}
	m := mean()
	if math.IsNaN(m) {
		return group
	}
	return gevel.Some(int(math.Round(m)))
}

// labelOf returns a label as a number.
func labelOf(l gevel.EnergyLabel) gevel.Opt[int] { return gevel.Opt[int]{V: int(l), Known: l > 0} }

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

// weigh sets the weights of the alikes that were found, and reads their homes.
func (a *alikes) weigh(s *market.Sales) {
	for i := range a.found {
		// The square counts the most like for more, as the leaves do among comparables.
		a.found[i].Weight = a.found[i].Similarity * a.found[i].Similarity
		a.homes[i] = s.Characteristics(int(a.found[i].Row))
	}
}

// mean returns the mean by weight of what the alikes have of a trait, single odd ones held;
// NaN where none tells.
func (a *alikes) mean(trait int, of func(i int) float64) float64 {
	scale, sum, total := a.scales[trait], 0.0, 0.0
	least, most := scale.Mean-kriging.Far*scale.Deviation, scale.Mean+kriging.Far*scale.Deviation
	for i, c := range a.found {
		if x := of(i); !math.IsNaN(x) {
			sum += c.Weight * min(max(x, least), most)
			total += c.Weight
		}
	}
	return sum / total
}

// most returns what most of the alikes have by weight, and of two alike what the most like
// of them has; a negative code is unknown. It is not ok when none is known.
func (a *alikes) most(code func(i int) int32) (most int32, ok bool) {
	var codes [usualHomes]int32
	for i := range a.found {
		codes[i] = code(i)
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
