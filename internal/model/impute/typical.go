// Package impute says what a home is taken to have when nobody says: typical values of
// its house type group and of like homes sold nearby. It also knows the trained range.
package impute

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// Typical has the typical values of homes of a house type group, or of those of them that
// are most like one home. A characteristic has one where nearly all sales have it observed. A
// subject of which the register does not know it, since the register keeps no such thing, is
// imputed the typical value: models that never saw it unknown would read anything into that.
// Where it is often unknown of sales, too, unknown stays unknown, and the models have learned
// what that means. Fields are exported for encoding only.
type Typical struct {
	// Values are by characteristic, as gevel.Attribute.Get returns them; NaN where there is
	// no typical value.
	Values []float64
	// Lotless is whether hardly any of the sales have a lot observed, as of flats: what one
	// is worth to their homes is not known.
	Lotless bool
}

const (
	// observedShare is the share of a group's sales of which a characteristic must be observed
	// for it to have a typical value.
	observedShare = 0.9
	// leastSales is how many sales a group needs for typical values and a trained range of
	// its own.
	leastSales = 30
	// noParcelShare is the share of a group's sales up to which lots are rare in it.
	noParcelShare = 0.1
)

// ByGroup returns the typical values per house type group; group 0 is all sales.
func ByGroup(s *market.Sales, rows []int32) [gevel.BuildGroups]Typical {
	byGroup := make([][]int32, gevel.BuildGroups)
	for _, row := range rows {
		g := s.BuildType(int(row)).Group()
		byGroup[0] = append(byGroup[0], row)
		if g > 0 {
			byGroup[g] = append(byGroup[g], row)
		}
	}
	var typical [gevel.BuildGroups]Typical
	for g, members := range byGroup {
		if len(members) < leastSales {
			members = byGroup[0]
		}
		typical[g] = typicalOf(s, members)
	}
	return typical
}

func typicalOf(s *market.Sales, rows []int32) Typical {
	var t Typical
	for _, k := range s.Roles.Imputed {
		if s.Attributes[k].Kind == gevel.Category {
			t.Values = append(t.Values, mostFrequent(s, k, rows, observedShare))
		} else {
			t.Values = append(t.Values, medianOf(s, k, rows, observedShare))
		}
	}
	t.Lotless = math.IsNaN(medianOf(s, gevel.AtParcelSurface, rows, noParcelShare))
	return t
}

// WithoutParcel takes away the lot that a caller gives a home of a type that is hardly ever
// sold with one, and leaves it what is known of it otherwise. As of a house no lot, 0 m2,
// would count as the smallest that was sold, and a flat would gain by it.
func (t *Typical) WithoutParcel(h *market.Home, known gevel.Opt[int]) {
	if t.Lotless {
		h.ParcelSurface = known
	}
}
