package geo

import (
	"math"
	"testing"
)

func TestAxisRunsAlongThePoints(t *testing.T) {
	for _, tt := range []struct {
		name   string
		points []Point
		middle Point
		angle  float64
	}{
		{"along X", []Point{{X: 1, Y: 2}, {X: 5, Y: 2}}, Point{X: 3, Y: 2}, 0},
		{"along Y", []Point{{X: 1, Y: 1}, {X: 1, Y: 3}, {X: 1, Y: 5}}, Point{X: 1, Y: 3}, math.Pi / 2},
		{"up", []Point{{X: 0, Y: 0}, {X: 2, Y: 2}, {X: 4, Y: 4}}, Point{X: 2, Y: 2}, math.Pi / 4},
		{"down", []Point{{X: 0, Y: 4}, {X: 2, Y: 2}, {X: 4, Y: 0}}, Point{X: 2, Y: 2}, -math.Pi / 4},
		{"two sides of a street", []Point{{X: 0, Y: 0}, {X: 0, Y: 1}, {X: 8, Y: 0}, {X: 8, Y: 1}}, Point{X: 4, Y: 0.5}, 0},
	} {
		middle, angle := Axis(tt.points)
		if Distance(middle, tt.middle) > 1e-9 || math.Abs(angle-tt.angle) > 1e-9 {
			t.Errorf("%s: middle %v, angle %g, want %v, %g", tt.name, middle, angle, tt.middle, tt.angle)
		}
	}
}
