// Package spellings is the one table of how people write things, to which a test of every door holds what it reads.
package spellings

import (
	"errors"
	"strings"
	"testing"
)

// Kind is a kind of thing that doors read.
type Kind string

// The kinds, each with how a door says what it read.
const (
	PostalCode  Kind = "postal code"
	HouseNumber Kind = "house number" // and behind it, joined, what is written in the same field: 265 A1
	Extension   Kind = "extension"    // as gevel.JoinSuffix joins it
	ID          Kind = "BAG id"
	Day         Kind = "day"
	Number      Kind = "number" // a build year
	Surface     Kind = "surface"
	Price       Kind = "price"
	YesNo       Kind = "yes or no"
	HouseType   Kind = "house type"
	Missing     Kind = "no value" // as an extension and as a characteristic
)

// Row is one spelling.
type Row struct {
	Kind  Kind
	Text  string
	Files string // what files read, "" for what they refuse
	Query string // what a query reads, "" for what it refuses
	Why   string // words of the error of files
}

// Nothing is what a door says that it read of no value.
const Nothing = "nothing"

// OrNothing returns what doors say of an extension and a characteristic, of which neither is known.
func OrNothing(known ...string) string {
	if read := strings.Join(known, ""); read != "" {
		return read
	}
	return Nothing
}

// TheID is the id of the home that ids of the table mean.
const TheID = "0518010000000001"

const (
	read    = true
	inFiles = false
)

// row returns a row that a query reads too, or not.
func row(kind Kind, text, want string, query bool) Row {
	r := Row{Kind: kind, Text: text, Files: want}
	if query {
		r.Query = want
	}
	return r
}

func refused(kind Kind, text, why string) Row { return Row{Kind: kind, Text: text, Why: why} }

