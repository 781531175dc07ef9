package edition

import (
	"errors"
	"fmt"
	"io"
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
// written, put takes it when the table is read. An optional column may give and
// take parquet nulls.
type column struct {
	name     string
	node     parquet.Node
	optional bool
	get      func(row int) parquet.Value
	put      func(row int, v parquet.Value) error
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

// writeTable writes rows rows to the new file path and syncs it.
func writeTable(path string, rows int, columns []column) (err error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	// Parquet orders the leaves of a group by name.
	columns = slices.Clone(columns)
	slices.SortFunc(columns, func(a, b column) int { return compareStrings(a.name, b.name) })
	w := parquet.NewGenericWriter[any](f, schemaOf(tableName(path), columns),
		parquet.CreatedBy("gevel", fmt.Sprint(FormatVersion), ""))
	for start := 0; start < rows; start += rowGroupRows {
		end := min(rows, start+rowGroupRows)
		for i, cw := range w.ColumnWriters() {
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

// readTable reads the table at path: start is called once with the number of
// rows, then put of each column for each row, column by column. Errors name the
// file; what the file lacks of the columns, and damage anywhere, is an error.
func readTable(path string, start func(rows int), columns []column) (err error) {
	name := filepath.Base(path)
	defer func() {
		// The reader of damaged pages may panic; here that is one more bad file.
		if p := recover(); p != nil {
			err = fmt.Errorf("%s is damaged: %v", name, p)
		}
	}()
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	file, err := parquet.OpenFile(f, info.Size(), parquet.SkipBloomFilters(true), parquet.SkipPageIndex(true))
	if err != nil {
		return fmt.Errorf("%s is no readable Parquet file: %w", name, err)
	}
	start(int(file.NumRows()))
	for _, c := range columns {
		leaf, ok := file.Schema().Lookup(c.name)
		if !ok {
			return fmt.Errorf("%s has no column %s", name, c.name)
		}
		row := 0
		for _, group := range file.RowGroups() {
			if row, err = readColumn(group.ColumnChunks()[leaf.ColumnIndex], row, c); err != nil {
				return fmt.Errorf("column %s of %s: %w", c.name, name, err)
			}
		}
		if row != int(file.NumRows()) {
			return fmt.Errorf("column %s of %s has %d rows instead of %d", c.name, name, row, file.NumRows())
		}
	}
	return nil
}

func readColumn(chunk parquet.ColumnChunk, row int, c column) (int, error) {
	pages := chunk.Pages()
	defer pages.Close()
	values := make([]parquet.Value, valueBatch)
	for {
		page, err := pages.ReadPage()
		if errors.Is(err, io.EOF) {
			return row, nil
		}
		if err != nil {
			return row, err
		}
		reader := page.Values()
		for {
			n, err := reader.ReadValues(values)
			for _, v := range values[:n] {
				if err := c.put(row, v); err != nil {
					return row, fmt.Errorf("row %d: %w", row, err)
				}
				row++
			}
			if errors.Is(err, io.EOF) || err == nil && n == 0 {
				break
			}
			if err != nil {
				return row, err
			}
		}
		parquet.Release(page)
	}
}

// tableColumns returns the names of the columns of the table at path.
func tableColumns(path string) (names []string, err error) {
	name := filepath.Base(path)
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s is damaged: %v", name, p)
		}
	}()
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	file, err := parquet.OpenFile(f, info.Size(), parquet.SkipBloomFilters(true), parquet.SkipPageIndex(true))
	if err != nil {
		return nil, fmt.Errorf("%s is no readable Parquet file: %w", name, err)
	}
	for _, path := range file.Schema().Columns() {
		names = append(names, path[0])
	}
	return names, nil
}

func tableName(path string) string {
	base := filepath.Base(path)
	return base[:len(base)-len(filepath.Ext(base))]
}

func compareStrings(a, b string) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}
