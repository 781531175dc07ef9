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
	// Surface is the unit's, m2, divided evenly over its buildings; 0 is not known. NotInUse: the unit is not in use, or not
	// in the building. Below that it is the row in Register.Pasts, -2 for the first.
	Surface int32
}

// Special values of Unit.
const (
	NoHome   = -1
	NotInUse = -1
)

// noteUnits notes the units in the delivery's buildings, and what they were. Their Home is a row of the objects until
// unitsOf replaces it.
func (j *joiner) noteUnits(x *buildingIndex) {
	list := make([]Unit, 0, len(j.objects))
	var keys []key
	for i := range j.objects {
		o, past := &j.objects[i], j.pasts[uint32(i)]
		add := func(building key, surface int32) {
			list = append(list, Unit{Building: gevel.BAGNumber(building), Home: int32(i), Surface: surface})
		}
		for _, in := range past {
			if _, ok := x.find(in.building); ok {
				add(in.building, NotInUse-1-int32(len(j.steps)))
				j.steps = append(j.steps, in.steps)
			}
		}
		if past != nil || o.withdrawn {
			continue
		}
		keys = slices.DeleteFunc(j.appendBuildings(keys[:0], o), func(k key) bool { return !j.has(x, k) })
		surface := int32(NotInUse)
		if o.inUse {
			surface = int32(dividedBy(int64(o.surface), len(keys)))
		}
		for _, k := range keys {
			add(k, surface)
		}
	}
	*j.units = list
}

// dividedBy returns the part of a known surface in each of some buildings.
func dividedBy(surface int64, buildings int) int64 {
	if surface <= 0 {
		return surface
	}
	return max(1, surface/int64(max(buildings, 1)))
}

// unitsOf replaces the objects' rows by rows of homes, which have the same order; and sorts the units by building. It
// returns the pasts of those that differed from others in their building.
func (j *joiner) unitsOf(homes []homeRow) (units []Unit, pasts [][]gevel.Step) {
	units = *j.units
	slices.SortFunc(units, func(a, b Unit) int {
		return cmp.Or(cmp.Compare(a.Building, b.Building), cmp.Compare(a.Home, b.Home), cmp.Compare(a.Surface, b.Surface))
	})
	stepsOf := func(u Unit) []gevel.Step {
		if u.Surface < NotInUse {
			return j.steps[NotInUse-1-u.Surface]
		}
		return nil
	}
	for first := 0; first < len(units); {
		end := first + 1
		for end < len(units) && units[end].Building == units[first].Building {
			end++
		}
		atOnce := j.builtAtOnce(units[first:end], stepsOf)
		for i := range units[first:end] {
			u := &units[first+i]
			switch steps := stepsOf(*u); {
			case len(steps) > 1 && !atOnce:
				pasts = append(pasts, steps)
				u.Surface = NotInUse - int32(len(pasts))
			case len(steps) > 0:
				u.Surface = int32(steps[len(steps)-1].Value)
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

// builtAtOnce reports whether the units of a building came into use on one day, in a building known by then, and were never
// different, nor elsewhere.
func (j *joiner) builtAtOnce(units []Unit, stepsOf func(Unit) []gevel.Step) bool {
	first := stepsOf(units[0])
	return !slices.ContainsFunc(units, func(u Unit) bool {
		steps := stepsOf(u)
		return len(j.pasts[uint32(u.Home)]) > 1 || max(len(steps), 1) != max(len(first), 1) || len(steps) > 2 || len(steps) == 2 &&
			(steps[0].Value != NotInUse || steps[1].Known != first[1].Known || steps[1].Since != first[1].Since ||
				j.usedBefore(u, steps[1].Known))
	})
}

// usedBefore reports whether a unit was known to be in use before a day.
func (j *joiner) usedBefore(u Unit, day gevel.Date) bool {
	of := past(j.past).of(j.objects[u.Home].key)
	return len(of) == 0 || slices.ContainsFunc(of, func(o occurred) bool { return o.status.Used() && o.Known < day })
}

// Footprint is the outline of a building in RD New, metres, the outer ring first, then its courtyards; and
// the homes in it. A home in several buildings counts in the one around its point, else in the largest.
type Footprint struct {
	Building gevel.BAGID
	InUse    bool
	Year     int             // of construction, 0 when not known
	Type     gevel.BuildType // of a home in it, by its walls; 0 when not known
	Homes    []gevel.BAGID
	Were     []gevel.BAGID // units that are gone or of another use now, which were homes before
	Outline  [][]gevel.Point
}

// seat assigns a home to a building, by rows of the tables.
type seat struct{ building, object int32 }

func (s seat) compare(other seat) int {
	return cmp.Or(cmp.Compare(s.building, other.building), cmp.Compare(s.object, other.object))
}

// handOut passes on, in the order of ids, the footprints of buildings in use and of those that have homes or had some.
func (j *joiner) handOut(ctx context.Context, x *buildingIndex, seats []seat) error {
	if j.footprints == nil {
		return nil
	}
	slices.SortFunc(seats, seat.compare)
	var f Footprint
	var points []gevel.Point
	ctx = joinSpan(ctx, 44, 46)
	for b := range x.rows {
		atRow(ctx, b, len(x.rows))
		if b%tick == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		row := &x.rows[b]
		f.Type = x.typeAt(int32(b), gevel.Latest)
		f.Homes, f.Were, f.Outline, points = f.Homes[:0], f.Were[:0], f.Outline[:0], points[:0]
		for ; len(seats) > 0 && int(seats[0].building) == b; seats = seats[1:] {
			is, o := &f.Homes, &j.objects[seats[0].object]
			if o.kind != gevel.Home || o.withdrawn {
				is = &f.Were
			} else if f.Type == 0 {
				f.Type = j.built[seats[0].object].kind
			}
			*is = append(*is, gevel.BAGID(o.key.text(idDigits)))
		}
		inUse := row.inUse && !row.withdrawn
		if !inUse && len(f.Homes)+len(f.Were) == 0 {
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
		f.InUse, f.Year = inUse, int(row.year)
		if err := j.footprints(f); err != nil {
			return err
		}
	}
	return nil
}
