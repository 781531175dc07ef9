package geo

import "math"

// Neighbour is an item of a Grid and how far it lies from the point asked about.
type Neighbour struct {
	Item     int32
	Distance float64 // metres
}

// Nearest appends to dst[:0] the k nearest items within so many metres for which
// keep holds (nil keeps all), of equal distances the later ones, in no particular order. It
// is exact, and allocates only when dst has no room for twice k. Nothing is near a point
// that is not known.
func (g *Grid) Nearest(p Point, k int, within float64, keep func(item int32) bool, dst []Neighbour) []Neighbour {
	dst = dst[:0]
	if k <= 0 || !usable(p) {
		return dst
	}
	s := search{g: g, p: p, k: k, limit: within, keep: keep, found: dst}
	cx, cy := g.col(p.X), g.row(p.Y)
	for r := 0; ; r++ {
		s.ring(cx, cy, r)
		s.narrow()
		if beyond := g.beyond(p, cx, cy, r); math.IsInf(beyond, 1) || beyond > s.limit {
			break
		}
	}
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

// search is one look-up: found holds the k nearest so far and some that may still drop
// out.
type search struct {
	g     *Grid
	p     Point
	k     int
	limit float64 // the distance up to which a point may still count
	keep  func(int32) bool
	found []Neighbour
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

// nearer orders neighbours, of equal distances the later item first.
func nearer(a, b Neighbour) bool {
	return a.Distance < b.Distance || a.Distance == b.Distance && a.Item > b.Item
}

// KeepNearest returns the k nearest of those found, of equal distances the later items, or
// all when there are no more, in no particular order. The rest of found is in any order.
func KeepNearest(found []Neighbour, k int) []Neighbour {
	if len(found) <= k {
		return found
	}
	selectNearest(found, k)
	return found[:k]
}

// selectNearest brings the k nearest to the front, in any order: Hoare's selection, as in
// stats, which this package may not import.
func selectNearest(found []Neighbour, k int) {
	for low, high := 0, len(found)-1; low < high; {
		pivot := found[(low+high)/2]
		i, j := low, high
		for i <= j {
			for nearer(found[i], pivot) {
				i++
			}
			for nearer(pivot, found[j]) {
				j--
			}
			if i <= j {
				found[i], found[j] = found[j], found[i]
				i++
				j--
			}
		}
		switch {
		case k-1 <= j:
			high = j
		case k-1 >= i:
			low = i
		default:
			return
		}
	}
}
