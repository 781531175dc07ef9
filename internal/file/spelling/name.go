package spelling

import (
	_ "embed"
	"fmt"
	"math"
	"strings"

	"github.com/gevel/gevel"
)

//go:embed housetypes.txt
var houseTypeText string

var nameNoise = strings.NewReplacer(" ", "", "\u00a0", "", "-", "", "_", "", "/", "", ".", "", "é", "e")

// plainName returns s in lower case, without spaces, hyphens, slashes, accents.
func plainName(s string) string { return nameNoise.Replace(strings.ToLower(s)) }

// houseTypes are the numbers of the house types by their plain names: the service's own, and what housetypes.txt has; NaN
// for words that say that it is unknown.
var houseTypes = readHouseTypes(houseTypeText)

func readHouseTypes(text string) map[string]float64 {
	known := map[string]float64{}
	for i, name := range gevel.BuildTypeNames() {
		known[plainName(name)] = float64(i + 1)
	}
	for line := range strings.Lines(text) {
		name, others, is := strings.Cut(strings.TrimSpace(line), ": ")
		if !is || name[0] == '#' {
			continue
		}
		number, ok := known[plainName(name)]
		switch {
		case name == "unknown":
			number = math.NaN()
		case !ok:
			panic("housetypes.txt: there is no house type " + name)
		}
		for alias := range strings.SplitSeq(others, ", ") {
			known[plainName(alias)] = number
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
