// Package export writes the readable parts of a model as tables: its index, the coefficients of its linear
// model and the gains of its trees, as CSV or Parquet.
package export

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/file/parquetfile"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/value/valuation"
)

// model is the source of the tables: the vintage for a day, and the index known on it.
type model struct {
	*vintage.Vintage
	index vintage.Dated
}

// parts are the available tables.
var parts = []struct {
	name string
	make func(*model) *Table
}{
	{"index", indexTable},
	{"coefficients", coefficientTable},
	{"importance", importanceTable},
}

// Names returns the names of the tables.
func Names() (names []string) {
	for _, part := range parts {
		names = append(names, part.name)
	}
	return names
}

// CheckName checks that a table has this name. Error: gevel.Invalid.
func CheckName(name string) error {
	if slices.Contains(Names(), name) {
		return nil
	}
	return gevel.Refusal("there are "+strings.Join(Names(), ", "), "there is no table %q to export", name)
}

// Of returns a table of the model that answers valuations on a day; gevel.NoDate is the newest model with its
// last index. Error: gevel.Invalid for an unknown name, or a day before all models.
func Of(v *valuation.Valuer, name string, day gevel.Date) (*Table, error) {
	if err := CheckName(name); err != nil {
		return nil, err
	}
	if day != gevel.NoDate && day < v.Oldest() {
		return nil, gevel.Refusal(fmt.Sprintf("its oldest is of %s", v.Oldest()),
			"the edition has no model of %s", day)
	}
	m := newModel(v, day)
	t := parts[slices.Index(Names(), name)].make(m)
	t.name = name
	t.notes["edition"], t.notes["model"] = v.Edition().ID(), m.AsOf.String()
	if licence := v.Edition().Manifest().Licences["sales"]; licence != "" {
		t.notes["licence.sales"] = licence
	}
	return t, nil
}

func newModel(v *valuation.Valuer, day gevel.Date) *model {
	if day == gevel.NoDate {
		all := v.Vintages()
		newest := all[len(all)-1]
		return &model{newest, newest.Indexes[len(newest.Indexes)-1]}
	}
	on := v.VintageOn(day)
	return &model{on, on.IndexOn(day)}
}

// coefficientTable holds the coefficients of the linear model.
func coefficientTable(m *model) *Table {
	list := m.Hedonic.Linear.Coefficients()
	return &Table{
		notes: parquetfile.Notes{"row": "a coefficient of the linear model; trees and kriging come on top"}, rows: len(list),
		columns: []column{
			texts.column("name", "Characteristic that it is about", "", func(row int) string { return list[row].Name }),
			texts.column("of", "Value, house type group or period that it is of; null is all", "",
				func(row int) string { return list[row].Of }),
			texts.column("one", "What counts as one", "", func(row int) string { return list[row].Unit }),
			numbers.column("log_euros", "What one adds to the log price", "log EUR",
				func(row int) float64 { return list[row].Log }),
		},
	}
}

// importanceTable holds the gains of the trees by characteristic.
func importanceTable(m *model) *Table {
	list := m.Hedonic.Importance()
	return &Table{
		notes: parquetfile.Notes{"row": "a characteristic, place or time, by its share in what the trees gained"},
		rows:  len(list),
		columns: []column{
			texts.column("name", "Characteristic, place or time", "", func(row int) string { return list[row].Name }),
			numbers.column("share", "Share of the fall of the trees' loss", "%",
				func(row int) float64 { return list[row].Share }),
		},
	}
}

// indexRow is a level of the index.
type indexRow struct {
	area  int32
	group gevel.BuildGroup // 0 is all
	month gevel.Month
}

