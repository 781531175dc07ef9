package geopackage

import (
	"context"
	"database/sql"
	"fmt"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
)

// Row is the current row. The next row overwrites it.
type Row struct {
	// Number of the row in the layer, from 1.
	Number int
	values []any
	blob   sql.RawBytes  // the geometry
	size   sql.NullInt64 // of the geometry as stored, bytes
}

const (
	// mostBlob is the size up to which a geometry is read, bytes: mostPoints with heights and measures.
	mostBlob = 32 * mostPoints
	// mostText is the size up to which another value is read, bytes.
	mostText = 1 << 16
	// leastRow is how few bytes of a file a row can take.
	leastRow = 4
)

// Each calls use with each row of a layer, in the file's order. Columns are the columns to read, in the
// file's spelling; "" stands for a column that the layer lacks, and is null in every row. The geometry is
// always read. Memory does not grow with the file.
//
// Errors: gevel.Invalid when the file is damaged or the layer is a view. An error of use ends the reading and is
// returned unchanged.
func (f *File) Each(ctx context.Context, l *Layer, columns []string, use func(*Row) error) error {
	if l.IsView {
		return gevel.Refusal("export it as a table", "the layer %q is a view, whose rows are made by a query",
			gevel.Printable(l.Name))
	}
	conn, err := f.connect(ctx)
	if err != nil {
		return asDamage(err)
	}
	defer conn.Close()
	rows, err := conn.QueryContext(ctx, l.query(columns))
	if err != nil {
		return asDamage(err)
	}
	defer rows.Close()
	row := &Row{values: make([]any, len(columns))}
	into := make([]any, len(columns), len(columns)+3)
	for i := range row.values {
		into[i] = &row.values[i]
	}
	var long sql.NullBool
	into = append(into, &row.blob, &row.size, &long)
	for rows.Next() && ctx.Err() == nil {
		if err := rows.Scan(into...); err != nil {
			return asDamage(err)
		}
		row.Number++
		switch {
		case long.Bool:
			return gevel.Refusal(fetchAnew, "row %d of the layer %q has a value of more than %d bytes",
				row.Number, gevel.Printable(l.Name), mostText)
		case int64(row.Number) > f.Size/leastRow: // pages that stand for many
			return gevel.Refusal(fetchAnew, "the file is damaged: the layer %q has more rows than fit into it",
				gevel.Printable(l.Name))
		}
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

// query selects columns of a layer, then its geometry if that is a blob, its size, and whether another value is too
// long. SQLite knows the size of a value before it reads it.
func (l *Layer) query(columns []string) string {
	var values, long strings.Builder
	for _, c := range columns {
		if c == "" {
			values.WriteString("NULL, ")
			continue
		}
		isLong := fmt.Sprintf("octet_length(%s) > %d", quote(c), mostText)
		// + drops the declared type, which would make the driver convert the value
		fmt.Fprintf(&values, "CASE WHEN %s THEN NULL ELSE +%s END, ", isLong, quote(c))
		fmt.Fprintf(&long, "%s OR ", isLong)
	}
	geometry, size := "NULL", "NULL"
	if l.Geometry != "" {
		name := quote(l.Geometry)
		size = "octet_length(" + name + ")"
		geometry = fmt.Sprintf("CASE WHEN %s <= %d THEN CAST(%s AS BLOB) END", size, mostBlob, name)
	}
	return fmt.Sprintf("SELECT %s%s, %s, %s0 FROM %s", &values, geometry, size, &long, quote(l.Name))
}

// Parse reads the geometry of the row; see Geometry.Parse.
func (r *Row) Parse(into *Geometry) error {
	if r.size.Int64 > mostBlob {
		return fmt.Errorf("the geometry has %d bytes: more than %d are not read", r.size.Int64, mostBlob)
	}
	return into.Parse(r.blob)
}

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
		return spelling.Certain(strconv.FormatFloat(v, 'f', -1, 64))
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
