package footprint

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/tempfile"
)

// Builder makes a Table of buildings in any order; a cell keeps the order of its buildings. Added buildings wait on disk.
type Builder struct {
	spool    spool
	cells    map[cellKey]*filling
	simplify simplifier
	row      Row
	head     []byte // of the encoded building: its cell and length
	encoded  []byte
	n        int
}

// filling is a cell while the table is built.
type filling struct {
	last Row // the footprint before
	rows int
	size int // bytes of all footprints
	at   int // offset in the table's bytes of the next footprint
}

// NewBuilder returns a Builder without buildings. The caller closes it.
func NewBuilder() *Builder { return &Builder{cells: map[cellKey]*filling{}} }

// Close deletes what waits on disk.
func (b *Builder) Close() { b.spool.close() }

// Add adds a building and keeps no reference to it. It fails if the disk has no room.
func (b *Builder) Add(building Building) error {
	var around Bounds
	r := &b.row
	r.Year, r.Homes, r.Group, r.Number = building.Year, building.Homes, building.Group, building.Number
	r.Outline, r.Corner, around = b.simplify.appendOutline(r.Outline[:0], building.Outline)
	key := keyAround(around)
	c := b.cells[key]
	if c == nil {
		c = &filling{last: Row{Corner: key.corner()}}
		b.cells[key] = c
	}
	b.encoded = appendRow(b.encoded[:0], r, &c.last)
	c.size += len(b.encoded)
	c.last = Row{Corner: r.Corner, Number: r.Number}
	c.rows++
	b.n++
	b.head = binary.AppendUvarint(binary.AppendUvarint(b.head[:0], uint64(key)), uint64(len(b.encoded)))
	if err := b.spool.add(b.head); err != nil {
		return err
	}
	return b.spool.add(b.encoded)
}

// Table returns the table of all buildings added, and closes the Builder. It fails if the waiting buildings can't be read.
func (b *Builder) Table() (*Table, error) {
	defer b.Close()
	t := &Table{cells: make([]cell, 0, len(b.cells)), rows: b.n}
	rows, size := 0, 0
	for _, key := range slices.Sorted(maps.Keys(b.cells)) {
		c := b.cells[key]
		c.at = size
		size += c.size
		t.cells = append(t.cells, cell{key: key, row: rows, end: size})
		rows += c.rows
	}
	t.data = make([]byte, size)
	from, err := b.spool.reader()
	if err != nil {
		return nil, err
	}
	for range b.n {
		if err := b.place(t, from); err != nil {
			return nil, fmt.Errorf("read footprints that were set aside: %w", err)
		}
	}
	return t, nil
}

// place reads a footprint and puts it into its cell.
func (b *Builder) place(t *Table, from io.ByteReader) error {
	key, err := binary.ReadUvarint(from)
	if err != nil {
		return err
	}
	size, err := binary.ReadUvarint(from)
	if err != nil {
		return err
	}
	c := b.cells[cellKey(key)]
	into := t.data[c.at : c.at+int(size)]
	c.at += int(size)
	_, err = io.ReadFull(from.(io.Reader), into)
	return err
}

// spoolMemory is the number of bytes kept in memory; more go to disk.
const spoolMemory = 1 << 20

// spool is a buffer: the first bytes are in memory, the rest on disk, so that a country's buildings take no
// memory while something else needs it.
type spool struct {
	memory []byte
	file   *tempfile.File
}

func (s *spool) add(b []byte) error {
	s.memory = append(s.memory, b...)
	if len(s.memory) < spoolMemory {
		return nil
	}
	if s.file == nil {
		var err error
		if s.file, err = tempfile.Create("gevel-footprints-*"); err != nil {
			return err
		}
	}
	if _, err := s.file.Write(s.memory); err != nil {
		return fmt.Errorf("set footprints aside: %w; TMPDIR names a folder with more room", err)
	}
	s.memory = s.memory[:0]
	return nil
}

