// A file of homes: a table, and what its columns mean.

package bulk

import (
	"io"

	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/textfile"
)

// File is a file of homes whose header is read.
type File struct {
	*Table
	source *countingReader
	known  map[string]int // where gevel's columns are
	// recognised are the known columns with Dutch names.
	recognised []spelling.Recognised
}

// NewFile reads the header of a file of homes, which may be gzipped. Errors name all
// columns that it lacks.
func NewFile(name string, source io.Reader) (*File, error) {
	f := &File{source: &countingReader{source: source}}
	text, err := textfile.NewReader(f.source)
	if err != nil {
		return nil, err
	}
	if f.Table, err = NewTable(name, text, longestLine); err != nil {
		return nil, err
	}
	return f, f.readHeader()
}

// countingReader counts the bytes that were read.
type countingReader struct {
	source io.Reader
	read   int64
}

// Read reads from the source.
func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.source.Read(p)
	c.read += int64(n)
	return n, err
}

// next returns the next row, or io.EOF.
func (f *File) next() (Row, error) {
	r, err := f.Next()
	return Row{Record: r}, err
}
