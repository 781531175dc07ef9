package energy

import (
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/mistaken"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/textfile"
)

// column is one that is read.
type column uint8

const (
	registered column = iota
	surveyed
	validUntil
	class
	buildingClass
	buildType
	buildSubtype
	status
	unitID
	berthID
	pitchID
	postalCode
	houseNumber
	houseLetter
	houseNumberExt

	columns = int(houseNumberExt) + 1
)

// columnNames are the plain names of the columns in all layouts, the newest first.
var columnNames = [columns][]string{
	registered:     {"registratiedatum"},
	surveyed:       {"opnamedatum"},
	validUntil:     {"geldigtot", "metinggeldigtot"},
	class:          {"energieklasse"},
	buildingClass:  {"gebouwklasse"},
	buildType:      {"gebouwtype"},
	buildSubtype:   {"gebouwsubtype"},
	status:         {"status"},
	unitID:         {"bagverblijfsobjectid"},
	berthID:        {"bagligplaatsid"},
	pitchID:        {"bagstandplaatsid"},
	postalCode:     {"postcode"},
	houseNumber:    {"huisnummer"},
	houseLetter:    {"huisletter"},
	houseNumberExt: {"huisnummertoevoeging", "huisnummertoev"},
}

// plainName returns the name of a column as all layouts spell it: without capitals, without what
// is no letter or digit, and without the Pand that older ones put first.
func plainName(name string) string { return strings.TrimPrefix(filekind.PlainColumn(name), "pand") }

// layout says in which field of a row a column is; -1 is none.
type layout [columns]int

// isHeader reports whether names are of the columns of the file.
func isHeader(names []string) bool {
	l, _ := layoutOf(names)
	return len(names) > 1 && l[class] >= 0 && (l[registered] >= 0 || plainName(names[l[class]]) == columnNames[class][0])
}

// layoutOf finds the columns. Error: the header lacks a needed one, or has one twice.
func layoutOf(header []string) (l layout, err error) {
	plain := make([]string, len(header))
	for i, name := range header {
		plain[i] = plainName(name)
	}
	for c, known := range columnNames {
		at := spelling.Find(plain, known...)
		if l[c] = at; at >= 0 && slices.Contains(plain[at+1:], plain[at]) && err == nil {
			err = gevel.Refusal("give the csv as EP-Online delivers it", "the header has the column %s twice", plain[at])
		}
	}
	if err != nil {
		return l, err
	}
	var lacking string
	switch {
	case l[registered] < 0:
		lacking = "Registratiedatum"
	case l[buildingClass] < 0:
		lacking = "Gebouwklasse"
	case l[unitID] < 0 && (l[postalCode] < 0 || l[houseNumber] < 0):
		lacking = "BAGVerblijfsobjectID, and not both Postcode and Huisnummer"
	default:
		return l, nil
	}
	return l, gevel.Refusal("give the csv as EP-Online delivers it", "the header has no column %s", lacking)
}

// published returns the day of publication that a line above the header has, or says why it can't be read.
func published(above []string) (day gevel.Date, unreadable string) {
	for _, line := range above {
		fields, _ := textfile.Fields(line, byte(textfile.Delimiter(line)))
		if len(fields) < 2 || plainName(fields[0]) != "publicatiedatum" {
			continue
		}
		day, ok := parseDay(fields[1])
		if !ok {
			unreadable = "the day of publication is " + spelling.Quote(fields[1])
		}
		return day, unreadable
	}
	return gevel.NoDate, ""
}

const asCSV = "EP-Online offers the same labels as csv: give that zip, as it was fetched"

var wanted = mistaken.Wanted{
	Key: "sources.energy_labels", Kind: filekind.Labels, Give: asCSV, IsHeader: isHeader,
	Hints: map[filekind.Kind]string{
		filekind.JSON: "if it is the answer of EP-Online's API, fetch the zip that its downloadUrl names",
	},
}

// accents are what words of the file have, in UTF-8, composed or not, and in Latin-1.
var accents = strings.NewReplacer("é", "e", "É", "e", "\u0301", "", "\xe9", "e")

// plainText returns a value without capitals, accents and what is no letter or digit.
func plainText(s string) string { return filekind.PlainColumn(accents.Replace(s)) }

// The house types of the files are read as in any file. What a type of the file leaves open stays open:
//
//   - Portiekwoning stays Portiekwoning. The 16 types separate open from closed stairs (Portiekflat),
//     the file does not, so its own word stands. Both are apartments.
//   - Galerijwoning can only be a Galerijflat.
//   - The subtypes of an Appartement (Hoekvloer, Tussendak and so on) say whether there is another
//     home beside, below or above, not which floor it is or whether it has its own street door: the
//     lowest of ten galleries is a Hoekvloer as well as a Benedenwoning is. It stays an Appartement.
//   - Berths, pitches and rooms are none of the 16: 0.
var untyped = []string{
	"woonwagen", "woonboot", "woonbootbestaandeligplaats", "woonbootnieuweligplaats", "logieswoning",
	"woongebouwmetnietzelfstandigewoonruimte",
}

// semiOrCorner is a type of the file for two of the 16: its subtype says which.
const semiOrCorner = "tweeondereenkaprijwoninghoek"

// buildType returns the house type, 0 where the row does not say.
func (p *parser) buildType() gevel.BuildType {
	v := p.value(buildType)
	plain := plainText(v)
	if plain == semiOrCorner {
		v = p.value(buildSubtype)
		if plain = plainText(v); plain == "rijwoning" || plain == "hoek" {
			return gevel.Hoekwoning
		}
	}
	if plain == "" || slices.Contains(untyped, plain) {
		return 0
	}
	t, ok := spelling.HouseType(accents.Replace(v))
	if !ok {
		p.fault(FaultUnknownBuildType, "the building type is %s", spelling.Quote(v))
	}
	return t
}
