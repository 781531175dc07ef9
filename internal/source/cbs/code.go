package cbs

import (
	"regexp"
	"strings"
)

// Area is the code of a neighbourhood (buurt, 8 characters), a district (wijk, 6) or a municipality
// (gemeente, 4), without the letters that CBS puts before it. A code begins with that of the area
// around it.
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

// areaDigits are the lengths of codes by the letters before them.
var areaDigits = map[string]int{"BU": neighbourhoodDigits, "WK": districtDigits, "GM": municipalityDigits}

// parseArea reads a code with its letters, or one that its length tells from others.
func parseArea(s string) (Area, bool) {
	if len(s) < 2 {
		return "", false
	}
	if digits, ok := areaDigits[s[:2]]; ok {
		return Area(s[2:]), len(s) == 2+digits && areaCode.MatchString(s[2:])
	}
	return Area(s), areaCode.MatchString(s)
}

// paddedArea reads a code of so many characters; one that was kept as a number lacks its zeros.
func paddedArea(s string, digits int) (Area, bool) {
	if len(s) < digits && strings.Trim(s, "0123456789") == "" && s != "" {
		s = strings.Repeat("0", digits-len(s)) + s
	}
	return Area(s), len(s) == digits && areaCode.MatchString(s)
}
