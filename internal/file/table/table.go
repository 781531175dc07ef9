// Package table reads tables as people deliver them: CSV, a workbook, Parquet, a layer of a GeoPackage. It is the one
// reader of rows, so that each file may be in each form.
//
// Lines above the header are passed over, and so is a sheet without it. Empty fields at the end of a row count for
// nothing, whether there are too few or too many. A row that is malformed costs no other row, and nothing of its own
// text.
package table

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/klauspost/compress/zip"
	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/parquetfile"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/textfile"
)

const (
	// LongestLine bounds the memory of one line, in bytes: rows have some hundreds.
	LongestLine = 1 << 20
	// LongestRow is how many lines a quoted field may run over. A quote that is still open then was never closed, and
	// only its first line is at fault.
	LongestRow = 50
	// linesAbove is how many lines are looked through for the header: StatLine puts a title and a selection there.
	linesAbove = 30
)

// Options say how a table is read.
type Options struct {
	// Comma is what separates the columns of text; 0 is what the header has most of.
	Comma rune
	// Longest is how many bytes a line has at most; 0 is LongestLine.
	Longest int
	// Layer is the name of the layer of a GeoPackage; without such a one it is the first that has the header.
	Layer string
	// IsHeader reports whether names are of the columns that are sought; nil takes the first line.
	IsHeader func(names []string) bool
	// Reads reports whether a column of a GeoPackage is read; nil reads all.
	Reads func(column string) bool
	// Wants reports whether a field that the first objects of JSON lack, and a later one has, is read; nil wants all.
	Wants func(name string) bool

	pick func([]*zip.File) (*zip.File, error)
}

// Table is a table whose header is read.
type Table struct {
	// PassedOver is what is not read of the file: columns of Parquet, sheets of a workbook, and, once they
	// are met, fields that the first objects of JSON lack and Wants does not want.
	PassedOver []string
	// Above are the lines above the header.
	Above []string

	name   string
	origin func() textfile.Origin
	comma  rune
	names  []string
	start  string
	begun  bool              // the first row was read
	missed bool              // no line is the header, and the first stands for it
	typed  *parquetfile.Rows // nil for text
	stored bool              // rows have their stored values
	json   *jsonTable        // nil for text

	lines   *bufio.Scanner
	longest int
	ahead   []string // lines that were looked at and begin later rows
	line    int      // number of the line last taken

	done    *int64 // bytes of the file, compressed as they are
	size    int64
	share   float64 // bytes of the file for one of done: less than 1 of a member of a zip
	closers []io.Closer
}

// Row is a row of a table.
type Row struct {
	Line   int      // on which it begins
	Fields []string // one a column
	Fault  string   // why the row can't be read, "" when it can
	// Stored are the values of Parquet as they are stored, when KeepStored was called.
	Stored []parquet.Value
}

// New reads the header of a table of text, which errors call name.
func New(name string, text *textfile.Reader, o Options) (t *Table, err error) {
	t = &Table{name: name, longest: cmp.Or(o.Longest, LongestLine), origin: text.Origin, done: new(int64), share: 1}
	start, err := text.Peek(textfile.ReadAhead)
	if len(start) == 0 && err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("the header: %w", textfile.Named(err)) // behind a beginning it comes again
	}
	t.start = string(start[:min(len(start), startBytes)])
	if plain := strings.TrimSpace(t.start); plain != "" && strings.IndexByte("[{", plain[0]) >= 0 {
		if t.json, err = openJSON(text.Reader); err != nil {
			return nil, err
		}
		if t.missed = t.json == nil; !t.missed {
			t.json.wants, t.json.passed = o.Wants, &t.PassedOver
			t.names = t.json.names
			t.missed = o.IsHeader != nil && !o.IsHeader(t.names)
		}
		return t, nil
	}
	t.lines = textfile.Lines(text, t.longest)
	if text.Origin() == textfile.Workbook {
		o.Comma = textfile.SheetDelimiter
	}
	return t, t.findHeader(o)
}

