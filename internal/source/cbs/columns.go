package cbs

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/gevel/gevel/internal/file/filekind"
)

// wanted lists the columns to find in a table, each by its plain names, the preferred one first.
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

// plainNames returns the plain names of a column: as written, and without a trailing number and words in
// brackets.
func plainNames(name string) [2]string {
	short, _, _ := strings.Cut(name, "(")
	short = number.ReplaceAllString(strings.TrimSpace(short), "")
	return [2]string{filekind.PlainColumn(name), filekind.PlainColumn(short)}
}

// layout gives the indexes of the wanted columns; -1 is a missing one.
type layout struct {
	region, period, status int
	measures               []int // a column each
	measure, value         int   // in a table with a row per figure
	codes                  map[string]int
}

// find returns the column with the first of names that there is, -1 for none.
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

// layoutOf finds the wanted columns.
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

// has reports whether the header shows one of the measures.
func (l *layout) has() bool {
	return l.isLong() || slices.ContainsFunc(l.measures, func(at int) bool { return at >= 0 })
}

// row holds a table's values for a region and a period.
type row struct {
	region, period []byte
	provisional    bool
	values         [][]byte // by measure; nil where the row lacks it
	line           int
}

// rows reads the rows of a table.
type rows struct {
	table
	layout
	row row
}

// fill takes the wanted fields of a row. It reports whether there are any.
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
		r.row.values[m] = append([]byte{}, at(r.value)...) // not nil, even when empty
	}
	return ok
}

// measureOf returns the measure with this code, such as M001505_2.
func (r *rows) measureOf(code []byte) (int, bool) {
	for _, name := range plainNames(string(code)) {
		if m, ok := r.codes[name]; ok {
			return m, true
		}
	}
	return 0, false
}

// each calls use with each row that has a wanted value, and reject with each malformed row.
func (r *rows) each(use func(*row), reject func(line int, what string)) error {
	return eachRow(r.table, func(fields [][]byte, line int) error {
		if r.fill(fields, line) {
			use(&r.row)
		}
		return nil
	}, reject)
}
