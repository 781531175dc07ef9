package valuer

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// Usual is what homes of a house type group have where nearly all sales tell it, or those
// of them that are most like one home. A subject of which the register does not know it,
// since the register keeps no such thing, is taken to have the usual: models that never
// saw it unknown would read anything into that. Where sales often do not tell either,
// unknown stays unknown, and the models have learned what that means. Fields are exported
// for encoding only.
type Usual struct {
	Parcel, Volume, Rooms gevel.Opt[int]
	// Lotless tells that hardly any of the sales tell a lot, as of flats: what one is
	// worth to their homes is not known.
	Lotless  bool
	Label    gevel.EnergyLabel
	Monument gevel.Opt[bool]
	Num      []float32 // NaN where it stays unknown
	Cat      []int32   // -1 where it stays unknown
}

const (
	// usualShare is the share of a group's sales that must tell a characteristic.
	usualShare = 0.9
	// usualSales is how many sales a group needs to have a usual and an extent of its own.
	usualSales = 30
	// lotlessShare is the share of a group's sales up to which lots are rare in it.
	lotlessShare = 0.1
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
	lot := middleCount(rows, lotlessShare, func(row int32) gevel.Opt[int] { return s.Characteristics(int(row)).ParcelSurface })
	u.Lotless = !lot.Known
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

// The traits that may be taken to be the usual: these, and behind them the numeric
// extras and then the categorical ones.
const (
	parcelTrait = iota
	volumeTrait
	roomsTrait
	labelTrait
	monumentTrait
	plainTraits
)

// traits returns how many traits there are.
func (u *Usual) traits() int { return plainTraits + len(u.Num) + len(u.Cat) }

// told reports whether a home tells a trait.
func (u *Usual) told(h *market.Home, trait int) bool {
	switch trait {
	case parcelTrait:
		return h.ParcelSurface.Known
	case volumeTrait:
		return h.Volume.Known
	case roomsTrait:
		return h.Rooms.Known
	case labelTrait:
		return h.EnergyLabel > 0
	case monumentTrait:
		return h.Monument.Known
	}
	if k := trait - plainTraits; k < len(u.Num) {
		return h.Num[k] == h.Num[k]
	}
	return h.Cat[trait-plainTraits-len(u.Num)] >= 0
}

// knows reports whether there is a usual of a trait.
func (u *Usual) knows(trait int) bool {
	switch trait {
	case parcelTrait:
		return u.Parcel.Known
	case volumeTrait:
		return u.Volume.Known
	case roomsTrait:
		return u.Rooms.Known
	case labelTrait:
		return u.Label > 0
	case monumentTrait:
		return u.Monument.Known
	}
	if k := trait - plainTraits; k < len(u.Num) {
		return u.Num[k] == u.Num[k]
	}
	return u.Cat[trait-plainTraits-len(u.Num)] >= 0
}

// misses reports whether a home does not tell all of which there is a usual.
func (u *Usual) misses(h *market.Home) bool {
	for trait := range u.traits() {
		if u.knows(trait) && !u.told(h, trait) {
			return true
		}
	}
	return false
}

// give makes a trait of a home the usual, and reports whether there is one; where there
// is none the home keeps what it has.
func (u *Usual) give(h *market.Home, trait int) bool {
	if !u.knows(trait) {
		return false
	}
	switch trait {
	case parcelTrait:
		h.ParcelSurface = u.Parcel
	case volumeTrait:
		h.Volume = u.Volume
	case roomsTrait:
		h.Rooms = u.Rooms
	case labelTrait:
		h.EnergyLabel = u.Label
	case monumentTrait:
		h.Monument = u.Monument
	default:
		if k := trait - plainTraits; k < len(u.Num) {
			h.Num[k] = u.Num[k]
		} else {
			h.Cat[k-len(u.Num)] = u.Cat[k-len(u.Num)]
		}
	}
	return true
}

// withoutLot takes away the lot that a caller tells of a home of a type that is hardly
// ever sold with one, and leaves it what is known of it otherwise. As of a house no lot,
// 0 m2, would count as the smallest that was sold, and a flat would gain by it.
func (v *Vintage) withoutLot(h *market.Home, known gevel.Opt[int]) {
	if v.Usual[h.BuildType.Group()].Lotless {
		h.ParcelSurface = known
	}
}

// traitNames returns the names of the traits: the contract's, and those of the columns.
func traitNames(schema gevel.SaleSchema) []string {
	names := []string{
		parcelTrait: "parcelSurface", volumeTrait: "volume", roomsTrait: "rooms",
		labelTrait: "energyLabel", monumentTrait: "monument",
	}
	for _, name := range schema.Num {
		names = append(names, "num_"+name)
	}
	for _, name := range schema.Cat {
		names = append(names, "cat_"+name)
	}
	return names
}
