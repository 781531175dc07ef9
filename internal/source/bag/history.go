package bag

import (
	"cmp"
	"math"
	"slices"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/list"
)

// What the register said before: occurrences of units and buildings with their two times, for those that ever differed.

// occurred is an occurrence of a unit or a building that has begun. gevel.Never is a day that has not come.
type occurred struct {
	key            key
	building, main key   // of a unit: its first building by the id, and its number; 0 for none
	at             point // of a unit
	gevel.Registered
	within  uint32 // of a unit in several buildings: these in shard.sets, from 1
	value   int32  // use surface of a unit, m2; build year of a building; 0 is not known
	ordinal uint16
	status  gevel.Status // of a building InUse, OutOfUse or Gone
	rebuilt bool         // its status says that it is being built or rebuilt
}

// mostOccurrences bounds the work on one object: of more the first ones count, and the one that holds now.
const mostOccurrences = 100

// filled is the day on which the register was filled: what was registered before held on all days before.
var filled = gevel.NewDate(2012, time.January, 1)

// addPast adds an occurrence of a unit or a building.
func (s *sorter) addPast(r *occurrence, v version, p period) {
	o, state := occurredIn(r, v, p)
	if state == stateUnknown {
		return
	}
	if r.object == Pand {
		year, _ := parseYear(r.first(fieldBuildYear))
		o.value = int32(year)
	} else {
		o.value, _ = parseSurface(r.first(fieldSurface))
		o.status = statusOf(r, state)
		o.main, _ = parseKey(r.first(fieldMainAddress), gevel.CodeNummeraanduiding)
		o.at, _ = s.position(r)
		o.building, o.within = s.buildingsOf(r)
	}
	switch {
	case o.value == 0 && o.status != gevel.Gone:
		s.standIn = v.key
	case o.value != 0 && s.standIn == v.key:
		s.counts[r.object].StandIns++
		s.standIn = 0
	}
	s.past = addTo(s.past, &s.run, o, steady)
}

// buildingsOf returns the first building of a unit by the id, and where all are noted if they are several.
func (s *sorter) buildingsOf(r *occurrence) (first key, within uint32) {
	var room [4]key
	keys := room[:0]
	for text := range r.all(fieldBuilding) {
		if k, err := parseKey(text, gevel.CodePand); err == nil {
			keys = append(keys, k)
		}
	}
	if keys = list.InOrder(keys); len(keys) == 0 {
		return 0, 0
	}
	if n := len(s.sets); len(keys) > 1 && (n == 0 || !slices.Equal(s.sets[n-1], keys)) { // as of the occurrence before
		s.sets = append(s.sets, slices.Clone(keys))
	}
	if len(keys) > 1 {
		within = uint32(len(s.sets))
	}
	return keys[0], within
}

// addTo adds an occurrence to others. Most extracts have an object's occurrences together: run is where those
// begin that may be of one object.
func addTo[T dated](past []T, run *int, o T, steady func([]T) bool) []T {
	if n := len(past); n > 0 && past[n-1].order().key != o.order().key {
		past = append(past[:*run], dropSteady(past[*run:], steady, 1)...)
		*run = len(past)
	}
	return append(past, o)
}

// occurredIn returns the times of an occurrence; stateUnknown is of one that is left out, since it has not begun.
func occurredIn(r *occurrence, v version, p period) (occurred, state) {
	status := r.first(fieldStatus)
	state := stateOf(status)
	if !p.begun || state == stateUnknown {
		return occurred{}, stateUnknown
	}
	o := occurred{key: v.key, ordinal: uint16(min(v.ordinal, math.MaxUint16)), Registered: p.Registered, rebuilt: isRebuilding(status)}
	o.Known = cmp.Or(registered(r, fieldRegisteredLV, fieldRegistered), o.Begin)
	switch state {
	case stateGone:
		o.status = gevel.Gone
	case stateIdle:
		o.status = gevel.OutOfUse
	}
	if o.End != gevel.Never {
		o.EndKnown = cmp.Or(registered(r, fieldEndRegisteredLV, fieldEndRegistered), o.End)
	}
	if p.wasTakenBack() {
		o.TakenBack = cmp.Or(registered(r, fieldInactive), o.Known)
	}
	return o, state
}

// isRebuilding reports whether a status says that something is built or rebuilt.
func isRebuilding(status []byte) bool {
	switch string(status) {
	case "Verbouwing verblijfsobject", "Verbouwing pand", "Bouwvergunning verleend", "Bouw gestart":
		return true
	}
	return false
}

