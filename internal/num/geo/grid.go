package geo

import (
	"iter"
	"math"
)

const (
	// targetPerCell is how many points an average point should find in its own
	// cell: fewer means walking over empty cells, more means measuring distances
	// that do not count. From 1 to 5 the look-up of 50 neighbours takes the same time.
	targetPerCell = 2.0
	// maxCellsPerPoint bounds the memory of the cells, 4 bytes each.
	maxCellsPerPoint = 2
	// minCells is what even the smallest grid may have.
	minCells = 64
	// maxCoordinate is farther out than any place on Earth in any plane, metres.
	maxCoordinate = 1e9
)

// Grid is a spatial index over points that do not move. Points are stored sorted by square cell, row by row, so
// that neighbouring cells of a row are one run of memory. A Grid is safe for concurrent use.
type Grid struct {
	points     []Point // in cell order
	items      []int32 // the position of each in the caller's slice
	starts     []int32 // starts[c] is the first point of cell c; one more than cells
	x0, y0     float64 // the lower left corner, metres
	cell       float64 // the side of a cell, metres
	cols, rows int
}

// NewGrid indexes points; an item is a point's position in the slice. Points that
// are not known, NaN or off the Earth are left out.
func NewGrid[P ~struct{ X, Y float64 }](points []P) *Grid {
	return newGrid(usablePoints(points, nil), 0)
}

// NewGridWhere is NewGrid of the points for which keep holds.
func NewGridWhere[P ~struct{ X, Y float64 }](points []P, keep func(item int) bool) *Grid {
	return newGrid(usablePoints(points, keep), 0)
}

// newGrid indexes points in cells of a side in metres; 0 chooses it from the density, and one
// that would need too much memory is enlarged.
func newGrid(points indexed, cell float64) *Grid {
	g := &Grid{cell: 1, cols: 1, rows: 1}
	n, low, high := bounds(points)
	if n > 0 {
		g.x0, g.y0 = low.X, low.Y
		if !(cell > 0) {
			g.shape(high, meanCell(n, low, high), n)
			cell = g.cell / math.Sqrt(max(1, g.crowding(points)/(1+targetPerCell)))
		}
		g.shape(high, cell, n)
	}
	g.sort(points, n)
	return g
}

// Len returns the number of indexed points.
func (g *Grid) Len() int { return len(g.items) }

func usable(p Point) bool {
	return p != Point{} && math.Abs(p.X) <= maxCoordinate && math.Abs(p.Y) <= maxCoordinate
}

// indexed are the points to index and their positions in the caller's slice.
type indexed = iter.Seq2[int, Point]

// usablePoints are the known points for which keep holds (nil keeps all).
func usablePoints[P ~struct{ X, Y float64 }](points []P, keep func(item int) bool) indexed {
	return func(yield func(int, Point) bool) {
		for i, p := range points {
			if p := Point(p); usable(p) && (keep == nil || keep(i)) && !yield(i, p) {
				return
			}
		}
	}
}

func bounds(points indexed) (n int, low, high Point) {
	for _, p := range points {
		if n == 0 {
			low, high = p, p
		}
		low.X, low.Y = min(low.X, p.X), min(low.Y, p.Y)
		high.X, high.Y = max(high.X, p.X), max(high.Y, p.Y)
		n++
	}
	return n, low, high
}

// meanCell is the right side of a cell if the points were spread evenly.
func meanCell(n int, low, high Point) float64 {
	width, height := high.X-low.X, high.Y-low.Y
	if width == 0 || height == 0 {
		return max(width, height, 1) * targetPerCell / float64(n)
	}
	return math.Sqrt(width * height / float64(n) * targetPerCell)
}

// shape sets the side of a cell, enlarged as memory demands, and the cells.
func (g *Grid) shape(high Point, cell float64, n int) {
	most := float64(max(minCells, maxCellsPerPoint*n))
	cols := func() float64 { return math.Floor((high.X-g.x0)/cell) + 1 }
	rows := func() float64 { return math.Floor((high.Y-g.y0)/cell) + 1 }
	for cols()*rows() > most {
		cell *= 1.1
	}
	g.cell, g.cols, g.rows = cell, int(cols()), int(rows())
}

