package textfile

// The sheets of a workbook, as texts of tables.

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

// OpenBook opens a workbook, and counts the bytes that are read of it.
func OpenBook(file placed, done *int64) (*workbook.Book, error) {
	members, err := membersOf(metered{file, done})
	if err != nil {
		return nil, err
	}
	return workbook.Open(members)
}

// NewSheet opens the i-th visible sheet of a workbook.
func NewSheet(book *workbook.Book, i int) (*Reader, error) {
	text, err := book.Sheet(i)
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
