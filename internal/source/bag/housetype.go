package bag

import (
	"context"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/list"
)

// House types by the walls that buildings share, on all days.
//
// A building with several units is an apartment building. One without a neighbour is detached, one with two or more is
// mid-terrace. With a single neighbour it is semi-detached when that has no other neighbour, else the end of a terrace. Only
// buildings in use with a unit in them count, as neighbours too: a shed between two homes does not make a terrace.

const (
	several = 2 // units, or more
	differs = 3 // see buildingIndex.counted
	// mostTyped bounds the work on one building, or one home: days on which something became known, times days since which it
	// holds. One with more is on all days as it is today.
	mostTyped = 1 << 18
)

// countUnits counts the units in each building.
func (j *joiner) countUnits(ctx context.Context) *buildingIndex {
	for i := range j.buildings {
		if !j.buildings[i].withdrawn {
			j.counts[Pand].Used++
		}
	}
	x := &buildingIndex{
		finder: finder[building]{rows: j.buildings}, plans: j.plans, counts: make([]uint8, len(j.buildings)),
		counted: map[int32][]gevel.Step{},
	}
	var keys []key
	var comers []seat // units that differed
	for i := range j.objects {
		atRow(ctx, i, len(j.objects))
		o := &j.objects[i]
		keys = j.appendBuildings(keys[:0], o)
		of := past(j.past).of(o.key)
		for _, k := range keys {
			b, ok := x.find(k)
			if !o.withdrawn && (!ok || x.rows[b].withdrawn) {
				j.fault(o.objectType(), o.key, FaultNoBuilding, "pand "+k.text(idDigits))
			}
			if ok && len(of) == 0 && !o.withdrawn {
				x.counts[b] = min(x.counts[b]+1, several)
			}
		}
		for n := range of {
			keys = append(keys, of[n].in(j.sets)...)
		}
		for _, k := range keys[:len(keys)*min(len(of), 1)] {
			if b, ok := x.find(k); ok {
				comers = append(comers, seat{int32(b), int32(i)})
			}
		}
	}
	slices.SortFunc(comers, seat.compare)
	for b := range x.rows {
		n := 0
		for n < len(comers) && int(comers[n].building) == b {
			n++
		}
		j.countIn(x, b, slices.Compact(comers[:n]))
		comers = comers[n:]
	}
	return x
}

// in returns the buildings that an occurrence of a unit names; sets has several.
func (o *occurred) in(sets [][]key) []key {
	if o.within != 0 {
		return sets[o.within-1]
	}
	return []key{o.building}
}

// countIn works out for how many units the building in a row counts: none while it is not in use. counts has those that never
// differed; comers are all others that were ever in it.
func (j *joiner) countIn(x *buildingIndex, b int, comers []seat) {
	row, steady := &x.rows[b], x.counts[b]
	of := x.occurrencesOf(past(j.past), row.key)
	switch {
	case len(of) == 0 && (!row.inUse || row.withdrawn):
		x.counts[b] = 0
		return
	case len(of)+len(comers) == 0 || row.plan == 0:
		return
	}
	all, units := slices.Clone(of), make([][]occurred, len(comers))
	for n, c := range comers {
		o := &j.objects[c.object]
		_, units[n] = j.occurrencesOf(o, j.appendBuildings(nil, o))
		all = append(all, units[n]...)
	}
	inUse := func(unit []occurred, m gevel.Moment) bool {
		if len(of) == 0 {
			return true
		}
		i := standingFor(unit, of, m)
		return i >= 0 && of[i].status == gevel.InUse
	}
	count := func(m gevel.Moment) (n uint8) {
		if steady > 0 && inUse([]occurred{steadyOccurrence}, m) {
			n = steady
		}
		for u := 0; u < len(units) && n < several; u++ {
			if i := standing(units[u], m); i >= 0 && units[u][i].status != gevel.Gone &&
				slices.Contains(units[u][i].in(j.sets), row.key) && inUse(units[u], m) {
				n++
			}
		}
		return n
	}
	known, valid := days(all)
	if valid = slices.Insert(valid, 0, gevel.Always); len(known)*len(valid) > mostTyped {
		x.counts[b] = 0
		for i := len(valid) - 1; i >= 0 && x.counts[b] == 0; i-- { // a block that is gone was one
			x.counts[b] = count(gevel.Moment{Before: gevel.Latest.Before, Valid: valid[i]})
		}
		return
	}
	steps := gevel.StepsOf(append(known, gevel.Always), func(day gevel.Date) (list []gevel.Segment) {
		for _, v := range valid {
			list = since(list, v, int64(count(gevel.Moment{Before: day, Valid: v})))
		}
		return list
	})
	if x.counts[b] = uint8(steps[0].Value); len(steps) > 1 {
		x.counts[b], x.counted[int32(b)] = differs, steps
	}
}

