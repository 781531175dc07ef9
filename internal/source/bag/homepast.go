package bag

import (
	"cmp"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/list"
)

// What follows for a home from what the register said: its surfaces, build years and statuses of earlier days, and the
// surfaces by which it shared its buildings.

// A rebuilt home and a better measurement. A surface that changes with a rebuilding makes another home: it holds from
// its day on. Any other new surface is taken to be a better measurement of the same home, and holds as long as what it
// corrects (docs/decisions/0026-rebuilt-or-measured.md).
const (
	// rebuildingDays is how long before a new surface a rebuilding, or a permit for one, explains it.
	rebuildingDays = 2 * 365
	// mostMeasured is the largest ratio between a surface and a mistake in measuring it.
	mostMeasured = 1.5
	// splitDays is how far from a new surface another unit of the building comes or goes for a split or a merge.
	splitDays = 31
)

// arrival is a unit that came to a building, or left it.
type arrival struct {
	building, unit key
	gevel.Registered
	left bool
}

// arrivals returns what came and went after the register was filled, by building.
func (p past) arrivals() (all []arrival) {
	first := true // all before it were taken back
	for i := range p {
		o := &p[i]
		first = i == 0 || p[i-1].key != o.key || first && p[i-1].TakenBack != gevel.Never
		if !o.isBuilding() && (o.status == gevel.Gone || first && !standsAlways(p[i:])) {
			all = append(all, arrival{o.building, o.key, o.Registered, o.status == gevel.Gone})
		}
	}
	slices.SortFunc(all, func(a, b arrival) int { return cmp.Compare(a.building, b.building) })
	return all
}

// homePast is what the register said of a home: occurrences of its unit, and of the buildings that these name.
type homePast struct {
	unit      []occurred
	sets      [][]key
	buildings map[key][]occurred // of those that differed
	index     *buildingIndex     // has the years of buildings without occurrences
	arrivals  []arrival
	found     map[asked]seen // so far: the same days are asked about again and again
}

// asked is an occurrence of the unit, and the day before which the register said something of its buildings.
type asked struct {
	of     *occurred
	before gevel.Date
}

// seen are the buildings that an occurrence names and that the register had, and the one of these that the unit was in.
type seen struct {
	in   []key
	seat key
}

// since adds the value of a day to segments. The first stands for all days before.
func since(list []gevel.Segment, day gevel.Date, value int64) []gevel.Segment {
	if len(list) == 0 {
		day = gevel.Always
	}
	return append(list, gevel.Segment{Since: day, Value: value})
}

// surfaces returns the use surfaces of the home that were known before a day, as segments.
func (h *homePast) surfaces(valid []gevel.Date, before gevel.Date) (list []gevel.Segment) {
	var last *occurred
	standIn := false
	for _, day := range valid {
		i := at(h.unit, gevel.Moment{Before: before, Valid: day})
		if i < 0 || h.unit[i].value == 0 || h.unit[i].status == gevel.Gone {
			standIn = standIn || i >= 0 && h.unit[i].status != gevel.Gone
			continue // unknown: what was before holds on
		}
		o := &h.unit[i]
		if last == nil || o.value != last.value && h.rebuilt(last, o, day, before) {
			list = since(list, day, int64(o.value))
		} else { // as large, or better measured
			list[len(list)-1].Value = int64(o.value)
		}
		last = o
	}
	if standIn && last == nil && !realWhenFilled(h.unit) { // else a surface known later would stand here
		return since(list, gevel.Always, 0)
	}
	return list
}

// rebuilt reports whether the home was rebuilt between two occurrences, the second valid since a day, by what was known
// before another.
func (h *homePast) rebuilt(was, is *occurred, since, before gevel.Date) bool {
	ratio := float64(is.value) / float64(was.value)
	building := h.seatOf(is, before)
	if h.seatOf(was, before) != building || ratio > mostMeasured || ratio < 1/mostMeasured {
		return true
	}
	rebuilding := func(o occurred) bool {
		return o.rebuilt && o.StandsBefore(before) && o.Begin <= since && o.EndBefore(before) > since-rebuildingDays
	}
	return slices.ContainsFunc(h.unit, rebuilding) || slices.ContainsFunc(h.buildings[building], rebuilding) ||
		h.isSplit(building, since, before)
}

