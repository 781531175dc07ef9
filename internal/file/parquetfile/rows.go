package parquetfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
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
			c.write = writerOf(c.is)
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
	defer func() {
		if recover() != nil { // the library's, at values that are none
			err = unreadable(errPage)
		}
	}()
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
			v, err := c.next()
			if err != nil {
				return nil, unreadable(err)
			}
			if !v.IsNull() {
				r.text = c.write(r.text, v)
			}
			if r.raw != nil {
				r.raw[i] = v.Clone()
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

// Bounds on what a file may claim.
const (
	mostFooter   = 32 << 20 // bytes
	mostElements = 50_000   // columns and groups of them
	mostChunks   = 300_000  // columns of all parts
	mostDepth    = 100      // groups within each other
	// A row takes a bit of the file at least, and where many are equal hardly that.
	mostEqualRows   = 4 << 20
	mostRowsPerByte = 1000
)

// readFooter reads the footer of a file of so many bytes, and returns what it says of rows, and its columns.
func readFooter(from io.ReaderAt, size int64) (meta *format.FileMetaData, s *parquet.Schema, err error) {
	defer func() {
		if p := recover(); p != nil { // the library's, at a schema that is none
			err = fmt.Errorf("%v", p)
		}
	}()
	text, err := footerOf(from, size)
	if err != nil {
		return nil, nil, err
	}
	if _, err := structSize(text); err != nil {
		return nil, nil, err
	}
	meta = new(format.FileMetaData)
	if err := thrift.Unmarshal(new(thrift.CompactProtocol), text, meta); err != nil {
		return nil, nil, err
	}
	if err := checkDepth(meta.Schema); err != nil {
		return nil, nil, err
	}
	file, err := parquet.OpenFile(from, size, parquet.SkipBloomFilters(true), parquet.SkipPageIndex(true))
	if err != nil {
		return nil, nil, err
	}
	return meta, file.Schema(), check(meta, file.Schema(), size)
}

func footerOf(from io.ReaderAt, size int64) ([]byte, error) {
	tail := make([]byte, 8)
	if size < int64(len(Magic)+len(tail)) {
		return nil, errShort
	}
	if _, err := from.ReadAt(tail, size-int64(len(tail))); err != nil {
		return nil, err
	}
	switch magic := string(tail[4:]); {
	case magic == "PARE":
		return nil, errors.New("it is encrypted")
	case magic != Magic:
		return nil, errors.New("it does not end as one; it may be cut short")
	}
	n := int64(binary.LittleEndian.Uint32(tail))
	if n > size-int64(len(Magic)+len(tail)) || n > mostFooter {
		return nil, fmt.Errorf("its footer claims %d bytes", n)
	}
	text := make([]byte, n)
	_, err := from.ReadAt(text, size-int64(len(tail))-n)
	return text, err
}

// checkDepth refuses a schema that is too deep or too wide for a reader that goes down into it.
func checkDepth(elements []format.SchemaElement) error {
	if len(elements) > mostElements {
		return fmt.Errorf("it has more than %d columns and groups of them", mostElements)
	}
	var open []int32 // children to come, of the groups around
	for _, e := range elements {
		for len(open) > 0 && open[len(open)-1] == 0 {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			open[len(open)-1]--
		}
		if children := e.NumChildren.V; children > 0 {
			open = append(open, children)
		}
		if len(open) > mostDepth {
			return fmt.Errorf("columns lie more than %d deep in each other", mostDepth)
		}
	}
	return nil
}

// check holds what the footer claims against itself and against the file.
func check(meta *format.FileMetaData, s *parquet.Schema, size int64) error {
	rows, leaves := int64(0), s.Columns()
	if len(meta.RowGroups)*len(leaves) > mostChunks {
		return fmt.Errorf("its %d columns have %d parts each", len(leaves), len(meta.RowGroups))
	}
	for i, g := range meta.RowGroups {
		if len(g.Columns) != len(leaves) {
			return fmt.Errorf("part %d has %d columns of %d", i+1, len(g.Columns), len(leaves))
		}
		if g.NumRows < 0 || g.NumRows > meta.NumRows-rows {
			return fmt.Errorf("its footer says %d rows, and its parts have others", meta.NumRows)
		}
		rows += g.NumRows
		for l := range g.Columns {
			k, name := &g.Columns[l].MetaData, strconv.Quote(leaves[l][0])
			at, long := start(k), k.TotalCompressedSize
			if at < int64(len(Magic)) || at > size || long < 0 || long > size-at {
				return fmt.Errorf("column %s lies beyond the file", name)
			}
			if found, ok := s.Lookup(leaves[l]...); ok && isFlat(leaves[l], found) && k.NumValues != g.NumRows {
				return fmt.Errorf("column %s has %d values in %d rows", name, k.NumValues, g.NumRows)
			}
		}
	}
	switch {
	case rows != meta.NumRows:
		return fmt.Errorf("its footer says %d rows, and its parts have %d", meta.NumRows, rows)
	case rows > mostEqualRows && rows/mostRowsPerByte > size:
		return fmt.Errorf("its footer claims %d rows in %d bytes", rows, size)
	}
	return nil
}

// isFlat reports whether a column has one value a row.
func isFlat(path []string, l parquet.LeafColumn) bool { return len(path) == 1 && !l.Node.Repeated() }

// start is where the first page of a column is.
func start(k *format.ColumnMetaData) int64 {
	if words := k.DictionaryPageOffset; words > 0 && words < k.DataPageOffset {
		return words
	}
	return k.DataPageOffset
}

func unreadable(what any) error {
	return gevel.Refusal("save it again", "the Parquet file is damaged: %v", what)
}
