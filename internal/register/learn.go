package register

import (
	"slices"

	"github.com/gevel/gevel"
)

// How homes learn what sources say of them.

// Bring returns the place of the characteristic with a's column in the table of the homes, which gets
// a as a new row where it has none. Error: an edition would name the source of one as it names another.
func (g *Homes) Bring(a gevel.Attribute) (place int, err error) {
	if k := g.Attributes.Column(a.Column); k >= 0 {
		return k, nil
	}
	for _, other := range g.Attributes {
		if other.Column == a.Column+sourceSuffix || a.Column == other.Column+sourceSuffix {
			return 0, gevel.Refusal("an edition would name the source of one as it names the other: rename one",
				"%s and %s can't both be characteristics of homes", other.Column, a.Column)
		}
	}
	g.Attributes = g.Attributes.With(a)
	return len(g.Attributes) - 1, nil
}

// sourceSuffix ends the columns of an edition that say where characteristics come from.
const sourceSuffix = "_source"

// Table returns the characteristics that homes may have; see Attributes.
func (g *Homes) Table() gevel.Attributes { return g.Attributes }

// Record records facts of the home with an id, as Learn does. Without such a home it does nothing.
func (g *Homes) Record(id gevel.BAGID, facts []gevel.Fact) {
	if row, ok := g.row(id); ok {
		g.Learn(row, facts)
	}
}

// Learn tells the home in a row of Dwellings what a source says of it. The home becomes what is known
// of it last, by the table of precedence, and keeps what was known on days before. A fact without a
// day is known on all days. Of facts of one source and day the one learned last counts.
func (g *Homes) Learn(row int, facts []gevel.Fact) {
	d := &g.Dwellings[row]
	for _, f := range facts {
		if !slices.ContainsFunc(d.Facts, func(g gevel.Fact) bool { return g.Attribute == f.Attribute }) {
			d.Facts = append(d.Facts, undated(d, g.Attributes, f.Attribute))
		}
		d.Facts = append(d.Facts, f)
	}
	slices.SortStableFunc(d.Facts, g.compareFacts)
	*d = d.Seen(gevel.Latest, g.Attributes)
	d.Facts = dropUndated(d.Facts)
}

// RecordAbsence records the value implied by absence from a complete list: for a home that the list
// does not have. The fact has no day; it is known on all days before the list has another.
func (g *Homes) RecordAbsence(f gevel.Fact) {
	shared := sharedSources{}
	for row := range g.Dwellings {
		g.Learn(row, []gevel.Fact{f})
		g.Dwellings[row].Sources = shared.of(g.Dwellings[row].Sources)
	}
}

// undated is what a home knows of a characteristic at all times.
func undated(d *gevel.Dwelling, table gevel.Attributes, attribute int) gevel.Fact {
	return gevel.Fact{
		Attribute: attribute, Value: table[attribute].Get(&d.Characteristics),
		Provenance: gevel.Provenance{Source: d.SourceOf(attribute), Known: gevel.NoDate, Until: gevel.NoDate},
	}
}

// dropUndated drops the facts of characteristics without any dated fact: the home itself has these.
func dropUndated(facts []gevel.Fact) []gevel.Fact {
	kept := facts[:0]
	for first := 0; first < len(facts); {
		next, dated := first, false
		for ; next < len(facts) && facts[next].Attribute == facts[first].Attribute; next++ {
			dated = dated || facts[next].Known != gevel.NoDate
		}
		if dated {
			kept = append(kept, facts[first:next]...)
		}
		first = next
	}
	if len(kept) == 0 {
		return nil // and so lets go of the memory
	}
	return kept
}

// compareFacts puts facts of a home in the order in which each comes before those already there.
func (g *Homes) compareFacts(a, b gevel.Fact) int {
	for _, by := range [...]int{
		a.Attribute - b.Attribute, g.Sources.Rank(a.Source, a.Attribute) - g.Sources.Rank(b.Source, b.Attribute),
		int(a.Known) - int(b.Known),
	} {
		if by != 0 {
			return by
		}
	}
	return 0
}

// nameSources names the source of what the register of addresses and buildings knows: the type is
// derived, all else registered.
func (g *Homes) nameSources() {
	shared := sharedSources{}
	table := gevel.Standard()
	for i := range g.Dwellings {
		d := &g.Dwellings[i]
		var sources [gevel.StandardAttributes]gevel.Source
		for k := range table {
			switch {
			case !table[k].Known(&d.Characteristics):
			case k == gevel.AtBuildType:
				sources[k] = gevel.FromWalls
			default:
				sources[k] = gevel.FromBAG
			}
		}
		if d.Sources = shared.of(sources[:]); len(d.Facts) > 0 {
			*d = d.Seen(gevel.Latest, table)
			d.Sources = shared.of(d.Sources)
		}
	}
}

// sharedSources are lists of sources that homes share: few differ.
type sharedSources map[string][]gevel.Source

// of returns the shared list that is like a list.
func (s sharedSources) of(sources []gevel.Source) []gevel.Source {
	key := make([]byte, len(sources))
	for i, source := range sources {
		key[i] = byte(source)
	}
	list, ok := s[string(key)]
	if !ok {
		list = slices.Clone(sources)
		s[string(key)] = list
	}
	return list
}
