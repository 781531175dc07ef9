package footprint

import (
	"slices"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"
	"github.com/paulmach/orb/simplify"

	"github.com/gevel/gevel"
)

// tolerance is the distance from the line between its neighbours up to which a corner is left out, metres. It
// is less than a step of the grid, so the loss is hardly visible.
const tolerance = 0.2

// rounded returns a ring on the grid without the corners that hardly bend, not closed; nil with fewer than three
// corners.
func rounded(ring []gevel.Point) []Corner {
	if n := len(ring); n > 1 && ring[0] == ring[n-1] {
		ring = ring[:n-1]
	}
	if len(ring) < 3 {
		return nil
	}
	var corners []Corner
	for _, p := range simplified(ring) {
		if c := cornerOf(gevel.Point{X: p[0], Y: p[1]}); len(corners) == 0 || c != corners[len(corners)-1] {
			corners = append(corners, c)
		}
	}
	for len(corners) > 1 && corners[0] == corners[len(corners)-1] {
		corners = corners[:len(corners)-1]
	}
	if len(corners) < 3 || doubleArea(corners) == 0 {
		return nil
	}
	return corners
}

// simplified leaves out corners of a ring, and closes it. A ring has no ends: it is cut at its first corner and at the
// one farthest from that.
func simplified(ring []gevel.Point) orb.LineString {
	line, far := make(orb.LineString, 0, len(ring)+1), 0
	for i, p := range ring {
		line = append(line, orb.Point{p.X, p.Y})
		if planar.DistanceSquared(line[i], line[0]) > planar.DistanceSquared(line[far], line[0]) {
			far = i
		}
	}
	line = append(line, line[0])
	s := simplify.DouglasPeucker(tolerance)
	return slices.Concat(s.LineString(line[:far+1]), s.LineString(line[far:]))
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
