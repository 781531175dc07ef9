package energy

import (
	"fmt"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/textfile"
	"github.com/gevel/gevel/internal/zipfile"
)

func open(name string) (*textfile.File, error) { return textfile.Open(name, theCSV) }

// theCSV returns the one CSV among the members of a zip.
func theCSV(members []*zip.File) (*zip.File, error) {
	found := zipfile.CSVs(members)
	switch len(found) {
	case 0:
		return nil, otherZip(zipfile.Names(members))
	case 1:
		return found[0], nil
	}
	return nil, refusal("unpack it and give the one with the labels",
		"the zip holds %d csv files, such as %s and %s", len(found), quote(found[0].Name), quote(found[1].Name))
}

// refusal is an error of what the caller named: another file would do.
func refusal(hint, format string, args ...any) error {
	return &gevel.Error{Code: gevel.Invalid, Message: fmt.Sprintf(format, args...), Hint: hint}
}
