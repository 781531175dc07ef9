package bag

import (
	"cmp"
	"slices"

	"github.com/gevel/gevel"
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
	building, unit          key
	known, day, inactiveDay gevel.Date
}

// arrivals returns what came and went after the register was filled, by building.
func (p past) arrivals() (all []arrival) {
	first := true // all before it were taken back
	for i := range p {
		o := &p[i]
		first = i == 0 || p[i-1].key != o.key || first && p[i-1].inactiveDay != gevel.Never
		if !o.isBuilding() && (o.gone || first && !standsAlways(p[i:])) {
			all = append(all, arrival{o.building, o.key, o.known, o.begin, o.inactiveDay})
		}
	}
	slices.SortFunc(all, func(a, b arrival) int { return cmp.Compare(a.building, b.building) })
	return all
}

// homePast is what the register said of a home: occurrences of its unit, and of the buildings that these name.
type homePast struct {
	unit      []occurred
	buildings map[key][]occurred
	index     *buildingIndex // has the years of buildings without occurrences
	arrivals  []arrival
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
	for _, day := range valid {
		i := at(h.unit, gevel.Moment{Before: before, Valid: day})
		if i < 0 || h.unit[i].value == 0 || h.unit[i].gone {
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
	return list
}

// rebuilt reports whether the home was rebuilt between two occurrences, the second valid since a day, by what was known
// before another.
func (h *homePast) rebuilt(was, is *occurred, since, before gevel.Date) bool {
	ratio := float64(is.value) / float64(was.value)
	if was.building != is.building || ratio > mostMeasured || ratio < 1/mostMeasured {
		return true
	}
	rebuilding := func(o occurred) bool {
		return o.rebuilt && o.known < before && o.inactiveDay >= before && o.begin <= since && o.end > since-rebuildingDays
	}
	return slices.ContainsFunc(h.unit, rebuilding) || slices.ContainsFunc(h.buildings[is.building], rebuilding) ||
		h.isSplit(is, since, before)
}

// isSplit reports whether another unit came to the building of an occurrence, or left it, about a day.
func (h *homePast) isSplit(is *occurred, since, before gevel.Date) bool {
	for _, a := range h.arrivalsIn(is.building) {
		apart := a.day - since
		if a.unit != is.key && a.known < before && a.inactiveDay >= before && apart <= splitDays && apart >= -splitDays {
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
	for i, u := range h.unit {
		if i > 0 && u.building == h.unit[i-1].building {
			continue
		}
		for _, a := range h.arrivalsIn(u.building) {
			if a.inactiveDay != gevel.Never {
				known = append(known, a.inactiveDay)
			}
		}
	}
	return known
}

// counted returns the surfaces by which the unit shared its buildings, as were known before a day: 0 while it was not in
// use.
func (h *homePast) counted(valid []gevel.Date, before gevel.Date) (list []gevel.Segment) {
	surfaces := h.surfaces(valid, before)
	if !standsAlways(h.unit) {
		list = since(list, gevel.Always, 0)
	}
	for _, day := range valid {
		i, m2 := at(h.unit, gevel.Moment{Before: before, Valid: day}), int64(0)
		if i < 0 && len(list) == 0 {
			continue // it stood before
		}
		for _, s := range surfaces {
			if i >= 0 && !h.unit[i].gone && !h.unit[i].idle && s.Since <= day {
				m2 = s.Value
			}
		}
		list = since(list, day, m2)
	}
	return list
}

// buildYears returns the build years of the home that were known before a day, as segments.
func (h *homePast) buildYears(valid []gevel.Date, before gevel.Date) (list []gevel.Segment) {
	for _, day := range valid {
		m := gevel.Moment{Before: before, Valid: day}
		i := at(h.unit, m)
		if first := &h.unit[0]; i < 0 && standsAlways(h.unit) && (day < first.begin || before <= first.known) {
			i = 0 // before its first occurrence here it stands where that does
		}
		if i < 0 {
			continue
		}
		year, building := int64(0), h.unit[i].building
		if of := h.buildings[building]; len(of) > 0 {
			if i = at(of, m); i >= 0 {
				year = int64(of[i].value)
			}
		} else {
			year = int64(h.index.yearOf(building))
		}
		if year != 0 { // a stand-in is no state
			list = since(list, day, year)
		}
	}
	return list
}

// facts returns the surfaces and build years of the home, of each that ever differed.
func (h *homePast) facts() (facts []gevel.Fact) {
	all := slices.Clone(h.unit)
	for _, of := range h.buildings {
		all = append(all, of...)
	}
	known, valid := days(all)
	known = append(known, h.takenBack()...)
	for _, of := range [...]struct {
		attribute int
		segments  func(valid []gevel.Date, before gevel.Date) []gevel.Segment
	}{{gevel.AtBuildYear, h.buildYears}, {gevel.AtUseSurface, h.surfaces}} {
		steps := gevel.StepsOf(known, func(day gevel.Date) []gevel.Segment { return of.segments(valid, day) })
		if len(steps) < 2 {
			continue
		}
		for _, s := range steps {
			facts = append(facts, gevel.Fact{
				Attribute: of.attribute, Value: float64(s.Value), Provenance: gevel.Provenance{
					Source: gevel.FromBAG, Known: s.Known, Since: gevel.Some(s.Since), Until: gevel.NoDate,
				},
			})
		}
	}
	return facts
}

// statuses returns the statuses of the home that were known before a day, as segments.
func (h *homePast) statuses(valid []gevel.Date, before gevel.Date) (list []gevel.Segment) {
	if !standsAlways(h.unit) {
		list = since(list, gevel.Always, int64(gevel.Gone))
	}
	for _, day := range valid {
		if i := at(h.unit, gevel.Moment{Before: before, Valid: day}); i >= 0 {
			list = since(list, day, int64(h.unit[i].status))
		} else if len(list) > 0 {
			list = since(list, day, int64(gevel.Gone))
		}
	}
	return list
}

// statusSteps returns the steps of the home's status; none where it was always in use.
func (h *homePast) statusSteps(id gevel.BAGID) (steps []gevel.StatusStep) {
	known, valid := days(h.unit)
	if !standsAlways(h.unit) {
		known = append(known, gevel.Always)
	}
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
func (j *joiner) learnPast(i int, x *buildingIndex, seat int, seated bool, keys []key) {
	o, p := &j.objects[i], past(j.past)
	named := key(0) // the unit names it first; the building that it is in counts in its place
	if len(keys) > 0 {
		named = slices.Min(keys)
	}
	in := named
	if seated {
		in = x.rows[seat].key
	}
	is := steadyOccurrence
	is.building, is.value = named, o.surface
	h := homePast{unit: slices.Clone(withSteady(p.of(o.key), is)), index: x, arrivals: j.arrivals}
	switch {
	case len(h.unit) > 0:
		if o.kind == gevel.Home || p.wasHome(o.key) {
			j.statuses = append(j.statuses, h.statusSteps(gevel.BAGID(o.key.text(idDigits)))...)
		}
	case len(p.of(in)) > 0:
		h.unit = []occurred{is}
	default: // neither ever differed
		return
	}
	h.buildings = map[key][]occurred{}
	for n := range h.unit {
		u := &h.unit[n]
		if u.building == named {
			if u.building = in; len(keys) > 1 && u.at != (point{}) {
				if row, ok := x.seat(keys, u.at); ok {
					u.building = x.rows[row].key
				}
			}
		}
		if of := p.of(u.building); len(of) > 0 {
			is := steadyOccurrence
			is.value = int32(x.yearOf(u.building))
			h.buildings[u.building] = withSteady(of, is)
		}
	}
	if facts := h.facts(); len(facts) > 0 {
		j.facts[uint32(i)] = facts
	}
	if j.units != nil {
		j.pasts[uint32(i)] = h.sharedBy()
	}
}

// sharedBy returns the steps of the surface by which the unit shared its buildings.
func (h *homePast) sharedBy() []gevel.Step {
	known, valid := days(h.unit)
	known = append(known, h.takenBack()...)
	if !standsAlways(h.unit) {
		known = append(known, gevel.Always)
	}
	return gevel.StepsOf(known, func(day gevel.Date) []gevel.Segment { return h.counted(valid, day) })
}
