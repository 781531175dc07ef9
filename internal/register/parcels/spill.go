package parcels

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/tempfile"
)

// The squares of the map into which outlines are sorted: large enough that few outlines lie in two, small
// enough that one with all its buildings takes some 50 MB.
const (
	squareSide = 10_000 * mm
	mm         = 1000 // per metre
	westmost   = 0
	southmost  = 300_000 * mm
	columns    = 30
	rows       = 33
	squares    = columns * rows
)

// point is a position in RD New, millimetres, the precision of the registers.
type point struct{ x, y int32 }

// pointOf rounds a position. One outside all squares, which readers refuse, lies in the nearest.
func pointOf(p gevel.Point) point {
	round := func(v float64) int32 { return int32(math.Round(max(-1e6, min(1e6, v)) * mm)) }
	return point{round(p.X), round(p.Y)}
}

// box is a rectangle, its borders included.
type box struct{ left, low, right, high int32 }

func (b *box) add(p point) {
	b.left, b.right = min(b.left, p.x), max(b.right, p.x)
	b.low, b.high = min(b.low, p.y), max(b.high, p.y)
}

func emptyBox() box { return box{math.MaxInt32, math.MaxInt32, math.MinInt32, math.MinInt32} }

func (b box) meets(c box) bool {
	return b.left <= c.right && c.left <= b.right && b.low <= c.high && c.low <= b.high
}

// cells returns the range of cells of a grid that a box lies in.
func (b box) cells(x0, y0, side, columns, rows int32) (c0, c1, r0, r1 int32) {
	at := func(v, from, n int32) int32 { return max(0, min((v-from)/side, n-1)) }
	return at(b.left, x0, columns), at(b.right, x0, columns), at(b.low, y0, rows), at(b.high, y0, rows)
}

// spill holds outlines on disk by square; one that lies in several squares is in each.
type spill struct {
	file    *tempfile.File
	size    int64
	squares [squares]squareParts
	record  []byte
}

// squareParts is where the outlines of a square are.
type squareParts struct {
	parts []part
	rest  []byte // not written yet
}

type part struct {
	at   int64
	size int
}

// partSize is how much of a square is written at a time, bytes.
const partSize = 16 << 10

func newSpill() (*spill, error) {
	f, err := tempfile.Create("gevel-parcels-*")
	if err != nil {
		return nil, err
	}
	return &spill{file: f}, nil
}

func (s *spill) close() { _ = s.file.Close() }

// add adds an outline under a number. A record is, in 4 bytes each: its length without these, the number,
// and for each ring whether it is a hole, how many points it has, and their coordinates.
func (s *spill) add(number uint32, polygons [][][]gevel.Point) error {
	bounds := emptyBox()
	b := binary.LittleEndian.AppendUint32(append(s.record[:0], 0, 0, 0, 0), number)
	for _, rings := range polygons {
		for i, ring := range rings {
			b = binary.LittleEndian.AppendUint32(b, uint32(min(i, 1)))
			b = binary.LittleEndian.AppendUint32(b, uint32(len(ring)))
			for _, at := range ring {
				p := pointOf(at)
				bounds.add(p)
				b = binary.LittleEndian.AppendUint32(b, uint32(p.x))
				b = binary.LittleEndian.AppendUint32(b, uint32(p.y))
			}
		}
	}
	binary.LittleEndian.PutUint32(b, uint32(len(b)-4))
	s.record = b
	if bounds.left > bounds.right {
		return nil
	}
	c0, c1, r0, r1 := bounds.cells(westmost, southmost, squareSide, columns, rows)
	for r := r0; r <= r1; r++ {
		for c := c0; c <= c1; c++ {
			if err := s.put(&s.squares[r*columns+c], b); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *spill) put(q *squareParts, record []byte) error {
	q.rest = append(q.rest, record...)
	if len(q.rest) < partSize {
		return nil
	}
	if _, err := s.file.WriteAt(q.rest, s.size); err != nil {
		return fmt.Errorf("set outlines aside: %w; TMPDIR names a folder with more room", err)
	}
	q.parts = append(q.parts, part{s.size, len(q.rest)})
	s.size += int64(len(q.rest))
	q.rest = q.rest[:0]
	return nil
}

// each calls use with each outline of a square, in the order in which they were added. The ring's points
// are to be read at once.
func (s *spill) each(square int, use func(number uint32, rings *ringReader)) error {
	q := &s.squares[square]
	var room []byte
	for i := 0; i <= len(q.parts); i++ {
		b := q.rest
		if i < len(q.parts) {
			p := q.parts[i]
			if cap(room) < p.size {
				room = make([]byte, p.size)
			}
			b = room[:p.size]
			if _, err := s.file.ReadAt(b, p.at); err != nil && !errors.Is(err, io.EOF) {
				return fmt.Errorf("read outlines that were set aside: %w", err)
			}
		}
		for len(b) > 0 {
			n := binary.LittleEndian.Uint32(b)
			use(binary.LittleEndian.Uint32(b[4:]), &ringReader{b[8 : 4+n]})
			b = b[4+n:]
		}
	}
	return nil
}

// ringReader reads the rings of a record.
type ringReader struct{ rest []byte }

// next appends the points of the next ring to into.
func (r *ringReader) next(into []point) (ring []point, hole, ok bool) {
	if len(r.rest) == 0 {
		return into, false, false
	}
	hole = binary.LittleEndian.Uint32(r.rest) > 0
	n := int(binary.LittleEndian.Uint32(r.rest[4:]))
	r.rest = r.rest[8:]
	for range n {
		into = append(into, point{int32(binary.LittleEndian.Uint32(r.rest)), int32(binary.LittleEndian.Uint32(r.rest[4:]))})
		r.rest = r.rest[8:]
	}
	return into, hole, true
}
