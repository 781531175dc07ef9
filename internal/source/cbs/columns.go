package cbs

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/gevel/gevel/internal/file/filekind"
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
}

// fill takes what is wanted of the fields of a row. It reports whether there is any.
func (r *rows) fill(fields [][]byte, line int) bool {
	at := func(column int) []byte {
		if column < 0 {
			return nil
		}
		return bytes.TrimSpace(fields[column])
	}
	r.row.line, r.row.region, r.row.period = line, at(r.region), at(r.period)
	r.row.provisional = isProvisional(at(r.status))
	r.row.values = append(r.row.values[:0], make([][]byte, len(r.measures))...)
	if !r.isLong() {
		for m, column := range r.measures {
			r.row.values[m] = at(column)
		}
		return true
	}
	m, ok := r.measureOf(at(r.measure))
	if ok {
		r.row.values[m] = append([]byte{}, at(r.value)...) // not nil, also where it is empty
	}
	return ok
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

// each calls use with each row that has what is wanted, and reject with those that can't be read.
func (r *rows) each(use func(*row), reject func(line int, what string)) error {
	return eachRow(r.table, func(fields [][]byte, line int) error {
		if r.fill(fields, line) {
			use(&r.row)
		}
		return nil
	}, reject)
}
