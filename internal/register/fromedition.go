package register

import (
	"errors"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
)

// FromEdition returns the homes of an edition, as they were when it was made. table is the table of
// the characteristics to which those are added that the edition's homes have. Error: the edition names a source
// that sources do not have.
func FromEdition(e *edition.Edition, table gevel.Attributes, sources gevel.Sources) (*Homes, error) {
	g := &Homes{
		HomeRows: edition.MakeHomeRows(table, e.Manifest().Rows["dwellings"]), Sources: sources, Addresses: e.AddressRows(),
		Statuses: slices.Collect(e.Statuses),
	}
	m := newMoving(g, e)
	for d, neighbourhood := range e.RegisteredHomes {
		m.move(&d)
		if err := g.Add(&d); err != nil {
			return nil, err
		}
		g.SetNeighbourhood(g.Len()-1, neighbourhood)
	}
	for _, facts := range e.Neighbourhoods() {
		facts = slices.Clone(facts)
		m.moveFacts(facts)
		slices.SortStableFunc(facts, compareShared)
		g.Neighbourhoods = append(g.Neighbourhoods, facts)
	}
	g.noteEntered()
	return g, m.err
}

// moving moves what is known of homes from the table of characteristics of an edition to theirs.
type moving struct {
	homes   *Homes
	from    gevel.Attributes
	places  []int // in the homes' table, by place in from; -1 where none has been moved yet
	sources map[*gevel.Source][]gevel.Source
	edition gevel.Sources
	err     error
}

func newMoving(g *Homes, e *edition.Edition) *moving {
	m := &moving{homes: g, from: e.Sales().Attributes, edition: e.Sources(), sources: map[*gevel.Source][]gevel.Source{}}
	held := e.HomeAttributes()
	m.places = make([]int, len(m.from))
	for k := range m.from {
		m.places[k] = -1
		if held.Column(m.from[k].Column) >= 0 {
			m.place(k)
		}
	}
	return m
}

// place returns the place in the homes' table of the characteristic at a place of the edition's.
func (m *moving) place(k int) int {
	if m.places[k] < 0 {
		a := m.from[k]
		a.Names = nil // the table has its own
		place, err := m.homes.Bring(a)
		m.places[k], m.err = place, errors.Join(m.err, err)
	}
	return m.places[k]
}

func (m *moving) move(d *gevel.Dwelling) {
	d.Sources = m.sourcesOf(d.Sources)
	m.moveFacts(d.Facts)
	slices.SortStableFunc(d.Facts, m.homes.compareFacts)
	extras := gevel.Characteristics{}
	for k, place := range m.places {
		if place >= 0 && m.from[k].IsExtra() {
			m.homes.Attributes[place].Set(&extras, m.value(k, m.from[k].Get(&d.Characteristics)))
		}
	}
	d.Extra = extras.Extra
}

func (m *moving) moveFacts(facts []gevel.Fact) {
	for i := range facts {
		f := &facts[i]
		f.Value, f.Attribute, f.Source = m.value(f.Attribute, f.Value), m.place(f.Attribute), m.source(f.Source)
	}
}

// value returns a value of the characteristic at a place of the old table as the new one has it.
func (m *moving) value(k int, v float64) float64 {
	if a := &m.from[k]; a.IsOpen() {
		return m.homes.Attributes[m.place(k)].Enter(a.NameOf(v))
	}
	return v
}

// source returns a source of the edition by its number in the homes' table.
func (m *moving) source(s gevel.Source) gevel.Source {
	named, err := m.homes.Sources.Named(m.edition.Name(s))
	m.err = errors.Join(m.err, err)
	return named
}

// sourcesOf returns sources by place in the new table. Homes share them as they did.
func (m *moving) sourcesOf(sources []gevel.Source) []gevel.Source {
	if len(sources) == 0 {
		return nil
	}
	moved, ok := m.sources[&sources[0]]
	if !ok {
		moved = make([]gevel.Source, len(m.homes.Attributes))
		for k, s := range sources {
			if place := m.places[k]; place >= 0 {
				moved[place] = m.source(s)
			}
		}
		m.sources[&sources[0]] = moved
	}
	return moved
}
