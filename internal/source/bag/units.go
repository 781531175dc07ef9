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
	Home     int32 // its row in Register.Dwellings, or NoHome
	// Surface is the unit's, m2, divided evenly over its buildings; 0 is not known. NotInUse: the unit or the building is
	// not in use. Below that it is the row in Register.Pasts, -2 for the first.
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
		n += max(int(units), 0)
	}
	list := make([]Unit, 0, n)
	var keys []key
	for i := range j.objects {
		o := &j.objects[i]
		keys = j.appendBuildings(keys[:0], o)
		first := len(list)
		for _, k := range keys {
			b, ok := x.find(k)
			if !ok || (o.withdrawn || x.rows[b].withdrawn) && len(j.pasts[uint32(i)]) < 2 {
				continue
			}
			u := Unit{Building: gevel.BAGNumber(k), Home: int32(i), Surface: o.surface}
			if !o.inUse || o.withdrawn || !x.rows[b].inUse || x.rows[b].withdrawn {
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

// unitsOf replaces the objects' rows by rows of homes, which have the same order; and sorts the units by building. It
// returns the pasts of those that differed from others in their building.
func unitsOf(units []Unit, homes []homeRow, of map[uint32][]gevel.Step) (_ []Unit, pasts [][]gevel.Step) {
	slices.SortFunc(units, func(a, b Unit) int {
		return cmp.Or(cmp.Compare(a.Building, b.Building), cmp.Compare(a.Home, b.Home), cmp.Compare(a.Surface, b.Surface))
	})
	for first := 0; first < len(units); {
		end := first + 1
		for end < len(units) && units[end].Building == units[first].Building {
			end++
		}
		if building := units[first:end]; !builtAtOnce(building, of) {
			for i := range building {
				if u := &building[i]; len(of[uint32(u.Home)]) > 1 {
					pasts = append(pasts, divided(of[uint32(u.Home)], u.Surface))
					u.Surface = NotInUse - int32(len(pasts))
				}
			}
		}
		first = end
	}
	for i := range units {
		object := uint32(units[i].Home)
		units[i].Home = NoHome
		row, ok := slices.BinarySearchFunc(homes, object, func(h homeRow, object uint32) int { return cmp.Compare(h.object, object) })
		if ok {
			units[i].Home = int32(row)
		}
	}
	return units, pasts
}

// builtAtOnce reports whether the units of a building came into use on one day, and were never different.
func builtAtOnce(units []Unit, of map[uint32][]gevel.Step) bool {
	first := of[uint32(units[0].Home)]
	return !slices.ContainsFunc(units, func(u Unit) bool {
		steps := of[uint32(u.Home)]
		return len(steps) != len(first) || len(steps) > 2 || len(steps) == 2 &&
			(steps[0].Value != 0 || steps[1].Known != first[1].Known || steps[1].Since != first[1].Since)
	})
}

// divided returns the steps of a unit whose surface in a building is a part of its own.
func divided(steps []gevel.Step, surface int32) []gevel.Step {
	is := steps[len(steps)-1].Value
	if surface <= 0 || int64(surface) == is || is == 0 {
		return steps
	}
	steps = slices.Clone(steps)
	for i := range steps {
		steps[i].Value = steps[i].Value * int64(surface) / is
	}
	return steps
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
		if f.InUse, f.Year, f.Type = row.inUse, int(row.year), types[b]; x.units[b] < 0 {
			f.Type = 0 // of homes that are gone
		}
		if err := j.footprints(f); err != nil {
			return err
		}
	}
	return nil
}
