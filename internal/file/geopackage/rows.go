package geopackage

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
)

// Row is the current row. The next row overwrites it.
type Row struct {
	// Number of the row in the layer, from 1.
	Number int
	values []any
	blob   sql.RawBytes // the geometry
}

// Each calls use with each row of a layer, in the file's order. Columns are the columns to read, in the
// file's spelling; "" stands for a column that the layer lacks, and is null in every row. The geometry is
// always read. Memory does not grow with the file.
//
// Errors: gevel.Invalid when the file is damaged. An error of use ends the reading and is returned unchanged.
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

// query selects columns of a layer, then its geometry if that is a blob.
func (l *Layer) query(columns []string) string {
	var b strings.Builder
	b.WriteString("SELECT ")
	for _, c := range columns {
		if c == "" {
			b.WriteString("NULL, ")
		} else {
			b.WriteString("+" + quote(c) + ", ") // + drops the declared type, which would make the driver convert the value
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

// Blob returns the geometry as stored, nil where there is none. It is valid until the next row.
func (r *Row) Blob() []byte { return r.blob }

// IsNull reports whether the row has no value in the i-th requested column.
func (r *Row) IsNull(i int) bool { return r.values[i] == nil }

// Text returns a value as text, "" for none.
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

// Float returns a value as a number; a text that spells a number counts too. Not ok: no value, or no number.
// The number may be infinite.
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
