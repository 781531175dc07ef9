package textfile

import (
	"io"
	"strconv"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/workbook"
	"github.com/gevel/gevel/internal/file/zipfile"
)

// onlyCSV opens the only CSV of a zip that is no workbook; nil is none, or another zip. done follows the part of the zip
// that is read.
func onlyCSV(file placed, done *int64) (io.Reader, error) {
	found := csvsOf(file)
	if len(found) != 1 {
		return nil, nil
	}
	if err := zipfile.Check(found[0]); err != nil {
		return nil, gevel.Refusal("unpack it and give the csv", "%s in the zip: %v", strconv.Quote(found[0].Name), err)
	}
	text, err := found[0].Open()
	if err != nil {
		return nil, err
	}
	whole := max(1, float64(found[0].UncompressedSize64))
	return &packedText{Reader: text, of: float64(found[0].CompressedSize64) / whole, done: done}, nil
}

// csvsOf returns the CSVs of a zip that is no workbook.
func csvsOf(file placed) []*zip.File {
	members, err := membersOf(file)
	if err != nil || workbook.Is(members) {
		return nil
	}
	return zipfile.CSVs(members)
}

// packedText is a text that takes fewer bytes in its file.
type packedText struct {
	io.Reader
	of   float64 // bytes of the file for one of the text
	read int64
	done *int64
}

func (t *packedText) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	t.read += int64(n)
	*t.done = int64(t.of * float64(t.read))
	return n, err
}
