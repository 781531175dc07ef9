package parquetfile

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/gevel/gevel"
)

// Magic begins a Parquet file.
const Magic = "PAR1"

// Rows reads the flat columns of a Parquet file as rows of text, without geometries: what gevel writes, and what data
// frames are saved as. Nulls and unknown numbers are empty, days and times are as ISO 8601 has them.
type Rows struct {
	file    *parquet.File
	columns []flatColumn
	names   []string
	group   int   // the next row group
	left    int64 // rows of the one before
	text    []byte
	ends    []int
	cells   []string
	row     int // rows that were read
	limit   int // bytes of a row
}

// flatColumn is a column that holds one value a row.
type flatColumn struct {
	leaf    int
	isText  bool
	passed  bool // over: its cells are empty
	write   func([]byte, parquet.Value) []byte
	source  parquet.ColumnChunkValueReader // of the current row group
	values  []parquet.Value
	at, end int
}

// valuesAtOnce is how many values of a column are decoded at once.
const valuesAtOnce = 1 << 10

// OpenRows opens a file whose rows have at most so many bytes. Errors: gevel.Invalid when it is no readable Parquet file.
func OpenRows(from io.ReaderAt, size int64, longestRow int) (_ *Rows, err error) {
	defer damaged(&err)
	file, err := parquet.OpenFile(from, size, parquet.SkipBloomFilters(true), parquet.SkipPageIndex(true))
	if err != nil {
		return nil, gevel.Refusal("save it again", "it is no readable Parquet file: %v", err)
	}
	r := &Rows{file: file, limit: longestRow}
	if err := r.findColumns(file.Schema()); err != nil {
		return nil, err
	}
	r.ends, r.cells = make([]int, len(r.columns)), make([]string, len(r.columns))
	return r, nil
}

// damaged makes an error of a panic: the reader of damaged pages may panic.
func damaged(err *error) {
	if p := recover(); p != nil {
		*err = unreadable(p)
	}
}

func unreadable(what any) error {
	return gevel.Refusal("save it again", "the Parquet file is damaged: %v", what)
}

func (r *Rows) findColumns(s *parquet.Schema) error {
	for leaf, path := range s.Columns() {
		found, ok := s.Lookup(path...)
		if !ok || len(path) != 1 || path[0] == Geometry || found.Node.Repeated() {
			continue
		}
		write, err := writerOf(found.Node.Type())
		if err != nil {
			return fmt.Errorf("column %s: %w", strconv.Quote(path[0]), err)
		}
		kind := found.Node.Type().Kind()
		r.names = append(r.names, path[0])
		r.columns = append(r.columns, flatColumn{
			leaf: leaf, write: write, isText: kind == parquet.ByteArray || kind == parquet.FixedLenByteArray,
		})
	}
	return nil
}

// Names returns the names of the columns.
func (r *Rows) Names() []string { return r.names }

// IsText reports whether a column holds texts, which may be numbers and days in any spelling.
func (r *Rows) IsText(column int) bool { return r.columns[column].isText }

// Only has rows read with the cells of some columns, the others empty, until the file is opened again.
func (r *Rows) Only(needed func(column int) bool) {
	for i := range r.columns {
		r.columns[i].passed = !needed(i)
	}
}

// Len returns how many rows there are.
func (r *Rows) Len() int64 { return r.file.NumRows() }

// Row returns how many rows were read.
func (r *Rows) Row() int { return r.row }

// Read returns the cells of the next row, which the one after it overwrites. Errors: io.EOF behind the last row;
// gevel.Invalid when the file is damaged or the row too long.
func (r *Rows) Read() (cells []string, err error) {
	defer damaged(&err)
	r.text = r.text[:0]
	if int64(r.row) == r.Len() || len(r.columns) == 0 {
		return nil, io.EOF
	}
	if r.left == 0 {
		if err := r.nextGroup(); err != nil {
			return nil, err
		}
	}
	r.left--
	for i := range r.columns {
		if c := &r.columns[i]; !c.passed {
			v, err := c.next()
			if err != nil {
				return nil, err
			}
			if !v.IsNull() {
				r.text = c.write(r.text, v)
			}
		}
		r.ends[i] = len(r.text)
	}
	r.row++
	if len(r.text) > r.limit {
		return nil, gevel.Refusal("", "row %d is longer than %d bytes", r.row, r.limit)
	}
	all, start := string(r.text), 0
	for i, end := range r.ends {
		r.cells[i], start = all[start:end], end
	}
	return r.cells, nil
}

// next returns the next value of the column.
func (c *flatColumn) next() (parquet.Value, error) {
	if c.at == c.end {
		n, err := c.source.ReadValues(c.values) // their bytes stay until the next call
		switch {
		case n > 0:
		case err == nil, errors.Is(err, io.EOF):
			return parquet.Value{}, unreadable("a column has fewer rows than others")
		default:
			return parquet.Value{}, unreadable(err)
		}
		c.at, c.end = 0, n
	}
	c.at++
	return c.values[c.at-1], nil
}

