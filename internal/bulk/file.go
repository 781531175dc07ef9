// A file of homes: CSV with a header, read row by row. A row that is malformed
// costs no other row, and none of its own text.

package bulk

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/gevel/gevel/internal/spelling"
	"github.com/gevel/gevel/internal/textfile"
)

const (
	// longestLine bounds the memory of one line, in bytes: rows have some hundreds.
	longestLine = 1 << 20
	// longestRow is how many lines a quoted field may run over. A quote that is still
	// open then was never closed, and only its first line is at fault.
	longestRow = 50
)

// File is a file of homes whose header is read.
type File struct {
	name   string
	source *countingReader
	lines  *bufio.Scanner
	ahead  []string // lines that were looked at and begin later rows
	line   int      // number of the line last taken
	comma  rune
	header []string
	known  map[string]int // where gevel's columns are
	// recognised are those of them that have Dutch names.
	recognised []spelling.Recognised
}

// NewFile reads the header of a file of homes, which may be gzipped. Errors name all
// columns that it lacks.
func NewFile(name string, source io.Reader) (*File, error) {
	f := &File{name: name, source: &countingReader{source: source}}
	text, err := textfile.NewReader(f.source)
	if err != nil {
		return nil, err
	}
	f.lines = bufio.NewScanner(text)
	f.lines.Buffer(nil, longestLine)
	if err := f.readHeader(); err != nil {
		return nil, err
	}
	return f, nil
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
	text, err := f.nextLine()
	for err == nil && strings.TrimSpace(text) == "" {
		text, err = f.nextLine()
	}
	if err != nil {
		return Row{}, err
	}
	r := Row{line: f.line}
	fields, err := f.splitRow(text)
	switch {
	case err != nil:
		r.fault = fmt.Sprintf("line %d is no CSV: %v", r.line, err)
	case len(fields) != len(f.header):
		r.fault = fmt.Sprintf("line %d has %d fields under %d columns", r.line, len(fields), len(f.header))
	}
	r.fields = fit(fields, len(f.header), string(f.comma))
	return r, nil
}

// nextLine takes the next line. Errors: io.EOF, or what makes the file unreadable.
func (f *File) nextLine() (string, error) {
	if len(f.ahead) > 0 {
		line := f.ahead[0]
		f.ahead = f.ahead[1:]
		f.line++
		return line, nil
	}
	if f.lines.Scan() {
		f.line++
		return f.lines.Text(), nil
	}
	switch err := f.lines.Err(); {
	case err != nil && f.line == 0:
		return "", fmt.Errorf("%s: the header: %w", f.name, textfile.Named(err))
	case err != nil:
		return "", fmt.Errorf("%s after line %d: %w", f.name, f.line, textfile.Named(err))
	}
	return "", io.EOF
}

// splitRow splits a row that begins with a line, and takes as many lines more as
// its quoted fields run over. With an error the fields are those of the first line
// as far as they can be made out, and no other line is taken.
func (f *File) splitRow(first string) ([]string, error) {
	text, more := first, []string(nil)
	for {
		fields, err := f.split(text)
		if err == nil {
			return fields, nil
		}
		open := errors.Is(err, csv.ErrQuote) && strings.Count(text, `"`)%2 == 1
		if !open || len(more) == longestRow {
			break
		}
		line, err := f.nextLine()
		if err != nil {
			break // the file ends, or the next row meets the error again
		}
		more = append(more, line)
		text += "\n" + line
	}
	f.ahead = append(more, f.ahead...)
	f.line -= len(more)
	fields, err := f.splitLoosely(first)
	if err != nil || len(fields) == 0 {
		fields = []string{first}
	}
	return fields, csv.ErrQuote
}

func (f *File) reader(text string) *csv.Reader {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord = f.comma, -1
	return r
}

// split splits a row. A quote within a field that does not begin with one is
// taken as it stands.
func (f *File) split(text string) ([]string, error) {
	fields, err := f.reader(text).Read()
	if errors.Is(err, csv.ErrBareQuote) {
		return f.splitLoosely(text)
	}
	return fields, err
}

func (f *File) splitLoosely(text string) ([]string, error) {
	r := f.reader(text)
	r.LazyQuotes = true
	return r.Read()
}

// fit returns n fields: too few are filled up, too many joined into the last.
func fit(fields []string, n int, comma string) []string {
	if len(fields) > n {
		fields[n-1] = strings.Join(fields[n-1:], comma)
		return fields[:n]
	}
	return append(fields, make([]string, n-len(fields))...)
}
