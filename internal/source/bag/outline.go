package bag

import (
	"errors"
	"fmt"

	"github.com/gevel/gevel"
)

// point is a position in RD New (EPSG:28992), millimetres: the register's own precision, exact, in half the
// memory of floating point.
type point struct{ x, y int32 }

// ring is a closed line: its last point is its first.
type ring []point

// outline is a building's exterior and its courtyards.
type outline []ring

const (
	mm = 1000 // per metre

	// The bounding box of the Netherlands in RD New, millimetres.
	minX, maxX = 0 * mm, 300_000 * mm
	minY, maxY = 300_000 * mm, 625_000 * mm

	// maxRing limits the points of a ring. The check for crossings compares each pair of lines; real outlines
	// have at most a few thousand points.
	maxRing = 10_000
	// maxSide limits the width of a building, millimetres. The widest in the country, an auction hall, is
	// well under 2 km; a wrong digit makes hundreds.
	maxSide = 5_000 * mm
	// minRing is a triangle with its first point repeated.
	minRing = 4
)

func (p point) metres() gevel.Point {
	return gevel.Point{X: float64(p.x) / mm, Y: float64(p.y) / mm}
}

// parseRing appends the points of a posList to into, and checks that they form a ring: closed, with an area,
// within the country, not crossing itself.
func parseRing(text []byte, dimension uint8, into ring) (ring, error) {
	r, err := parsePoints(text, dimension, into)
	if err != nil {
		return nil, err
	}
	switch {
	case len(r) < minRing:
		return nil, fmt.Errorf("ring of %d points", len(r))
	case len(r) > maxRing:
		return nil, fmt.Errorf("ring of %d points, more than %d", len(r), maxRing)
	case r[0] != r[len(r)-1]:
		return nil, errors.New("ring is not closed")
	case r.doubleArea() == 0:
		return nil, errors.New("ring without an area")
	}
	if i, j, ok := r.crossing(); ok {
		return nil, fmt.Errorf("outline crosses itself: line %d and line %d", i+1, j+1)
	}
	return r, nil
}

// parsePoints appends the points of a pos or posList to into.
func parsePoints(text []byte, dimension uint8, into ring) (ring, error) {
	rest := text
	for {
		var p [3]int32
		for axis := range dimension {
			var ok bool
			p[axis], rest, ok = parseMillimetres(rest)
			switch {
			case !ok && axis == 0 && len(rest) == 0:
				return into, nil
			case !ok:
				return nil, fmt.Errorf("coordinate %d at %.20q", len(into)+1, rest)
			}
		}
		if p[0] < minX || p[0] > maxX || p[1] < minY || p[1] > maxY {
			return nil, fmt.Errorf("point %d (%v) lies outside the country", len(into)+1, point{p[0], p[1]}.metres())
		}
		into = append(into, point{p[0], p[1]})
	}
}

// parseMillimetres reads a decimal number of metres at the start of text and returns the rest. Decimals
// beyond the third are rounded to the nearest millimetre.
func parseMillimetres(text []byte) (value int32, rest []byte, ok bool) {
	i := 0
	for i < len(text) && isSpace(text[i]) {
		i++
	}
	token := text[i:]
	negative := i < len(text) && text[i] == '-'
	if negative {
		i++
	}
	const most = 10_000_000_000 // 0.1 mm; beyond all coordinates of the country
	n, decimals, seen := int64(0), -1, false
	for ; i < len(text); i++ {
		c := text[i]
		if c == '.' && decimals < 0 {
			decimals = 0
			continue
		}
		if c < '0' || c > '9' {
			break
		}
		seen = true
		if decimals < 4 && n < most {
			n = n*10 + int64(c-'0')
			if decimals >= 0 {
				decimals++
			}
		}
	}
	if !seen || (i < len(text) && text[i] > ' ') {
		return 0, token, false
	}
	for decimals = max(decimals, 0); decimals < 4 && n < most; decimals++ {
		n *= 10
	}
	if n >= most {
		return 0, token, false
	}
	n = (n + 5) / 10
	if negative {
		n = -n
	}
	return int32(n), text[i:], true
}

// doubleArea returns twice the enclosed area, mm2, negative for a clockwise ring.
func (r ring) doubleArea() int64 {
	var sum int64
	for i := 1; i < len(r); i++ {
		// Relative to the first point, else the products would overflow.
		sum += cross(r[0], r[i-1], r[i])
	}
	return sum
}

// cross returns the cross product of a->b and a->c: positive when c is left of the line, 0 when on it.
func cross(a, b, c point) int64 {
	return int64(b.x-a.x)*int64(c.y-a.y) - int64(b.y-a.y)*int64(c.x-a.x)
}

