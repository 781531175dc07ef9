package energy

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/mistaken"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
	"github.com/gevel/gevel/internal/file/textfile"
	"github.com/gevel/gevel/internal/file/zipfile"
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
	method
	unitID
	berthID
	pitchID
	postalCode
	houseNumber
	houseLetter
	houseNumberExt
	surface
	primaryEnergy

	columns = int(primaryEnergy) + 1
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
	method:         {"berekeningstype"},
	unitID:         {"bagverblijfsobjectid"},
	berthID:        {"bagligplaatsid"},
	pitchID:        {"bagstandplaatsid"},
	postalCode:     {"postcode"},
	houseNumber:    {"huisnummer"},
	houseLetter:    {"huisletter"},
	houseNumberExt: {"huisnummertoevoeging", "huisnummertoev"},
	surface:        {"gebruiksoppervlaktethermischezone", "gebruiksoppervlakte"},
	primaryEnergy:  {"primairefossieleenergie"},
}

// plainName returns the name of a column as all layouts spell it: without capitals, without what
// is no letter or digit, and without the Pand that older ones put first.
func plainName(name string) string {
	return strings.TrimPrefix(filekind.PlainColumn(name), "pand")
}

// layout says where a file has which column.
type layout struct {
	place [columns]int // of the field in a row, from 1; 0 is none
}

// published returns the day of publication that a line above the header has, or says why it can't be read.
func published(above []string) (day gevel.Date, unreadable string) {
	for _, line := range above {
		fields, _ := textfile.Fields(line, byte(textfile.Delimiter(line)))
		if len(fields) < 2 || plainName(fields[0]) != "publicatiedatum" {
			continue
		}
		day, ok := parseDay([]byte(fields[1]))
		if !ok {
			unreadable = "the day of publication is " + spelling.Quote(fields[1])
		}
		return day, unreadable
	}
	return gevel.NoDate, ""
}

// find looks for the columns in a line, and reports whether it is the header. An error is a header
// that lacks a needed column or has one twice.
func (l *layout) find(names []string) (bool, error) {
	places := map[string]int{}
	var twice []string
	for i, name := range names {
		plain := plainName(name)
		if places[plain] > 0 {
			twice = append(twice, plain)
			continue
		}
		places[plain] = i + 1
	}
	if len(names) < 2 || places[columnNames[class][0]] == 0 {
		return false, nil
	}
	for c, known := range columnNames {
		for _, name := range known {
			if l.place[c] == 0 {
				l.place[c] = places[name]
			}
			if slices.Contains(twice, name) {
				return false, gevel.Refusal("give the csv as EP-Online delivers it", "the header has the column %s twice", name)
			}
		}
	}
	return true, l.require()
}

// require returns an error that names a needed column that the file lacks.
func (l *layout) require() error {
	lack := func(what string) error {
		return gevel.Refusal("give the csv as EP-Online delivers it", "the header has no column %s", what)
	}
	byAddress := l.place[postalCode] > 0 && l.place[houseNumber] > 0
	switch {
	case l.place[registered] == 0:
		return lack("Registratiedatum")
	case l.place[buildingClass] == 0:
		return lack("Gebouwklasse")
	case l.place[unitID] == 0 && !byAddress:
		return lack("BAGVerblijfsobjectID, and not both Postcode and Huisnummer")
	}
	return nil
}

// What a file is that holds no labels: people mistake the files of a build for each other.

// key is where the build file names the labels.
const key = "sources.energy_labels"

const asCSV = "EP-Online offers the same labels as csv: give that zip, as it was fetched"

// hints say what to give instead of a file that belongs to no key.
var hints = map[filekind.Kind]string{
	filekind.WebPage:     "fetch it anew: its address may have expired",
	filekind.Spreadsheet: asCSV,
	filekind.XML:         asCSV,
	filekind.XMLZip:      asCSV,
	filekind.JSON:        "if it is the answer of EP-Online's API, fetch the zip that its downloadUrl names",
}

// otherZip says what a zip without a CSV looks like.
func otherZip(members []string) error {
	if kind := filekind.OfZip(members); kind != (filekind.Kind{}) {
		return kind.Refuse(key, hints[kind])
	}
	return gevel.Refusal("give the zip of EP-Online as it was fetched", "the zip holds no csv")
}

// otherText says what a text looks like in which no header was found, by its beginning.
func otherText(start string) error {
	line, _, _ := strings.Cut(start, "\n")
	if kind := filekind.OfText(start); kind != filekind.Labels && kind != (filekind.Kind{}) {
		return kind.Refuse(key, hints[kind])
	}
	return gevel.Refusal("give the total file of EP-Online, as csv",
		"none of the first lines is a header with the column Energieklasse; the file begins with %s",
		spelling.Quote(strings.TrimRight(line, "\r")))
}

// open opens the table of a file, and finds its columns.
func open(ctx context.Context, name string) (t *table.Table, l layout, err error) {
	var found bool
	var fault error
	t, err = table.Open(ctx, name, theCSV, table.Options{IsHeader: func(names []string) bool {
		l = layout{}
		found, fault = l.find(names)
		return found || fault != nil
	}})
	if err != nil {
		return nil, l, mistaken.Explain(ctx, err, name, key)
	}
	if start, missed := t.Missed(); missed {
		fault = mistaken.Explain(ctx, otherText(start), name, key)
	}
	if fault != nil {
		return nil, l, errors.Join(fault, t.Close())
	}
	return t, l, nil
}

// theCSV returns the one CSV among the members of a zip.
func theCSV(members []*zip.File) (*zip.File, error) {
	found := zipfile.CSVs(members)
	switch len(found) {
	case 0:
		return nil, otherZip(zipfile.Names(members))
	case 1:
		return found[0], nil
	}
	return nil, gevel.Refusal("unpack it and give the one with the labels",
		"the zip holds %d csv files, such as %s and %s", len(found), spelling.Quote(found[0].Name), spelling.Quote(found[1].Name))
}
