package edition

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// HomeRows are the homes of a build, by id. They lie in the columns in which an edition has them: a country of Dwellings
// takes five times the memory.
type HomeRows struct {
	// Attributes are the characteristics that homes may have. It only grows: facts and sources are about places in it.
	Attributes gevel.Attributes
	homes      dwellingTable // with a column for each attribute that some home has, and places as they were given
	placed     map[gevel.Point]int32
	moves      map[int][]gevel.Move // by row
	facts      [][]codedFact        // by row
	values     coded[heldValue]
	days       coded[factDays]
}

// codedFact is a fact of a home: the codes of what is said and of its days.
type codedFact struct{ what, when int32 }

// heldValue is a factValue with all its digits, as they were given.
type heldValue struct {
	value     uint64 // its bits
	attribute int
	source    gevel.Source
}

// coded are distinct items by their codes.
type coded[K comparable] struct {
	all   []K
	known map[K]int32
}

func (c *coded[K]) code(item K) int32 {
	if c.known == nil {
		c.known = map[K]int32{}
	}
	return codeOf(c.known, item, &c.all)
}

// MakeHomeRows makes room for n homes, which are added by id.
func MakeHomeRows(attributes gevel.Attributes, n int) *HomeRows {
	h := &HomeRows{
		Attributes: attributes, placed: map[gevel.Point]int32{}, moves: map[int][]gevel.Move{}, facts: make([][]codedFact, n),
	}
	h.homes.grow(nil, n)
	h.homes.sources.grow(nil, n)
	h.homes.places.codes = market.MakeInts(n)
	return h
}

// Add adds the next home by id. Error: it has no ids.
func (h *HomeRows) Add(d *gevel.Dwelling) error {
	if err := h.homes.id.add([]byte(d.ID)); err != nil {
		return fmt.Errorf("id of a dwelling: %w", err)
	}
	if err := h.homes.numberID.add([]byte(d.NumberID)); err != nil {
		return fmt.Errorf("number id of a dwelling: %w", err)
	}
	h.Set(h.Len()-1, d)
	return nil
}

// Len returns the number of homes.
func (h *HomeRows) Len() int { return h.homes.id.len() }

// ID returns the id of the home in a row.
func (h *HomeRows) ID(row int) gevel.BAGID { return h.homes.id.at(row) }

// Row returns the row of the home with an id.
func (h *HomeRows) Row(id gevel.BAGID) (int, bool) { return h.homes.row(id) }

// SourceOf returns the source of a characteristic of the home in a row.
func (h *HomeRows) SourceOf(row, attribute int) gevel.Source {
	d := gevel.Dwelling{Sources: h.homes.sources.at(row)}
	return d.SourceOf(attribute)
}

// Neighbourhood returns the number of the neighbourhood of the home in a row, market.Unknown where it is not known.
func (h *HomeRows) Neighbourhood(row int) int32 { return h.homes.neighbourhood.At(row) }

// SetNeighbourhood sets it.
func (h *HomeRows) SetNeighbourhood(row int, number int32) { h.homes.neighbourhood.Set(row, number) }

// At returns the home in a row, without what it shares with its neighbourhood. Its sources must not be changed.
func (h *HomeRows) At(row int) gevel.Dwelling {
	d := gevel.Dwelling{
		ID: h.homes.id.at(row), NumberID: h.homes.numberID.at(row), At: h.homes.at[row], Place: h.homes.places.at(row),
		Moves: h.moves[row], Sources: h.homes.sources.at(row), Facts: h.factsOf(row),
	}
	for k := range h.Attributes {
		if h.has(k) {
			h.Attributes[k].Set(&d.Characteristics, h.homes.Value(k, row))
		}
	}
	return d
}

func (h *HomeRows) factsOf(row int) []gevel.Fact {
	if len(h.facts[row]) == 0 {
		return nil
	}
	facts := make([]gevel.Fact, len(h.facts[row]))
	for i, c := range h.facts[row] {
		v := h.values.all[c.what]
		facts[i] = factOf(factValue{0, uint16(v.attribute), v.source}, h.days.all[c.when])
		facts[i].Value = math.Float64frombits(v.value)
	}
	return facts
}