// startBytes is how much of an unrecognised text is kept.
const startBytes = 4 << 10

// Missed returns the start of the text where no line is the header that is sought; the first line stands for it.
func (t *Table) Missed() (start string, missed bool) { return t.start, t.missed }

// Names returns the names of the columns.
func (t *Table) Names() []string { return slices.Clone(t.names) }

// Comma returns what separates the columns of text.
func (t *Table) Comma() rune { return t.comma }

// Origin returns what the table was before it was read, as far as it was looked at.
func (t *Table) Origin() textfile.Origin {
	if t.origin == nil {
		return textfile.Plain
	}
	return t.origin()
}

// IsTyped reports whether cells of numbers and days are written by their types, and not as anyone spells them.
func (t *Table) IsTyped() bool { return t.typed != nil || t.Origin() == textfile.Workbook }

// IsSure reports whether the cells of a column are written by their type.
func (t *Table) IsSure(column int) bool { return t.typed != nil && !t.typed.IsText(column) }

// OnlyTexts has rows read with the cells of texts alone, where columns have types.
func (t *Table) OnlyTexts() {
	if t.typed != nil {
		t.typed.Only(t.typed.IsText)
	}
}

// KeepStored has rows keep their values as they are stored, and returns the columns; nil for a table without types.
func (t *Table) KeepStored() (nodes []parquet.Node) {
	if t.typed == nil {
		return nil
	}
	t.stored = true
	t.typed.Raw()
	for i := range t.names {
		nodes = append(nodes, t.typed.Node(i))
	}
	return nodes
}

// findHeader reads up to the first row.
func (t *Table) findHeader(o Options) error {
	type candidate struct {
		line, ahead int
		names       []string
		comma       rune
	}
	var first *candidate
	var read, above []string
	for len(read) < linesAbove {
		text, err := t.nextLine()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		read = append(read, text)
		if t.line == 1 {
			text = strings.TrimPrefix(text, textfile.ByteOrderMark)
		}
		if strings.TrimSpace(text) == "" || isSeparatorLine(text) {
			continue
		}
		t.comma = o.Comma
		if t.comma == 0 {
			t.comma = textfile.Delimiter(text)
		}
		names, fault := t.splitRow(text)
		if first == nil {
			if fault != "" {
				return gevel.Refusal("a quoted name ends in a quote", "the header of %s is no CSV", t.name)
			}
			first = &candidate{t.line, len(read), names, t.comma}
		}
		for _, t.names = range [][]string{names, under(above, names)} {
			if o.IsHeader == nil || o.IsHeader(t.names) {
				t.Above = read[:len(read)-1]
				return nil
			}
		}
		if len(names) > 1 {
			above = names
		}
	}
	if first == nil {
		return gevel.Refusal("its first line names the columns", "%s has no header", t.name)
	}
	t.names, t.comma, t.line = first.names, first.comma, first.line
	t.ahead, t.missed = append(read[first.ahead:], t.ahead...), true
	return nil
}

// under returns names, each replaced by the name above it where that is longer: some tables have the measures in one
// line and their units in the next.
func under(above, names []string) []string {
	if len(above) != len(names) {
		return names
	}
	merged := slices.Clone(names)
	for i, name := range names {
		if !strings.EqualFold(name, "perioden") && len(above[i]) > len(name) {
			merged[i] = above[i]
		}
	}
	return merged
}

// isSeparatorLine reports whether a line names the separator, for spreadsheets alone: sep=;
func isSeparatorLine(line string) bool {
	rest, is := strings.CutPrefix(strings.Trim(strings.TrimSpace(line), `"`), "sep=")
	return is && len(rest) <= 1
}

// isNone reports whether a line is no row: without a cell, as spreadsheets leave separators below a table, or with the
// source that StatLine writes there.
func (t *Table) isNone(line string) bool {
	plain := strings.TrimFunc(line, func(c rune) bool {
		return unicode.IsSpace(c) || c == '"' || c == ';' || c == t.comma
	})
	return plain == "" || slices.ContainsFunc([]string{"Bron:", "Source:", "©"}, func(mark string) bool {
		return strings.HasPrefix(plain, mark)
	})
}

