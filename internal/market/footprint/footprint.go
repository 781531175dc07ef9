// Package footprint keeps the footprints of a country's buildings in memory, for maps. Outlines are rounded to a
// grid of a quarter of a metre, and written as steps from corner to corner, so that a building takes about fifteen
// bytes. They are for drawing: code that measures buildings reads the register's own outlines.
package footprint

import (
	"math"

	"github.com/gevel/gevel"
)

// Grid is the side of the grid that corners lie on, metres.
const Grid = 0.25

// Building is a building with its outline in RD New, metres.
type Building struct {
	Year    int              // of construction, 0 when not known
	Homes   int              // in it
	Group   gevel.BuildGroup // of its homes, 0 when not known or none
	Outline [][]gevel.Point  // rings: the outer one, then courtyards; closed or not
}

// Corner is a position on the grid: RD New in quarters of a metre.
type Corner struct{ X, Y int32 }

// Metres returns the position in RD New.
func (c Corner) Metres() gevel.Point {
	return gevel.Point{X: float64(c.X) * Grid, Y: float64(c.Y) * Grid}
}

// cornerOf rounds a position to the grid.
func cornerOf(p gevel.Point) Corner {
	round := func(v float64) int32 { return int32(math.Round(max(-farthest, min(farthest, v)) / Grid)) }
	return Corner{round(p.X), round(p.Y)}
}

// farthest is beyond all of the country, metres.
const farthest = 1e6

// Bounds is a rectangle on the grid, its borders included.
type Bounds struct{ Left, Low, Right, High int32 }

// BoundsOf returns the smallest rectangle of the grid around two positions.
func BoundsOf(a, b gevel.Point) Bounds {
	low, high := cornerOf(gevel.Point{X: min(a.X, b.X), Y: min(a.Y, b.Y)}),
		cornerOf(gevel.Point{X: max(a.X, b.X), Y: max(a.Y, b.Y)})
	return Bounds{low.X, low.Y, high.X, high.Y}
}

// empty contains no point and meets no rectangle.
func empty() Bounds { return Bounds{math.MaxInt32, math.MaxInt32, math.MinInt32, math.MinInt32} }

func (b *Bounds) add(c Corner) {
	b.Left, b.Right = min(b.Left, c.X), max(b.Right, c.X)
	b.Low, b.High = min(b.Low, c.Y), max(b.High, c.Y)
}

// Meets reports whether two rectangles have a point in common.
func (b Bounds) Meets(c Bounds) bool {
	return b.Left <= c.Right && c.Left <= b.Right && b.Low <= c.High && c.Low <= b.High
}

// Within reports whether b lies in c.
func (b Bounds) Within(c Bounds) bool {
	return b.Left >= c.Left && b.Right <= c.Right && b.Low >= c.Low && b.High <= c.High
}

// side is the longer side of the rectangle, steps of the grid.
func (b Bounds) side() int32 { return max(b.Right-b.Left, b.High-b.Low) }
