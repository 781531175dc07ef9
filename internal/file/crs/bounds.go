package crs

import "github.com/gevel/gevel"

// Bounds are the bounds of points.
type Bounds struct {
	Low, High gevel.Point
	Any       bool // there is a point
}

// Add extends the bounds by a point.
func (b *Bounds) Add(p gevel.Point) {
	if !b.Any {
		b.Low, b.High, b.Any = p, p, true
	}
	b.Low = gevel.Point{X: min(b.Low.X, p.X), Y: min(b.Low.Y, p.Y)}
	b.High = gevel.Point{X: max(b.High.X, p.X), Y: max(b.High.Y, p.Y)}
}
