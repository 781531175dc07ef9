// A file of homes: a table, and what its columns mean.

package bulk

import (
	"errors"
	"io"
	"strings"

	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/textfile"
)

// File is a file of homes whose header is read.
type File struct {
	*Table
	read  int64          // bytes
	form  csvfile.Form   // of answers
	known map[string]int // where gevel's columns are
	// recognised are the known columns with Dutch names.
	recognised []spelling.Recognised
	written    written
}

// NewFile reads the header of a file of homes, which may be gzipped. Errors name all
// columns that it lacks.
func NewFile(name string, source io.Reader) (*File, error) {
	f := new(File)
	text, err := textfile.NewCounted(source, &f.read)
	if err != nil {
		return nil, err
	}
	ahead, err := text.Peek(textfile.ReadAhead) // errors behind a beginning come again
	if len(ahead) == 0 && err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if err := filekind.NoTable(string(ahead)); err != nil {
		return nil, err
	}
	if f.Table, err = NewTable(name, text, longestLine); err != nil {
		return nil, err
	}
	cells := strings.FieldsFunc(string(ahead), func(c rune) bool { return c == f.comma || c == '\n' })
	f.form = csvfile.Of(f.comma, text.Origin(), cells)
	return f, f.readHeader()
}

// next returns the next row, or io.EOF.
func (f *File) next() (Row, error) {
	r, err := f.Next()
	if err != nil {
		return Row{}, err
	}
	f.written.renew(&r)
	return Row{Record: r}, nil
}
