package gevel

import (
	"math"
	"slices"
)

// The two times of what a source registers: from when it is known, and from when it holds. No other file decides what
// was known and valid on a day.

// Always is a day before all that a source dates.
var Always = NewDate(1, 1, 1)

// Never is a day after all that a source dates.
const Never = Date(math.MaxInt32)

// Moment selects what was known before one day of what was valid on another. A valuation takes its home at one day
// twice, and a sale at the valuation date and its own day.
type Moment struct{ Before, Valid Date }

// OnDay is the moment of a home that is valued on a day.
func OnDay(day Date) Moment { return Moment{day, day} }

// Latest is the moment of what is known last.
var Latest = OnDay(Never)

// Sees reports whether the moment sees what was known on a day and holds since another. If that is not given, it holds
// from the day after it was known.
func (m Moment) Sees(known Date, since Opt[Date]) bool {
	if !since.Known {
		return known < min(m.Before, m.Valid)
	}
	return known < m.Before && since.V <= m.Valid
}

// Registered are the days of what a register says: it holds from Begin until End; itself, its end, and that it was taken
// back were registered on Known, EndKnown and TakenBack. Never is a day that has not come.
type Registered struct{ Begin, End, Known, EndKnown, TakenBack Date }

// StandsBefore reports whether it was known before a day, and not taken back.
func (r *Registered) StandsBefore(day Date) bool { return r.Known < day && r.TakenBack >= day }

// EndBefore returns its end as was known before a day.
func (r *Registered) EndBefore(day Date) Date {
	if r.EndKnown < day {
		return r.End
	}
	return Never
}

// SeenAt reports whether a moment sees it.
func (r *Registered) SeenAt(m Moment) bool {
	return r.StandsBefore(m.Before) && r.Begin <= m.Valid && m.Valid < r.EndBefore(m.Before)
}

// Segment is a value that holds from a day until the next segment.
type Segment struct {
	Since Date
	Value int64
}

// Step is a segment and the day on which it became known. Of several steps the last that a moment sees counts.
type Step struct {
	Known Date
	Segment
}

// Last returns the value of the last step that the moment sees, 0 for none.
func (m Moment) Last(steps []Step) (value int64) {
	for _, s := range steps {
		if m.Sees(s.Known, Some(s.Since)) {
			value = s.Value
		}
	}
	return value
}

// StepsOf returns the steps by which a timeline became known: days are those on which something was registered, and
// before returns what was known of the timeline before a day, its first segment Always. The first timeline that is
// not empty stands for all earlier days.
func StepsOf(days []Date, before func(day Date) []Segment) (steps []Step) {
	slices.Sort(days)
	var was []Segment
	for _, day := range slices.Compact(days) {
		is := joined(before(day + 1))
		known := day
		if was == nil {
			known = NoDate
		}
		for _, s := range changed(was, is) {
			steps = append(steps, Step{known, s})
		}
		if len(is) > 0 {
			was = is
		}
	}
	return steps
}

// FactsOf returns steps of a characteristic as facts of a source; 0 is unknown.
func FactsOf(attribute int, source Source, steps []Step) (facts []Fact) {
	for _, s := range steps {
		f := Fact{attribute, float64(s.Value), Provenance{Source: source, Known: s.Known, Since: Some(s.Since), Until: NoDate}}
		if s.Value == 0 {
			f.Value = math.NaN()
		}
		facts = append(facts, f)
	}
	return facts
}

// joined joins segments of one value.
func joined(segments []Segment) []Segment {
	return slices.CompactFunc(segments, func(a, b Segment) bool { return a.Value == b.Value })
}

// changed returns the segments from the first day on which two timelines differ.
func changed(was, is []Segment) []Segment {
	i := 0
	for i < len(was) && i < len(is) && was[i] == is[i] {
		i++
	}
	later := is[i:]
	if i > 0 && i < len(was) && (len(later) == 0 || was[i].Since < later[0].Since) {
		return append([]Segment{{was[i].Since, is[i-1].Value}}, later...)
	}
	return later
}
