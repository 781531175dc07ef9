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
	if row, ok := g.Row(id); ok {
		g.Learn(row, facts)
	}
}

// Learn records what a source says of the home in a row. Its characteristics are then the newest that are known, by the
// table of precedence; what was known on days before stays among its facts. A fact without a day is known on all days. Of
// facts of one source and day the one learned last counts.
func (g *Homes) Learn(row int, facts []gevel.Fact) {
	d := g.At(row)
	for _, f := range facts {
		if !slices.ContainsFunc(d.Facts, func(g gevel.Fact) bool { return g.Attribute == f.Attribute }) {
			d.Facts = append(d.Facts, undated(&d, g.Attributes, f.Attribute))
		}
		d.Facts = append(d.Facts, f)
	}
	g.settle(row, &d)
}

// settle makes a home what is known of it last, by its facts.
func (g *Homes) settle(row int, d *gevel.Dwelling) {
	slices.SortStableFunc(d.Facts, g.compareFacts)
	*d = d.Seen(gevel.Latest, g.Attributes)
	d.Facts = dropUndated(d.Facts)
	g.Set(row, d)
}

// RecordAbsence records the value implied by absence from a complete list: for a home that the list
// does not have. The fact has no day; it is known on all days before the list has another.
func (g *Homes) RecordAbsence(f gevel.Fact) {
	for row := range g.Len() {
		g.Learn(row, []gevel.Fact{f})
	}
}

// undated is what a home knows of a characteristic at all times.
func undated(d *gevel.Dwelling, table gevel.Attributes, attribute int) gevel.Fact {
	return gevel.Fact{
		Attribute: attribute, Value: table[attribute].Get(&d.Characteristics),
		Provenance: gevel.Provenance{Source: d.SourceOf(attribute), Known: gevel.NoDate, Until: gevel.NoDate},
	}
}

// dropUndated drops the facts of characteristics without any dated fact: the home itself has these. A fact that was always
// known may hold since a day.
func dropUndated(facts []gevel.Fact) []gevel.Fact {
	kept := facts[:0]
	for first := 0; first < len(facts); {
		next, dated := first, false
		for ; next < len(facts) && facts[next].Attribute == facts[first].Attribute; next++ {
			dated = dated || facts[next].Known != gevel.NoDate || facts[next].Since.Or(gevel.Always) != gevel.Always
		}
		if dated {
			kept = append(kept, facts[first:next]...)
		}
		first = next
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

// nameSources names the source of what the register of addresses and buildings knows of a home: the type is derived, all
// else registered.
func nameSources(d *gevel.Dwelling, table gevel.Attributes) {
	d.Sources = make([]gevel.Source, gevel.StandardAttributes)
	for k := range table {
		switch {
		case !table[k].Known(&d.Characteristics):
		case k == gevel.AtBuildType:
			d.Sources[k] = gevel.FromWalls
		default:
			d.Sources[k] = gevel.FromBAG
		}
	}
	*d = d.Seen(gevel.Latest, table)
}
