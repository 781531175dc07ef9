package bag

import (
	"context"
	"runtime"
	"slices"

	"github.com/gevel/gevel"
)

// built is what a home inherits from its buildings.
type built struct {
	year int16           // 0 when not known
	kind gevel.BuildType // 0 when not known
}

// buildingIndex is a table of buildings with the units in each.
type buildingIndex struct {
	finder[building]                // settled
	units            []int32        // of any use in each building; below 0 where all of them are gone
	retyped          map[int32]bool // buildings that had another type before a neighbour was gone
	plans            groundPlans
	room             outline // scratch for plan
	found            []int   // scratch for seat
}

// joinBuildings works out year and type of each home from its buildings, then frees the buildings.
func (j *joiner) joinBuildings(ctx context.Context) error {
	x := j.countUnits(joinSpan(ctx, 28, 30))
	types, err := x.types(joinSpan(ctx, 30, 42))
	if err != nil {
		return err
	}
	j.built = make([]built, len(j.objects))
	j.arrivals = past(j.past).arrivals()
	assigned := joinSpan(ctx, 42, 44)
	var keys []key
	var seats []seat
	for i := range j.objects {
		atRow(assigned, i, len(j.objects))
		o := &j.objects[i]
		if o.kind == gevel.Home || o.kind == gevel.OtherUse {
			keys = j.appendBuildings(keys[:0], o)
			slices.Sort(keys)
			b, ok := x.seat(keys, o.at)
			j.learnPast(i, x, keys)
			if !j.isOrWasHome(o) {
				continue // what it was counts for the homes beside it
			}
			if j.built[i] = (built{kind: x.typeOf(keys, types)}); ok && !o.withdrawn && j.wasRetyped(x, b) {
				j.counts[Verblijfsobject].Retyped++
			}
			if ok {
				j.built[i].year = x.rows[b].year
			}
			if ok && j.footprints != nil {
				seats = append(seats, seat{building: int32(b), object: int32(i)})
			}
		}
	}
	if err := j.handOut(ctx, x, types, seats); err != nil {
		return err
	}
	if j.units != nil {
		j.noteUnits(x)
	}
	j.buildings, j.plans = nil, nil
	runtime.GC() // frees memory for the rows of addresses
	return nil
}

// wasRetyped reports whether the homes of the building in a row are known to have had another house type by walls before: a
// neighbour is gone, or it had one unit and has several, or the other way round.
func (j *joiner) wasRetyped(x *buildingIndex, row int) bool {
	h, was := homePast{arrivals: j.arrivals}, x.units[row]
	for _, a := range h.arrivalsIn(x.rows[row].key) {
		switch {
		case a.TakenBack != gevel.Never:
		case a.left:
			was++
		default:
			was--
		}
	}
	return x.retyped[int32(row)] || was > 0 && (was > 1) != (x.units[row] > 1)
}

// yearOf returns the build year of a building, 0 where it is not known.
func (x *buildingIndex) yearOf(k key) int16 {
	if row, ok := x.find(k); ok {
		return x.rows[row].year
	}
	return 0
}

// countUnits counts the units in each building.
func (j *joiner) countUnits(ctx context.Context) *buildingIndex {
	for i := range j.buildings {
		if !j.buildings[i].withdrawn {
			j.counts[Pand].Used++
		}
	}
	x := &buildingIndex{
		finder: finder[building]{rows: j.buildings}, units: make([]int32, len(j.buildings)), plans: j.plans,
	}
	var keys []key
	for i := range j.objects {
		atRow(ctx, i, len(j.objects))
		o := &j.objects[i]
		keys = j.appendBuildings(keys[:0], o)
		for _, k := range keys {
			b, ok := x.find(k)
			switch {
			case !ok:
			case x.rows[b].withdrawn || !o.withdrawn:
				x.units[b] = max(x.units[b], 0) + 1
			case x.units[b] <= 0:
				x.units[b]--
			}
			if !o.withdrawn && (!ok || x.rows[b].withdrawn) {
				j.fault(o.objectType(), o.key, FaultNoBuilding, "pand "+k.text(idDigits))
			}
		}
	}
	return x
}