// isSplit reports whether another unit came to a building of the home, or left it, about a day.
func (h *homePast) isSplit(building key, since, before gevel.Date) bool {
	for _, a := range h.arrivalsIn(building) {
		apart := a.Begin - since
		if a.unit != h.unit[0].key && a.StandsBefore(before) && apart <= splitDays && apart >= -splitDays {
			return true
		}
	}
	return false
}

// arrivalsIn returns what came to a building and left it.
func (h *homePast) arrivalsIn(building key) []arrival {
	first, _ := slices.BinarySearchFunc(h.arrivals, building, func(a arrival, k key) int { return cmp.Compare(a.building, k) })
	end := first
	for end < len(h.arrivals) && h.arrivals[end].building == building {
		end++
	}
	return h.arrivals[first:end]
}

// takenBack returns the days on which what came to the home's buildings, or left them, was taken back.
func (h *homePast) takenBack() (known []gevel.Date) {
	for _, k := range h.within() {
		for _, a := range h.arrivalsIn(k) {
			if a.TakenBack != gevel.Never {
				known = append(known, a.TakenBack)
			}
		}
	}
	return known
}

// timeline returns a value of the unit's occurrences that were known before a day, and gone where there is none, as segments.
func (h *homePast) timeline(
	valid []gevel.Date, before gevel.Date, gone int64, value func(day gevel.Date, i int) int64,
) (list []gevel.Segment) {
	switch {
	case !standsAlways(h.unit):
		list = since(list, gevel.Always, gone)
	case h.unit[0].ordinal > 1 && !isKnown(h.unit, before): // for the occurrences that are not there
		return since(list, gevel.Always, value(gevel.Always, 0))
	}
	for _, day := range valid {
		if i := at(h.unit, gevel.Moment{Before: before, Valid: day}); i >= 0 {
			list = since(list, day, value(day, i))
		} else if len(list) > 0 {
			list = since(list, day, gone)
		} // else it stood before
	}
	if len(list) == 0 && h.unit[0].Known < before { // all of it was taken back
		list = since(list, gevel.Always, gone)
	}
	return list
}

// buildYears returns the build years of the home that were known before a day, as segments.
func (h *homePast) buildYears(valid []gevel.Date, before gevel.Date) (list []gevel.Segment) {
	var in key
	for _, day := range valid {
		m := gevel.Moment{Before: before, Valid: day}
		i := standing(h.unit, m)
		if i < 0 {
			continue
		}
		building := h.seatOf(&h.unit[i], before)
		switch year := h.yearAt(building, m); {
		case len(list) == 0 || building != in: // without a year too, else another building's would stand here
			list, in = since(list, day, year), building
		case list[len(list)-1].Value == 0:
			list[len(list)-1].Value = year
		case year != 0:
			list = since(list, day, year)
		}
	}
	return list
}

// yearAt returns the build year of a building at a moment, 0 where it is not known.
func (h *homePast) yearAt(building key, m gevel.Moment) int64 {
	of, differed := h.buildings[building]
	if !differed {
		if row, ok := h.index.find(building); ok {
			return int64(h.index.rows[row].year)
		}
		return 0
	}
	i := standingFor(h.unit, of, m)
	if i < 0 {
		return 0
	}
	return int64(yearOf(of, i, m.Before))
}

// facts returns the surfaces and build years of the home, where they differ among its occurrences, or from those by its row.
func (h *homePast) facts(surface int32, year int16) (facts []gevel.Fact) {
	all := slices.Clone(h.unit)
	for _, of := range h.buildings {
		all = append(all, of...)
	}
	known, valid := days(all)
	known = append(append(known, h.takenBack()...), h.always()...)
	for _, of := range [...]struct {
		attribute int
		is        int64
		segments  func(valid []gevel.Date, before gevel.Date) []gevel.Segment
	}{
		{gevel.AtBuildYear, int64(year), h.buildYears},
		{gevel.AtUseSurface, int64(surface), h.surfaces},
	} {
		steps := gevel.StepsOf(known, func(day gevel.Date) []gevel.Segment { return of.segments(valid, day) })
		if len(steps) == 0 || len(steps) == 1 && steps[0].Value == of.is {
			continue
		}
		facts = append(facts, gevel.FactsOf(of.attribute, gevel.FromBAG, steps)...)
	}
	return facts
}

// statuses returns the statuses of the home that were known before a day, as segments.
func (h *homePast) statuses(valid []gevel.Date, before gevel.Date) []gevel.Segment {
	return h.timeline(valid, before, int64(gevel.Gone), func(_ gevel.Date, i int) int64 { return int64(h.unit[i].status) })
}

