// Package export writes the readable parts of a model as tables: its index, the coefficients of its linear
// model and the gains of its trees, as CSV or Parquet.
package export

import (
	"context"
	"io"
	"maps"
	"strconv"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/csvfile"
	"github.com/gevel/gevel/internal/file/parquetfile"
)

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
	fields := make([]string, len(t.columns))
	for i := range t.columns {
		fields[i] = t.columns[i].Name
	}
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
