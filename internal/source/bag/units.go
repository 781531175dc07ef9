package bag

import (
	"cmp"
	"context"
	"slices"

	"github.com/gevel/gevel"
)

// Unit is a unit in a building, of any use. A unit in several buildings appears once in each.
type Unit struct {
	Building gevel.BAGNumber
	Home     int32 // its row in Register.Dwellings, NoHome, or below that the row in Register.Others, -2 for the first
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
			if !ok || o.withdrawn || x.rows[b].withdrawn {
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

// unitsOf replaces the objects' rows by rows of homes, which have the same order, and of others; and sorts the units by
// building.
func unitsOf(units []Unit, homes []homeRow, facts map[uint32][]gevel.Fact) (_ []Unit, others [][]gevel.Fact) {
	row := 0
	for i := range units {
		u := &units[i]
		object := uint32(u.Home)
		for row < len(homes) && homes[row].object < object {
			row++
		}
		switch past := facts[object]; {
		case row < len(homes) && homes[row].object == object:
			u.Home = int32(row)
		case len(past) > 0:
			others = append(others, past)
			u.Home = NoHome - int32(len(others))
		default:
			u.Home = NoHome
		}
	}
	slices.SortFunc(units, func(a, b Unit) int {
		return cmp.Or(cmp.Compare(a.Building, b.Building), cmp.Compare(a.Home, b.Home), cmp.Compare(a.Surface, b.Surface))
	})
	return units, others
}

// Footprint is the outline of a building in RD New, metres, the outer ring first, then its courtyards; and
// the homes in it. A home in several buildings counts in the one around its point, else in the largest.
type Footprint struct {
	Building gevel.BAGID
	InUse    bool
	Year     int             // of construction, 0 when not known
	Type     gevel.BuildType // of a home in it, by its walls; 0 when not known
	Homes    []gevel.BAGID
	Outline  [][]gevel.Point
}

// seat assigns a home to a building, by rows of the tables.
type seat struct{ building, object int32 }

// handOut passes on, in the order of ids, the footprints of buildings in use and of those with homes.
func (j *joiner) handOut(ctx context.Context, x *buildingIndex, types []gevel.BuildType, seats []seat) error {
	if j.footprints == nil {
		return nil
	}
	slices.SortFunc(seats, func(a, b seat) int {
		return cmp.Or(cmp.Compare(a.building, b.building), cmp.Compare(a.object, b.object))
	})
	var f Footprint
	var points []gevel.Point
	ctx = joinSpan(ctx, 44, 46)
	for b := range x.rows {
		atRow(ctx, b, len(x.rows))
		if b%tick == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		row := &x.rows[b]
		if row.withdrawn {
			continue
		}
		f.Homes, f.Outline, points = f.Homes[:0], f.Outline[:0], points[:0]
		for ; len(seats) > 0 && int(seats[0].building) == b; seats = seats[1:] {
			f.Homes = append(f.Homes, gevel.BAGID(j.objects[seats[0].object].key.text(idDigits)))
		}
		if !row.inUse && len(f.Homes) == 0 {
			continue
		}
		for _, r := range x.plan(b) {
			first := len(points)
			for _, p := range r {
				points = append(points, p.metres())
			}
			f.Outline = append(f.Outline, points[first:len(points):len(points)])
		}
		if len(f.Outline) == 0 {
			continue
		}
		f.Building = gevel.BAGID(row.key.text(idDigits))
		f.InUse, f.Year, f.Type = row.inUse, int(row.year), types[b]
		if err := j.footprints(f); err != nil {
			return err
		}
	}
	return nil
}