// nextGroup opens the columns of the next row group that has rows.
func (r *Rows) nextGroup() error {
	groups := r.file.RowGroups()
	for r.left == 0 {
		if r.group == len(groups) {
			return unreadable("it has fewer rows than it says")
		}
		r.left = groups[r.group].NumRows()
		r.group++
	}
	if r.left < 0 {
		return unreadable("a part has a negative number of rows")
	}
	if err := r.Close(); err != nil {
		return unreadable(err)
	}
	for i := range r.columns {
		c := &r.columns[i]
		if c.passed {
			continue
		}
		if c.values == nil {
			c.values = make([]parquet.Value, valuesAtOnce)
		}
		c.source = parquet.NewColumnChunkValueReader(groups[r.group-1].ColumnChunks()[c.leaf])
		c.at, c.end = 0, 0
	}
	return nil
}

// Close closes what is open of the columns.
func (r *Rows) Close() (err error) {
	defer damaged(&err)
	for i := range r.columns {
		if c := &r.columns[i]; c.source != nil {
			err = errors.Join(err, c.source.Close())
			c.source = nil
		}
	}
	return err
}

// writerOf returns what appends the text of a value of a type.
func writerOf(t parquet.Type) (func([]byte, parquet.Value) []byte, error) {
	if logical := t.LogicalType(); logical != nil {
		switch of := logical.Value.(type) {
		case *format.DateType:
			return func(b []byte, v parquet.Value) []byte {
				return append(b, (gevel.NewDate(1970, time.January, 1) + gevel.Date(v.Int32())).String()...)
			}, nil
		case *format.TimestampType:
			return timeWriter(of)
		case *format.DecimalType:
			return decimalWriter(t.Kind(), int(of.Scale))
		}
	}
	switch t.Kind() {
	case parquet.Boolean:
		return func(b []byte, v parquet.Value) []byte { return strconv.AppendBool(b, v.Boolean()) }, nil
	case parquet.Int32:
		if isUnsigned(t) {
			return func(b []byte, v parquet.Value) []byte { return strconv.AppendUint(b, uint64(v.Uint32()), 10) }, nil
		}
		return func(b []byte, v parquet.Value) []byte { return strconv.AppendInt(b, int64(v.Int32()), 10) }, nil
	case parquet.Int64:
		if isUnsigned(t) {
			return func(b []byte, v parquet.Value) []byte { return strconv.AppendUint(b, v.Uint64(), 10) }, nil
		}
		return func(b []byte, v parquet.Value) []byte { return strconv.AppendInt(b, v.Int64(), 10) }, nil
	case parquet.Float:
		return func(b []byte, v parquet.Value) []byte { return appendNumber(b, float64(v.Float()), 32) }, nil
	case parquet.Double:
		return func(b []byte, v parquet.Value) []byte { return appendNumber(b, v.Double(), 64) }, nil
	case parquet.ByteArray, parquet.FixedLenByteArray:
		return func(b []byte, v parquet.Value) []byte { return append(b, v.ByteArray()...) }, nil
	}
	return nil, gevel.Refusal("save it as text, number or date", "values of type %s are not read", t)
}

func isUnsigned(t parquet.Type) bool {
	logical := t.LogicalType()
	if logical == nil {
		return false
	}
	whole, ok := logical.Value.(*format.IntType)
	return ok && !whole.IsSigned
}

// appendNumber writes a number without an exponent; one that is none is unknown.
func appendNumber(b []byte, v float64, bits int) []byte {
	if v != v {
		return b
	}
	return strconv.AppendFloat(b, v, 'f', -1, bits)
}

func timeWriter(of *format.TimestampType) (func([]byte, parquet.Value) []byte, error) {
	if of.Unit.Value == nil {
		return nil, unreadable("a time has no unit")
	}
	unit := of.Unit.Value.Duration()
	perSecond := int64(time.Second / unit)
	return func(b []byte, v parquet.Value) []byte {
		n := v.Int64()
		return time.Unix(n/perSecond, n%perSecond*int64(unit)).UTC().AppendFormat(b, time.DateTime)
	}, nil
}

// decimalWriter writes numbers that are stored as whole ones, with so many decimals.
func decimalWriter(kind parquet.Kind, scale int) (func([]byte, parquet.Value) []byte, error) {
	if kind != parquet.Int32 && kind != parquet.Int64 || scale < 0 || scale > 18 {
		return nil, gevel.Refusal("save it as a whole number or a double", "decimals of such a size are not read")
	}
	return func(b []byte, v parquet.Value) []byte {
		n := v.Int64()
		if kind == parquet.Int32 {
			n = int64(v.Int32())
		}
		digits := strconv.FormatInt(n, 10)
		if n < 0 {
			b, digits = append(b, '-'), digits[1:]
		}
		for len(digits) <= scale {
			digits = "0" + digits
		}
		b = append(b, digits[:len(digits)-scale]...)
		if scale == 0 {
			return b
		}
		return append(append(b, '.'), digits[len(digits)-scale:]...)
	}, nil
}
