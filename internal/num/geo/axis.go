package geo

import "math"

// Middle returns the mean of points; of none it is the origin.
func Middle[P ~struct{ X, Y float64 }](points []P) (middle Point) {
	for _, at := range points {
		p := Point(at)
		middle.X += p.X / float64(len(points))
		middle.Y += p.Y / float64(len(points))
	}
	return middle
}

// Axis returns the middle of points and the angle of the line along which they lie, their principal axis: radians from the
// direction of X, more than -pi/2 and at most pi/2.
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
