package cbs

import (
	"regexp"
	"strings"
)

// Area is the code of a neighbourhood (buurt, 8 characters), district (wijk, 6) or municipality (gemeente,
// 4), without the letters that CBS puts before it. The code begins with the code of the area around it.
type Area string

// Around returns the area around an area, "" for a municipality.
func (a Area) Around() Area {
	switch len(a) {
	case neighbourhoodDigits:
		return a[:districtDigits]
	case districtDigits:
		return a[:municipalityDigits]
	}
	return ""
}

// Lengths of codes.
const (
	neighbourhoodDigits = 8
	districtDigits      = 6
	municipalityDigits  = 4
)

var areaCode = regexp.MustCompile(`^[0-9]{4}([0-9A-Z]{2}){0,2}$`)

// areaDigits are the lengths of codes, by their letters.
var areaDigits = map[string]int{"BU": neighbourhoodDigits, "WK": districtDigits, "GM": municipalityDigits}

// parseArea reads a code with or without its letters; without, its length shows what it is.
func parseArea(s string) (Area, bool) {
	if len(s) < 2 {
		return "", false
	}
	if digits, ok := areaDigits[s[:2]]; ok {
		return Area(s[2:]), len(s) == 2+digits && areaCode.MatchString(s[2:])
	}
	return Area(s), areaCode.MatchString(s)
}

// paddedArea reads a code of this many digits; it restores the zeros that a code stored as a number has lost.
func paddedArea(s string, digits int) (Area, bool) {
	if len(s) < digits && strings.Trim(s, "0123456789") == "" && s != "" {
		s = strings.Repeat("0", digits-len(s)) + s
	}
	return Area(s), len(s) == digits && areaCode.MatchString(s)
}
