package demo

import (
	"math"

	"github.com/gevel/gevel"
)

// arc is the centre line of a street: a part of a circle. All streets of a district run round one centre,
// like canals in an old town, so they never cross.
type arc struct {
	centre gevel.Point
	radius float64 // metres
	from   float64 // angle at which the street begins, radians
	length float64 // metres along the centre line
}

// at returns the point s metres along the centre line and out metres away from it: outwards when out is
// positive, towards the centre when negative. Positions are rounded to the millimetre, as in the register.
func (a arc) at(s, out float64) gevel.Point {
	angle := a.from + s/a.radius
	r := a.radius + out
	return gevel.Point{
		X: millimetre(a.centre.X + r*math.Cos(angle)),
		Y: millimetre(a.centre.Y + r*math.Sin(angle)),
	}
}

// corner is a corner of a footprint, in the coordinates of a street: metres along
// its centre line and metres away from it.
type corner struct{ s, out float64 }

// ring returns the closed outline through the corners.
func (a arc) ring(corners ...corner) []gevel.Point {
	ring := make([]gevel.Point, 0, len(corners)+1)
	for _, c := range corners {
		ring = append(ring, a.at(c.s, c.out))
	}
	return append(ring, ring[0])
}

func millimetre(metres float64) float64 { return math.Round(metres*1000) / 1000 }

// square returns the closed outline of a square round a point.
func square(centre gevel.Point, half float64) []gevel.Point {
	x, y := centre.X, centre.Y
	return []gevel.Point{
		{X: x - half, Y: y - half},
		{X: x + half, Y: y - half},
		{X: x + half, Y: y + half},
		{X: x - half, Y: y + half},
		{X: x - half, Y: y - half},
	}
}