// Table are the spellings.
var Table = []Row{
	row(PostalCode, "2594AN", "2594AN", read),
	row(PostalCode, "2594 AN", "2594AN", read),
	row(PostalCode, "2594an", "2594AN", read),
	row(PostalCode, " 2594AN ", "2594AN", read),
	refused(PostalCode, "2594", "no postal code"),
	refused(PostalCode, "0594AN", "no postal code"),

	row(HouseNumber, "265", "265", read),
	row(HouseNumber, "265.0", "265", read),
	row(HouseNumber, " 265 ", "265", read),
	row(HouseNumber, "265A", "265 A", inFiles),
	row(HouseNumber, "265A-1", "265 A1", inFiles),
	row(HouseNumber, "265 A 1", "265 A1", inFiles),
	row(HouseNumber, "265 bis", "265 BIS", inFiles),
	row(HouseNumber, "265-1", "265 1", inFiles),
	row(HouseNumber, "10/5", "10 5", inFiles),
	row(HouseNumber, "15-1/2", "15 1-2", inFiles),
	refused(HouseNumber, "0", "no house number"),
	refused(HouseNumber, "100000", "no house number"),
	refused(HouseNumber, "A", "no house number"),

	row(Extension, "1", "1", read),
	row(Extension, "1.0", "1", read),
	row(Extension, "10.0", "10", read),
	row(Extension, "a-2", "A2", read),
	row(Extension, "1/2", "1-2", read),
	row(Extension, "1-2", "1-2", read),
	row(Extension, "1 2", "1-2", read),
	row(Extension, "10/5", "10-5", read),

	row(ID, TheID, TheID, read),
	row(ID, "518010000000001", TheID, read),
	row(ID, "518010000000001.0", TheID, read),
	row(ID, "NL.IMBAG.Verblijfsobject."+TheID, TheID, read),
	row(ID, "nl.imbag.verblijfsobject."+TheID, TheID, read),
	row(ID, "http://bag.basisregistraties.overheid.nl/bag/id/verblijfsobject/"+TheID, TheID, inFiles),
	refused(ID, "5,18E+14", "a spreadsheet turned into a number"),
	refused(ID, "5.1801E+14", "a spreadsheet turned into a number"),
	refused(ID, "9,9010E+13", "a spreadsheet turned into a number"),
	refused(ID, "51801000000", "no BAG id"),

	row(Day, "2016-01-03", "2016-01-03", read),
	row(Day, "2016-01-03T00:00:00Z", "2016-01-03", read),
	row(Day, "2016-01-03T00:00:00.000Z", "2016-01-03", read),
	row(Day, "2016-01-03T00:00:00+01:00", "2016-01-03", read),
	row(Day, "2016-01-03T00:00:00 00:00", "2016-01-03", read),
	row(Day, "2016-01-03 00:00:00", "2016-01-03", read),
	row(Day, "2016-01-03 00:00:00.000 UTC", "2016-01-03", read),
	row(Day, "2016-01-03T00:00+01:00[Europe/Amsterdam]", "2016-01-03", read),
	row(Day, "20160103", "2016-01-03", inFiles),
	row(Day, "20160103T000000", "2016-01-03", inFiles),
	row(Day, "20160103000000", "2016-01-03", inFiles),
	row(Day, "20160103.0", "2016-01-03", inFiles),
	row(Day, "03-01-2016", "2016-01-03", inFiles),
	row(Day, "3-1-2016", "2016-01-03", inFiles),
	row(Day, "3.1.2016", "2016-01-03", inFiles),
	row(Day, "31/3/2016", "2016-03-31", inFiles),
	row(Day, "3/31/2016", "2016-03-31", inFiles),
	row(Day, "3 januari 2016", "2016-01-03", inFiles),
	row(Day, "3-jan-2016", "2016-01-03", inFiles),
	row(Day, "3-1-2016 0:00", "2016-01-03", inFiles),
	refused(Day, "3/1/2016", "may be 2016-01-03 or 2016-03-01"),
	refused(Day, "2016-01-03T10:30:00Z", "only midnight"),
	refused(Day, "03-01-16", "a year of two digits"),
	refused(Day, "42372", "a spreadsheet's number"),
	refused(Day, "2016-02-30", "no date"),

	row(Number, "1905", "1905", read),
	row(Number, "1905.0", "1905", read),
	row(Number, " 1905 ", "1905", read),
	row(Number, "1905,0", "1905", inFiles),
	row(Number, "1.905", "1905", inFiles),
	row(Number, "1 905", "1905", inFiles),
	refused(Number, "old", "number"),
	refused(Number, "ca. 1905", "number"),
	refused(Number, "inf", "number"),

	row(Surface, "105", "105 m2", read),
	row(Surface, "105 m2", "105 m2", inFiles),
	row(Surface, "105 m²", "105 m2", inFiles),
	row(Surface, "105m2", "105 m2", inFiles),
	row(Surface, "105,4 M²", "105 m2", inFiles),
	refused(Surface, "105 m3", "number"),
	refused(Surface, "m2", "number"),

	row(Price, "250000", "250000", inFiles),
	row(Price, "250.000", "250000", inFiles),
	row(Price, "250.000,00", "250000", inFiles),
	row(Price, "250,000.00", "250000", inFiles),
	row(Price, "250 000", "250000", inFiles),
	row(Price, "€ 250.000,-", "250000", inFiles),
	row(Price, "EUR 250.000", "250000", inFiles),
	row(Price, "250000 euro", "250000", inFiles),
	row(Price, "€ 250.000 k.k.", "250000", inFiles),
	row(Price, "250.000,- v.o.n.", "250000", inFiles),
	row(Price, "250K", "250000", inFiles),
	row(Price, "€ 0,25 mln", "250000", inFiles),
	refused(Price, "(250000)", ""),
	refused(Price, "gratis", ""),

	row(YesNo, "true", "yes", read),
	row(YesNo, "True", "yes", read),
	row(YesNo, "1", "yes", read),
	row(YesNo, "ja", "yes", read),
	row(YesNo, "FALSE", "no", read),
	row(YesNo, "0", "no", read),
	row(YesNo, "Nee", "no", read),
	row(YesNo, "J", "yes", inFiles),
	row(YesNo, "yes", "yes", inFiles),
	row(YesNo, "1.0", "yes", inFiles),
	row(YesNo, "1,0", "yes", inFiles),
	row(YesNo, "WAAR", "yes", inFiles),
	row(YesNo, "N", "no", inFiles),
	refused(YesNo, "misschien", "neither yes nor no"),

	row(HouseType, "Tussenwoning", "Tussenwoning", read),
	row(HouseType, "tussen woning", "Tussenwoning", inFiles),
	row(HouseType, "T", "Tussenwoning", inFiles),
	row(HouseType, "Twee-onder-één-kap", "2-onder-1-kapwoning", inFiles),
	row(HouseType, "2/1 kap", "2-onder-1-kapwoning", inFiles),
	row(HouseType, "Galerijflat (appartement)", "Galerijflat", inFiles),
	row(HouseType, "Bovenwoning (appartement)", "Bovenwoning", inFiles),
	row(HouseType, "Eengezinswoning, tussenwoning", "Tussenwoning", inFiles),
	row(HouseType, "Herenhuis, hoekwoning", "Hoekwoning", inFiles),
	row(HouseType, "Villa, halfvrijstaande woning", "Halfvrijstaande woning", inFiles),
	refused(HouseType, "Woonboot", "no h"),
	refused(HouseType, "Woonboot, vrijstaande woning", "no h"),

	row(Missing, "", Nothing, read),
	row(Missing, "nan", Nothing, inFiles),
	row(Missing, "NaN", Nothing, inFiles),
	row(Missing, "NaT", Nothing, inFiles),
	row(Missing, "<NA>", Nothing, inFiles),
	row(Missing, "None", Nothing, inFiles),
	row(Missing, "NULL", Nothing, inFiles),
	row(Missing, "#N/A", Nothing, inFiles),
	row(Missing, "#OVERLOOP!", Nothing, inFiles),
	row(Missing, "#VERW!", Nothing, inFiles),
	row(Missing, "n.v.t.", Nothing, inFiles),
	row(Missing, `\N`, Nothing, inFiles),
	row(Missing, "(leeg)", Nothing, inFiles),
	row(Missing, "[NULL]", Nothing, inFiles),
}

