package bag

import (
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/list"
)

// Where objects were: their main addresses and positions of earlier days, as each day saw them.

// named is an occurrence of a number that has several.
type named struct {
	occurred
	number
}

// sameName reports whether a number was always the same. Without its last occurrence the others are elsewhere.
func sameName(of []named) bool {
	last := &of[len(of)-1]
	return last.End == gevel.Never && last.TakenBack == gevel.Never &&
		!slices.ContainsFunc(of, func(n named) bool { return n.number != of[0].number })
}

// whereabouts are where an object is since a day.
type whereabouts struct {
	since  gevel.Date
	number uint32 // row of its main address in the numbers
	text   number // its row without the version
	at     point
}

// span is the days on which an object bears an address; see gevel.Address.
type span struct{ from, until gevel.Date }

// always is the span of most addresses.
var always = span{gevel.Always, gevel.Never}

// days returns the span as an address has it.
func (s span) days() (from, until gevel.Date) {
	if from = s.from; from == gevel.Always {
		from = 0
	}
	if until = s.until; until == gevel.Never {
		until = 0
	}
	return from, until
}

// namesOf returns the occurrences of a number that differed.
func (j *joiner) namesOf(k key) []named {
	return find(j.named, k, func(n *named) *occurred { return &n.occurred })
}

// whereaboutsOf returns where an object was by the occurrences of its unit, if any. The last is where it is by its row, at
// the address in another.
func (j *joiner) whereaboutsOf(unit []occurred, o *object, row uint32, numbers *finder[number]) []whereabouts {
	text, steady := j.numbers[row], steadyOccurrence
	steady.main, steady.at = text.key, o.at
	text.version = version{}
	is := []whereabouts{{since: gevel.Always, number: row, text: text, at: o.at}}
	if unit = withSteady(unit, steady, o.wasTakenBack()); len(unit) == 0 {
		unit = []occurred{steady}
		if len(j.namesOf(steady.main)) == 0 {
			return is
		}
	}
	list := j.seenOn(unit, numbers)
	if len(list) == 0 {
		return is
	}
	list[0].since = gevel.Always // statuses say since when a unit is there
	last := &list[len(list)-1]
	last.number, last.text = row, text
	return list
}

// seenOn returns where a unit was as each day saw it.
func (j *joiner) seenOn(unit []occurred, numbers *finder[number]) (list []whereabouts) {
	for _, day := range j.daysOf(unit) {
		i := at(unit, gevel.OnDay(day))
		if i < 0 {
			continue
		}
		row, ok := numbers.find(unit[i].main)
		if !ok {
			continue
		}
		is := whereabouts{day, uint32(row), j.nameOn(row, day), unit[i].at}
		if _, known := j.cityStreets.byStreet[is.text.street]; !known {
			continue
		}
		if len(list) > 0 {
			was := &list[len(list)-1]
			was.settle(&is)
			if is.at == (point{}) {
				is.at = was.at
			}
			if was.number == is.number && was.text == is.text && was.at == is.at {
				continue
			}
		}
		list = append(list, is)
	}
	return list
}

// settle fills in a position or postal code that only what comes next knows: an unknown one is no state.
func (w *whereabouts) settle(next *whereabouts) {
	if w.at == (point{}) {
		w.at = next.at
	}
	coded := w.text
	if coded.postal = next.text.postal; w.text.postal == 0 && coded == next.text && w.number == next.number {
		w.text = coded
	}
}

// nameOn returns the number in a row as a day saw it; its first occurrence stands for all days before. The only one that
// was not taken back may be in the row alone.
func (j *joiner) nameOn(row int, day gevel.Date) number {
	is, of := j.numbers[row], j.namesOf(j.numbers[row].key)
	holds := func(n named) bool { return n.TakenBack == gevel.Never || n.TakenBack >= day && n.ordinal == 1 }
	if first := slices.IndexFunc(of, holds); first >= 0 {
		is = of[first].number
	}
	for i := range of {
		if of[i].SeenAt(gevel.OnDay(day)) {
			is = of[i].number
		}
	}
	is.version = version{}
	return is
}

// daysOf returns in order the days from which a unit or its numbers were seen otherwise.
func (j *joiner) daysOf(unit []occurred) []gevel.Date {
	all := slices.Clone(unit)
	for i := range unit {
		if i == 0 || unit[i].main != unit[i-1].main {
			for _, n := range j.namesOf(unit[i].main) {
				all = append(all, n.occurred)
			}
		}
	}
	known, valid := days(all)
	for _, day := range known {
		valid = append(valid, day+1)
	}
	return list.InOrder(valid)
}

// addWhereabouts adds the main addresses of an object, and where a home was before, or its addresses by a secondary number.
func (j *joiner) addWhereabouts(i uint32, all []whereabouts, main bool) {
	from := all[0].since
	for n := range all {
		w, until := &all[n], gevel.Never
		if n+1 < len(all) {
			next := &all[n+1]
			until = next.since
			if main {
				j.moves[i] = append(j.moves[i], gevel.Move{Until: until, At: w.at.metres()})
			}
			if next.number == w.number && next.text == w.text {
				continue
			}
		}
		j.addAddress(w.number, &w.text, i, main, span{from, until})
		from = until
	}
}
