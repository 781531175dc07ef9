package cbs

import (
	"regexp"
	"strings"
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
