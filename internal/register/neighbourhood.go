package register

import (
	"cmp"
	"slices"

	"github.com/gevel/gevel"
)

// What homes share with their neighbourhood. A country has some 14 000 neighbourhoods and ten million
// homes, so a home has the number of its neighbourhood, and facts are kept once for each.

// NoNeighbourhood is the number of a home whose neighbourhood is not known.
const NoNeighbourhood = -1

// shared returns the facts that the home in a row shares with its neighbourhood.
func (g *Homes) shared(row int) []gevel.Fact {
	if n := g.Neighbourhood(row); n != NoNeighbourhood {
		return g.Neighbourhoods[n]
	}
	return nil
}

// sourceOf returns the source of a characteristic of the home in a row, as is known last.
func (g *Homes) sourceOf(row, attribute int) gevel.Source {
	if s := g.SourceOf(row, attribute); s != gevel.NoSource {
		return s
	}
	source := gevel.NoSource
	for _, f := range g.shared(row) {
		if f.Attribute == attribute {
			source = f.Source
		}
	}
	return source
}

// Division says of homes in which part of the country they lie, in the division of one year.
type Division struct {
	homes *Homes
	codes map[string]int32
	names []string
	of    []int32      // by row of the homes, into names
	from  []gevel.Date // and since when the home had the address by which it is placed
	Homes int          // that are placed
}

// NewDivision returns one that places no home yet.
func (g *Homes) NewDivision() *Division {
	return &Division{
		homes: g, codes: map[string]int32{}, of: slices.Repeat([]int32{NoNeighbourhood}, g.Len()),
		from: make([]gevel.Date, g.Len()),
	}
}

// Place places the homes whose main address has, or had, a postal code and a house number, whatever its letter
// and extension. It returns how many these are, and in how many of them the part is another than was
// said before: that one stays. Of several addresses of a home the earliest counts, so that a later one moves no answer.
func (d *Division) Place(code gevel.PostalCode, number int, part string) (homes, otherwise int) {
	for _, a := range d.homes.Addresses.Find(code, number, nil) {
		row, ok := 0, a.Main // also of homes that are gone, or were here
		if ok {
			row, ok = d.homes.Row(a.ObjectID)
		}
		if !ok {
			continue
		}
		n := d.number(part)
		switch homes++; {
		case d.of[row] == NoNeighbourhood:
			d.Homes++
			fallthrough
		case a.From < d.from[row]:
			d.of[row], d.from[row] = n, a.From
		case a.From == d.from[row] && d.of[row] != n:
			otherwise++
		}
	}
	return homes, otherwise
}

func (d *Division) number(part string) int32 {
	n, ok := d.codes[part]
	if !ok {
		n = int32(len(d.names))
		d.codes[part] = n
		d.names = append(d.names, part)
	}
	return n
}

// LearnShared records facts of the parts of a division, such as neighbourhoods, for all their homes. Homes in the
// same part of this and of each earlier division share the facts.
func (g *Homes) LearnShared(d *Division, factsOf func(part string) []gevel.Fact) {
	before := g.Neighbourhoods
	g.Neighbourhoods = nil
	known := map[int32][]gevel.Fact{}
	numbers := map[[2]int32]int32{}
	for row, part := range d.of {
		pair := [2]int32{g.Neighbourhood(row), part}
		n, ok := numbers[pair]
		if !ok {
			var facts []gevel.Fact
			if pair[0] != NoNeighbourhood {
				facts = slices.Clone(before[pair[0]])
			}
			if part != NoNeighbourhood {
				if _, ok := known[part]; !ok {
					known[part] = factsOf(d.names[part])
				}
				facts = append(facts, known[part]...)
			}
			slices.SortStableFunc(facts, compareShared)
			n = NoNeighbourhood
			if len(facts) > 0 {
				n = int32(len(g.Neighbourhoods))
				g.Neighbourhoods = append(g.Neighbourhoods, facts)
			}
			numbers[pair] = n
		}
		g.SetNeighbourhood(row, n)
	}
}

func compareShared(a, b gevel.Fact) int {
	return cmp.Or(cmp.Compare(a.Attribute, b.Attribute), cmp.Compare(a.Known, b.Known))
}
