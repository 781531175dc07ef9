// Package footprint keeps the footprints of a country's buildings in memory, for maps. Outlines are rounded to a
// grid of a quarter of a metre, and written as steps from corner to corner, so that a building takes about fifteen
// bytes. They are for drawing: code that measures buildings reads the register's own outlines.
package footprint

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"github.com/gevel/gevel"
)

// Grid is the side of the grid that corners lie on, metres.
const Grid = 0.25

// Building is a building with its outline in RD New, metres.
type Building struct {
	Year    int              // of construction, 0 when not known
	Homes   int              // in it
	Group   gevel.BuildGroup // of its homes, 0 when not known or none
	Outline [][]gevel.Point  // rings: the outer one, then courtyards; closed or not
	Number  gevel.BAGNumber  // its id, 0 when not known
}

// Corner is a position on the grid: RD New in quarters of a metre.
type Corner struct{ X, Y int32 }

// Metres returns the position in RD New.
func (c Corner) Metres() gevel.Point {
	return gevel.Point{X: float64(c.X) * Grid, Y: float64(c.Y) * Grid}
}

// cornerOf rounds a position to the grid.
func cornerOf(p gevel.Point) Corner {
	round := func(v float64) int32 { return int32(math.Round(max(-farthest, min(farthest, v)) / Grid)) }
	return Corner{round(p.X), round(p.Y)}
}

// farthest is beyond all of the country, metres.
const farthest = 1e6

// Bounds is a rectangle on the grid, its borders included.
type Bounds struct{ Left, Low, Right, High int32 }

// BoundsOf returns the smallest rectangle of the grid around two positions.
func BoundsOf(a, b gevel.Point) Bounds {
	low, high := cornerOf(gevel.Point{X: min(a.X, b.X), Y: min(a.Y, b.Y)}),
		cornerOf(gevel.Point{X: max(a.X, b.X), Y: max(a.Y, b.Y)})
	return Bounds{low.X, low.Y, high.X, high.Y}
}

// empty contains no point and meets no rectangle.
func empty() Bounds { return Bounds{math.MaxInt32, math.MaxInt32, math.MinInt32, math.MinInt32} }

func (b *Bounds) add(c Corner) {
	b.Left, b.Right = min(b.Left, c.X), max(b.Right, c.X)
	b.Low, b.High = min(b.Low, c.Y), max(b.High, c.Y)
}

// Meets reports whether two rectangles have a point in common.
func (b Bounds) Meets(c Bounds) bool {
	return b.Left <= c.Right && c.Left <= b.Right && b.Low <= c.High && c.Low <= b.High
}

// Within reports whether b lies in c.
func (b Bounds) Within(c Bounds) bool {
	return b.Left >= c.Left && b.Right <= c.Right && b.Low >= c.Low && b.High <= c.High
}

// side is the longer side of the rectangle, steps of the grid.
func (b Bounds) side() int32 { return max(b.Right-b.Left, b.High-b.Low) }

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

// appendRow appends a footprint with an encoded outline to a cell; last is the footprint before it. Ids of neighbours are
// often near one another: half of them take four bytes or less.
func appendRow(into []byte, r *Row, last *Row) []byte {
	into = appendStep(into, last.Corner, r.Corner)
	year := uint64(0)
	if r.Year != 0 {
		since := int64(r.Year) - middleYear
		year = 1 + uint64(since<<1^since>>63)
	}
	into = binary.AppendUvarint(into, year)
	into = binary.AppendUvarint(into, uint64(r.Homes)<<groupBits|uint64(r.Group))
	into = binary.AppendVarint(into, int64(r.Number-last.Number))
	into = binary.AppendUvarint(into, uint64(r.Height))
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
	Number  gevel.BAGNumber // its id, 0 when not known
	Height  int             // of its roof above the ground, decimetres; 0 when not known
}

// mostHeight is above all buildings, decimetres.
const mostHeight = 5000

// mostNumber is above all ids.
const mostNumber = 1e16

// check refuses rows that no Builder can have made.
func (r *Row) check() error {
	switch {
	case r.Year < 0 || r.Year > math.MaxInt16:
		return fmt.Errorf("%d is no year", r.Year)
	case r.Homes < 0 || r.Homes > math.MaxInt32:
		return fmt.Errorf("%d is no number of homes", r.Homes)
	case r.Height < 0 || r.Height > mostHeight:
		return fmt.Errorf("%d is no height", r.Height)
	case r.Number >= mostNumber:
		return fmt.Errorf("%d is no id of a building", r.Number)
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
	var last Row
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
			end, last = end+1, Row{Corner: key.corner()}
		case key < t.cells[end].key:
			return nil, fmt.Errorf("is not sorted at row %d", i)
		}
		t.data = appendRow(t.data, &r, &last)
		t.cells[end].end, last = len(t.data), r
	}
	t.rows, t.data, t.cells = n, slices.Clip(slices.Clone(t.data)), slices.Clip(slices.Clone(t.cells))
	return t, nil
}

// WithHeights returns the table with the heights of buildings by their ids, metres; 0 for one that is not known.
func (t *Table) WithHeights(of func(gevel.BAGNumber) float64) (*Table, error) {
	c := t.Cursor()
	return Load(t.Len(), func(int) Row {
		c.Next()
		height := of(c.Number)
		return Row{
			Corner: c.First, Year: c.Year, Homes: c.Homes, Group: c.Group, Outline: c.Outline(), Number: c.Number,
			Height: int(math.Round(10 * max(0, min(height, mostHeight/10)))),
		}
	})
}
