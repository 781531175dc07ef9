package cbs

import (
	"context"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/filekind"
	"github.com/gevel/gevel/internal/file/spelling"
	"github.com/gevel/gevel/internal/file/table"
)

// wanted lists the columns to find in a table, each by its plain names, the preferred one first.
type wanted struct {
	region, period []string
	measures       [][]string
}

var (
	periodNames = []string{"perioden", "periods"}
	statusNames = []string{"status", "periodenstatus", "statusperioden", "valueattribute"}
)

// Columns of a table with a row per figure.
const (
	measureName = "measure"
	valueName   = "value"
)

var number = regexp.MustCompile(`_\d+$`)

// plainNames returns the plain names of a column: as written, and without a trailing number and words in brackets.
func plainNames(name string) []string {
	short, _, _ := strings.Cut(name, "(")
	short = number.ReplaceAllString(strings.TrimSpace(short), "")
	return []string{filekind.PlainColumn(name), filekind.PlainColumn(short)}
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
			at := slices.IndexFunc(columns, func(column string) bool {
				return spelling.Find(plainNames(column)[exact:exact+1], name) == 0
			})
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
	region, period string
	provisional    bool
	values         []gevel.Opt[string] // by measure; unknown where the row lacks it
	line           int
}

// rows reads the rows of a table.
type rows struct {
	*table.Table
	layout
	row row
}

// fill takes the wanted fields of a row. It reports whether there are any.
func (r *rows) fill(from table.Row) bool {
	at := func(column int) string {
		if column < 0 {
			return ""
		}
		return strings.TrimSpace(from.Fields[column])
	}
	r.row = row{
		line: from.Line, region: strings.Clone(at(r.region)), period: at(r.period), provisional: isProvisional(at(r.status)),
		values: make([]gevel.Opt[string], len(r.measures)),
	}
	if !r.isLong() {
		for m, column := range r.measures {
			r.row.values[m] = gevel.Opt[string]{V: at(column), Known: column >= 0}
		}
		return true
	}
	m, ok := r.measureOf(at(r.measure))
	if ok {
		r.row.values[m] = gevel.Some(at(r.value))
	}
	return ok
}

// measureOf returns the measure with this code, such as M001505_2.
func (r *rows) measureOf(code string) (int, bool) {
	for _, name := range plainNames(code) {
		if m, ok := r.codes[name]; ok {
			return m, true
		}
	}
	return 0, false
}

// each is eachRow for the rows that have a wanted value.
func (r *rows) each(ctx context.Context, name string, count *int, rejects *gevel.Rejects, use func(*row)) error {
	return eachRow(ctx, r.Table, name, count, rejects, func(from table.Row) {
		if r.fill(from) {
			use(&r.row)
		}
	})
}

// Column is a key figure of neighbourhoods.
type Column struct {
	Attribute gevel.Attribute // the homes' characteristic that it becomes, such as num_cbs_woz
	// Names are the column's plain names in files, the preferred one first.
	Names       []string
	least, most float64 // bounds of the figure
}

//go:embed figures.yaml
var standardText []byte

// StandardColumns returns the key figures that are read by default.
func StandardColumns() []Column {
	var rows []struct {
		Column, Label, Dutch, Doc, Unit string
		Most                            float64
		Names                           []string
	}
	if err := yaml.UnmarshalWithOptions(standardText, &rows, yaml.Strict()); err != nil {
		panic(fmt.Sprintf("cbs: %v", err)) // the file is part of the program
	}
	list := make([]Column, len(rows))
	for i, c := range rows {
		a, _ := gevel.ExtraColumn(c.Column)
		a.Label, a.Dutch, a.Doc, a.Unit = c.Label, c.Dutch, c.Doc, c.Unit
		list[i] = Column{Attribute: a, Names: c.Names, most: c.Most}
	}
	return list
}

// NamedColumn returns the key figure that the build file names by its column.
func NamedColumn(characteristic, column string) Column {
	a, _ := gevel.ExtraColumn(characteristic)
	return Column{Attribute: a, Names: plainNames(column), least: -gevel.ExtraBound, most: gevel.ExtraBound}
}
