package sales

import (
	"fmt"
	"strings"

	"github.com/gevel/gevel"
)

// How deliveries spell the house types, apart from the service's own names.
// Sources: Kadaster's letters, Altum's and EP-Online's lists, NWWI, everyday Dutch.
var buildTypeAliases = map[gevel.BuildType][]string{
	gevel.Appartement:   {"A", "flat", "Flatwoning", "Flatwoning (overig)", "appartementen"},
	gevel.Galerijflat:   {"Galerijwoning"},
	gevel.Corridorflat:  {"Corridorwoning"},
	gevel.Tussenwoning:  {"T", "rijwoning", "rijtjeshuis", "Tussen/rijwoning", "Rijwoning tussen"},
	gevel.Eindwoning:    {"Eindrijwoning"},
	gevel.Hoekwoning:    {"H", "Rijwoning hoek", "hoekhuis"},
	gevel.Benedenwoning: {"Beneden woning"},
	gevel.TweeOnderEenKapwoning: {
		"K", "twee-onder-een-kap", "twee-onder-één-kap", "twee-onder-een-kapwoning", "2-onder-1-kap",
		"2/1 kap", "2 onder een kap",
	},
	gevel.GeschakeldeTweeOnderEenKapwoning: {"Geschakelde twee-onder-een-kapwoning", "Geschakelde 2-onder-1-kap"},
	gevel.HalfvrijstaandeWoning:            {"Halfvrijstaand"},
	gevel.VrijstaandeWoning:                {"V", "Vrijstaand", "Villa"},
	0:                                      {"O", "onbekend", "overig"},
}

var buildTypes = buildTypesBySpelling()

func buildTypesBySpelling() map[string]gevel.BuildType {
	spellings := map[string]gevel.BuildType{}
	for i, name := range gevel.BuildTypeNames() {
		t := gevel.BuildType(i + 1)
		spellings[name], spellings[plainSpelling(name)] = t, t
	}
	for t, aliases := range buildTypeAliases {
		for _, alias := range aliases {
			spellings[plainSpelling(alias)] = t
		}
	}
	return spellings
}

var spellingNoise = strings.NewReplacer(" ", "", "-", "", "/", "", "é", "e")

// plainSpelling returns s in lower case, without spaces, hyphens, slashes, accents.
func plainSpelling(s string) string { return spellingNoise.Replace(strings.ToLower(s)) }

// parseBuildType reads a house type in any known spelling; 0 for those that say
// that it is unknown.
func parseBuildType(s string) (gevel.BuildType, error) {
	if t, ok := buildTypes[s]; ok {
		return t, nil
	}
	if t, ok := buildTypes[plainSpelling(s)]; ok {
		return t, nil
	}
	return 0, fmt.Errorf("%s is no house type", quote(s))
}
