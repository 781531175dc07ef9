package parquetfile

import (
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/gevel/gevel"
)

// Magic begins a Parquet file.
const Magic = "PAR1"

// Rows reads the flat columns of a Parquet file as rows of text, without geometries: what gevel writes, and what data
// frames are saved as. Nulls and unknown numbers are empty, days and times are as ISO 8601 has them.
//
// The file may be of anyone: what it claims is held against what it has before memory is taken for it.
type Rows struct {
	// PassedOver are the names of columns that are not read: of several values a row, of groups, of types of their own.
	PassedOver []string

	from    io.ReaderAt
	meta    *format.FileMetaData
	columns []column
	names   []string
	raw     []parquet.Value // of the row, with Raw
	group   int             // the next part of the rows
	left    int64           // rows of the one before
	text    []byte
	ends    []int
	cells   []string
	row     int // rows that were read
	limit   int // bytes of a row
	held    int64
}

// OpenRows opens a file whose rows have at most so many bytes. Errors: gevel.Invalid when it is no readable Parquet file.
func OpenRows(from io.ReaderAt, size int64, longestRow int) (*Rows, error) {
	meta, schema, err := readFooter(from, size)
	if err != nil {
		return nil, gevel.Refusal("save it again", "it is no readable Parquet file: %v", err)
	}
	r := &Rows{from: from, meta: meta, limit: longestRow}
	for i, path := range schema.Columns() {
		if path[0] == Geometry || path[0] == Box {
			continue
		}
		c := column{name: path[0], leaf: i, of: r}
		if found, ok := schema.Lookup(path...); ok && isFlat(path, found) {
			c.is, c.node, c.optional = found.Node.Type(), found.Node, found.Node.Optional()
			c.width, c.write = widthOf(c.is), writerOf(c.is)
		}
		switch {
		case c.write != nil:
			r.names, r.columns = append(r.names, c.name), append(r.columns, c)
		case !slices.Contains(r.PassedOver, c.name):
			r.PassedOver = append(r.PassedOver, c.name)
		}
	}
	r.ends, r.cells = make([]int, len(r.columns)), make([]string, len(r.columns))
	return r, nil
}

// Names returns the names of the columns.
func (r *Rows) Names() []string { return r.names }

// IsText reports whether a column holds texts, which may be numbers and days in any spelling.
func (r *Rows) IsText(column int) bool { return isTexts(r.columns[column].is) }

// Node returns a column as one that is written with the same values.
func (r *Rows) Node(column int) parquet.Node { return r.columns[column].node }

// Raw has rows kept as they are stored, too.
func (r *Rows) Raw() { r.raw = make([]parquet.Value, len(r.columns)) }

// Stored returns the values of the row as they are stored, the columns of Names.
func (r *Rows) Stored() []parquet.Value { return slices.Clone(r.raw) }

// Only has rows read with the cells of some columns, the others empty, until the file is opened again.
func (r *Rows) Only(needed func(column int) bool) {
	for i := range r.columns {
		r.columns[i].passed = !needed(i)
	}
}

// Len returns how many rows there are.
func (r *Rows) Len() int64 { return r.meta.NumRows }

// Row returns how many rows were read.
func (r *Rows) Row() int { return r.row }

// Read returns the cells of the next row, which the one after it overwrites. Errors: io.EOF behind the last row;
// gevel.Invalid when the file is damaged or the row too long.
func (r *Rows) Read() (cells []string, err error) {
	r.text = r.text[:0]
	if int64(r.row) == r.Len() || len(r.columns) == 0 {
		return nil, io.EOF
	}
	for r.left == 0 {
		r.begin(&r.meta.RowGroups[r.group])
	}
	r.left--
	for i := range r.columns {
		if c := &r.columns[i]; !c.passed {
			v, null, err := c.next()
			if err != nil {
				return nil, unreadable(err)
			}
			if r.raw != nil {
				r.raw[i] = parquet.NullValue()
			}
			if !null {
				if r.text = c.write(r.text, v); r.raw != nil {
					r.raw[i] = v.raw(c.is)
				}
			}
			if len(r.text) > r.limit {
				return nil, gevel.Refusal("", "row %d is longer than %d bytes", r.row+1, r.limit)
			}
		}
		r.ends[i] = len(r.text)
	}
	r.row++
	all, start := string(r.text), 0
	for i, end := range r.ends {
		r.cells[i], start = all[start:end], end
	}
	return r.cells, nil
}

// begin begins to read a part of the rows.
func (r *Rows) begin(g *format.RowGroup) {
	r.left = g.NumRows
	r.group++
	for i := range r.columns {
		r.columns[i].begin(&g.Columns[r.columns[i].leaf].MetaData)
	}
}