// ErrNothing is the error of a door that says of nothing why it does not read it: a search.
var ErrNothing = errors.New("nothing is found")

// Files holds what a door that reads files reads to the rows of a kind.
func Files(t *testing.T, door string, kind Kind, read func(text string) (string, error)) {
	t.Helper()
	check(t, door, kind, read, func(r Row) (want, why string) { return r.Files, r.Why })
}

// Query holds what a query reads to the rows of a kind.
func Query(t *testing.T, door string, kind Kind, read func(text string) (string, error)) {
	t.Helper()
	check(t, door, kind, read, func(r Row) (want, why string) { return r.Query, "" })
}

func check(t *testing.T, door string, kind Kind, read func(text string) (string, error), wanted func(Row) (want, why string)) {
	t.Helper()
	for _, r := range Table {
		if r.Kind != kind {
			continue
		}
		got, err := read(r.Text)
		switch want, why := wanted(r); {
		case want == "" && err == nil:
			t.Errorf("%s: %s %q is read as %q, want an error", door, kind, r.Text, got)
		case want == "" && !errors.Is(err, ErrNothing) && !strings.Contains(err.Error(), why):
			t.Errorf("%s: %s %q: %v, want %q in it", door, kind, r.Text, err, why)
		case want != "" && (err != nil || got != want):
			t.Errorf("%s: %s %q is read as %q, %v, want %q", door, kind, r.Text, got, err, want)
		}
	}
}
