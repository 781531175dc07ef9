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

// column is a column with its description. text formats a non-null value for CSV.
type column struct {
	parquetfile.Column
	about, unit string
	text        func(parquet.Value) string
}

func texts(name, about string, of func(row int) string) column {
	return column{
		Column: parquetfile.Column{Name: name, Node: parquet.String(), Optional: true, Get: func(row int) parquet.Value {
			if s := of(row); s != "" {
				return parquet.ByteArrayValue([]byte(s))
			}
			return parquet.NullValue()
		}},
		about: about, text: func(v parquet.Value) string { return string(v.ByteArray()) },
	}
}

// whole is a column of whole numbers; negative ones become null.
func whole(name, about string, of func(row int) int32) column {
	return column{
		Column: parquetfile.Column{Name: name, Node: parquet.Int(32), Optional: true, Get: func(row int) parquet.Value {
			if n := of(row); n >= 0 {
				return parquet.Int32Value(n)
			}
			return parquet.NullValue()
		}},
		about: about, text: func(v parquet.Value) string { return strconv.Itoa(int(v.Int32())) },
	}
}

// numbers is a column of numbers; NaN becomes null.
func numbers(name, about, unit string, of func(row int) float64) column {
	return column{
		Column: parquetfile.Column{
			Name: name, Node: parquet.Leaf(parquet.DoubleType), Optional: true, Get: func(row int) parquet.Value {
				if x := of(row); x == x {
					return parquet.DoubleValue(x)
				}
				return parquet.NullValue()
			},
		},
		about: about, unit: unit,
		text: func(v parquet.Value) string { return strconv.FormatFloat(v.Double(), 'g', -1, 64) },
	}
}

func days(name, about string, of func(row int) gevel.Date) column {
	return column{
		Column: parquetfile.Column{
			Name: name, Node: parquet.Date(), Get: func(row int) parquet.Value { return parquet.Int32Value(int32(of(row))) },
		},
		about: about, text: func(v parquet.Value) string { return gevel.Date(v.Int32()).String() },
	}
}

func yesNos(name, about string, of func(row int) bool) column {
	return column{
		Column: parquetfile.Column{
			Name: name, Node: parquet.Leaf(parquet.BooleanType),
			Get: func(row int) parquet.Value { return parquet.BooleanValue(of(row)) },
		},
		about: about, text: func(v parquet.Value) string { return strconv.FormatBool(v.Boolean()) },
	}
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
			fields[i] = ""
			if v := t.columns[i].Get(row); !v.IsNull() {
				fields[i] = t.columns[i].text(v)
			}
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
