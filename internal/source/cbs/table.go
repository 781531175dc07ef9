// Package cbs reads what Statistics Netherlands (CBS) publishes about homes and places: the index and
// the average prices of homes sold, the neighbourhood of each address, and key figures of
// neighbourhoods. It turns rows into figures and derives nothing from them.
//
// # Shapes
//
// The shape of a table of figures is recognised by its content:
//
//   - CSV with a row per region and period and a column per measure, as in StatLine and OData v3,
//     plain, gzipped or in a zip, with lines before the header and behind the rows;
//   - CSV with a row per figure, Observations.csv of OData v4: Measure, Value, ValueAttribute;
//   - JSON of OData v3 or v4: an array of objects, or an object with such an array under value;
//   - the first sheet of a workbook, as the key figures of neighbourhoods are published.
//
// Columns are found by name, in any order. Case, characters other than letters and digits, words in brackets
// and a trailing number are ignored: GemiddeldeVerkoopprijs_1 and "Gemiddelde verkoopprijs (euro)" are one
// column. Other columns are ignored.
//
// # Values
//
// Regions are codes padded with spaces (NL01, PV27, GM0518, BU05180101), or the names that StatLine gives to
// the country, its parts, its provinces and its four largest cities. Periods are codes (2023JJ00,
// 2023KW01, 2023MM05) or words (2023, 2023 1e kwartaal, 2023 mei). A * behind a period or a number, or a
// status that begins with voorlopig, marks it as provisional.
//
// An empty value, ., .., -, x, ? and a lone comma are unknown, and so are the numbers -99995 to -99999.
package cbs

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/textfile"
)

// table is a text of rows: the names of the columns, then the data.
type table interface {
	// header returns the names of the columns.
	header() []string
	// next returns the fields of the next row, as many as the header has, and its line number. They are valid
	// until the next call. Errors: io.EOF after the last row; malformed, for this row only.
	next() (fields [][]byte, line int, err error)
}

// malformed is the fault of a row whose number of fields differs from the header's.
type malformed string

func (m malformed) Error() string { return string(m) }

// eachRow calls use with the fields and line number of each row, and reject with each malformed row. It
// returns an error of use, and an error when the text can't be read.
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

// openTable finds the rows of a text. isHeader reports whether names are the columns of the wanted table. If
// none is found the error comes with the start of the text.
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

// firstByte peeks at the first byte that is no space; 0 when there is none.
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

// headLines is how many lines of a CSV may come before the header: StatLine puts a title and the selection there.
const headLines = 30

// csvTable is a table as CSV.
type csvTable struct {
	text   *bufio.Reader
	comma  byte
	names  []string
	line   int // the last line read
	fields [][]byte
}

func openCSV(text *bufio.Reader, isHeader func(names []string) bool) (table, string, error) {
	t := &csvTable{text: text}
	var start strings.Builder
	var above []string // names of measures, where they are in a line before the header
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

// under returns names, each replaced by the name above it where that is longer: some tables have the
// measures in one line and their units in the next.
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

// readLine returns the next line without its end, valid until the next call. At io.EOF it may return the last line.
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

// isFooter reports whether a line is no row: it is empty, or StatLine's source line.
func isFooter(line []byte) bool {
	plain := bytes.Trim(line, "\"; \t")
	return len(plain) == 0 || bytes.HasPrefix(plain, []byte("Bron:")) || bytes.HasPrefix(plain, []byte("Source:")) ||
		bytes.HasPrefix(plain, []byte("©"))
}

// isUnknown reports whether a value stands for unknown: empty, or one of CBS's signs and numbers.
func isUnknown(v []byte) bool {
	switch string(v) {
	case "", ".", "..", "-", "x", "X", "?", ",", "NA", "null":
		return true
	}
	whole, fraction, _ := strings.Cut(strings.Replace(string(v), ",", ".", 1), ".")
	return len(whole) == 6 && strings.HasPrefix(whole, "-9999") && whole[5] >= '5' && whole[5] <= '9' &&
		strings.Trim(fraction, "0") == ""
}

// isProvisional reports whether a status, a period or a value is marked as provisional.
func isProvisional(v []byte) bool {
	if bytes.HasSuffix(v, []byte("*")) {
		return true
	}
	plain := strings.ToLower(string(v))
	return strings.HasPrefix(plain, "voorlopig") || strings.HasPrefix(plain, "nader voorlopig") ||
		strings.HasPrefix(plain, "provisional")
}

// figureOf reads a number with a decimal comma or point. Not known: it stands for unknown. Not ok: it is no number.
func figureOf(v []byte) (n float64, known, ok bool) {
	v = bytes.TrimSpace(bytes.TrimRight(v, "*"))
	if isUnknown(v) {
		return 0, false, true
	}
	n, ok = spelling.EitherNumber(string(v))
	return n, ok, ok
}
