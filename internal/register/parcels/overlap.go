package parcels

import "github.com/gevel/gevel/internal/num/list"

// The area that two outlines have in common.
//
// A point lies inside an outline when, of the edges above it, as many more run leftwards than rightwards (the outer
// ring running anticlockwise, holes clockwise) as there are rings around it: one. So an outline is the sum, with a
// sign, of the areas below its edges, and what two outlines have in common is the sum over pairs of edges of what
// lies below both. No crossing has to be found, and holes, rings that touch and several polygons need no care.

// edge is a side of an outline, from left to right, millimetres, with the sign of the area below it.
type edge struct {
	x0, y0, x1, y1 int32
	sign           int8
}

// appendEdges appends the edges of a ring. Upright ones have nothing below them.
func appendEdges(edges []edge, ring []point, hole bool) []edge {
	leftwards := int8(1)
	if clockwise(ring) != hole {
		leftwards = -1
	}
	for i := 1; i < len(ring); i++ {
		switch a, b := ring[i-1], ring[i]; {
		case a.x < b.x:
			edges = append(edges, edge{a.x, a.y, b.x, b.y, -leftwards})
		case a.x > b.x:
			edges = append(edges, edge{b.x, b.y, a.x, a.y, leftwards})
		}
	}
	return edges
}

func clockwise(ring []point) bool {
	sum := 0.0
	for i := 1; i < len(ring); i++ {
		a, b := ring[i-1], ring[i]
		sum += float64(b.x-a.x) * (float64(b.y-ring[0].y) + float64(a.y-ring[0].y))
	}
	return sum > 0
}

// area returns the area of an outline that lies above a height, m2.
func area(edges []edge, floor int32) float64 {
	sum := 0.0
	for i := range edges {
		e := &edges[i]
		mean := (float64(e.y0-floor) + float64(e.y1-floor)) / 2
		sum += float64(e.sign) * mean * float64(e.x1-e.x0)
	}
	return sum / (mm * mm)
}

// overlap returns what an outline, which lies above a floor, has in common with edges of another one, m2.
func overlap(outline, other []edge, floor int32) float64 {
	sum := 0.0
	for i := range other {
		b := &other[i]
		if b.y0 <= floor && b.y1 <= floor {
			continue
		}
		for k := range outline {
			if a := &outline[k]; a.x0 < b.x1 && b.x0 < a.x1 {
				sum += float64(a.sign*b.sign) * belowBoth(a, b, floor)
			}
		}
	}
	return sum / (mm * mm)
}

// belowBoth returns the area below two edges and above the floor, where both are, mm2. The first lies
// above the floor.
func belowBoth(a, b *edge, floor int32) float64 {
	left, right := max(a.x0, b.x0), min(a.x1, b.x1)
	al, ar := a.at(left, floor), a.at(right, floor)
	bl, br := b.at(left, floor), b.at(right, floor)
	width := float64(right - left)
	if (al < bl) == (ar < br) || al == bl || ar == br {
		if al+ar < bl+br {
			return above0(al, ar, width)
		}
		return above0(bl, br, width)
	}
	part := (bl - al) / ((ar - al) - (br - bl))
	crossing := al + (ar-al)*part
	return above0(min(al, bl), crossing, width*part) + above0(crossing, min(ar, br), width*(1-part))
}

// at returns the height of an edge above the floor.
func (e *edge) at(x, floor int32) float64 {
	switch x {
	case e.x0:
		return float64(e.y0 - floor)
	case e.x1:
		return float64(e.y1 - floor)
	}
	return float64(e.y0-floor) + float64(e.y1-e.y0)*float64(x-e.x0)/float64(e.x1-e.x0)
}

// above0 returns the area below a line between two heights, where it is above 0.
func above0(y0, y1, width float64) float64 {
	switch {
	case y0 >= 0 && y1 >= 0:
		return width * (y0 + y1) / 2
	case y0 <= 0 && y1 <= 0:
		return 0
	case y0 < y1:
		return width * y1 * y1 / (2 * (y1 - y0))
	}
	return width * y0 * y0 / (2 * (y0 - y1))
}

// strips are the edges of a parcel in upright strips, so that a building meets only those above and below
// it: the parcel of a town's streets has thousands.
type strips struct {
	left, width int32
	first       []int32 // of of, by strip, and the end
	of          []int32 // edges
	count       []int32
}

// perStrip is how many edges a strip has, about.
const perStrip = 16

// set sorts edges within a box.
func (s *strips) set(edges []edge, b box) {
	n := len(edges)/perStrip + 1
	s.left, s.width = b.left, (b.right-b.left)/int32(n)+1
	s.first = append(s.first[:0], make([]int32, n+1)...)
	for i := range edges {
		for k := s.strip(edges[i].x0); k <= s.strip(edges[i].x1); k++ {
			s.first[k+1]++
		}
	}
	for k := range n {
		s.first[k+1] += s.first[k]
	}
	s.of = list.Sized(s.of, int(s.first[n]))
	s.count = append(s.count[:0], s.first[:n]...)
	for i := range edges {
		for k := s.strip(edges[i].x0); k <= s.strip(edges[i].x1); k++ {
			s.of[s.count[k]] = int32(i)
			s.count[k]++
		}
	}
}

func (s *strips) strip(x int32) int32 { return (x - s.left) / s.width }

// within appends the edges that reach into a stretch of x to into, each once.
func (s *strips) within(edges []edge, left, right int32, into []edge) []edge {
	last := int32(len(s.first) - 2)
	from, to := max(0, s.strip(left)), min(last, s.strip(right))
	for k := from; k <= to; k++ {
		for _, i := range s.of[s.first[k]:s.first[k+1]] {
			e := &edges[i]
			if max(from, s.strip(e.x0)) == k && e.x0 < right && e.x1 > left {
				into = append(into, *e)
			}
		}
	}
	return into
}
