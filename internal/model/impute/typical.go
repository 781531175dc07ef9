// Package impute gives homes typical values where a characteristic is unknown: from
// their house type group and from like homes sold nearby. It also knows the trained range.
package impute

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// Typical has the typical values of a house type group, or of the homes in it that
// are most like one home. A characteristic has one if nearly all sales have it observed. A
// subject whose register does not keep such a thing is
// imputed the typical value, because models that never saw it unknown would give unknown an arbitrary meaning.
// A characteristic that sales often lack stays unknown: the models have learned
// what unknown means. Fields are exported for encoding only.
type Typical struct {
	// Values are by characteristic, as gevel.Attribute.Get returns them; NaN where there is
	// no typical value.
	Values []float64
	// Lotless is whether hardly any of the sales have a parcel observed, as with flats: then the worth
	// of a parcel is not known.
	Lotless bool
}

const (
	// observedShare is the share of a group's sales that must have a characteristic observed
	// for it to have a typical value.
	observedShare = 0.9
	// leastSales is the number of sales that a group needs for its own typical values and trained
	// range.
	leastSales = 30
	// noParcelShare is the share of a group's sales up to which parcels are rare in it.
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

// WithoutParcel replaces the parcel that a caller gives a home by the registered one, for types that are
// hardly ever sold with a parcel. Otherwise a flat would gain from a parcel of 0 m2, which
// counts, as for a house, as the smallest that was sold.
func (t *Typical) WithoutParcel(h *market.Home, known gevel.Opt[int]) {
	if t.Lotless {
		h.ParcelSurface = known
	}
}
