package footprint

import (
	"slices"

	"github.com/gevel/gevel"
)

// Cursor iterates over the footprints of a table; see Table.Cursor and Table.Within. What its methods return is
// valid until the next footprint.
type Cursor struct {
	Row   int    // of the footprint, from 0
	First Corner // first corner of the outline
	Year  int    // 0 when not known
	Homes int
	Group gevel.BuildGroup // 0 when not known or no homes

	table *Table
	cell  int
	d     decoder
	start []byte // of the outline
	shape shape
}

// Cursor returns a cursor before the first footprint.
func (t *Table) Cursor() *Cursor {
	c := &Cursor{table: t, cell: -1, Row: -1}
	return c
}

// Next goes to the next footprint of the table, and reports whether there is one.
func (c *Cursor) Next() bool {
	for len(c.d.rest) == 0 {
		if c.table == nil || c.cell+1 >= len(c.table.cells) {
			return false
		}
		c.open(c.cell + 1)
	}
	c.next()
	return true
}

// open moves to before the first footprint of a cell.
func (c *Cursor) open(n int) {
	t, from := c.table, 0
	if n > 0 {
		from = t.cells[n-1].end
	}
	at := &t.cells[n]
	c.cell, c.Row, c.First = n, at.row-1, at.key.corner()
	c.d = decoder{rest: t.data[from:at.end]}
}

func (c *Cursor) next() {
	c.Row++
	c.First = c.d.step(c.First)
	c.Year = 0
	if year := c.d.uvarint(); year > 0 {
		since := int64((year-1)>>1) ^ -int64((year-1)&1)
		c.Year = int(middleYear + since)
	}
	homes := c.d.uvarint()
	c.Homes, c.Group = int(homes>>groupBits), gevel.BuildGroup(homes&(1<<groupBits-1))
	c.start = c.d.rest
	c.d.read(c.First, &c.shape)
}

// Outline returns the outline as a file keeps it.
func (c *Cursor) Outline() []byte { return c.start[:len(c.start)-len(c.d.rest)] }

// Bounds returns the rectangle around the footprint.
func (c *Cursor) Bounds() Bounds { return c.shape.around }

// Rings yields the rings of the outline: the outer one, then courtyards; none closes with its first corner.
func (c *Cursor) Rings(yield func([]Corner) bool) {
	from := 0
	for _, end := range c.shape.ends {
		if !yield(c.shape.corners[from:end]) {
			return
		}
		from = end
	}
}

// Within visits the footprints that a rectangle meets, in the order of the table, until use returns false.
func (t *Table) Within(b Bounds, use func(*Cursor) bool) {
	if t.Len() == 0 {
		return
	}
	c := t.Cursor()
	for level := range levels {
		side := sideOf(level)
		reach := reachOf(level)
		for row := max(0, (b.Low-reach)/side); row <= min(mostCells, (b.High+reach)/side); row++ {
			from, to := keyOf(level, row, (b.Left-reach)/side), keyOf(level, row, (b.Right+reach)/side)
			if !c.run(from, to, b, use) {
				return
			}
		}
	}
}

// run visits the footprints in a run of cells that a rectangle meets.
func (c *Cursor) run(from, to cellKey, b Bounds, use func(*Cursor) bool) bool {
	cells := c.table.cells
	n, _ := slices.BinarySearchFunc(cells, from, func(at cell, key cellKey) int { return int(at.key) - int(key) })
	for ; n < len(cells) && cells[n].key <= to; n++ {
		for c.open(n); len(c.d.rest) > 0; {
			c.next()
			if c.shape.around.Meets(b) && !use(c) {
				return false
			}
		}
	}
	return true
}
