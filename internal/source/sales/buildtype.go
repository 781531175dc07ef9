package sales

import (
	"fmt"
	"math"
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

var spellingNoise = strings.NewReplacer(" ", "", "-", "", "/", "", "é", "e")

// plainSpelling returns s in lower case, without spaces, hyphens, slashes, accents.
func plainSpelling(s string) string { return spellingNoise.Replace(strings.ToLower(s)) }

// spellings are the ways, in plain spelling, in which deliveries write the names of an
// attribute, by its column.
var spellings = map[string]map[string]float64{"build_type": buildTypeSpellings()}

func buildTypeSpellings() map[string]float64 {
	known := map[string]float64{}
	for i, name := range gevel.BuildTypeNames() {
		known[plainSpelling(name)] = float64(i + 1)
	}
	for t, aliases := range buildTypeAliases {
		for _, alias := range aliases {
			known[plainSpelling(alias)] = float64(t)
			if t == 0 {
				known[plainSpelling(alias)] = math.NaN()
			}
		}
	}
	return known
}

// named returns the number of a name in any known spelling, NaN for those that say that it is
// unknown.
func named(a *gevel.Attribute, s string) (float64, error) {
	for _, spelling := range []string{s, strings.ToUpper(s)} { // labels are often in lower case
		if v := a.Named(spelling); !math.IsNaN(v) {
			return v, nil
		}
	}
	if v, ok := spellings[a.Column][plainSpelling(s)]; ok {
		return v, nil
	}
	return math.NaN(), fmt.Errorf("%s is no %s", quote(s), a.Label)
}
