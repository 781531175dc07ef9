package footprint

import (
	"math"

	"github.com/gevel/gevel"
)

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
