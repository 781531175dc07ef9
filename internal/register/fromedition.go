package register

import (
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
)

// FromEdition returns the homes of an edition, as they were when it was made. table is that of
// the characteristics to which those are added that the edition's homes have.
func FromEdition(e *edition.Edition, table gevel.Attributes) (*Homes, error) {
	g := &Homes{Attributes: table, Addresses: slices.Collect(e.Addresses)}
	m, err := newMoving(g, e)
	if err != nil {
		return nil, err
	}
	for d := range e.Dwellings {
		m.move(&d)
		g.Dwellings = append(g.Dwellings, d)
	}
	g.noteMain()
	return g, nil
}

// moving moves homes from the table of characteristics of an edition to another.
type moving struct {
	from, to gevel.Attributes
	places   []int // in to, by place in from; -1 where no home has it
	sources  map[*gevel.Source][]gevel.Source
}

func newMoving(g *Homes, e *edition.Edition) (*moving, error) {
	m := &moving{from: e.Sales().Attributes, sources: map[*gevel.Source][]gevel.Source{}}
	held := e.HomeAttributes()
	m.places = make([]int, len(m.from))
	for k := range m.from {
		m.places[k] = -1
		if held.Column(m.from[k].Column) < 0 {
			continue
		}
		a := m.from[k]
		a.Names = nil // the table has its own
		var err error
		if m.places[k], err = g.Bring(a); err != nil {
			return nil, err
		}
	}
	m.to = g.Attributes
	return m, nil
}

func (m *moving) move(d *gevel.Dwelling) {
	d.Sources = m.sourcesOf(d.Sources)
	for i := range d.Facts {
		f := &d.Facts[i]
		f.Value, f.Attribute = m.value(f.Attribute, f.Value), m.places[f.Attribute]
	}
	slices.SortStableFunc(d.Facts, compareFacts)
	extras := gevel.Characteristics{}
	for k, place := range m.places {
		if place >= 0 && m.from[k].IsExtra() {
			m.to[place].Set(&extras, m.value(k, m.from[k].Get(&d.Characteristics)))
		}
	}
	d.Extra = extras.Extra
}

// value returns a value of the characteristic at a place of the old table as the new one has it.
func (m *moving) value(k int, v float64) float64 {
	if a := &m.from[k]; a.IsOpen() {
		return m.to[m.places[k]].Enter(a.NameOf(v))
	}
	return v
}

// sourcesOf returns sources by place in the new table. Homes share them as they did.
func (m *moving) sourcesOf(sources []gevel.Source) []gevel.Source {
	if len(sources) == 0 {
		return nil
	}
	moved, ok := m.sources[&sources[0]]
	if !ok {
		moved = make([]gevel.Source, len(m.to))
		for k, s := range sources {
			if place := m.places[k]; place >= 0 {
				moved[place] = s
			}
		}
		m.sources[&sources[0]] = moved
	}
	return moved
}