// reader reads all of it from the beginning.
func (s *spool) reader() (*bufio.Reader, error) {
	if s.file == nil {
		return bufio.NewReader(bytes.NewReader(s.memory)), nil
	}
	if _, err := s.file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return bufio.NewReaderSize(io.MultiReader(s.file, bytes.NewReader(s.memory)), spoolMemory), nil
}

func (s *spool) close() {
	if s.file != nil {
		_ = s.file.Close()
	}
	*s = spool{}
}

// tolerance is the distance from the line between its neighbours up to which a corner is left out, metres. It
// is less than a step of the grid, so the loss is hardly visible.
const tolerance = 0.2

// simplifier rounds rings to the grid, and leaves out corners that hardly bend.
type simplifier struct {
	keep  []bool
	stack []span
	ring  []Corner
}

type span struct{ from, to int }

// round returns a ring on the grid, not closed, valid until the next call; empty with fewer than three corners.
func (s *simplifier) round(ring []gevel.Point) []Corner {
	if n := len(ring); n > 1 && ring[0] == ring[n-1] {
		ring = ring[:n-1]
	}
	if len(ring) < 3 {
		return nil
	}
	s.mark(ring)
	s.ring = s.ring[:0]
	for i, p := range ring {
		if c := cornerOf(p); s.keep[i] && (len(s.ring) == 0 || c != s.ring[len(s.ring)-1]) {
			s.ring = append(s.ring, c)
		}
	}
	for len(s.ring) > 1 && s.ring[0] == s.ring[len(s.ring)-1] {
		s.ring = s.ring[:len(s.ring)-1]
	}
	if len(s.ring) < 3 || doubleArea(s.ring) == 0 {
		return nil
	}
	return s.ring
}

// mark marks the corners to keep, by Douglas and Peucker (1973). A ring has no ends: it is cut at its first
// corner and at the one farthest from that.
func (s *simplifier) mark(ring []gevel.Point) {
	n := len(ring)
	s.keep = append(s.keep[:0], make([]bool, n)...)
	far := 0
	for i, p := range ring {
		if squared(p, ring[0]) > squared(ring[far], ring[0]) {
			far = i
		}
	}
	s.keep[0], s.keep[far] = true, true
	s.stack = append(s.stack[:0], span{0, far}, span{far, n})
	for len(s.stack) > 0 {
		at := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		worst, index := tolerance*tolerance, 0
		for i := at.from + 1; i < at.to; i++ {
			if d := squaredFrom(ring[i], ring[at.from], ring[at.to%n]); d > worst {
				worst, index = d, i
			}
		}
		if index > 0 {
			s.keep[index] = true
			s.stack = append(s.stack, span{at.from, index}, span{index, at.to})
		}
	}
}

func squared(p, q gevel.Point) float64 { return (p.X-q.X)*(p.X-q.X) + (p.Y-q.Y)*(p.Y-q.Y) }

// squaredFrom returns the square of the distance of p from the line between a and b.
func squaredFrom(p, a, b gevel.Point) float64 {
	length := squared(a, b)
	if length == 0 {
		return squared(p, a)
	}
	along := ((p.X-a.X)*(b.X-a.X) + (p.Y-a.Y)*(b.Y-a.Y)) / length
	along = math.Max(0, math.Min(1, along))
	return squared(p, gevel.Point{X: a.X + along*(b.X-a.X), Y: a.Y + along*(b.Y-a.Y)})
}

// doubleArea returns twice the area that a ring encloses, negative for a clockwise one.
func doubleArea(ring []Corner) int64 {
	sum := int64(0)
	for i := 1; i+1 < len(ring); i++ {
		a, b := ring[i], ring[i+1]
		sum += int64(a.X-ring[0].X)*int64(b.Y-ring[0].Y) - int64(a.Y-ring[0].Y)*int64(b.X-ring[0].X)
	}
	return sum
}
