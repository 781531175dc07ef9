package impute

// Typical values of one home: what the homes sold nearby have that are most like it in
// what is known of every home.

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/comps"
	"github.com/gevel/gevel/internal/kriging"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/traits"
)

// Considered is how many like homes typical values are taken from: of more, those that are
// less like the home outweigh the others, of fewer chance does.
const Considered = 12

// LikeHomes are the homes sold nearby that are most like one. They hold workspace: use one
// per goroutine.
type LikeHomes struct {
	// Found are the homes, the most like first: at most Considered. Weights are not needed.
	Found []comps.Comparable

	homes   [Considered]gevel.Characteristics
	scales  []traits.Scale
	typical Typical
}

// Prior is what like homes are read with.
type Prior struct {
	Group       *Typical       // of the home's house type group
	Scales      []traits.Scale // beyond kriging.Far deviations, values are clipped
	LeastParcel int            // m2, from which on a lot counts
}

// Typical returns what the like homes that were found have of all that has a typical value in
// the group, or where none of them has it observed, what the group has. The result is valid
// until the next call.
func (l *LikeHomes) Typical(s *market.Sales, p Prior) *Typical {
	l.weigh(s)
	l.scales = p.Scales
	l.average(s, p.Group, p.LeastParcel)
	l.vote(s, p.Group)
	return &l.typical
}

// average sets what is counted or measured to the means of the like homes, of surfaces and
// volumes in logs; a lot counts from the least on.
func (l *LikeHomes) average(s *market.Sales, group *Typical, leastParcel int) {
	t := &l.typical
	t.Parcel = rounded(group.Parcel, func() float64 {
		return math.Expm1(l.mean(traits.ParcelSurface, func(i int) float64 {
			lot := l.homes[i].ParcelSurface
			lot.V = max(lot.V, leastParcel)
			return traits.Log(lot)
		}))
	})
	t.Volume = rounded(group.Volume, func() float64 {
		return math.Expm1(l.mean(traits.Volume, func(i int) float64 { return traits.Log(l.homes[i].Volume) }))
	})
	t.Rooms = rounded(group.Rooms, func() float64 {
		return l.mean(traits.Rooms, func(i int) float64 { return traits.Number(l.homes[i].Rooms) })
	})
	label := rounded(traits.Label(group.Label), func() float64 {
		return l.mean(traits.EnergyLabel, func(i int) float64 { return traits.Number(traits.Label(l.homes[i].EnergyLabel)) })
	})
	t.Label = gevel.EnergyLabel(label.V)
	t.Num = append(t.Num[:0], group.Num...)
	for k, typical := range group.Num {
		if typical != typical {
			continue
		}
		extra := func(i int) float64 { return float64(s.Num[k][l.Found[i].Row]) }
		if mean := l.mean(traits.FirstExtra+k, extra); !math.IsNaN(mean) {
			t.Num[k] = float32(mean)
		}
	}
}

// vote sets what has no measure to what most of the like homes have.
func (l *LikeHomes) vote(s *market.Sales, group *Typical) {
	t := &l.typical
	if t.Monument = group.Monument; t.Monument.Known {
		if most, ok := l.most(func(i int) int32 { return flag(l.homes[i].Monument) }); ok {
			t.Monument.V = most == 1
		}
	}
	t.Cat = append(t.Cat[:0], group.Cat...)
	for k, typical := range group.Cat {
		if typical < 0 {
			continue
		}
		if most, ok := l.most(func(i int) int32 { return s.Cat[k][l.Found[i].Row] }); ok {
			t.Cat[k] = most
		}
	}
}

// rounded is a mean as a whole number where the group has a typical value, and that value
// where there is no mean.
func rounded(group gevel.Opt[int], mean func() float64) gevel.Opt[int] {
	if !group.Known {
		return group
	}
	m := mean()
	if math.IsNaN(m) {
		return group
	}
	return gevel.Some(int(math.Round(m)))
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

// weigh sets the weights of the homes that were found, and reads them.
func (l *LikeHomes) weigh(s *market.Sales) {
	for i := range l.Found {
		// The square counts the most like for more, as the leaves do among comparables.
		l.Found[i].Weight = l.Found[i].Similarity * l.Found[i].Similarity
		l.homes[i] = s.Characteristics(int(l.Found[i].Row))
	}
}

// mean returns the weighted mean of a trait of the like homes, outliers clipped; NaN where
// none has it observed.
func (l *LikeHomes) mean(trait int, of func(i int) float64) float64 {
	scale, sum, total := l.scales[trait], 0.0, 0.0
	least, most := scale.Mean-kriging.Far*scale.Deviation, scale.Mean+kriging.Far*scale.Deviation
	for i, c := range l.Found {
		if x := of(i); !math.IsNaN(x) {
			sum += c.Weight * min(max(x, least), most)
			total += c.Weight
		}
	}
	return sum / total
}

// most returns what most of the like homes have by weight, and of two as frequent what the
// most like of them has; a negative code is unknown. It is not ok when none is known.
func (l *LikeHomes) most(code func(i int) int32) (most int32, ok bool) {
	var codes [Considered]int32
	for i := range l.Found {
		codes[i] = code(i)
	}
	heaviest := 0.0
	for i := range l.Found {
		weight := 0.0
		for j, c := range l.Found {
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
