package textfile

// The first sheet of a workbook, as the text of a table.

import (
	"bufio"
	"io"
	"io/fs"
	"strconv"

	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/workbook"
	"github.com/gevel/gevel/internal/file/zipfile"
)

// SheetDelimiter separates its cells.
const SheetDelimiter = '\t'

// placed is a file that can be read at any place, as a workbook must be.
type placed interface {
	io.ReaderAt
	Stat() (fs.FileInfo, error)
}

// IsWorkbook reports whether a file is a workbook.
func IsWorkbook(file placed) bool {
	members, err := membersOf(file)
	return err == nil && workbook.Is(members)
}

func membersOf(file placed) ([]*zip.File, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	return zipfile.Members(file, info.Size())
}

// Sheets returns the names of the visible sheets of a workbook.
func Sheets(file placed) ([]string, error) {
	members, err := membersOf(file)
	if err != nil {
		return nil, err
	}
	return workbook.Sheets(members)
}

// NewSheet opens the i-th visible sheet of a file, which is a zip, and counts the bytes that are read of it.
func NewSheet(file placed, done *int64, i int) (*Reader, error) {
	members, err := membersOf(metered{file, done})
	if err != nil {
		return nil, err
	}
	if !workbook.Is(members) {
		kind := filekind.OfZip(zipfile.Names(members))
		if kind == (filekind.Kind{}) {
			kind = filekind.Zip
		}
		return nil, kind.Refuse("", "")
	}
	text, err := workbook.Open(members, i)
	if err != nil {
		return nil, err
	}
	return &Reader{Reader: bufio.NewReaderSize(text, ReadAhead), origin: Workbook}, nil
}

// metered counts the bytes that are read of a file.
type metered struct {
	placed
	done *int64
}

// ReadAt reads at a place.
func (m metered) ReadAt(p []byte, at int64) (int, error) {
	n, err := m.placed.ReadAt(p, at)
	*m.done += int64(n)
	return n, err
}

// onlyCSV opens the only CSV of a zip that is no workbook; nil is none, or another zip. done follows the part of the
// zip that is read.
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
