package spelling

import (
	"math"
	"slices"
	"strings"

	"github.com/gevel/gevel"
)

// How listings of homes for sale write house types: Galerijflat (appartement), Eengezinswoning, tussenwoning.

// looseTypes are words of listings that stand for a type unless another word is more exact, in plain spelling.
var looseTypes = map[string]gevel.BuildType{
	"appartement": gevel.Appartement, "flat": gevel.Appartement, "etagewoning": gevel.Appartement, "penthouse": gevel.Appartement,
	"tussenverdieping": gevel.Appartement, "villa": gevel.VrijstaandeWoning,
}

// typeless are words of listings that say how a home looks and leave its type open, in plain spelling.
var typeless = []string{
	"arbeiderswoning", "boerderij", "bungalow", "dijkwoning", "driveinwoning", "eengezinswoning", "grachtenpand",
	"herenhuis", "huis", "landgoed", "landhuis", "patiowoning", "semibungalow", "splitlevelwoning", "stadswoning",
	"woning", "woonboerderij", "woonhuis",
}

// homeless are words of listings for what is no home, in plain spelling.
var homeless = []string{
	"bedrijfsruimte", "berging", "bouwgrond", "bouwkavel", "garage", "garagebox", "kantoor", "kantoorruimte", "ligplaats",
	"parkeergelegenheid", "parkeerplaats", "stacaravan", "standplaats", "winkel", "winkelruimte", "woonboot", "woonwagen",
}

// adjectives may stand before what is no home: vrijstaande garage.
var adjectives = []string{"aangebouwde", "dubbele", "inpandige", "losse", "vrijstaande"}

// IsTypeless reports whether words of a listing describe a home and leave its house type open.
func IsTypeless(s string) bool {
	return slices.ContainsFunc(words(s), func(word string) bool { return slices.Contains(typeless, word) }) && !IsNoHome(s)
}

// IsNoHome reports whether words of a listing are of a garage, a berth or what else is no home.
func IsNoHome(s string) bool {
	return slices.ContainsFunc(words(s), func(word string) bool {
		for _, adjective := range adjectives {
			word = strings.TrimPrefix(word, adjective)
		}
		return slices.Contains(homeless, word)
	})
}

// words returns the parts of what a listing says of a home, in plain spelling.
func words(s string) (list []string) {
	for _, part := range strings.FieldsFunc(s, func(c rune) bool { return strings.ContainsRune(",;()[]|:", c) }) {
		list = append(list, plainName(part))
	}
	return list
}

// shortestWord is how many letters a word of a listing has at least: codes such as H stand alone.
const shortestWord = 3

// listed returns the number of the one house type that words of a listing name; ok is false when there is none, or two.
func listed(s string) (v float64, ok bool) {
	if IsNoHome(s) {
		return 0, false
	}
	exact, loose := math.NaN(), math.NaN()
	for _, word := range words(s) {
		v, is := houseTypes[word]
		if !is || math.IsNaN(v) || len(word) < shortestWord {
			continue
		}
		of := &exact
		if _, is := looseTypes[word]; is {
			of = &loose
		}
		if !math.IsNaN(*of) && *of != v {
			return 0, false
		}
		*of = v
	}
	if math.IsNaN(exact) {
		exact = loose
	}
	return exact, !math.IsNaN(exact) && !contradict(exact, loose)
}

// contradict reports whether a type is of a house and a loose word of a flat, or the other way round.
func contradict(exact, loose float64) bool {
	isFlat := func(v float64) bool { return gevel.BuildType(v).Group() == gevel.GroupApartment }
	return !math.IsNaN(exact) && !math.IsNaN(loose) && isFlat(exact) != isFlat(loose)
}
