package bag

import (
	"cmp"
	"slices"

	"github.com/gevel/gevel"
)

// Unit is a unit in a building, of any use. A unit in several buildings appears once in each.
type Unit struct {
	Building gevel.BAGNumber
	Home     int32 // its row in Register.Dwellings, or NoHome
	// Surface is the unit's, m2, divided evenly over its buildings; 0 is not known. NotInUse: the unit or the
	// building is not in use.
	Surface int32
}

// Special values of Unit.
const (
	NoHome   = -1
	NotInUse = -1
)

// noteUnits notes the units in the delivery's buildings. Their Home is a row of the objects until unitsOf
// replaces it.
func (j *joiner) noteUnits(x *buildingIndex) {
	n := 0
	for _, units := range x.units {
		n += int(units)
	}
	list := make([]Unit, 0, n)
	var keys []key
	for i := range j.objects {
		o := &j.objects[i]
		keys = j.appendBuildings(keys[:0], o)
		first := len(list)
		for _, k := range keys {
			b, ok := x.find(k)
			if !ok {
				continue
			}
			u := Unit{Building: gevel.BAGNumber(k), Home: int32(i), Surface: o.surface}
			if !o.inUse || !x.rows[b].inUse {
				u.Surface = NotInUse
			}
			list = append(list, u)
		}
		if several := list[first:]; len(several) > 1 {
			for k := range several {
				if m2 := several[k].Surface; m2 > 0 {
					several[k].Surface = max(1, m2/int32(len(several)))
				}
			}
		}
	}
	*j.units = list
}

// unitsOf replaces the objects' rows by the homes', which have the same order, and sorts the units by
// building.
func unitsOf(units []Unit, homes []homeRow) []Unit {
	row := 0
	for i := range units {
		u := &units[i]
		object := uint32(u.Home)
		for row < len(homes) && homes[row].object < object {
			row++
		}
		if u.Home = NoHome; row < len(homes) && homes[row].object == object {
			u.Home = int32(row)
		}
	}
	slices.SortFunc(units, func(a, b Unit) int {
		return cmp.Or(cmp.Compare(a.Building, b.Building), cmp.Compare(a.Home, b.Home), cmp.Compare(a.Surface, b.Surface))
	})
	return units
}
