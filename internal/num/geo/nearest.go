package geo

import (
	"math"
	"math/bits"
)

// Neighbour is an item of a Grid and its distance from the query point.
type Neighbour struct {
	Item     int32
	Distance float64 // metres
}

// Nearest appends to dst[:0] the k nearest items within so many metres for which keep holds (nil keeps all), of
// equal distances the later ones, in no particular order. It is exact, and allocates only when dst has no room for
// twice k. Nothing is near a point that is not known.
func (g *Grid) Nearest(p Point, k int, within float64, keep func(item int32) bool, dst []Neighbour) []Neighbour {
	dst = dst[:0]
	if k <= 0 || !usable(p) {
		return dst
	}
	s := search{g: g, p: p, k: k, limit: within, keep: keep, found: dst}
	cx, cy := g.col(p.X), g.row(p.Y)
	r := g.ringsOf(p, cx, cy, k, within)
	s.square(cx, cy, r)
	s.narrow()
	for !s.ends(cx, cy, r) {
		r++
		s.ring(cx, cy, r)
		if s.limit == within { // not narrowed yet: keep dropped too many
			s.narrow()
		}
	}
	s.narrow()
	return s.found
}

// ringsOf returns the number of rings around cell (cx, cy), that cell not counted, that hold k points
// or reach the search distance. It counts without looking at a point.
func (g *Grid) ringsOf(p Point, cx, cy, k int, within float64) int {
	for r := 0; ; r++ {
		left, right, n := max(0, cx-r), min(g.cols-1, cx+r), 0
		for row := max(0, cy-r); row <= min(g.rows-1, cy+r); row++ {
			n += int(g.starts[row*g.cols+right+1] - g.starts[row*g.cols+left])
		}
		if n >= k || g.beyond(p, cx, cy, r) >= within {
			return r
		}
	}
}

// beyond is a lower bound, in metres, on the distance from p to any point outside the rings 0 to r around cell (cx,
// cy): the nearest side of their square that has cells on the other side, +Inf if there are none.
func (g *Grid) beyond(p Point, cx, cy, r int) float64 {
	bound := math.Inf(1)
	if cx-r > 0 {
		bound = min(bound, p.X-(g.x0+float64(cx-r)*g.cell))
	}
	if cx+r < g.cols-1 {
		bound = min(bound, g.x0+float64(cx+r+1)*g.cell-p.X)
	}
	if cy-r > 0 {
		bound = min(bound, p.Y-(g.y0+float64(cy-r)*g.cell))
	}
	if cy+r < g.rows-1 {
		bound = min(bound, g.y0+float64(cy+r+1)*g.cell-p.Y)
	}
	// A point on the border of two cells may have been put in either by rounding.
	return bound - roundingMargin
}

// roundingMargin, in metres, covers the rounding of cell borders at coordinates of
// some thousand kilometres; it only makes a search look a little further.
const roundingMargin = 1e-6

// search is one look-up: found holds the k nearest so far and some that may still drop out.
type search struct {
	g     *Grid
	p     Point
	k     int
	limit float64 // the distance up to which a point may still count
	keep  func(int32) bool
	found []Neighbour
}

// ends reports whether nothing outside the rings 0 to r around cell (cx, cy) may count.
func (s *search) ends(cx, cy, r int) bool {
	beyond := s.g.beyond(s.p, cx, cy, r)
	return math.IsInf(beyond, 1) || beyond > s.limit
}

// narrow drops what is not among the k nearest.
func (s *search) narrow() {
	if len(s.found) < s.k {
		return
	}
	s.found, s.limit = KeepNearest(s.found, s.k), 0
	for i := range s.found {
		if d := s.found[i].Distance; d > s.limit { // max would look for NaN as well
			s.limit = d
		}
	}
}

// square looks at the rings 0 to r around cell (cx, cy).
func (s *search) square(cx, cy, r int) {
	left, right := max(0, cx-r), min(s.g.cols-1, cx+r)
	for row := max(0, cy-r); row <= min(s.g.rows-1, cy+r); row++ {
		s.run(row, left, right)
	}
}

// ring looks at the cells whose larger offset from (cx, cy) is r.
func (s *search) ring(cx, cy, r int) {
	left, right := max(0, cx-r), min(s.g.cols-1, cx+r)
	for row := max(0, cy-r); row <= min(s.g.rows-1, cy+r); row++ {
		switch row {
		case cy - r, cy + r:
			s.run(row, left, right)
		default:
			if cx-r >= 0 {
				s.run(row, left, left)
			}
			if cx+r < s.g.cols {
				s.run(row, right, right)
			}
		}
	}
}

// run looks at the points of neighbouring cells in one row.
func (s *search) run(row, left, right int) {
	from, to := s.g.starts[row*s.g.cols+left], s.g.starts[row*s.g.cols+right+1]
	for i, q := range s.g.points[from:to] {
		d := Distance(s.p, q)
		if !(d <= s.limit) {
			continue
		}
		n := Neighbour{Item: s.g.items[int(from)+i], Distance: d}
		if s.keep != nil && !s.keep(n.Item) {
			continue
		}
		if s.found = append(s.found, n); len(s.found) == 2*s.k {
			s.narrow()
		}
	}
}

// KeepNearest returns the k nearest of those found, of equal distances the later items, or all when there are no more,
// in no particular order. It reorders found. It selects as package stats does, which this package may not import.
func KeepNearest(found []Neighbour, k int) []Neighbour {
	if len(found) <= k {
		return found
	}
	for low, high := 0, len(found); ; {
		m := low + partition(found[low:high])
		switch {
		case m < k-1:
			low = m + 1
		case m > k:
			high = m
		default:
			return found[:k]
		}
	}
}

// partition puts the items nearer than the middle one before it and the others after it,
// and returns its new position. It has no branch, because which of two is nearer can't be predicted. A
// distance, which has no sign, and an item are compared as the digits of one number.
func partition(found []Neighbour) int {
	last := len(found) - 1
	found[last], found[last/2] = found[last/2], found[last]
	pivot, nearer := found[last], 0
	for i, n := range found[:last] {
		found[i], found[nearer] = found[nearer], n
		_, less := bits.Sub64(uint64(pivot.Item), uint64(n.Item), 0)
		_, less = bits.Sub64(math.Float64bits(n.Distance), math.Float64bits(pivot.Distance), less)
		nearer += int(less)
	}
	found[last], found[nearer] = found[nearer], pivot
	return nearer
}
