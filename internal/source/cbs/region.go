package cbs

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
)

// Region is the code of a region, without padding: NL01, LD01, PV27, GM0518.
type Region string

// Country is the whole country.
const Country Region = "NL01"

var regionCode = regexp.MustCompile(`^(NL|LD|PV|CR|CP|GM|WK|BU)[0-9A-Z]{2,8}$`)

// regionNames are the names that StatLine writes instead of codes.
var regionNames = map[string]Region{
	"nederland": Country, "noordnederland": "LD01", "oostnederland": "LD02", "westnederland": "LD03",
	"zuidnederland": "LD04", "groningen": "PV20", "fryslan": "PV21", "friesland": "PV21", "drenthe": "PV22",
	"overijssel": "PV23", "flevoland": "PV24", "gelderland": "PV25", "utrecht": "PV26", "noordholland": "PV27",
	"zuidholland": "PV28", "zeeland": "PV29", "noordbrabant": "PV30", "limburg": "PV31",
	"amsterdam": "GM0363", "rotterdam": "GM0599", "sgravenhage": "GM0518",
	// Utrecht alone is the province.
	"utrechtgemeente": "GM0344", "groningengemeente": "GM0014",
}

// provinces are the names of provinces in the register's addresses.
var provinces = map[Region]string{
	"PV20": "Groningen", "PV21": "Friesland", "PV22": "Drenthe", "PV23": "Overijssel", "PV24": "Flevoland",
	"PV25": "Gelderland", "PV26": "Utrecht", "PV27": "Noord-Holland", "PV28": "Zuid-Holland", "PV29": "Zeeland",
	"PV30": "Noord-Brabant", "PV31": "Limburg",
}

// Province returns the name of a province, "" for another region.
func (r Region) Province() string { return provinces[r] }

// Municipality returns the four digits of a municipality, "" for another region.
func (r Region) Municipality() string {
	if code, ok := strings.CutPrefix(string(r), "GM"); ok {
		return code
	}
	return ""
}

var regionNoise = strings.NewReplacer(" ", "", "-", "", "'", "", "’", "", "â", "a", ".", "")

// ParseRegion reads the code or the name of a region.
func ParseRegion(s string) (Region, bool) {
	s = strings.TrimSpace(s)
	if regionCode.MatchString(s) {
		return Region(s), true
	}
	plain := regionNoise.Replace(strings.ToLower(s))
	for _, kind := range []string{"(land)", "(ld)", "(pv)", "(gemeente)"} {
		name, ok := strings.CutSuffix(plain, kind)
		if !ok {
			continue
		}
		if region, of := regionNames[name+strings.Trim(kind, "()")]; of {
			return region, true
		}
		plain = name
	}
	region, ok := regionNames[plain]
	return region, ok
}

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

// Period is a year, a quarter or a month.
type Period struct {
	First  gevel.Month
	Months int // 1, 3 or 12
}

// Year returns the year in which it lies.
func (p Period) Year() int { return p.First.First().Year() }

// Part returns the quarter or month of the year, from 1; 1 for a year.
func (p Period) Part() int { return int(p.First-gevel.NewDate(p.Year(), 1, 1).Month())/p.Months + 1 }

// String returns CBS's code of the period: 2023MM05.
func (p Period) String() string {
	of := p.Part()
	switch p.Months {
	case 1:
		return fmt.Sprintf("%04dMM%02d", p.Year(), of)
	case 3:
		return fmt.Sprintf("%04dKW%02d", p.Year(), of)
	}
	return fmt.Sprintf("%04dJJ00", p.Year())
}

// ParsePeriod reads the code or the words of a period, without a mark behind it.
func ParsePeriod(s string) (p Period, ok bool) {
	year := strings.TrimSpace(strings.TrimSuffix(strings.ToLower(s), "jj00"))
	if n, err := strconv.Atoi(year); err == nil && len(year) == len("2023") {
		p, ok = Period{gevel.NewDate(n, 1, 1).Month(), 12}, true
	} else {
		p.First, p.Months, ok = spelling.Period(s)
	}
	return p, ok && p.Year() >= 1900 && p.Year() < 3000
}
