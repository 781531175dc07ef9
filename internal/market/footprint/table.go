package footprint

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/gevel/gevel"
)

// Table holds footprints by spatial cell, in the order of the cells. It does not change, and is safe for
// concurrent readers. A nil Table is empty.
type Table struct {
	cells []cell // ascending
	data  []byte
	rows  int
}

// cell is a square of the map with its footprints: those whose rectangle has its middle there. Larger
// buildings lie in larger cells, so that none reaches farther than half a cell beyond its own.
type cell struct {
	key      cellKey
	row, end int // first row in the table; end of its bytes in data
}

// cellKey is level, row and column of a cell.
type cellKey uint32

const (
	cellSide   = 1024 // steps of the grid: 256 m
	levels     = 3    // cells of 256 m, 1 km and 4 km
	columnBits = 13
	mostCells  = 1<<columnBits - 1
)

func sideOf(level int) int32 { return cellSide << (2 * level) }

// reachOf is how far a building may reach beyond its cell.
func reachOf(level int) int32 {
	if level == levels-1 {
		return maxSide / 2
	}
	return sideOf(level) / 2
}

func keyOf(level int, row, column int32) cellKey {
	within := func(n int32) cellKey { return cellKey(max(0, min(n, mostCells))) }
	return cellKey(level)<<(2*columnBits) | within(row)<<columnBits | within(column)
}

// keyAround returns the cell of a building by the rectangle around it.
func keyAround(b Bounds) cellKey {
	level := 0
	for level < levels-1 && b.side() > sideOf(level) {
		level++
	}
	side := sideOf(level)
	return keyOf(level, (b.Low+(b.High-b.Low)/2)/side, (b.Left+(b.Right-b.Left)/2)/side)
}

// corner is the origin of the steps in a cell.
func (k cellKey) corner() Corner {
	side := sideOf(int(k >> (2 * columnBits)))
	return Corner{int32(k&mostCells) * side, int32(k>>columnBits&mostCells) * side}
}

// Len returns the number of footprints.
func (t *Table) Len() int {
	if t == nil {
		return 0
	}
	return t.rows
}

// Bytes returns how much memory the table takes.
func (t *Table) Bytes() int {
	if t == nil {
		return 0
	}
	return cap(t.data) + 24*cap(t.cells)
}

// middleYear is about the median build year of the country's buildings: years near it take a byte.
const middleYear = 1985

// appendRow appends a footprint with an encoded outline to a cell; last is the first corner of the
// footprint before it.
func appendRow(into []byte, r *Row, last Corner) []byte {
	into = appendStep(into, last, r.Corner)
	year := uint64(0)
	if r.Year != 0 {
		since := int64(r.Year) - middleYear
		year = 1 + uint64(since<<1^since>>63)
	}
	into = binary.AppendUvarint(into, year)
	into = binary.AppendUvarint(into, uint64(r.Homes)<<groupBits|uint64(r.Group))
	return append(into, r.Outline...)
}

const groupBits = 3

// Row is a footprint in the form of a file, with its outline as bytes relative to a corner.
type Row struct {
	Corner  Corner
	Year    int
	Homes   int
	Group   gevel.BuildGroup
	Outline []byte
}

// check refuses rows that no Builder can have made.
func (r *Row) check() error {
	switch {
	case r.Year < 0 || r.Year > math.MaxInt16:
		return fmt.Errorf("%d is no year", r.Year)
	case r.Homes < 0 || r.Homes > math.MaxInt32:
		return fmt.Errorf("%d is no number of homes", r.Homes)
	case int(r.Group) >= gevel.BuildGroups:
		return fmt.Errorf("%d is no house type group", r.Group)
	case max(r.Corner.X, -r.Corner.X, r.Corner.Y, -r.Corner.Y) > farthest/Grid:
		return fmt.Errorf("%v lies outside the country", r.Corner.Metres())
	}
	return nil
}

// Load makes a table of n rows that a file holds in the order of a table. Errors name the row: its
// outline is damaged, or it is out of order.
func Load(n int, row func(i int) Row) (*Table, error) {
	t := &Table{}
	var s shape
	var last Corner
	for i := range n {
		r := row(i)
		if err := r.check(); err != nil {
			return nil, fmt.Errorf("in row %d: %w", i, err)
		}
		d := decoder{rest: r.Outline}
		d.read(r.Corner, &s)
		if d.bad || len(d.rest) > 0 {
			return nil, fmt.Errorf("in row %d: %d bytes: %w", i, len(r.Outline), errOutline)
		}
		key, end := keyAround(s.around), len(t.cells)-1
		switch {
		case end < 0 || key > t.cells[end].key:
			t.cells = append(t.cells, cell{key: key, row: i})
			end, last = end+1, key.corner()
		case key < t.cells[end].key:
			return nil, fmt.Errorf("is not sorted at row %d", i)
		}
		t.data = appendRow(t.data, &r, last)
		t.cells[end].end, last = len(t.data), r.Corner
	}
	t.rows, t.data, t.cells = n, slices.Clip(slices.Clone(t.data)), slices.Clip(slices.Clone(t.cells))
	return t, nil
}
