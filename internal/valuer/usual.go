package valuer

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// Usual is what homes of a house type group have where nearly all sales have it known, or those
// of them that are most like one home. A subject of which the register does not know it,
// since the register keeps no such thing, is taken to have the usual: models that never
// saw it unknown would read anything into that. Where sales often do not have it either,
// unknown stays unknown, and the models have learned what that means. Fields are exported
// for encoding only.
type Usual struct {
	Values []float64 // by trait, of Roles.Imputed, as Attribute.Get returns them; NaN where it stays unknown
	// Lotless says that hardly any of the sales have a known lot, as of flats: what one is
	// worth to their homes is not known.
	Lotless bool
}

const (
	// usualShare is the share of a group's sales that must have a characteristic known.
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
	var u Usual
	for _, k := range t.sales.Roles.Imputed {
		if t.sales.Attributes[k].Kind == gevel.Category {
			u.Values = append(u.Values, mostFrequent(t.sales, k, rows, usualShare))
		} else {
			u.Values = append(u.Values, middleOf(t.sales, k, rows, usualShare))
		}
	}
	u.Lotless = math.IsNaN(middleOf(t.sales, gevel.AtParcelSurface, rows, lotlessShare))
	return u
}

// knows reports whether there is a usual of a trait.
func (u *Usual) knows(trait int) bool { return u.Values[trait] == u.Values[trait] }

// misses reports whether of all of which there is a usual something of a home is not known.
func (u *Usual) misses(s *market.Sales, h *market.Home) bool {
	for trait, k := range s.Roles.Imputed {
		if u.knows(trait) && !s.Attributes[k].Known(&h.Characteristics) {
			return true
		}
	}
	return false
}

// give makes a trait of a home the usual, and reports whether there is one; where there
// is none the home keeps what it has.
func (u *Usual) give(s *market.Sales, h *market.Home, trait int) bool {
	if !u.knows(trait) {
		return false
	}
	s.Attributes[s.Roles.Imputed[trait]].Set(&h.Characteristics, u.Values[trait])
	return true
}

// withoutLot takes away the lot that a caller gives a home of a type that is hardly
// ever sold with one, and leaves it what is known of it otherwise. As of a house no lot,
// 0 m2, would count as the smallest that was sold, and a flat would gain by it.
func (v *Vintage) withoutLot(h *market.Home, known gevel.Opt[int]) {
	if v.Usual[h.BuildType.Group()].Lotless {
		h.ParcelSurface = known
	}
}
