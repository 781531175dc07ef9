package cbs

import (
	"bytes"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/gevel/gevel/internal/filekind"
)

// wanted says what is looked for in a table, by plain names, the best first.
type wanted struct {
	region, period []string
	measures       [][]string
}

var (
	periodNames = []string{"perioden", "periods", "periode"}
	statusNames = []string{"status", "periodenstatus", "statusperioden", "valueattribute"}
)

// Columns of a table with a row per figure.
const (
	measureName = "measure"
	valueName   = "value"
)

var number = regexp.MustCompile(`_\d+$`)

// plainNames returns the names under which a column is known: as it is written, and without a number
// and words in brackets behind it.
func plainNames(name string) [2]string {
	short, _, _ := strings.Cut(name, "(")
	short = number.ReplaceAllString(strings.TrimSpace(short), "")
	return [2]string{filekind.PlainColumn(name), filekind.PlainColumn(short)}
}

// layout says where a table has what is wanted; -1 is nowhere.
type layout struct {
	region, period, status int
	measures               []int // a column each
	measure, value         int   // of a table with a row per figure
	codes                  map[string]int
}

// find returns the first column with one of the names, the best of them, -1 for none.
func find(columns, names []string) int {
	for _, name := range names {
		for _, exact := range []int{0, 1} {
			at := slices.IndexFunc(columns, func(column string) bool { return plainNames(column)[exact] == name })
			if at >= 0 {
				return at
			}
		}
	}
	return -1
}

// layoutOf finds what is wanted in the names of columns.
func (w *wanted) layoutOf(columns []string) layout {
	l := layout{
		region: find(columns, w.region), period: find(columns, w.period), status: find(columns, statusNames),
		measure: find(columns, []string{measureName}), value: find(columns, []string{valueName}),
		codes: map[string]int{},
	}
	for m, names := range w.measures {
		l.measures = append(l.measures, find(columns, names))
		for _, name := range names {
			l.codes[name] = m
		}
	}
	return l
}

// isLong reports whether the table has a row per figure.
func (l *layout) isLong() bool { return l.measure >= 0 && l.value >= 0 }

// has reports whether the table has one of the measures, as far as its header tells.
func (l *layout) has() bool {
	return l.isLong() || slices.ContainsFunc(l.measures, func(at int) bool { return at >= 0 })
}

// row is what a table says of a region and a period.
type row struct {
	region, period []byte
	provisional    bool
	values         [][]byte // by measure; nil where the row does not have it
	line           int
}

// rows reads the rows of a table.
type rows struct {
	table
	layout
	row row
	// passed is how many rows of a table with a row per figure have other measures.
	passed int
}

// next reads a row into r.row. Errors: those of table.
func (r *rows) next() error {
	for {
		fields, line, err := r.table.next()
		if r.row.line = line; err != nil {
			return err
		}
		at := func(column int) []byte {
			if column < 0 {
				return nil
			}
			return bytes.TrimSpace(fields[column])
		}
		r.row.region, r.row.period = at(r.region), at(r.period)
		r.row.provisional = isProvisional(at(r.status))
		r.row.values = append(r.row.values[:0], make([][]byte, len(r.measures))...)
		if !r.isLong() {
			for m, column := range r.measures {
				r.row.values[m] = at(column)
			}
			return nil
		}
		if m, ok := r.measureOf(at(r.measure)); ok {
			if r.row.values[m] = at(r.value); r.row.values[m] == nil {
				r.row.values[m] = []byte{}
			}
			return nil
		}
		r.passed++
	}
}

// measureOf returns the measure with a code, such as M001505_2.
func (r *rows) measureOf(code []byte) (int, bool) {
	for _, name := range plainNames(string(code)) {
		if m, ok := r.codes[name]; ok {
			return m, true
		}
	}
	return 0, false
}

// each calls use with each row, and reject with those that can't be read.
func (r *rows) each(use func(*row), reject func(line int, what string)) error {
	for {
		switch err := r.next().(type) {
		case nil:
			use(&r.row)
		case malformed:
			reject(r.row.line, string(err))
		default:
			if err == io.EOF {
				return nil
			}
			return err
		}
	}
}