// registered returns the day of the first of some times that an occurrence has, 0 for none.
func registered(r *occurrence, times ...field) gevel.Date {
	for _, f := range times {
		text := r.first(f)
		if namesZone(text) {
			if at, err := time.Parse(time.RFC3339, string(text)); err == nil {
				return gevel.DayOf(at)
			}
		}
		if day := dayOf(text); day != gevel.NoDate {
			return day
		}
	}
	return 0
}

// namesZone reports whether a time ends with its zone. The register's own do not: they are of Amsterdam.
func namesZone(text []byte) bool {
	const offset = len("+01:00")
	n := len(text)
	return n > len(time.DateOnly)+offset && (text[n-1] == 'Z' || text[n-offset] == '+' || text[n-offset] == '-')
}

// dropSteady drops the objects that never differed. A member may lack the earlier occurrences of an object: it is kept if
// its first one here has a number above first.
func dropSteady[T dated](past []T, steady func([]T) bool, first uint16) []T {
	slices.SortFunc(past, func(a, b T) int {
		if c := a.order().compare(b.order()); c != 0 {
			return c
		}
		return a.times().tie(b.times())
	})
	kept := past[:0]
	for len(past) > 0 {
		n := 1
		for n < len(past) && past[n].order().key == past[0].order().key {
			n++
		}
		if past[0].order().ordinal > first || !steady(past[:n]) {
			kept = append(kept, past[:n]...)
		}
		past = past[n:]
	}
	return kept
}

// dated is an occurrence of an object of any type.
type dated interface {
	order() order
	times() occurred
}

// order is the order of occurrences: by object, then in time.
type order struct {
	key     key
	ordinal uint16
	known   gevel.Date
}

func (o occurred) times() occurred { return o }

// tie orders occurrences of one number that were registered on one day, in whatever order they came.
func (o occurred) tie(other occurred) int {
	return cmp.Or(cmp.Compare(o.TakenBack, other.TakenBack), cmp.Compare(o.Begin, other.Begin), cmp.Compare(o.End, other.End),
		cmp.Compare(o.value, other.value), cmp.Compare(o.status, other.status))
}

func (o occurred) order() order { return order{o.key, o.ordinal, o.Known} }

func (o order) compare(other order) int {
	return cmp.Or(cmp.Compare(o.key, other.key), cmp.Compare(o.ordinal, other.ordinal), cmp.Compare(o.known, other.known))
}

// steady reports whether an object has been there always, has had one value, beside stand-ins, and was never rebuilt. A value
// that was registered later for a stand-in is another: it was not known before. A unit without its earlier
// occurrences is not steady: since when it is known matters (standingFor).
func steady(of []occurred) bool {
	there := slices.IndexFunc(of, func(o occurred) bool { return o.End == gevel.Never && o.status != gevel.Gone })
	always := of[0].Known < filled || of[0].isBuilding() && standsAlways(of)
	wasReal := realWhenFilled(of)
	return there >= 0 && always && !slices.ContainsFunc(of, func(o occurred) bool {
		return o.value != of[there].value && (o.value != 0 || !wasReal) || o.building != of[there].building || o.rebuilt ||
			o.within != of[there].within ||
			o.main != of[there].main || o.at != of[there].at ||
			o.TakenBack != gevel.Never || o.status != of[there].status || o.status != gevel.InUse && o.status != gevel.Unlived
	})
}

// realWhenFilled reports whether an object had a value that is no stand-in by the day on which the register was filled.
func realWhenFilled(of []occurred) bool {
	return slices.ContainsFunc(of, func(o occurred) bool { return o.value != 0 && o.status != gevel.Gone && o.StandsBefore(filled) })
}

// yearOf returns the year of an occurrence of a building as was known before a day: of a stand-in the last real one before it,
// else the first after it, else 0. What was registered while the register was filled was always known.
func yearOf(of []occurred, i int, before gevel.Date) int32 {
	year := of[i].value
	for n := range of {
		if (n < i || year == 0) && of[i].value == 0 && of[n].value != 0 && of[n].StandsBefore(max(before, filled)) {
			year = of[n].value
		}
	}
	return year
}

// isBuilding reports whether the occurrence is of a building, by its id.
func (o *occurred) isBuilding() bool { return o.key/1e10%100 == 10 }

// standsAlways reports whether the first occurrence stands for all days before it: it was registered while the register was
// filled, or those before it are not there.
func standsAlways(of []occurred) bool { return of[0].ordinal > 1 || of[0].Known < filled }