// statusSteps returns the steps of the home's status; none where it was always in use.
func (h *homePast) statusSteps(id gevel.BAGID) (steps []gevel.StatusStep) {
	known, valid := days(h.unit)
	known = append(known, h.always()...)
	for _, s := range gevel.StepsOf(known, func(day gevel.Date) []gevel.Segment { return h.statuses(valid, day) }) {
		steps = append(steps, gevel.StatusStep{Home: id, Status: gevel.Status(s.Value), Known: s.Known, Since: s.Since})
	}
	if len(steps) == 1 && steps[0].Status == gevel.InUse {
		return nil
	}
	return steps
}

// learnPast works out what the unit in a row of the objects was. keys are its buildings, and x has that around it in the
// row seat.
func (j *joiner) learnPast(i int, x *buildingIndex, keys []key) {
	o, p := &j.objects[i], past(j.past)
	is, unit := j.occurrencesOf(o, keys)
	h := homePast{unit: unit, sets: j.sets, index: x, arrivals: j.arrivals}
	differed := len(h.unit) > 0
	if differed {
		steps := h.statusSteps(gevel.BAGID(o.key.text(idDigits)))
		if isUnlived := len(steps) == 1 && steps[0].Status == gevel.Unlived; !isUnlived || j.isOrWasHome(o) {
			j.statuses = append(j.statuses, steps...)
		}
	} else {
		h.unit = []occurred{is}
	}
	h.buildings, h.found = map[key][]occurred{}, map[asked]seen{}
	for n := range h.unit {
		for _, k := range h.unit[n].in(h.sets) {
			if of := x.occurrencesOf(p, k); len(of) > 0 {
				h.buildings[k] = of
			}
		}
	}
	if j.isOrWasHome(o) {
		j.learnTypes(i, &h)
	}
	if !differed && len(h.buildings) == 0 {
		return
	}
	if facts := h.facts(o.surface, j.built[i].year); len(facts) > 0 {
		j.facts[uint32(i)] = append(j.facts[uint32(i)], facts...)
	}
	if j.units != nil {
		if shared := h.sharedBy(o.surface); shared != nil {
			j.pasts[uint32(i)] = shared
		}
	}
}

// occurrencesOf returns what a unit in some buildings is by its row, and its occurrences if it ever differed.
func (j *joiner) occurrencesOf(o *object, keys []key) (is occurred, all []occurred) {
	is = steadyOccurrence
	is.key, is.at, is.value = o.key, o.at, o.surface
	if len(keys) > 0 {
		is.building = keys[0]
	}
	if n := len(j.sets); len(keys) > 1 {
		if n == 0 || !slices.Equal(j.sets[n-1], keys) {
			j.sets = append(j.sets, slices.Clone(keys))
		}
		is.within = uint32(len(j.sets))
	}
	return is, withSteady(past(j.past).of(o.key), is, o.wasTakenBack())
}

// always returns a day before all on which something became known, where the first of these says nothing of the days before:
// the unit was not there, or its earlier occurrences are not.
func (h *homePast) always() []gevel.Date {
	if standsAlways(h.unit) && h.unit[0].ordinal <= 1 {
		return nil
	}
	return []gevel.Date{gevel.Always}
}

// within returns all buildings that occurrences of the unit name.
func (h *homePast) within() (keys []key) {
	for i := range h.unit {
		keys = append(keys, h.unit[i].in(h.sets)...)
	}
	return list.InOrder(keys)
}

// seen returns which buildings of those that an occurrence of the unit names the register had before a day.
func (h *homePast) seen(o *occurred, before gevel.Date) seen {
	if out, ok := h.found[asked{o, before}]; ok {
		return out
	}
	out := seen{seat: o.building}
	for _, k := range o.in(h.sets) {
		of, differed := h.buildings[k]
		ok := differed && standingFor(h.unit, of, gevel.Moment{Before: before, Valid: gevel.Always}) >= 0
		if !differed {
			_, ok = h.index.find(k)
		}
		if ok {
			out.in = append(out.in, k)
		}
	}
	if o.within != 0 {
		if row, ok := h.index.seat(out.in, o.at); ok {
			out.seat = h.index.rows[row].key
		}
	}
	h.found[asked{o, before}] = out
	return out
}

// seatOf returns the building that the unit was in, of those that an occurrence names and the register had before a day.
func (h *homePast) seatOf(o *occurred, before gevel.Date) key {
	if o.within == 0 {
		return o.building
	}
	return h.seen(o, before).seat
}
