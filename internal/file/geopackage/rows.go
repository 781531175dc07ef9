package geopackage

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
)

// Row is a row while it is read: what it holds is gone with the next one.
type Row struct {
	// Number counts the rows of the layer as they come, from 1.
	Number int
	values []any
	blob   sql.RawBytes // the geometry
}

// Each calls use with each row of a layer, in the order of the file. Columns are those to read, by the
// file's spelling; "" is one that the layer does not have, and is null in every row. The geometry is read
// always, where there is one. Memory does not grow with the file. An error of use ends the reading.
//
// Errors: gevel.Invalid when the file is damaged. Those of use are returned as they are.
func (f *File) Each(ctx context.Context, l *Layer, columns []string, use func(*Row) error) error {
	rows, err := f.db.QueryContext(ctx, l.query(columns))
	if err != nil {
		return asDamage(err)
	}
	defer rows.Close()
	row := &Row{values: make([]any, len(columns))}
	into := make([]any, len(columns)+1)
	for i := range row.values {
		into[i] = &row.values[i]
	}
	into[len(columns)] = &row.blob
	for rows.Next() && ctx.Err() == nil {
		if err := rows.Scan(into...); err != nil {
			return asDamage(err)
		}
		row.Number++
		if err := use(row); err != nil {
			return err
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := rows.Err(); err != nil {
		return asDamage(err)
	}
	return rows.Close()
}

// query selects columns of a layer, and its geometry behind them, where that is a blob.
func (l *Layer) query(columns []string) string {
	var b strings.Builder
	b.WriteString("SELECT ")
	for _, c := range columns {
		if c == "" {
			b.WriteString("NULL, ")
		} else {
			b.WriteString("+" + quote(c) + ", ") // without its declared type, by which the driver would convert it
		}
	}
	if l.Geometry == "" {
		b.WriteString("NULL")
	} else {
		name := quote(l.Geometry)
		b.WriteString("CASE typeof(" + name + ") WHEN 'null' THEN NULL ELSE CAST(" + name + " AS BLOB) END")
	}
	return b.String() + " FROM " + quote(l.Name)
}

// Blob returns the geometry as it is in the file, nil where there is none. It holds until the next row.
func (r *Row) Blob() []byte { return r.blob }

// IsNull reports whether the row has no value in a column, by its place among those asked for.
func (r *Row) IsNull(i int) bool { return r.values[i] == nil }

// Text returns a value as a text, "" for none.
func (r *Row) Text(i int) string {
	switch v := r.values[i].(type) {
	case string:
		return v
	case []byte:
		return string(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

// Float returns a value as a number; texts that spell one count too. Not ok: there is none, or it is
// no number. It may be infinite.
func (r *Row) Float(i int) (v float64, ok bool) {
	switch v := r.values[i].(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, v == v
	case string:
		f, err := strconv.ParseFloat(strings.TrimSpace(v), 64)
		return f, err == nil && f == f
	}
	return 0, false
}
