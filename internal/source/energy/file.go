package energy

import (
	"context"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/textfile"
	"github.com/gevel/gevel/internal/file/zipfile"
)

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
