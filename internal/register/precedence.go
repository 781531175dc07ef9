package register

import (
	"slices"

	"github.com/gevel/gevel"
)

// precedence says by characteristic which sources know it, the one that wins last. What the last
// sale of a home recorded comes in when the home is valued, as it depends on the day: it wins over
// what is derived, and fills what is unknown.
var precedence = map[int][]gevel.Source{
	// A surveyor of labels has seen the home. The walls only tell where it touches others, and
	// no kind of flat from another.
	gevel.AtBuildType:   {gevel.FromWalls, gevel.FromLabel, gevel.FromFile},
	gevel.AtBuildYear:   {gevel.FromBAG, gevel.FromFile},
	gevel.AtUseSurface:  {gevel.FromBAG, gevel.FromFile},
	gevel.AtVolume:      {gevel.From3DBAG, gevel.FromFile},
	gevel.AtEnergyLabel: {gevel.FromLabel, gevel.FromFile},
	gevel.AtMonument:    {gevel.FromMonuments, gevel.FromFile},
	// A home stands on one parcel: the map says its size, or that it is shared.
	gevel.AtParcelSurface: {gevel.FromParcels, gevel.FromShared, gevel.FromFile},
}

// usualPrecedence is that of all other characteristics. An operator gives a file of his own to say
// what the registers don't know, or know wrongly: it wins everywhere.
var usualPrecedence = []gevel.Source{gevel.From3DBAG, gevel.FromCBS, gevel.FromFile}

// rank is how high a source stands for a characteristic, -1 where it has no say.
func rank(attribute int, s gevel.Source) int {
	if sources, ok := precedence[attribute]; ok {
		return slices.Index(sources, s)
	}
	return slices.Index(usualPrecedence, s)
}

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
		d.Sources = shared.of(sources[:])
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
