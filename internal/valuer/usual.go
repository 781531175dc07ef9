package valuer

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
)

// Usual is what homes of a house type group have where nearly all sales tell it. A
// subject of which the register does not know it, since the register keeps no
// such thing, is taken to have the usual: models that never saw it unknown
// would read anything into that. Where sales often do not tell either, unknown
// stays unknown, and the models have learned what that means. Fields are exported
// for encoding only.
type Usual struct {
	Parcel, Volume, Rooms gevel.Opt[int]
	Label                 gevel.EnergyLabel
	Monument              gevel.Opt[bool]
	Num                   []float32 // NaN where it stays unknown
	Cat                   []int32   // -1 where it stays unknown
}

const (
	// usualShare is the share of a group's sales that must tell a characteristic.
	usualShare = 0.9
	// usualSales is how many sales a group needs to have a usual of its own.
	usualSales = 30
)

// usual gathers what is usual per house type group; group 0 stands for all sales.
func (t *trainer) usual(rows []int32) [gevel.BuildGroups]Usual {
	byGroup := make([][]int32, gevel.BuildGroups)
	for _, row := range rows {
		g := t.group(row)
		byGroup[0] = append(byGroup[0], row)
		if g > 0 {
			byGroup[g] = append(byGroup[g], row)
		}
	}
	var usual [gevel.BuildGroups]Usual
	for g, members := range byGroup {
		if len(members) < usualSales {
			members = byGroup[0]
		}
		usual[g] = t.usualOf(members)
	}
	return usual
}

func (t *trainer) usualOf(rows []int32) Usual {
	s := t.sales
	count := func(of func(gevel.Characteristics) gevel.Opt[int]) gevel.Opt[int] {
		return middleCount(rows, usualShare, func(row int32) gevel.Opt[int] { return of(s.Characteristics(int(row))) })
	}
	u := Usual{
		Parcel: count(func(c gevel.Characteristics) gevel.Opt[int] { return c.ParcelSurface }),
		Volume: count(func(c gevel.Characteristics) gevel.Opt[int] { return c.Volume }),
		Rooms:  count(func(c gevel.Characteristics) gevel.Opt[int] { return c.Rooms }),
	}
	label := func(c gevel.Characteristics) gevel.Opt[int] {
		return gevel.Opt[int]{V: int(c.EnergyLabel), Known: c.EnergyLabel > 0}
	}
	u.Label = gevel.EnergyLabel(count(label).V)
	monument := count(func(c gevel.Characteristics) gevel.Opt[int] {
		if c.Monument.Or(false) {
			return gevel.Some(1)
		}
		return gevel.Opt[int]{Known: c.Monument.Known}
	})
	u.Monument = gevel.Opt[bool]{V: monument.V == 1, Known: monument.Known}
	for _, values := range s.Num {
		u.Num = append(u.Num, float32(middle(rows, usualShare, func(row int32) float64 { return float64(values[row]) })))
	}
	for _, codes := range s.Cat {
		code := mostFrequent(rows, usualShare, func(row int32) gevel.Opt[int32] { return coded(codes[row]) })
		u.Cat = append(u.Cat, code.Or(-1))
	}
	return u
}

// complete gives a home the usual where it is unknown.
func (v *Vintage) complete(h *edition.Home) {
	u := &v.Usual[h.BuildType.Group()]
	h.ParcelSurface = h.ParcelSurface.Else(u.Parcel)
	h.Volume = h.Volume.Else(u.Volume)
	h.Rooms = h.Rooms.Else(u.Rooms)
	h.Monument = h.Monument.Else(u.Monument)
	if h.EnergyLabel == 0 {
		h.EnergyLabel = u.Label
	}
	for k, value := range h.Num {
		if value != value {
			h.Num[k] = u.Num[k]
		}
	}
	for k, code := range h.Cat {
		if code < 0 {
			h.Cat[k] = u.Cat[k]
		}
	}
}