// crossing returns the indexes of two lines of the ring that cross. Lines may touch: courtyards drawn as part
// of the outline do.
func (r ring) crossing() (i, j int, ok bool) {
	for i := 1; i < len(r); i++ {
		a, b := r[i-1], r[i]
		left, right := min(a.x, b.x), max(a.x, b.x)
		low, high := min(a.y, b.y), max(a.y, b.y)
		for j := i + 2; j < len(r); j++ {
			c, d := r[j-1], r[j]
			if (c.x < left && d.x < left) || (c.x > right && d.x > right) ||
				(c.y < low && d.y < low) || (c.y > high && d.y > high) {
				continue
			}
			if opposite(cross(a, b, c), cross(a, b, d)) && opposite(cross(c, d, a), cross(c, d, b)) {
				return i - 1, j - 1, true
			}
		}
	}
	return 0, 0, false
}

func opposite(a, b int64) bool { return (a < 0 && b > 0) || (a > 0 && b < 0) }

// area returns the enclosed area without courtyards, m2.
func (o outline) area() float64 {
	var sum float64
	for i, r := range o {
		a := float64(r.doubleArea()) / (2 * mm * mm)
		if a < 0 {
			a = -a
		}
		if i > 0 {
			a = -a
		}
		sum += a
	}
	return sum
}

// contains reports whether p lies inside, by counting the lines to its right. Courtyards count too, so points
// in them are outside.
func (o outline) contains(p point) bool {
	inside := false
	for _, r := range o {
		for i := 1; i < len(r); i++ {
			a, b := r[i-1], r[i]
			if (a.y > p.y) == (b.y > p.y) {
				continue
			}
			if a.y > b.y {
				a, b = b, a
			}
			if cross(a, b, p) > 0 {
				inside = !inside
			}
		}
	}
	return inside
}

// centroid returns the centroid of a ring with an area.
func (r ring) centroid() point {
	var x, y, sum float64
	for i := 1; i < len(r); i++ {
		a, b := r[i-1], r[i]
		w := float64(cross(r[0], a, b))
		sum += w
		x += w * float64(a.x-r[0].x+b.x-r[0].x) / 3
		y += w * float64(a.y-r[0].y+b.y-r[0].y) / 3
	}
	return point{r[0].x + int32(x/sum), r[0].y + int32(y/sum)}
}

// groundPlans are the outlines of a table of buildings in one slice: a country would else need ten million. An
// outline starts with a point that holds its number of rings, a ring with one that holds its number of points.
type groundPlans []point

// planRef is the start of an outline in groundPlans; 0 is none.
type planRef uint32

// add appends an outline; one without rings gets 0.
func (g *groundPlans) add(o outline) planRef {
	if len(o) == 0 {
		return 0
	}
	*g = append(*g, point{x: int32(len(o))})
	ref := planRef(len(*g))
	for _, r := range o {
		*g = append(append(*g, point{x: int32(len(r))}), r...)
	}
	return ref
}

// outline returns an outline; it appends its rings to into.
func (g groundPlans) outline(ref planRef, into outline) outline {
	if ref == 0 {
		return into
	}
	rings := int(g[ref-1].x)
	for i := int(ref); rings > 0; rings-- {
		end := i + 1 + int(g[i].x)
		into = append(into, ring(g[i+1:end:end]))
		i = end
	}
	return into
}

// box is a rectangle along the axes of RD New, millimetres, borders included.
type box struct{ left, right, low, high int32 }

// box returns the bounding box of an outline with at least one ring.
func (o outline) box() box {
	b := line{o[0][0], o[0][0]}.box()
	for _, r := range o {
		for _, p := range r {
			b.left, b.right = min(b.left, p.x), max(b.right, p.x)
			b.low, b.high = min(b.low, p.y), max(b.high, p.y)
		}
	}
	return b
}

func (l line) box() box {
	return box{
		left: min(l.from.x, l.to.x), right: max(l.from.x, l.to.x),
		low: min(l.from.y, l.to.y), high: max(l.from.y, l.to.y),
	}
}

// grown returns the box with its borders moved out.
func (b box) grown(by int32) box {
	return box{left: b.left - by, right: b.right + by, low: b.low - by, high: b.high + by}
}

// meet returns the intersection of two boxes, if there is one.
func (b box) meet(c box) (box, bool) {
	m := box{
		left: max(b.left, c.left), right: min(b.right, c.right),
		low: max(b.low, c.low), high: min(b.high, c.high),
	}
	return m, m.left <= m.right && m.low <= m.high
}
