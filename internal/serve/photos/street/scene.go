package street

// The walls around some cameras, and what a ray meets.

import (
	"math"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/planar"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market/footprint"
	"github.com/gevel/gevel/internal/num/geo"
)

// building is one of a scene.
type building struct {
	row    int // of the table
	number gevel.BAGNumber
	height float64 // metres, 0 when not known
	homes  int
	bound  orb.Bound
	rings  orb.Polygon
}

// wall is a line of an outline.
type wall struct {
	from, to geo.Point
	of       int32 // building of the scene
}

// scene is a part of the town.
type scene struct {
	buildings  []building
	walls      []wall
	low        geo.Point
	cols, rows int
	cells      [][]int32 // walls that may pass through each
}

const (
	// cell is the side of a cell of a scene, metres: a ray passes some five cells of a few walls.
	cell = 8.0
	// reach is how far a ray goes, metres: to a wall of the farthest view, and beyond it past its edges.
	reach = 60.0
)

// sceneIn returns the buildings that a rectangle meets.
func sceneIn(t *footprint.Table, low, high geo.Point) *scene {
	s := &scene{low: geo.Point{X: low.X - reach, Y: low.Y - reach}}
	s.cols, s.rows = int((high.X-low.X+2*reach)/cell)+1, int((high.Y-low.Y+2*reach)/cell)+1
	s.cells = make([][]int32, s.cols*s.rows)
	t.Within(footprint.BoundsOf(gevel.Point(low), gevel.Point(high)), func(c *footprint.Cursor) bool {
		s.add(c)
		return true
	})
	return s
}

func (s *scene) add(c *footprint.Cursor) {
	b := building{row: c.Row, number: c.Number, height: float64(c.Height) / 10, homes: c.Homes}
	for corners := range c.Rings {
		ring := make(orb.Ring, 0, len(corners)+1)
		for _, corner := range corners {
			p := corner.Metres()
			ring = append(ring, orb.Point{p.X, p.Y})
		}
		ring = append(ring, ring[0])
		for i := 1; i < len(ring); i++ {
			s.addWall(wall{geo.Point{X: ring[i-1][0], Y: ring[i-1][1]}, geo.Point{X: ring[i][0], Y: ring[i][1]}, int32(len(s.buildings))})
		}
		b.rings = append(b.rings, ring)
	}
	b.bound = b.rings.Bound()
	s.buildings = append(s.buildings, b)
}

func (s *scene) addWall(w wall) {
	left, right := s.column(min(w.from.X, w.to.X)), s.column(max(w.from.X, w.to.X))
	for row := s.row(min(w.from.Y, w.to.Y)); row <= s.row(max(w.from.Y, w.to.Y)); row++ {
		for column := left; column <= right; column++ {
			s.cells[row*s.cols+column] = append(s.cells[row*s.cols+column], int32(len(s.walls)))
		}
	}
	s.walls = append(s.walls, w)
}

func (s *scene) column(x float64) int { return max(0, min(int((x-s.low.X)/cell), s.cols-1)) }
func (s *scene) row(y float64) int    { return max(0, min(int((y-s.low.Y)/cell), s.rows-1)) }

// around returns the building around a position, -1 for none.
func (s *scene) around(p geo.Point) int {
	at := orb.Point{p.X, p.Y}
	for i := range s.buildings {
		if b := &s.buildings[i]; b.bound.Contains(at) && planar.PolygonContains(b.rings, at) {
			return i
		}
	}
	return -1
}

// hit is the wall that a ray meets.
type hit struct {
	wall     int32 // -1 for none
	distance float64
}

// ray returns the first wall that a ray meets from a height on, which rises by so much a metre. It passes over a building
// that is known to be lower.
func (s *scene) ray(from geo.Point, height, bearing, rise float64) hit {
	dx, dy := math.Sincos(bearing)
	best := hit{wall: -1, distance: reach}
	column, row := int((from.X-s.low.X)/cell), int((from.Y-s.low.Y)/cell)
	stepX, nextX, everyX := march(from.X-s.low.X, dx, column)
	stepY, nextY, everyY := march(from.Y-s.low.Y, dy, row)
	for at := 0.0; at < best.distance; {
		if column >= 0 && row >= 0 && column < s.cols && row < s.rows {
			for _, i := range s.cells[row*s.cols+column] {
				w := &s.walls[i]
				if d := w.meet(from, dx, dy); d < best.distance && !s.buildings[w.of].isBelow(height+d*rise) {
					best = hit{i, d}
				}
			}
		}
		if nextX < nextY {
			at, column, nextX = nextX, column+stepX, nextX+everyX
		} else {
			at, row, nextY = nextY, row+stepY, nextY+everyY
		}
	}
	return best
}

func (b *building) isBelow(height float64) bool {
	return b.height > 0 && b.height < height
}

// march returns for one axis which way cells go, at which distance the next begins, and how far apart they begin.
func march(at, d float64, cellNow int) (step int, next, every float64) {
	switch {
	case d > 0:
		return 1, (float64(cellNow+1)*cell - at) / d, cell / d
	case d < 0:
		return -1, (float64(cellNow)*cell - at) / d, -cell / d
	}
	return 0, math.Inf(1), math.Inf(1)
}

// meet returns the distance at which a ray meets the wall, infinite where it does not.
func (w *wall) meet(from geo.Point, dx, dy float64) float64 {
	ex, ey := w.to.X-w.from.X, w.to.Y-w.from.Y
	ax, ay := w.from.X-from.X, w.from.Y-from.Y
	cross := dx*ey - dy*ex
	distance, along := ax*ey-ay*ex, ax*dy-ay*dx
	if cross < 0 {
		cross, distance, along = -cross, -distance, -along
	}
	if cross == 0 || along < 0 || along > cross || distance <= 0 {
		return math.Inf(1)
	}
	return distance / cross
}