// findWalls finds the walls that buildings share that ever counted.
func (x *buildingIndex) findWalls(ctx context.Context) (err error) {
	var part []int32
	for i := range x.rows {
		if x.counts[i] > 0 && x.rows[i].plan != 0 {
			part = append(part, int32(i))
		}
	}
	x.walls, err = neighbours(ctx, len(x.rows), part, func(n int32, into outline) outline {
		return x.plans.outline(x.rows[n].plan, into)
	})
	return err
}

// countAt returns for how many units the building in a row counts at a moment.
func (x *buildingIndex) countAt(b int32, m gevel.Moment) uint8 {
	if x.counts[b] != differs {
		return x.counts[b]
	}
	return uint8(m.Last(x.counted[b]))
}

// typeAt returns the type of the building in a row at a moment, 0 for one that does not count.
func (x *buildingIndex) typeAt(b int32, m gevel.Moment) gevel.BuildType {
	switch n := x.countAt(b, m); {
	case n == 0 || x.rows[b].plan == 0:
		return 0
	case n >= several:
		return gevel.Appartement
	}
	beside := func(b, but int32) (n int, last int32) {
		for _, other := range x.walls.of(b) {
			if other != but && x.countAt(other, m) > 0 {
				n, last = n+1, other
			}
		}
		return n, last
	}
	switch n, neighbour := beside(b, b); n {
	case 0:
		return gevel.VrijstaandeWoning
	case 1:
		if others, _ := beside(neighbour, b); others == 0 {
			return gevel.TweeOnderEenKapwoning
		}
		return gevel.Hoekwoning
	}
	return gevel.Tussenwoning
}

// typeOf returns the type of a unit at a moment: its buildings' type when they agree; 0 when they disagree or one has none.
func (x *buildingIndex) typeOf(keys []key, m gevel.Moment) gevel.BuildType {
	var common gevel.BuildType
	for n, k := range keys {
		i, ok := x.find(k)
		if !ok {
			return 0
		}
		is := x.typeAt(int32(i), m)
		if is == 0 || n > 0 && is != common {
			return 0
		}
		common = is
	}
	return common
}

// typeDays returns the days on which something became known by which the type of a unit in a building may differ, and those
// since which it holds: of the building, of its neighbours, and of theirs.
func (x *buildingIndex) typeDays(k key) (known, valid []gevel.Date) {
	i, ok := x.find(k)
	if !ok || x.counts[i] == several {
		return nil, nil
	}
	add := func(b int32) {
		for _, s := range x.counted[b] {
			known, valid = append(known, max(s.Known, gevel.Always)), append(valid, s.Since)
		}
	}
	add(int32(i))
	for _, beside := range x.walls.of(int32(i)) {
		add(beside)
		for _, next := range x.walls.of(beside) {
			add(next)
		}
	}
	return known, valid
}

// learnTypes gives the home in a row of the objects the types by walls that it had: the last among its characteristics, and all
// with their days where they differ.
func (j *joiner) learnTypes(i int, h *homePast) {
	known, valid := days(h.unit)
	may := false // differ
	for n := range h.unit {
		in := h.unit[n].in(h.sets)
		may = may || !slices.Equal(in, h.unit[0].in(h.sets))
		for _, k := range in {
			learned, v := h.index.typeDays(k)
			if of := h.buildings[k]; len(in) > 1 && len(of) > 0 { // which of them the register had
				seen, _ := days(of)
				learned = append(append(learned, gevel.Always), seen...)
			}
			may, known, valid = may || len(learned) > 0, append(known, learned...), append(valid, v...)
		}
	}
	if known, valid = list.InOrder(known), list.InOrder(valid); !may || len(known)*len(valid) > mostTyped {
		return
	}
	steps := gevel.StepsOf(known, func(day gevel.Date) []gevel.Segment { return h.types(valid, day) })
	if n := len(steps); n > 0 {
		j.built[i].kind = gevel.BuildType(steps[n-1].Value)
	}
	if len(steps) > 1 {
		j.facts[uint32(i)] = append(j.facts[uint32(i)], gevel.FactsOf(gevel.AtBuildType, gevel.FromWalls, steps)...)
	}
}

// types returns the types by walls of the home that were known before a day, as segments. What it has is what it had before
// or has next while it has none; and what came within two years after the home was built with it.
func (h *homePast) types(valid []gevel.Date, before gevel.Date) (list []gevel.Segment) {
	built, there := gevel.Always, false
	for _, day := range valid {
		m := gevel.Moment{Before: before, Valid: day}
		i := standing(h.unit, m)
		if i < 0 || h.unit[i].status == gevel.Gone {
			continue
		}
		there = true
		if is := h.index.typeOf(h.seen(&h.unit[i], before).in, m); is != 0 {
			if len(list) == 0 && !standsAlways(h.unit) {
				built = day
			}
			if built != gevel.Always && day < built+rebuildingDays {
				list = list[:0]
			}
			list = since(list, day, int64(is))
		}
	}
	if there && len(list) == 0 {
		return since(list, gevel.Always, 0)
	}
	return list
}
