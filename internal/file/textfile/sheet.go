package textfile

// The first sheet of a workbook, as the text of a table.

import (
	"bufio"
	"io"
	"io/fs"

	"github.com/klauspost/compress/zip"

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

// NewSheet opens the i-th visible sheet of a workbook, and counts the bytes that are read of it.
func NewSheet(file placed, done *int64, i int) (*Reader, error) {
	members, err := membersOf(metered{file, done})
	if err != nil {
		return nil, err
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
