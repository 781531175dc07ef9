package edition

// Reads a table. Sizes in the file are checked before memory is allocated for them: other programs write Parquet too.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"

	"github.com/parquet-go/parquet-go"
	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/parquetfile"
	"github.com/gevel/gevel/internal/file/private"
	"github.com/gevel/gevel/internal/file/regular"
)

// table is a Parquet file that is open for reading.
type table struct {
	name string // of the file, for errors
	disk *os.File
	file *parquet.File
}

// openTable opens the table at path. Errors name the file.
func openTable(ctx context.Context, path string) (t *table, err error) {
	t = &table{name: filepath.Base(path)}
	defer func() {
		if err != nil && t.disk != nil {
			t.disk.Close()
		}
	}()
	defer t.refuse(&err)
	if t.disk, err = regular.OpenWatched(ctx, path); err != nil {
		return t, err
	}
	info, err := t.disk.Stat()
	if err != nil {
		return t, err
	}
	t.file, err = parquet.OpenFile(t.disk, info.Size(), parquet.SkipBloomFilters(true), parquet.SkipPageIndex(true))
	if err != nil {
		return t, fmt.Errorf("%s is no readable Parquet file: %w", t.name, err)
	}
	return t, t.checkRows()
}

// readFrom reads the table at path by a function.
func readFrom[T any](ctx context.Context, path string, read func(context.Context, *table) (T, error)) (of T, err error) {
	file, err := openTable(ctx, path)
	if err != nil {
		return of, err
	}
	defer file.disk.Close()
	return read(ctx, file)
}

// refuse turns a panic into an error: the reader of damaged pages may panic, and here that means one more bad file.
func (t *table) refuse(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("%s is damaged: %v", t.name, p)
	}
}

// checkRows checks the number of rows before columns of that size are allocated.
func (t *table) checkRows() error {
	sum := int64(0)
	for _, group := range t.file.RowGroups() {
		sum += group.NumRows()
	}
	if n := t.file.NumRows(); n != sum || n < 0 || n > math.MaxInt32 {
		return fmt.Errorf("%s is damaged: it claims %d rows and holds %d", t.name, n, sum)
	}
	return nil
}

// rows returns how many rows are read.
func (t *table) rows() int { return int(t.file.NumRows()) }

// columnNames returns the names of the columns at the top of the file.
func (t *table) columnNames() []string {
	fields := t.file.Schema().Fields()
	names := make([]string, 0, len(fields))
	for _, field := range fields {
		names = append(names, field.Name())
	}
	return names
}

// read reads columns, several at once, each page by page in row order. Error: a column is missing,
// of another type or damaged; ctx has ended.
func (t *table) read(ctx context.Context, columns []column) error {
	faults := make([]error, len(columns))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, c := range columns {
		group.Go(func() error {
			faults[i] = t.readColumn(ctx, c)
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for i, err := range faults { // the first column's, whichever was found first
		if err != nil {
			return fmt.Errorf("%s: column %s %w", t.name, columns[i].name, err)
		}
	}
	return nil
}

func (t *table) readColumn(ctx context.Context, c column) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("is damaged: %v", p)
		}
	}()
	leaf, ok := t.file.Schema().Lookup(c.name)
	if !ok {
		return errors.New("is missing")
	}
	if got, want := leaf.Node.Type().Kind(), c.node.Type().Kind(); got != want {
		return fmt.Errorf("holds %s where %s is due", got, want)
	}
	if leaf.MaxRepetitionLevel > 0 || leaf.MaxDefinitionLevel > 1 {
		return errors.New("holds lists where single values are due")
	}
	row := 0
	c.read = t.metered(ctx, c.read)
	for _, group := range t.file.RowGroups() {
		end := row + int(group.NumRows())
		if row, err = readChunk(ctx, group.ColumnChunks()[leaf.ColumnIndex], row, end, c); err != nil {
			return err
		}
	}
	return nil
}

// readMeter is under what a context carries the meter of an edition that is read, in bytes of its files.
type readMeter struct{}

// metered returns a function that reads pages as read does, and counts them.
func (t *table) metered(ctx context.Context, read func(*flatPage) error) func(*flatPage) error {
	meter, ok := ctx.Value(readMeter{}).(*gevel.Meter)
	if !ok {
		return read
	}
	perRow := float64(t.file.Size()) / float64(max(1, int(t.file.NumRows())*len(t.file.Schema().Fields())))
	return func(p *flatPage) error {
		meter.Add(int64(perRow * float64(p.rows)))
		return read(p)
	}
}

// readChunk reads the rows from row up to end, and returns end.
func readChunk(ctx context.Context, chunk parquet.ColumnChunk, row, end int, c column) (int, error) {
	pages := chunk.Pages()
	defer pages.Close()
	for {
		if err := ctx.Err(); err != nil {
			return row, err
		}
		page, err := pages.ReadPage()
		if errors.Is(err, io.EOF) && row == end {
			return end, nil
		}
		if errors.Is(err, io.EOF) {
			return row, fmt.Errorf("ends at row %d of %d", row, end)
		}
		if err != nil {
			return row, fmt.Errorf("is damaged: %w", err)
		}
		p := newFlatPage(page, row)
		if row += p.rows; row > end {
			return row, fmt.Errorf("goes on beyond row %d", end)
		}
		if err := c.read(p); err != nil {
			return row, err
		}
		parquet.Release(page)
	}
}

// flatPage is a page of a flat column as the slices that hold it, which belong to the page.
type flatPage struct {
	row    int    // first row of the page in the table
	rows   int    // how many it has
	levels []byte // per row, 0 where it has no value; empty when all have one
	// dictionary holds the values and index the position per value; if nil, values has them in order.
	dictionary parquet.Dictionary
	index      []int32
	values     values
}

func newFlatPage(page parquet.Page, row int) *flatPage {
	p := &flatPage{row: row, rows: int(page.NumRows()), levels: page.DefinitionLevels(), values: page.Data()}
	if p.dictionary = page.Dictionary(); p.dictionary != nil {
		p.index = p.values.Int32()
		p.values = p.dictionary.Page().Data()
	}
	return p
}

// each calls put for each row with a value, with the value's position among n values,
// and null for each row without.
func (p *flatPage) each(n int, put func(row, at int) error, null func(row int) error) error {
	next := 0
	for i := range p.rows {
		row := p.row + i
		var err error
		if len(p.levels) > 0 && p.levels[i] == 0 {
			err = null(row)
		} else {
			at := next
			if p.dictionary != nil {
				at = int(p.index[next])
			}
			next++
			if at < 0 || at >= n {
				return fmt.Errorf("is damaged: row %d has value %d of %d", row, at, n)
			}
			err = put(row, at)
		}
		if err != nil {
			return fmt.Errorf("in row %d: %w", row, err)
		}
	}
	return nil
}

// A table of an edition is a Parquet file with flat columns. Columns are written and read one at a time, by row
// number, so that a table of millions of rows goes straight from and into plain slices.

// column is one column of a table. get gives the value of a row when the table is written, read takes a page of
// values when it is read. An optional column may give and take nulls.
type column struct {
	name     string
	node     parquet.Node
	optional bool
	get      func(row int) parquet.Value
	read     func(p *flatPage) error
}

// writeTable writes rows rows to the new file path, described, and syncs it. It ends early with ctx.
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
