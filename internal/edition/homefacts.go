package edition

import (
	"context"
	"fmt"
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
type factDays struct{ known, until, about, since gevel.Date }

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
	if on.since != gevel.NoDate {
		f.Since = gevel.Some(on.since)
	}
	return f
}

// neighbourhoodTable holds the facts that the homes of a neighbourhood share, by its number: a row per fact in the
// file, a list per neighbourhood in memory.
type neighbourhoodTable struct {
	factTable // home is the neighbourhood
	facts     [][]gevel.Fact
}

// newNeighbourhoodTable makes the table of facts; own is the edition's table of characteristics.
func newNeighbourhoodTable(facts [][]gevel.Fact, attributes, own gevel.Attributes) *neighbourhoodTable {
	of := factsBy(attributes, own, func(row int) []gevel.Fact { return facts[row] })
	return &neighbourhoodTable{factTable: *newFactTable(len(facts), of)}
}

// of returns the facts of a neighbourhood, if any. They must not be changed.
func (t *neighbourhoodTable) of(number int32) []gevel.Fact {
	if number < 0 || int(number) >= len(t.facts) {
		return nil
	}
	return t.facts[number]
}

func (t *neighbourhoodTable) tableColumns(table gevel.Attributes, text *factText) []column {
	return append([]column{sliceColumn("neighbourhood", counts, &t.home)}, t.columns(table, text)[1:]...)
}

func (e *Edition) readNeighbourhoods(ctx context.Context, file *table) (*neighbourhoodTable, error) {
	facts, text := makeFactTable(file.rows(), e.sources)
	t := &neighbourhoodTable{factTable: *facts}
	if err := file.read(ctx, t.tableColumns(e.sales.Attributes, text)); err != nil {
		return nil, err
	}
	if err := t.resolveValues(file.name, e.sales.Attributes, text); err != nil {
		return nil, err
	}
	return t, t.group(file.name)
}

// group makes a list of facts for each neighbourhood.
func (t *neighbourhoodTable) group(name string) error {
	for i, number := range t.home {
		if number < 0 || int(number) < len(t.facts)-1 {
			return fmt.Errorf("%s is not sorted at row %d", name, i)
		}
		for int(number) >= len(t.facts) {
			t.facts = append(t.facts, nil)
		}
		t.facts[number] = append(t.facts[number], factOf(t.factTable.held(i)))
	}
	return nil
}
