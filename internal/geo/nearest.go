package geo

import "math"

// Neighbour is an item of a Grid and how far it lies from the point asked about.
type Neighbour struct {
	Item     int32
	Distance float64 // metres
}

// Nearest appends to dst[:0] the k nearest items within so many metres for which
// keep holds (nil keeps all), the nearest first, equal distances by item. It is
// exact, and allocates only when dst has no room for k. Nothing is near a point
// that is not known.
func (g *Grid) Nearest(p Point, k int, within float64, keep func(item int32) bool, dst []Neighbour) []Neighbour {
	dst = dst[:0]
	if k <= 0 || !usable(p) {
		return dst
	}
	s := search{g: g, p: p, k: k, within: within, keep: keep, found: dst}
	cx, cy := g.col(p.X), g.row(p.Y)
	for r := 0; ; r++ {
		s.ring(cx, cy, r)
		if beyond := g.beyond(p, cx, cy, r); math.IsInf(beyond, 1) || beyond > s.limit() {
			break
		}
	}
	sortHeap(s.found)
	return s.found
}

// Within calls visit for every item at most radius metres from p, in a fixed but
// unspecified order, until visit returns false.
func (g *Grid) Within(p Point, radius float64, visit func(item int32, distance float64) bool) {
	if !usable(p) || !(radius >= 0) {
		return
	}
	reach := radius + roundingMargin
	left, right := g.col(p.X-reach), g.col(p.X+reach)
	for row := g.row(p.Y - reach); row <= g.row(p.Y+reach); row++ {
		for i := g.starts[row*g.cols+left]; i < g.starts[row*g.cols+right+1]; i++ {
			if d := Distance(p, g.points[i]); d <= radius && !visit(g.items[i], d) {
				return
			}
		}
	}
}

// beyond is a lower bound, in metres, on the distance from p to any point outside
// the rings 0 to r around cell (cx, cy): the nearest side of their square behind
// which there are cells, +Inf when there are none.
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

// search is one look-up: found is a heap with the worst neighbour on top.
type search struct {
	g      *Grid
	p      Point
	k      int
	within float64
	keep   func(int32) bool
	found  []Neighbour
}

// limit is the distance up to which a point may still count.
func (s *search) limit() float64 {
	if len(s.found) < s.k {
		return s.within
	}
	return s.found[0].Distance
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
	limit := s.limit()
	for i, q := range s.g.points[from:to] {
		d := Distance(s.p, q)
		if !(d <= limit) {
			continue
		}
		n := Neighbour{Item: s.g.items[int(from)+i], Distance: d}
		if len(s.found) == s.k && !nearer(n, s.found[0]) || s.keep != nil && !s.keep(n.Item) {
			continue
		}
		s.add(n)
		limit = s.limit()
	}
}

func (s *search) add(n Neighbour) {
	if len(s.found) == s.k {
		s.found[0] = n
		siftDown(s.found, 0)
		return
	}
	s.found = append(s.found, n)
	for i := len(s.found) - 1; i > 0; {
		parent := (i - 1) / 2
		if !nearer(s.found[parent], s.found[i]) {
			return
		}
		s.found[parent], s.found[i] = s.found[i], s.found[parent]
		i = parent
	}
}

func nearer(a, b Neighbour) bool {
	return a.Distance < b.Distance || a.Distance == b.Distance && a.Item < b.Item
}

// siftDown restores the heap below i, the farthest on top.
func siftDown(heap []Neighbour, i int) {
	for {
		child := 2*i + 1
		if child >= len(heap) {
			return
		}
		if child+1 < len(heap) && nearer(heap[child], heap[child+1]) {
			child++
		}
		if !nearer(heap[i], heap[child]) {
			return
		}
		heap[i], heap[child] = heap[child], heap[i]
		i = child
	}
}

// sortHeap turns the heap into ascending order.
func sortHeap(heap []Neighbour) {
	for end := len(heap) - 1; end > 0; end-- {
		heap[0], heap[end] = heap[end], heap[0]
		siftDown(heap[:end], 0)
	}
}
