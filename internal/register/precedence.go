package register

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
)

// precedence says by characteristic which sources know it, the one that wins last. What the last
// sale of a home recorded comes in when the home is valued, as it depends on the day: it wins over
// what is derived, and fills what is unknown.
var precedence = map[int][]gevel.Source{
	// A surveyor of labels has seen the home. The walls only tell where it touches others, and
	// no kind of flat from another.
	gevel.AtBuildType:   {gevel.FromWalls, gevel.FromLabel},
	gevel.AtBuildYear:   {gevel.FromBAG},
	gevel.AtUseSurface:  {gevel.FromBAG},
	gevel.AtEnergyLabel: {gevel.FromLabel},
}

// rank is how high a source stands for a characteristic, -1 where it has no say.
func rank(attribute int, s gevel.Source) int { return slices.Index(precedence[attribute], s) }

// compareFacts puts facts of a home in the order in which each comes before those already there.
func compareFacts(a, b gevel.Fact) int {
	for _, by := range [...]int{
		a.Attribute - b.Attribute, rank(a.Attribute, a.Source) - rank(b.Attribute, b.Source), int(a.Known) - int(b.Known),
	} {
		if by != 0 {
			return by
		}
	}
	return 0
}

// nameSources names the source of what the register of addresses and buildings knows: the type is
// derived, all else registered. Homes share their lists.
func (g *Homes) nameSources() {
	shared := map[[gevel.StandardAttributes]gevel.Source][]gevel.Source{}
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
		if shared[sources] == nil {
			shared[sources] = slices.Clone(sources[:])
		}
		d.Sources = shared[sources]
	}
}

// learn tells a home what a source registered. What was known without a date of the same
// characteristics stays beside it, for days before. The home becomes what is known of it last.
func learn(d *gevel.Dwelling, facts []gevel.Fact, table gevel.Attributes) {
	for _, f := range facts {
		if !slices.ContainsFunc(d.Facts, func(g gevel.Fact) bool { return g.Attribute == f.Attribute }) {
			d.Facts = append(d.Facts, undated(d, table, f.Attribute))
		}
		d.Facts = append(d.Facts, f)
	}
	slices.SortStableFunc(d.Facts, compareFacts)
	*d = d.On(math.MaxInt32, table)
}

// undated is what a home knows of a characteristic at all times.
func undated(d *gevel.Dwelling, table gevel.Attributes, attribute int) gevel.Fact {
	return gevel.Fact{
		Attribute: attribute, Value: table[attribute].Get(&d.Characteristics),
		Provenance: gevel.Provenance{Source: d.SourceOf(attribute), Known: gevel.NoDate, Until: gevel.NoDate},
	}
}
