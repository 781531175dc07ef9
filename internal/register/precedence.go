package register

import (
	"slices"

	"github.com/gevel/gevel"
)

// compareFacts puts facts of a home in the order in which each comes before those already there.
func (g *Homes) compareFacts(a, b gevel.Fact) int {
	for _, by := range [...]int{
		a.Attribute - b.Attribute, g.Sources.Rank(a.Source, a.Attribute) - g.Sources.Rank(b.Source, b.Attribute), int(a.Known) - int(b.Known),
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