// isUnits reports whether a row says in which units the columns below it are, and nothing else.
func isUnits(fields []string) bool {
	units := 0
	for _, field := range fields {
		if field = strings.TrimSpace(field); field != "" {
			if !spelling.IsUnit(field) {
				return false
			}
			units++
		}
	}
	return units > 0
}

// Next returns the next row, or io.EOF.
func (t *Table) Next() (Row, error) {
	switch {
	case t.typed != nil:
		return t.nextTyped()
	case t.json != nil:
		return t.json.next()
	case t.lines == nil:
		return Row{}, io.EOF
	}
	text, err := t.nextLine()
	for err == nil && t.isNone(text) {
		text, err = t.nextLine()
	}
	if err != nil {
		return Row{}, err
	}
	r := Row{Line: t.line}
	r.Fields, r.Fault = t.splitRow(text)
	if !t.begun {
		if t.begun = true; isUnits(r.Fields) {
			return t.Next()
		}
	}
	t.fit(&r)
	return r, nil
}

func (t *Table) nextTyped() (Row, error) {
	cells, err := t.typed.Read()
	if err != nil {
		return Row{}, err
	}
	r := Row{Line: t.typed.Row() + 1, Fields: slices.Clone(cells)}
	if t.stored {
		r.Stored = t.typed.Stored()
	}
	*t.done = int64(float64(t.size) * float64(t.typed.Row()) / float64(max(t.typed.Len(), 1)))
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
		err = gevel.Refusal("close the quote that is open there, or give a CSV file",
			"a line is longer than %d bytes", t.longest)
	}
	switch {
	case err != nil && t.line == 0:
		return "", fmt.Errorf("the header: %w", textfile.Named(err))
	case err != nil:
		return "", fmt.Errorf("after line %d: %w", t.line, textfile.Named(err))
	}
	return "", io.EOF
}

// splitRow splits a row that begins with a line, and takes as many lines more as its quoted fields run over, if it has a
// field for each column then. Else a quote was left open, which is a fault unless the line has these fields by itself.
func (t *Table) splitRow(first string) (fields []string, fault string) {
	fields, open := textfile.Fields(first, byte(t.comma))
	if !open {
		return fields, ""
	}
	var more []string
	for text := first; len(more) < LongestRow && strings.Count(text, `"`)%2 == 1; {
		line, err := t.nextLine()
		if err != nil {
			break // the file ends, or the next row meets the error again
		}
		more = append(more, line)
		if text += "\n" + line; len(text) > t.longest {
			break
		}
		if strings.Count(line, `"`)%2 == 1 {
			whole, open := textfile.Fields(text, byte(t.comma))
			if !open && (len(t.names) == 0 || len(whole) == len(t.names)) {
				return whole, ""
			}
			break
		}
	}
	t.ahead = append(more, t.ahead...)
	t.line -= len(more)
	if len(t.names) > 0 && len(fields) == len(t.names) {
		return fields, ""
	}
	return fields, "a quote is left open"
}

// fit gives a row as many fields as there are columns: empty ones at the end count for nothing, and what is too many is
// a fault, and joined into the last.
func (t *Table) fit(r *Row) {
	n := len(t.names)
	for len(r.Fields) > n && strings.TrimSpace(r.Fields[len(r.Fields)-1]) == "" {
		r.Fields = r.Fields[:len(r.Fields)-1]
	}
	if found := len(r.Fields); found > n {
		if r.Fault == "" && n > 1 { // nothing separates a column alone: 9,9E+13
			r.Fault = fmt.Sprintf("%d fields under %d columns", found, n)
		}
		r.Fields[n-1] = strings.Join(r.Fields[n-1:], string(t.comma))
		r.Fields = r.Fields[:n]
	}
	for len(r.Fields) < n {
		r.Fields = append(r.Fields, "")
	}
}
