// A table of text: CSV with a header, read row by row. A row that is malformed
// costs no other row, and none of its own text.

package bulk

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/textfile"
)

const (
	// longestLine bounds the memory of one line, in bytes: rows have some hundreds.
	longestLine = 1 << 20
	// longestRow is how many lines a quoted field may run over. A quote that is still
	// open then was never closed, and only its first line is at fault.
	longestRow = 50
)

// Table is a table whose header is read.
type Table struct {
	name    string
	lines   *bufio.Scanner
	longest int      // bytes of a line
	ahead   []string // lines that were looked at and begin later rows
	line    int      // number of the line last taken
	comma   rune
	header  []string
}

// Record is a row of a table.
type Record struct {
	Line   int      // on which it begins
	Fields []string // one a column
	Fault  string   // why the row can't be read, "" when it can
}

// NewTable reads the header of a table of text, which errors call name. No line may be longer
// than longest, in bytes.
func NewTable(name string, text io.Reader, longest int) (*Table, error) {
	t := &Table{name: name, lines: textfile.Lines(text, longest), longest: longest}
	line, err := t.nextLine()
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	line = strings.TrimPrefix(line, textfile.ByteOrderMark)
	if isSeparatorLine(line) && err == nil {
		if line, err = t.nextLine(); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
	}
	if strings.TrimSpace(line) == "" {
		return nil, gevel.Refusal("its first line names the columns", "%s has no header", name)
	}
	t.comma = textfile.Delimiter(line)
	if t.header, err = t.split(line); err != nil {
		return nil, &gevel.Error{
			Code: gevel.Invalid, Message: fmt.Sprintf("the header of %s is no CSV", name), Err: err,
			Hint: "a quoted name ends in a quote, on the same line",
		}
	}
	return t, nil
}

// isSeparatorLine reports whether a line names the separator, for spreadsheets alone: sep=;
func isSeparatorLine(line string) bool {
	rest, is := strings.CutPrefix(strings.Trim(strings.TrimSpace(line), `"`), "sep=")
	return is && len(rest) <= 1
}

// Header returns the names of the columns.
func (t *Table) Header() []string { return slices.Clone(t.header) }

// Comma returns what separates the columns.
func (t *Table) Comma() rune { return t.comma }

// isEmpty reports whether a line has no cell: a spreadsheet leaves separators of rows below a table.
func (t *Table) isEmpty(line string) bool {
	return strings.TrimSpace(strings.ReplaceAll(line, string(t.comma), "")) == ""
}

// Next returns the next row, or io.EOF.
func (t *Table) Next() (Record, error) {
	text, err := t.nextLine()
	for err == nil && t.isEmpty(text) {
		text, err = t.nextLine()
	}
	if err != nil {
		return Record{}, err
	}
	r := Record{Line: t.line}
	fields, err := t.splitRow(text)
	switch {
	case err != nil:
		r.Fault = fmt.Sprintf("line %d is no CSV: %v", r.Line, err)
	case len(fields) != len(t.header):
		r.Fault = fmt.Sprintf("line %d has %d fields under %d columns", r.Line, len(fields), len(t.header))
	}
	r.Fields = fit(fields, len(t.header), string(t.comma))
	return r, nil
}

// nextLine takes the next line. Errors: io.EOF, or what makes the file unreadable.
func (t *Table) nextLine() (string, error) {
	if len(t.ahead) > 0 {
		line := t.ahead[0]
		t.ahead = t.ahead[1:]
		t.line++
		return line, nil
	}
	if t.lines.Scan() {
		t.line++
		return t.lines.Text(), nil
	}
	err := t.lines.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		err = gevel.Refusal("", "a line is longer than %d bytes", t.longest)
	}
	switch {
	case err != nil && t.line == 0:
		return "", fmt.Errorf("%s: the header: %w", t.name, textfile.Named(err))
	case err != nil:
		return "", fmt.Errorf("%s after line %d: %w", t.name, t.line, textfile.Named(err))
	}
	return "", io.EOF
}

// splitRow splits a row that begins with a line, and takes as many lines more as its quoted fields run over. With
// an error it takes no further line, and the fields are whatever the first line shows of them.
func (t *Table) splitRow(first string) ([]string, error) {
	text, more := first, []string(nil)
	for {
		fields, err := t.split(text)
		if err == nil {
			return fields, nil
		}
		open := errors.Is(err, csv.ErrQuote) && strings.Count(text, `"`)%2 == 1
		if !open || len(more) == longestRow {
			break
		}
		line, err := t.nextLine()
		if err != nil {
			break // the file ends, or the next row meets the error again
		}
		more = append(more, line)
		text += "\n" + line
	}
	t.ahead = append(more, t.ahead...)
	t.line -= len(more)
	fields, err := t.splitLoosely(first)
	if err != nil || len(fields) == 0 {
		fields = []string{first}
	}
	return fields, csv.ErrQuote
}

func (t *Table) reader(text string) *csv.Reader {
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord = t.comma, -1
	return r
}

// split splits a row. A quote within a field that does not begin with one is taken as it stands.
func (t *Table) split(text string) ([]string, error) {
	fields, err := t.reader(text).Read()
	if errors.Is(err, csv.ErrBareQuote) {
		return t.splitLoosely(text)
	}
	return fields, err
}

func (t *Table) splitLoosely(text string) ([]string, error) {
	r := t.reader(text)
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
