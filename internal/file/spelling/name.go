package spelling

import (
	"fmt"
	"math"
	"strings"

	"github.com/gevel/gevel"
)

// buildTypeAliases are the spellings of the house types, apart from the service's own names.
// Sources: Kadaster's letters, Altum's and EP-Online's lists, NWWI, VERA's codes, everyday Dutch.
var buildTypeAliases = map[gevel.BuildType][]string{
	gevel.Appartement: {
		"A", "flat", "Flatwoning", "Flatwoning (overig)", "appartementen", "etagewoning", "penthouse",
		"tussenverdieping",
	},
	gevel.Galerijflat:   {"GAL", "Galerijwoning"},
	gevel.Corridorflat:  {"COR", "Corridorwoning"},
	gevel.Maisonnette:   {"MAI", "maisonette", "maisonnettewoning"},
	gevel.Portiekflat:   {"POF"},
	gevel.Portiekwoning: {"POW"},
	gevel.Bovenwoning:   {"BOV", "bovenhuis", "dubbel bovenhuis", "dubbele bovenwoning"},
	gevel.Benedenwoning: {"benedenhuis", "dubbel benedenhuis", "dubbele benedenwoning"},
	gevel.Tussenwoning: {
		"T", "rijwoning", "rijtjeshuis", "rijtjeswoning", "rijhuis", "Tussen/rijwoning", "Rijwoning tussen", "tussenhuis",
	},
	gevel.GeschakeldeWoning: {"GWO", "geschakeld"},
	gevel.Eindwoning:        {"EIN", "Eindrijwoning", "Rijwoning eind", "eindhuis"},
	gevel.Hoekwoning:        {"H", "HOE", "Rijwoning hoek", "hoekhuis"},
	gevel.TweeOnderEenKapwoning: {
		"K", "twee-onder-een-kap", "twee-onder-een-kapwoning", "2-onder-1-kap", "2 onder een kap",
		"2-onder-een-kapwoning", "twee onder 1 kap", "twee onder 1 kapwoning", "tweekapper", "2/1 kap", "2/1 kapwoning",
	},
	gevel.GeschakeldeTweeOnderEenKapwoning: {
		"GTW", "Geschakelde twee-onder-een-kapwoning", "Geschakelde twee-onder-een-kap", "Geschakelde 2-onder-1-kap",
		"Geschakelde 2-onder-een-kapwoning",
	},
	gevel.HalfvrijstaandeWoning: {"HAL", "Halfvrijstaand"},
	gevel.VrijstaandeWoning:     {"V", "Vrijstaand", "vrijstaand huis", "vrijstaande villa", "Villa"},
	0:                           {"O", "onbekend", "overig"},
}

var nameNoise = strings.NewReplacer(" ", "", "\u00a0", "", "-", "", "_", "", "/", "", ".", "", "é", "e")

// plainName returns s in lower case, without spaces, hyphens, slashes, accents.
func plainName(s string) string { return nameNoise.Replace(strings.ToLower(s)) }

// houseTypes are the numbers of the house types by their plain names.
var houseTypes = buildTypeSpellings()

func buildTypeSpellings() map[string]float64 {
	known := map[string]float64{}
	for i, name := range gevel.BuildTypeNames() {
		known[plainName(name)] = float64(i + 1)
	}
	for t, aliases := range buildTypeAliases {
		for _, alias := range aliases {
			known[plainName(alias)] = float64(t)
			if t == 0 {
				known[plainName(alias)] = math.NaN()
			}
		}
	}
	return known
}

// HouseType returns a house type in any known spelling, 0 for words that say that it is unknown; ok is false when it is none.
func HouseType(s string) (t gevel.BuildType, ok bool) {
	v, ok := houseType(s)
	if !ok || math.IsNaN(v) {
		return 0, ok
	}
	return gevel.BuildType(v), true
}

// Name returns the number of a name of an attribute in any known spelling, as Attribute.Get does, NaN
// for those that say that it is unknown; ok is false when it is none.
func Name(a *gevel.Attribute, s string) (v float64, ok bool) {
	for _, spelling := range []string{s, strings.ToUpper(s)} { // labels are often in lower case
		if v := a.Named(spelling); !math.IsNaN(v) {
			return v, true
		}
	}
	if a.Column != "build_type" {
		return math.NaN(), false
	}
	return houseType(s)
}

// houseType returns the number of a house type, NaN for words that say that it is unknown.
func houseType(s string) (v float64, ok bool) {
	if v, ok = houseTypes[plainName(s)]; ok {
		return v, true
	}
	return listed(s)
}

// Yes reads yes or no, as files in Dutch and English spell it, and programs: True, 1.0, WAAR.
func Yes(s string) (bool, error) {
	switch strings.ToLower(s) {
	case "j", "ja", "y", "yes", "true", "t", "waar", "1", "1.0", "1,0":
		return true, nil
	case "n", "nee", "no", "false", "f", "onwaar", "0", "0.0", "0,0":
		return false, nil
	}
	return false, fmt.Errorf("%s is neither yes nor no", Quote(s))
}
