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
	finder[building] // settled
	plans            groundPlans
	counts           []uint8                // for how many units each counts in house types; see countIn
	counted          map[int32][]gevel.Step // the same, of those that differed
	walls            adjacency
	room             outline // scratch for plan
	found            []int   // scratch for seat
}

// joinBuildings works out year and type of each home from its buildings, then frees the buildings.
func (j *joiner) joinBuildings(ctx context.Context) error {
	x := j.countUnits(joinSpan(ctx, 28, 30))
	if err := x.findWalls(joinSpan(ctx, 30, 42)); err != nil {
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
			there := j.notTakenBack(x, keys)
			b, ok := x.seat(there, o.at)
			if j.built[i].kind = x.typeOf(there, gevel.Latest); ok {
				j.built[i].year = x.rows[b].year
			}
			j.learnPast(i, x, keys)
			if !j.isOrWasHome(o) {
				continue // what it was counts for the homes beside it
			}
			if ok && j.footprints != nil {
				seats = append(seats, seat{building: int32(b), object: int32(i)})
			}
		}
	}
	if err := j.handOut(ctx, x, seats); err != nil {
		return err
	}
	if j.units != nil {
		j.noteUnits(x)
	}
	j.buildings, j.plans = nil, nil
	runtime.GC() // frees memory for the rows of addresses
	return nil
}

// has reports whether a building is in the delivery by an occurrence that was not taken back.
func (j *joiner) has(x *buildingIndex, k key) bool {
	row, ok := x.find(k)
	return ok && (!x.rows[row].wasTakenBack() ||
		slices.ContainsFunc(past(j.past).of(k), func(o occurred) bool { return o.TakenBack == gevel.Never }))
}

// notTakenBack returns the buildings that were not taken back, or all if no other is left.
func (j *joiner) notTakenBack(x *buildingIndex, keys []key) []key {
	if len(keys) < 2 {
		return keys
	}
	kept := slices.DeleteFunc(slices.Clone(keys), func(k key) bool { return !j.has(x, k) })
	if len(kept) == 0 {
		return keys
	}
	return kept
}

// occurrencesOf returns the occurrences of a building that ever differed.
func (x *buildingIndex) occurrencesOf(p past, k key) []occurred {
	is, takenBack := steadyOccurrence, false
	if row, ok := x.find(k); ok {
		is.value, takenBack = int32(x.rows[row].year), x.rows[row].wasTakenBack()
	}
	return withSteady(p.of(k), is, takenBack)
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
