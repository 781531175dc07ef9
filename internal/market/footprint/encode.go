package footprint

// An outline as bytes. Each ring starts with its number of corners, doubled, plus one if another ring follows;
// then come the steps from corner to corner, east and north, from the first corner on. A courtyard begins with a step
// from the last corner of the ring before it. Numbers are varints of 7 bits a byte and steps are zigzag-coded, as
// in Protocol Buffers. A step of up to 15.75 m takes one byte each way.

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/gevel/gevel"
)

// Limits that a reader accepts. The register's own outlines have fewer corners, and are narrower.
const (
	maxCorners = 1 << 16
	maxSide    = 5_000 / Grid // steps of the grid
	maxRings   = 1 << 12
)

var errOutline = errors.New("is no outline")

// appendOutline appends an outline, and returns its first corner and the rectangle around it. Courtyards that vanish on
// the grid are left out. An outline that vanishes, or is far too wide, becomes an empty ring at its first point.
func (s *simplifier) appendOutline(into []byte, outline [][]gevel.Point) (_ []byte, first Corner, around Bounds) {
	around = empty()
	var last Corner
	start, header, rings := len(into), -1, 0
	for i, ring := range outline {
		corners := s.round(ring)
		if corners == nil && i == 0 {
			break
		}
		if corners == nil || len(corners) > maxCorners || rings == maxRings {
			continue
		}
		if header >= 0 {
			into[header] |= 1 // the lowest byte of a varint has its lowest bits
		} else {
			first, last = corners[0], corners[0]
		}
		header = len(into)
		into = binary.AppendUvarint(into, uint64(len(corners))<<1)
		for k, c := range corners {
			if rings > 0 || k > 0 {
				into = appendStep(into, last, c)
			}
			around.add(c)
			last = c
		}
		rings++
	}
	if rings == 0 || around.side() > maxSide {
		into, around = into[:start], empty()
		if len(outline) > 0 && len(outline[0]) > 0 {
			first = cornerOf(outline[0][0])
		}
		around.add(first)
		into = append(into, 0)
	}
	return into, first, around
}

func appendStep(into []byte, from, to Corner) []byte {
	return binary.AppendVarint(binary.AppendVarint(into, int64(to.X)-int64(from.X)), int64(to.Y)-int64(from.Y))
}

// decoder reads bytes of a table, or of a file that may be damaged.
type decoder struct {
	rest []byte
	bad  bool
}

func (d *decoder) uvarint() uint64 {
	if len(d.rest) > 0 && d.rest[0] < 0x80 { // most
		v := uint64(d.rest[0])
		d.rest = d.rest[1:]
		return v
	}
	v, n := binary.Uvarint(d.rest)
	if n <= 0 {
		d.bad, d.rest = true, nil
		return 0
	}
	d.rest = d.rest[n:]
	return v
}

func (d *decoder) varint() int64 {
	u := d.uvarint()
	return int64(u>>1) ^ -int64(u&1)
}

func (d *decoder) step(from Corner) Corner {
	x, y := int64(from.X)+d.varint(), int64(from.Y)+d.varint()
	if max(x, -x, y, -y) > farthest/Grid {
		d.bad, d.rest = true, nil
		return from
	}
	return Corner{int32(x), int32(y)}
}

// shape is an outline in room that is used again.
type shape struct {
	corners []Corner // of all rings
	ends    []int    // of each ring in corners
	around  Bounds
}

// read reads an outline that begins at a corner.
func (d *decoder) read(first Corner, s *shape) {
	s.corners, s.ends, s.around = s.corners[:0], s.ends[:0], empty()
	last := first
	for more := true; more && !d.bad; {
		header := d.uvarint()
		n := header >> 1
		more = header&1 == 1
		if n > maxCorners || len(s.ends) >= maxRings || n > uint64(len(d.rest)+1) ||
			(n < 3 && (n > 0 || more || len(s.ends) > 0)) {
			d.bad = true
			return
		}
		for k := range n {
			if k > 0 || len(s.ends) > 0 {
				last = d.step(last)
			}
			s.corners = append(s.corners, last)
			s.around.add(last)
		}
		if n > 0 {
			s.ends = append(s.ends, len(s.corners))
		}
	}
	if len(s.corners) == 0 {
		s.around.add(first)
	}
	if s.around.side() > maxSide {
		d.bad = true
	}
}

// Cursor iterates over the footprints of a table; see Table.Cursor and Table.Within. What its methods return is
// valid until the next footprint.
type Cursor struct {
	Row   int    // of the footprint, from 0
	First Corner // first corner of the outline
	Year  int    // 0 when not known
	Homes int
	Group gevel.BuildGroup // 0 when not known or no homes
	// Number is the id of the building, Height how high its roof is above the ground, decimetres; 0 when not known.
	Number gevel.BAGNumber
	Height int

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
	c.cell, c.Row, c.First, c.Number = n, at.row-1, at.key.corner(), 0
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
	c.Number += gevel.BAGNumber(c.d.varint())
	c.Height = int(c.d.uvarint())
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