// crowding is how many points an average point finds in its cell, itself
// included: homes stand in towns, so it is far above the mean of all cells.
func (g *Grid) crowding(points indexed) float64 {
	counts := make([]int32, g.cols*g.rows)
	for _, p := range points {
		counts[g.cellOf(p)]++
	}
	sum, squares := 0.0, 0.0
	for _, c := range counts {
		sum += float64(c)
		squares += float64(c) * float64(c)
	}
	return squares / sum
}

// sort fills the cells by counting; within a cell the items ascend.
func (g *Grid) sort(points indexed, n int) {
	g.starts = make([]int32, g.cols*g.rows+1)
	g.points, g.items = make([]Point, n), make([]int32, n)
	for _, p := range points {
		g.starts[g.cellOf(p)+1]++
	}
	for c := range g.cols * g.rows {
		g.starts[c+1] += g.starts[c]
	}
	next := make([]int32, g.cols*g.rows)
	copy(next, g.starts)
	for i, p := range points {
		c := g.cellOf(p)
		g.points[next[c]], g.items[next[c]] = p, int32(i)
		next[c]++
	}
}

func (g *Grid) cellOf(p Point) int { return g.row(p.Y)*g.cols + g.col(p.X) }

// col and row clamp to the grid, so a point outside it belongs to the border cell on its side.
func (g *Grid) col(x float64) int { return clamp((x-g.x0)/g.cell, g.cols) }

func (g *Grid) row(y float64) int { return clamp((y-g.y0)/g.cell, g.rows) }

func clamp(at float64, n int) int { return int(max(0, min(at, float64(n-1)))) }

// Middle returns the mean of points; of none it is the origin.
func Middle[P ~struct{ X, Y float64 }](points []P) (middle Point) {
	for _, at := range points {
		p := Point(at)
		middle.X += p.X / float64(len(points))
		middle.Y += p.Y / float64(len(points))
	}
	return middle
}

// Axis returns the middle of points and the angle of the line along which they lie, their principal axis: radians from
// the direction of X, more than -pi/2 and at most pi/2.
func Axis[P ~struct{ X, Y float64 }](points []P) (middle Point, angle float64) {
	middle = Middle(points)
	var xx, xy, yy float64
	for _, at := range points {
		p := Point(at)
		dx, dy := p.X-middle.X, p.Y-middle.Y
		xx, xy, yy = xx+dx*dx, xy+dx*dy, yy+dy*dy
	}
	return middle, math.Atan2(2*xy, xx-yy) / 2
}

// The WGS84 ellipsoid.
const (
	equatorRadius = 6_378_137.0       // metres
	flattening    = 1 / 298.257223563 // of the poles, a ratio
)

// planeOrigin is where a local plane's centre lies, in metres on both axes: a position must never come out as the
// zero Point, which means "not known", nor within the bounds of RD New.
const planeOrigin = 1_000_000.0

// LocalPlane projects positions around a centre to metres, for sales from outside
// the Netherlands. The projection is equirectangular with the ellipsoid's radii at
// the centre: 20 km from it distances are right to 0.5 %, 100 km from it to 2 %.
type LocalPlane struct {
	lat0, lon0           float64 // degrees
	perDegLat, perDegLon float64 // metres
}

// NewLocalPlane returns the plane around a centre in degrees.
func NewLocalPlane(lat0, lon0 float64) LocalPlane {
	const e2 = flattening * (2 - flattening)
	sin, cos := math.Sincos(lat0 * math.Pi / 180)
	w := 1 - e2*sin*sin
	meridian := equatorRadius * (1 - e2) / (w * math.Sqrt(w))
	parallel := equatorRadius / math.Sqrt(w) * cos
	return LocalPlane{
		lat0: lat0, lon0: lon0,
		perDegLat: meridian * math.Pi / 180, perDegLon: parallel * math.Pi / 180,
	}
}

// Project returns the position of a latitude and longitude in degrees.
func (l LocalPlane) Project(lat, lon float64) Point {
	east := math.Remainder(lon-l.lon0, 360) // the short way round, also across the date line
	return Point{
		X: planeOrigin + east*l.perDegLon,
		Y: planeOrigin + (lat-l.lat0)*l.perDegLat,
	}
}
