package edition

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// A table of an edition is a Parquet file with flat columns. Columns are written
// and read one at a time, by row number, so that a table of millions of rows goes
// straight from and into plain slices.

// column is one column of a table. get gives the value of a row when the table is
// written, read takes a page of values when it is read. An optional column may
// give and take nulls.
type column struct {
	name     string
	node     parquet.Node
	optional bool
	get      func(row int) parquet.Value
	read     func(p *flatPage) error
}

const (
	rowGroupRows = 1 << 18 // rows whose columns are buffered at once while writing
	valueBatch   = 1 << 12 // values handed over at once
)

var zstdCodec = &zstd.Codec{Level: zstd.SpeedDefault}

func schemaOf(name string, columns []column) *parquet.Schema {
	group := parquet.Group{}
	for _, c := range columns {
		node := parquet.Compressed(c.node, zstdCodec)
		if c.optional {
			node = parquet.Optional(node)
		}
		group[c.name] = node
	}
	return parquet.NewSchema(name, group)
}

// writeTable writes rows rows to the new file path and syncs it. It ends early
// with ctx.
func writeTable(ctx context.Context, path string, rows int, columns []column) (err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	// Parquet orders the leaves of a group by name.
	columns = slices.Clone(columns)
	slices.SortFunc(columns, func(a, b column) int { return cmp.Compare(a.name, b.name) })
	for i := 1; i < len(columns); i++ {
		if columns[i].name == columns[i-1].name {
			return fmt.Errorf("write %s: two columns are named %s", filepath.Base(path), columns[i].name)
		}
	}
	w := parquet.NewGenericWriter[any](f, schemaOf(tableName(path), columns),
		parquet.CreatedBy("gevel", fmt.Sprint(FormatVersion), ""))
	for start := 0; start < rows; start += rowGroupRows {
		end := min(rows, start+rowGroupRows)
		for i, cw := range w.ColumnWriters() {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := writeColumn(cw, i, columns[i], start, end); err != nil {
				return fmt.Errorf("write column %s of %s: %w", columns[i].name, filepath.Base(path), err)
			}
		}
		if err := w.Flush(); err != nil {
			return fmt.Errorf("write %s: %w", filepath.Base(path), err)
		}
	}
	if err := w.Close(); err != nil {
		return fmt.Errorf("write %s: %w", filepath.Base(path), err)
	}
	return f.Sync()
}

func writeColumn(w *parquet.ColumnWriter, index int, c column, start, end int) error {
	values := make([]parquet.Value, 0, valueBatch)
	for row := start; row < end; row++ {
		v, level := c.get(row), 0
		if c.optional && !v.IsNull() {
			level = 1
		}
		values = append(values, v.Level(0, level, index))
		if len(values) == valueBatch || row == end-1 {
			if _, err := w.WriteRowValues(values); err != nil {
				return err
			}
			values = values[:0]
		}
	}
	return nil
}

func tableName(path string) string {
	base := filepath.Base(path)
	return base[:len(base)-len(filepath.Ext(base))]
}
