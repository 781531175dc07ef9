package edition

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// homeFacts are the facts of all homes in memory. Values repeat, and so do the days of a fact: each is held once, and
// a fact of a home is two numbers.
type homeFacts struct {
	first  []uint32    // of each home, and one past the last
	what   market.Ints // by fact, into values
	when   market.Ints // and into days
	values []factValue
	days   []factDays
}

// factValue is what a source says. A number is held by its bits, so that unknown ones are equal.
type factValue struct {
	value     uint32
	attribute uint16
	source    gevel.Source
}

// factDays are the days of a fact; a missing one is gevel.NoDate.
type factDays struct{ known, until, about gevel.Date }

// newHomeFacts holds the facts of n homes that a table has.
func newHomeFacts(n int, t *factTable) *homeFacts {
	h := &homeFacts{first: make([]uint32, n+1), what: market.MakeInts(t.len()), when: market.MakeInts(t.len())}
	values, days := map[factValue]int32{}, map[factDays]int32{}
	for i, home := range t.home {
		h.first[home+1]++
		value, when := t.held(i)
		h.what.Set(i, codeOf(values, value, &h.values))
		h.when.Set(i, codeOf(days, when, &h.days))
	}
	for home := range n {
		h.first[home+1] += h.first[home]
	}
	return h
}

func (h *homeFacts) len() int { return h.what.Len() }

// of returns the facts of a home, nil when there are none.
func (h *homeFacts) of(row int) []gevel.Fact {
	first, end := int(h.first[row]), int(h.first[row+1])
	if first == end {
		return nil
	}
	facts := make([]gevel.Fact, 0, end-first)
	for i := first; i < end; i++ {
		facts = append(facts, factOf(h.values[h.what.At(i)], h.days[h.when.At(i)]))
	}
	return facts
}

func factOf(v factValue, on factDays) gevel.Fact {
	f := gevel.Fact{
		Attribute: int(v.attribute), Value: float64(math.Float32frombits(v.value)),
		Provenance: gevel.Provenance{Source: v.source, Known: on.known, Until: on.until},
	}
	if on.about != gevel.NoDate {
		f.About = gevel.Some(on.about)
	}
	return f
}
