package cbs

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/textfile"
)

// table is a text of rows: first the names of the columns, then rows.
type table interface {
	// header returns the names of the columns.
	header() []string
	// next returns the fields of the next row, which has as many as the header, and its line; they
	// are good until the next call. Errors: io.EOF after the last row; malformed, of this row alone.
	next() (fields [][]byte, line int, err error)
}

// malformed says what is wrong with a row of another number of fields than the header.
type malformed string

func (m malformed) Error() string { return string(m) }

// eachRow calls use with the fields and the line of each row, and reject with those that can't be
// read. Errors: those of use, and of a text that can't be read.
func eachRow(
	t table, use func(fields [][]byte, line int) error, reject func(line int, what string),
) error {
	for {
		fields, line, err := t.next()
		var bad malformed
		switch {
		case errors.As(err, &bad):
			reject(line, string(bad))
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		default:
			if err := use(fields, line); err != nil {
				return err
			}
		}
	}
}

// openTable finds the rows of a text. isHeader says of the names of columns whether they are those of
// the table that is looked for. The start of the text is returned with the error when none is.
func openTable(text *bufio.Reader, isHeader func(names []string) bool) (t table, start string, err error) {
	first, err := firstByte(text)
	if err != nil {
		return nil, "", err
	}
	if first == '{' || first == '[' {
		return openJSON(text, isHeader)
	}
	return openCSV(text, isHeader)
}

// firstByte returns the first byte that is no space, without reading it; 0 when there is none.
func firstByte(text *bufio.Reader) (byte, error) {
	start, err := text.Peek(textfile.ReadAhead)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
		return 0, textfile.Named(err)
	}
	if start = bytes.TrimSpace(start); len(start) == 0 {
		return 0, nil
	}
	return start[0], nil
}

// headLines is how many lines of a CSV are looked through for the header: StatLine puts a title and
// the choices that were made before it.
const headLines = 30

// csvTable is a table as CSV.
type csvTable struct {
	text   *bufio.Reader
	comma  byte
	names  []string
	line   int // that was read last
	fields [][]byte
}

func openCSV(text *bufio.Reader, isHeader func(names []string) bool) (table, string, error) {
	t := &csvTable{text: text}
	var start strings.Builder
	var above []string // the names of measures, where they stand in a line before the header
	for t.line < headLines {
		line, err := t.readLine()
		start.Write(line)
		start.WriteByte('\n')
		t.comma = byte(textfile.Delimiter(string(line)))
		fields, _ := textfile.Fields(line, t.comma, nil)
		names := make([]string, len(fields))
		for i, field := range fields {
			names[i] = string(bytes.TrimSpace(field))
		}
		for _, t.names = range [][]string{names, under(above, names)} {
			if isHeader(t.names) {
				return t, "", nil
			}
		}
		if len(names) > 1 {
			above = names
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil, start.String(), nil
		case err != nil:
			return nil, "", err
		}
	}
	return nil, start.String(), nil
}

// under returns names, and where those above them say more, as in a table with the measures in one
// line and their units in the next, those.
func under(above, names []string) []string {
	if len(above) != len(names) {
		return names
	}
	merged := make([]string, len(names))
	for i, name := range names {
		merged[i] = name
		if plainNames(name)[0] != "perioden" && len(above[i]) > len(name) {
			merged[i] = above[i]
		}
	}
	return merged
}

func (t *csvTable) header() []string { return t.names }

// readLine returns the next line without its end, good until the next call. With io.EOF it may
// return the last one.
func (t *csvTable) readLine() ([]byte, error) {
	t.line++
	line, err := t.text.ReadSlice('\n')
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return nil, &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("line %d is longer than %d bytes", t.line, textfile.ReadAhead),
			Hint:    "it is no row of a table; fetch the file anew",
		}
	case err != nil && !errors.Is(err, io.EOF):
		return nil, fmt.Errorf("line %d: %w", t.line, textfile.Named(err))
	}
	return bytes.TrimRight(line, "\r\n"), err
}

func (t *csvTable) next() (fields [][]byte, number int, err error) {
	for {
		line, err := t.readLine()
		if err != nil && (len(line) == 0 || !errors.Is(err, io.EOF)) {
			return nil, t.line, err
		}
		if isFooter(line) {
			continue
		}
		var open bool
		if t.fields, open = textfile.Fields(line, t.comma, t.fields); len(t.fields) == len(t.names) {
			return t.fields, t.line, nil
		}
		what := fmt.Sprintf("%d fields instead of %d", len(t.fields), len(t.names))
		if open {
			what += ", with a quote left open"
		}
		return nil, t.line, malformed(what)
	}
}

// isFooter reports whether a line is none of the table: empty, or the source that StatLine names.
func isFooter(line []byte) bool {
	plain := bytes.Trim(line, "\"; \t")
	return len(plain) == 0 || bytes.HasPrefix(plain, []byte("Bron:")) || bytes.HasPrefix(plain, []byte("Source:")) ||
		bytes.HasPrefix(plain, []byte("©"))
}