// seat returns the row of a unit's building: its only known building, else the one around its point, else the
// largest.
func (x *buildingIndex) seat(keys []key, at point) (row int, ok bool) {
	x.found = x.found[:0]
	for _, k := range keys {
		if i, ok := x.find(k); ok {
			x.found = append(x.found, i)
		}
	}
	if len(x.found) == 1 {
		return x.found[0], true
	}
	largest := -1.0
	for _, i := range x.found {
		plan := x.plan(i)
		if plan.contains(at) {
			return i, true
		}
		if area := plan.area(); area > largest {
			largest, row = area, i
		}
	}
	return row, len(x.found) > 0
}

// plan returns the outline of a building, valid until the next call.
func (x *buildingIndex) plan(i int) outline {
	x.room = x.plans.outline(x.rows[i].plan, x.room[:0])
	return x.room
}

// types derives the type of every building from its shared walls; 0 is a building without a type.
//
// A building with several units is an apartment building. One without a neighbour is detached, one with two
// or more is mid-terrace. With a single neighbour it is semi-detached when that has no other neighbour, else
// the end of a terrace. Only buildings in use with a unit in them count, as neighbours too: a shed between
// two homes does not make a terrace.
func (x *buildingIndex) types(ctx context.Context) ([]gevel.BuildType, error) {
	var part, gone []int32
	for i := range x.rows {
		switch row := &x.rows[i]; {
		case x.units[i] == 0 || row.plan == 0:
		case row.withdrawn || x.units[i] < 0:
			gone = append(gone, int32(i))
		case row.inUse:
			part = append(part, int32(i))
		}
	}
	types := make([]gevel.BuildType, len(x.rows))
	if err := x.setTypes(ctx, part, types); err != nil || len(gone) == 0 {
		return types, err
	}
	// A building that is gone, or whose homes are, had its walls in common with those that stand around it.
	cells := map[uint64]bool{}
	for _, i := range gone {
		for cell := range x.plan(int(i)).box().grown(gridCell).cells {
			cells[cell] = true
		}
	}
	var around []int32
	for _, i := range part {
		for cell := range x.plan(int(i)).box().cells {
			if cells[cell] {
				around = append(around, i)
				break
			}
		}
	}
	then := slices.Clone(types)
	if err := x.setTypes(gevel.Span(ctx, "", 1, 1), append(around, gone...), then); err != nil {
		return nil, err
	}
	x.retyped = map[int32]bool{}
	for _, i := range around {
		if then[i] != types[i] {
			x.retyped[i] = true
		}
	}
	for _, i := range gone {
		types[i] = then[i]
	}
	return types, nil
}

// setTypes sets the types of buildings by the walls that they share with one another.
func (x *buildingIndex) setTypes(ctx context.Context, part []int32, types []gevel.BuildType) error {
	walls, err := neighbours(ctx, len(part), func(n int32, into outline) outline {
		return x.plans.outline(x.rows[part[n]].plan, into)
	})
	if err != nil {
		return err
	}
	for n, i := range part {
		types[i] = typeByWalls(max(int(x.units[i]), -int(x.units[i])), walls, n)
	}
	return nil
}

func typeByWalls(units int, walls []adjacency, n int) gevel.BuildType {
	switch {
	case units > 1:
		return gevel.Appartement
	case walls[n].count == 0:
		return gevel.VrijstaandeWoning
	case walls[n].count > 1:
		return gevel.Tussenwoning
	case walls[walls[n].last].count == 1:
		return gevel.TweeOnderEenKapwoning
	}
	return gevel.Hoekwoning
}

// typeOf returns the type of a unit: its buildings' type when they agree; 0 when they disagree or one has none.
func (x *buildingIndex) typeOf(keys []key, types []gevel.BuildType) gevel.BuildType {
	var common gevel.BuildType
	for n, k := range keys {
		i, ok := x.find(k)
		if !ok || types[i] == 0 || (n > 0 && types[i] != common) {
			return 0
		}
		common = types[i]
	}
	return common
}
