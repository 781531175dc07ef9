package edition

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// factTable holds the dated facts that sources registered of homes as the file has them, in the order of the homes
// and, for one home, in the order of Dwelling.Facts.
type factTable struct {
	sources   gevel.Sources `image:"-"`
	home      []int32       // rows of the dwelling table
	attribute []uint16      // places in the edition's table of characteristics
	value     []float32
	source    []gevel.Source
	known     []gevel.Date
	until     []gevel.Date
	about     []gevel.Date
	since     []gevel.Date // gevel.NoDate: once it is known
}

// factsBy returns the facts in a row, numbered by the edition's own table of characteristics; attributes is
// the table that numbers the facts that at returns.
func factsBy(attributes, own gevel.Attributes, at func(row int) []gevel.Fact) func(row int) []gevel.Fact {
	places := placesIn(own, attributes)
	return func(row int) []gevel.Fact {
		var facts []gevel.Fact
		for _, f := range at(row) {
			theirs, place := &attributes[f.Attribute], places[f.Attribute]
			if place < 0 {
				continue
			}
			if f.Attribute = place; theirs.IsOpen() {
				f.Value = own[place].Enter(theirs.NameOf(f.Value))
			}
			facts = append(facts, f)
		}
		slices.SortStableFunc(facts, func(a, b gevel.Fact) int { return cmp.Compare(a.Attribute, b.Attribute) })
		return facts
	}
}

// newFactTable makes the table of the facts of dwellings, n at most, given by row.
func newFactTable(n, rows int, of func(row int) []gevel.Fact) *factTable {
	t, _ := makeFactTable(n, nil)
	i := 0
	for row := range rows {
		for _, f := range of(row) {
			t.home[i], t.attribute[i], t.value[i], t.source[i] = int32(row), uint16(f.Attribute), float32(f.Value), f.Source
			t.known[i], t.until[i], t.about[i], t.since[i] = f.Known, f.Until, f.About.Or(gevel.NoDate), f.Since.Or(gevel.NoDate)
			i++
		}
	}
	t.home = t.home[:i]
	return t
}

// makeFactTable makes room for n facts that are read.
func makeFactTable(n int, sources gevel.Sources) (*factTable, *factText) {
	return &factTable{
		sources: sources,
		home:    make([]int32, n), attribute: make([]uint16, n), value: make([]float32, n),
		source: make([]gevel.Source, n), known: make([]gevel.Date, n), until: make([]gevel.Date, n),
		about: make([]gevel.Date, n), since: slices.Repeat([]gevel.Date{gevel.NoDate}, n),
	}, &factText{names: gevel.NewNames()}
}

func (t *factTable) len() int { return len(t.home) }

func (t *factTable) held(i int) (factValue, factDays) {
	return factValue{math.Float32bits(t.value[i]), t.attribute[i], t.source[i]},
		factDays{t.known[i], t.until[i], t.about[i], t.since[i]}
}

// factText holds the columns of the file that are not columns in memory.
type factText struct {
	ids   idList
	names *gevel.Names // of values
	value []int32
}

func (t *factTable) columns(table gevel.Attributes, text *factText) []column {
	return []column{
		idColumn("dwelling_id", &text.ids),
		textColumn("characteristic",
			func(row int) string { return table[t.attribute[row]].Column },
			func(name string) (uint16, error) {
				k := table.Column(name)
				if k < 0 {
					return 0, fmt.Errorf("there is no characteristic %q", name)
				}
				return uint16(k), nil
			},
			func(row int, k uint16) { t.attribute[row] = k }),
		textColumn("value",
			func(row int) string { return spell(&table[t.attribute[row]], float64(t.value[row])) },
			func(s string) (int32, error) { return text.names.Add(s), nil },
			func(row int, name int32) { text.value[row] = name }),
		codeColumn("source", &t.source, t.sources.Name, t.sources.Named),
		sliceColumn("known_date", perhapsDates, &t.known),
		sliceColumn("valid_until", perhapsDates, &t.until),
		sliceColumn("reference_date", perhapsDates, &t.about),
		sliceColumn("valid_since", perhapsDates, &t.since),
	}
}

// readFacts reads the table of facts about homes.
func (e *Edition) readFacts(ctx context.Context, file *table) (*homeFacts, error) {
	t, text := makeFactTable(file.rows(), e.sources)
	text.ids.grow(t.len())
	text.value = make([]int32, t.len())
	if err := file.read(ctx, t.columns(e.sales.Attributes, text)); err != nil {
		return nil, err
	}
	if err := t.resolve(file.name, e.sales.Attributes, e.dwellings, text); err != nil {
		return nil, err
	}
	return newHomeFacts(e.dwellings.id.len(), t), nil
}

// resolveValues finds the values of the facts read.
func (t *factTable) resolveValues(name string, table gevel.Attributes, text *factText) error {
	for i := range t.value {
		v, err := unspell(&table[t.attribute[i]], text.names.Name(text.value[i]))
		if err != nil {
			return fmt.Errorf("%s: in row %d: %w", name, i, err)
		}
		t.value[i] = float32(v)
	}
	return nil
}

// resolve finds the homes and the values of the facts read, and checks the order.
func (t *factTable) resolve(name string, table gevel.Attributes, dwellings *dwellingTable, text *factText) error {
	if err := t.resolveValues(name, table, text); err != nil {
		return err
	}
	for i := range t.home {
		row, ok := dwellings.row(text.ids.at(i))
		if !ok {
			return fmt.Errorf("%s: row %d is about %s, which is no home of the edition", name, i, text.ids.at(i))
		}
		t.home[i] = int32(row)
		if i > 0 && cmp.Or(cmp.Compare(t.home[i-1], t.home[i]), cmp.Compare(t.attribute[i-1], t.attribute[i])) > 0 {
			return fmt.Errorf("%s is not sorted at row %d", name, i)
		}
	}
	return nil
}

// spell writes a value in the form of the file: names by name, and no units.
func spell(a *gevel.Attribute, v float64) string {
	switch {
	case math.IsNaN(v) || a.IsNamed():
		return a.NameOf(v)
	case a.Kind == gevel.YesNo:
		return strconv.FormatBool(v == 1)
	}
	return strconv.FormatFloat(v, 'g', -1, 32)
}

// unspell reads the form that spell writes.
func unspell(a *gevel.Attribute, written string) (float64, error) {
	switch {
	case written == "":
		return math.NaN(), nil
	case a.IsOpen():
		return a.Enter(written), nil
	case a.IsNamed():
		v := a.Named(written)
		if math.IsNaN(v) {
			return v, fmt.Errorf("%q is no %s", written, a.Label)
		}
		return v, nil
	case a.Kind == gevel.YesNo:
		yes, err := strconv.ParseBool(written)
		if yes {
			return 1, err
		}
		return 0, err
	}
	return strconv.ParseFloat(written, 32)
}

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
	of, n := factsBy(attributes, own, func(row int) []gevel.Fact { return facts[row] }), 0
	for _, shared := range facts {
		n += len(shared)
	}
	return &neighbourhoodTable{factTable: *newFactTable(n, len(facts), of)}
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
	text.value = make([]int32, file.rows())
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
