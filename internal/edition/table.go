package edition

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/parquet-go/parquet-go"

	"github.com/gevel/gevel/internal/file/parquetfile"
	"github.com/gevel/gevel/internal/file/private"
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

// writeTable writes rows rows to the new file path, described, and syncs it. It ends early
// with ctx.
func writeTable(ctx context.Context, path string, rows int, columns []column, d *describer) (err error) {
	f, err := private.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	name := filepath.Base(path)
	written := make([]parquetfile.Column, len(columns))
	for i, c := range columns {
		written[i] = parquetfile.Column{Name: c.name, Node: c.node, Optional: c.optional, Get: c.get}
	}
	file := parquetfile.File{
		Table: tableName(path), Format: fmt.Sprint(FormatVersion), Notes: d.table(name, columns),
		Columns: written, Rows: rows,
	}
	if err := file.Write(ctx, f); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return f.Sync()
}

func tableName(path string) string {
	base := filepath.Base(path)
	return base[:len(base)-len(filepath.Ext(base))]
}
