package energy

import (
	"context"
	"strings"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/textfile"
	"github.com/gevel/gevel/internal/file/zipfile"
)

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
	kind, comma := filekind.OfText(start), textfile.Delimiter(line)
	switch {
	case kind == filekind.Labels && comma != delimiter:
		return gevel.Refusal("give the csv as EP-Online delivers it",
			"the columns of the file are separated by %s, not by %s", spelling.Quote(string(comma)),
			spelling.Quote(string(delimiter)))
	case kind != filekind.Labels && kind != (filekind.Kind{}):
		return kind.Refuse(key, hints[kind])
	}
	return gevel.Refusal("give the total file of EP-Online, as csv",
		"none of the first %d lines is a header with the column Energieklasse; the file begins with %s",
		headLines, spelling.Quote(strings.TrimRight(line, "\r")))
}

func open(ctx context.Context, name string) (*textfile.File, error) {
	return textfile.Open(ctx, name, theCSV)
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