// indexTable is the index by month: each area for all house types, and each house type for the whole market.
// Their log levels add up.
func indexTable(m *model) *Table {
	ix := m.index.Index
	var rows []indexRow
	path := func(area int32, group gevel.BuildGroup) {
		for month := ix.First; month < ix.First+gevel.Month(ix.Months); month++ {
			rows = append(rows, indexRow{area, group, month})
		}
	}
	for area := range int32(ix.Areas.Len()) {
		path(area, 0)
	}
	for group := gevel.BuildGroup(1); int(group) < gevel.BuildGroups; group++ {
		path(0, group)
	}
	bounds := ix.Areas.Bounds()
	of := func(row int) float64 { return ix.Level(rows[row].area, rows[row].group, float64(rows[row].month)) }
	side := func(k int) func(row int) float64 {
		return func(row int) float64 {
			if v := bounds[rows[row].area][k]; !math.IsInf(v, 0) {
				return v
			}
			return math.NaN()
		}
	}
	const base = "Level; 100 is the level of the same area and house type in the last known month"
	return &Table{
		notes: parquetfile.Notes{
			"row": "a month of an index area for all house types (area 0 is the whole market), or of a house type " +
				"group for the whole market; the log level of a house type in an area is the area's level " +
				"plus the house type's minus the whole market's, of a home of median estimate: the tier is not in it",
			"known": m.index.Known.String(), "epsg": "28992",
		},
		rows: len(rows),
		columns: []column{
			days.column("month", "First day of the month", "", func(row int) gevel.Date { return rows[row].month.First() }),
			whole.column("area", "Number of the index area; 0 is the whole market", "",
				func(row int) int32 { return rows[row].area }),
			whole.column("parent", "Area around it", "", func(row int) int32 { return ix.Areas.Parent(rows[row].area) }),
			numbers.column("west", "Border of the area; null is none", "m", side(index.West)),
			numbers.column("south", "Border of the area; null is none", "m", side(index.South)),
			numbers.column("east", "Border of the area; null is none", "m", side(index.East)),
			numbers.column("north", "Border of the area; null is none", "m", side(index.North)),
			texts.column("house_type_group", "House type group; all is all together", "", func(row int) string {
				if rows[row].group == 0 {
					return "all"
				}
				return rows[row].group.String()
			}),
			numbers.column("log_level", "Log of the level in the middle of the month", "log EUR", of),
			numbers.column("level", base, "", func(row int) float64 {
				r := rows[row]
				return 100 * math.Exp(of(row)-ix.Level(r.area, r.group, float64(ix.End)))
			}),
			yesNos.column("forecast", "Whether the index had not seen the month to its end", "", func(row int) bool {
				return rows[row].month >= m.index.Until.Month()
			}),
		},
	}
}

// Table is a table to be written.
type Table struct {
	name    string
	notes   parquetfile.Notes
	columns []column
	rows    int
}

// column is a column with its description. text is a row for CSV, "" for a null.
type column struct {
	parquetfile.Column
	about, unit string
	text        func(row int) string
}

// kind is a kind of column, of values T.
type kind[T any] struct {
	node  parquet.Node
	known func(T) bool // whether a value is no null; nil is always
	value func(T) parquet.Value
	text  func(T) string
}

var (
	texts = kind[string]{
		parquet.String(), func(s string) bool { return s != "" },
		func(s string) parquet.Value { return parquet.ByteArrayValue([]byte(s)) }, func(s string) string { return s },
	}
	whole = kind[int32]{
		parquet.Int(32), func(n int32) bool { return n >= 0 },
		parquet.Int32Value, func(n int32) string { return strconv.Itoa(int(n)) },
	}
	numbers = kind[float64]{
		parquet.Leaf(parquet.DoubleType), func(x float64) bool { return x == x },
		parquet.DoubleValue, func(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) },
	}
	days = kind[gevel.Date]{
		parquet.Date(), nil,
		func(d gevel.Date) parquet.Value { return parquet.Int32Value(int32(d)) }, gevel.Date.String,
	}
	yesNos = kind[bool]{parquet.Leaf(parquet.BooleanType), nil, parquet.BooleanValue, strconv.FormatBool}
)

// column makes a column of rows' values.
func (k kind[T]) column(name, about, unit string, of func(row int) T) column {
	get := func(row int) parquet.Value {
		if v := of(row); k.known == nil || k.known(v) {
			return k.value(v)
		}
		return parquet.NullValue()
	}
	text := func(row int) string {
		if v := of(row); k.known == nil || k.known(v) {
			return k.text(v)
		}
		return ""
	}
	return column{parquetfile.Column{Name: name, Node: k.node, Optional: k.known != nil, Get: get}, about, unit, text}
}

// WriteCSV writes the table as CSV of a form with a header. Nulls are empty.
func (t *Table) WriteCSV(ctx context.Context, to io.Writer, form csvfile.Form) error {
	w := csvfile.NewWriter(to, form)
	fields := list.Make(len(t.columns), func(i int) string { return t.columns[i].Name })
	if err := w.Write(fields); err != nil {
		return err
	}
	for row := range t.rows {
		for i := range t.columns {
			fields[i] = t.columns[i].text(row)
		}
		if err := w.Write(fields); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return w.Flush()
}

// WriteParquet writes the table as Parquet with notes.
func (t *Table) WriteParquet(ctx context.Context, to io.Writer) error {
	file := parquetfile.File{Table: t.name, Format: formatVersion, Notes: maps.Clone(t.notes), Rows: t.rows}
	for i := range t.columns {
		c := &t.columns[i]
		file.Notes.Column(c.Name, c.about, c.unit)
		file.Columns = append(file.Columns, c.Column)
	}
	return file.Write(ctx, to)
}

// formatVersion is the version of the layout of these tables.
const formatVersion = "1"