// past finds the occurrences of objects. Its rows are sorted by key.
type past []occurred

// of returns the occurrences of an object.
func (p past) of(k key) []occurred { return find(p, k, func(o *occurred) *occurred { return o }) }

// find returns the occurrences of an object among others, which are sorted by key. Of too many the last of the first holds
// until the one that holds now was known: what comes later moves nothing that was known before.
func find[T dated](all []T, k key, times func(*T) *occurred) []T {
	first, _ := slices.BinarySearchFunc(all, k, func(o T, k key) int { return cmp.Compare(o.order().key, k) })
	end := first
	for end < len(all) && all[end].order().key == k {
		end++
	}
	of := all[first:end]
	if len(of) <= mostOccurrences {
		return of
	}
	open := slices.IndexFunc(of, func(o T) bool { return o.times().End == gevel.Never && o.times().TakenBack == gevel.Never })
	if open < mostOccurrences {
		return of[:mostOccurrences]
	}
	kept, now := append(slices.Clone(of[:mostOccurrences]), of[open]), times(&of[open])
	last := times(&kept[mostOccurrences-1])
	last.End, last.EndKnown, last.TakenBack = now.Begin, now.Known, gevel.Never
	return kept
}

// at returns the occurrence that a moment sees, of several the last; -1 is none.
func at(of []occurred, m gevel.Moment) int {
	for i := len(of) - 1; i >= 0; i-- {
		if of[i].SeenAt(m) {
			return i
		}
	}
	return -1
}

// standing is at, and goes back before what was known. The first occurrence stands for the days before its begin too: of any
// building, of a unit only if it stands always. What stands always does so while nothing was known of it, too.
func standing(of []occurred, m gevel.Moment) int {
	i := at(of, m)
	if i >= 0 || len(of) == 0 || !standsAlways(of) && !of[0].isBuilding() {
		return i
	}
	first := slices.IndexFunc(of, func(o occurred) bool { return o.StandsBefore(m.Before) })
	switch {
	case first >= 0 && m.Valid < of[first].Begin:
		return first
	case standsAlways(of) && !isKnown(of, m.Before):
		return 0
	}
	return -1
}

// isKnown reports whether an object was registered before a day, and may have been taken back since.
func isKnown(of []occurred, before gevel.Date) bool {
	return slices.ContainsFunc(of, func(o occurred) bool { return o.Known < before })
}

// standingFor is standing of a building in which a unit was. While nothing was known of a unit whose earlier occurrences
// are not there, a building stands before it was known, too: only these could say where the unit was.
func standingFor(unit, of []occurred, m gevel.Moment) int {
	i := standing(of, m)
	if i < 0 && len(of) > 0 && unit[0].ordinal > 1 && !isKnown(of, m.Before) && !isKnown(unit, m.Before) {
		return 0
	}
	return i
}

// days returns in order the days on which something was registered of the occurrences, and those on which one begins or ends.
func days(of []occurred) (known, valid []gevel.Date) {
	for _, o := range of {
		for _, day := range [...]gevel.Date{o.Known, o.EndKnown, o.TakenBack} {
			if day != gevel.Never {
				known = append(known, day)
			}
		}
		for _, day := range [...]gevel.Date{o.Begin, o.End} {
			if day != gevel.Never {
				valid = append(valid, day)
			}
		}
	}
	return list.InOrder(known), list.InOrder(valid)
}

// steadyOccurrence holds always, and was always known.
var steadyOccurrence = occurred{
	Registered: gevel.Registered{Begin: gevel.Always, End: gevel.Never, Known: gevel.Always, EndKnown: gevel.Never, TakenBack: gevel.Never},
}

// withSteady returns an object's occurrences. Where all are inactive, which have a member of their own, but not its row, it
// never differed otherwise, and its one occurrence was dropped: is comes before them.
func withSteady(of []occurred, is occurred, takenBack bool) []occurred {
	if len(of) > 0 && !takenBack && !slices.ContainsFunc(of, func(o occurred) bool { return o.TakenBack == gevel.Never }) {
		return append([]occurred{is}, of...)
	}
	return of
}

// isOrWasHome reports whether an object is a home, or ever was one.
func (j *joiner) isOrWasHome(o *object) bool {
	return o.kind == gevel.Home || o.kind == gevel.OtherUse &&
		slices.ContainsFunc(past(j.past).of(o.key), func(o occurred) bool { return o.status.Stands() })
}