// Set sets all of a home but its ids.
func (h *HomeRows) Set(row int, d *gevel.Dwelling) {
	h.homes.at[row] = d.At
	if code := h.homes.places.codes.At(row); code == market.Unknown || h.homes.places.distinct[code] != d.Place {
		h.homes.places.codes.Set(row, codeOf(h.placed, d.Place, &h.homes.places.distinct))
	}
	h.homes.sources.of[row] = h.homes.sources.add(d.Sources)
	if len(d.Moves) > 0 || h.moves[row] != nil {
		h.moves[row] = d.Moves
	}
	for k := range h.Attributes {
		v := h.Attributes[k].Get(&d.Characteristics)
		if v == v && !h.has(k) {
			h.addColumn(k)
		}
		if h.has(k) {
			h.homes.SetValue(k, row, v)
		}
	}
	h.setFacts(row, d.Facts)
}

func (h *HomeRows) setFacts(row int, facts []gevel.Fact) {
	if len(facts) != len(h.facts[row]) {
		h.facts[row] = make([]codedFact, len(facts))
	}
	for i, f := range facts {
		h.facts[row][i] = codedFact{
			h.values.code(heldValue{math.Float64bits(f.Value), f.Attribute, f.Source}),
			h.days.code(factDays{f.Known, f.Until, f.About.Or(gevel.NoDate), f.Since.Or(gevel.NoDate)}),
		}
	}
}

// has reports whether an attribute has a column.
func (h *HomeRows) has(k int) bool {
	return k < len(h.homes.Whole) && (h.homes.Numbers[k] != nil || h.homes.Whole[k].Len() > 0)
}

func (h *HomeRows) addColumn(k int) {
	all := market.NewColumns(h.Attributes[k:k+1], len(h.facts))
	for len(h.homes.Whole) <= k {
		h.homes.Whole, h.homes.Numbers = append(h.homes.Whole, market.Ints{}), append(h.homes.Numbers, nil)
	}
	h.homes.Whole[k], h.homes.Numbers[k] = all.Whole[0], all.Numbers[0]
}

// some reports whether some home has an attribute.
func (h *HomeRows) some(k int) bool {
	for row := 0; k >= 0 && h.has(k) && row < h.Len(); row++ {
		if v := h.homes.Value(k, row); v == v {
			return true
		}
	}
	return false
}

// written returns the tables of homes and of their moves as an edition has them, with own its characteristics: the
// standard attributes, and each other one that some home has.
func (h *HomeRows) written(ctx context.Context, own gevel.Attributes) (*dwellingTable, *moveTable) {
	held := slices.DeleteFunc(slices.Clone(own), func(a gevel.Attribute) bool {
		return a.IsExtra() && !h.some(h.Attributes.Column(a.Column))
	})
	t := &dwellingTable{id: h.homes.id, numberID: h.homes.numberID, at: h.homes.at, neighbourhood: h.homes.neighbourhood}
	t.Columns = market.NewColumns(held, 0)
	for k, from := range placesIn(h.Attributes, held) {
		switch {
		case from < 0 || !h.has(from):
			none := market.NewColumns(held[k:k+1], h.Len())
			t.Whole[k], t.Numbers[k] = none.Whole[0], none.Numbers[0]
		case held[k].IsOpen(): // names are numbered as the edition has them
			t.Whole[k] = market.MakeInts(h.Len())
			for row := range h.Len() {
				t.Whole[k].Set(row, held[k].Names.Add(h.Attributes[from].NameOf(h.homes.Value(from, row))))
			}
		default:
			t.Whole[k], t.Numbers[k] = h.homes.Whole[from], h.homes.Numbers[from]
		}
	}
	t.places = newPlaceList(h.Len(), func(row int) gevel.Point { return market.PlaceOf(h.homes.places.at(row), t.at[row]) })
	t.sources.grow(placesIn(own, held), h.Len())
	set := t.sources.setter(placesIn(h.Attributes, held))
	for row := range h.Len() {
		report(ctx, row, h.Len())
		set(row, h.homes.sources.at(row))
	}
	return t, h.movesWritten()
}

func (h *HomeRows) movesWritten() *moveTable {
	t := makeMoveTable(0)
	for row := range h.Len() {
		for _, m := range h.moves[row] {
			t.id, t.until = append(t.id, h.homes.id[row]), append(t.until, m.Until)
			t.at, t.place = append(t.at, m.At), append(t.place, m.Place)
		}
	}
	return t
}

// factsWritten returns the table of the facts of homes as an edition has it.
func (h *HomeRows) factsWritten(own gevel.Attributes) *factTable {
	n := 0
	for row := range h.facts {
		n += len(h.facts[row])
	}
	return newFactTable(n, h.Len(), factsBy(h.Attributes, own, h.factsOf))
}
