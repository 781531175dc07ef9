package facade

import "math"

// lampPost draws a street lamp.
func (s *scene) lampPost(x, y float64) {
	s.rect(x-0.05, y, 0.1, 4, flat(iron))
	s.rect(x-0.1, y, 0.2, 0.7, flat(iron))
	s.rect(x-0.35, y+3.5, 0.7, 0.06, flat(iron))
	c := cream
	if s.light.dark {
		c = lamp
		s.fill(ellipse(x, y+4.3, 1.3, 1.3), glaze(lamp, 0.16))
	}
	s.fill(polygon(x-0.16, y+4, x-0.26, y+4.5, x+0.26, y+4.5, x+0.16, y+4), flat(c))
	s.fill(polygon(x-0.32, y+4.5, x, y+4.78, x+0.32, y+4.5), flat(iron))
}

// bicycle draws a parked bicycle.
func (s *scene) bicycle(x, y float64) {
	frame := one(s.moment, doors).times(0.8)
	for _, wheel := range []float64{0, 1.05} {
		s.ring(x+wheel, y+0.34, 0.34, flat(iron))
	}
	bar := func(ax, ay, bx, by float64) { s.bar(x+ax, y+ay, x+bx, y+by, 0.05, frame) }
	bar(0, 0.34, 0.4, 0.8)
	bar(0.4, 0.34, 0.4, 0.95)
	bar(0, 0.34, 0.4, 0.34)
	bar(0.4, 0.34, 0.9, 0.8)
	bar(0.4, 0.8, 0.9, 0.85)
	bar(1.05, 0.34, 0.88, 1.05)
	s.rect(x+0.26, y+0.95, 0.3, 0.07, flat(iron))
	s.rect(x+0.72, y+1.04, 0.3, 0.05, flat(iron))
}

// bar draws a straight bar between two points.
func (s *scene) bar(ax, ay, bx, by, thick float64, c colour) {
	dx, dy := bx-ax, by-ay
	l := math.Hypot(dx, dy) / thick * 2
	nx, ny := -dy/l, dx/l
	s.fill(polygon(ax+nx, ay+ny, bx+nx, by+ny, bx-nx, by-ny, ax-nx, ay-ny), flat(c))
}

// ring draws a wheel.
func (s *scene) ring(x, y, r float64, p paint) {
	const sides = 16
	for i := range sides {
		a, b := 2*math.Pi*float64(i)/sides, 2*math.Pi*float64(i+1)/sides
		s.bar(x+r*math.Cos(a), y+r*math.Sin(a), x+r*math.Cos(b), y+r*math.Sin(b), 0.05, p.colour)
	}
}

// car draws a parked car from its side.
func (s *scene) car(x, y float64) {
	body := one(s.moment, []colour{{150, 36, 40}, {52, 74, 104}, {196, 198, 200}, {60, 62, 66}, {222, 220, 212}, {92, 112, 96}})
	s.rect(x, y-0.05, 4.2, 0.3, shade(0.4))
	s.fill(from(x, y+0.35).line(x+0.05, y+0.8).bend(x+0.3, y+0.95, x+0.7, y+0.92, x+0.95, y+0.98).
		bend(x+1.3, y+1.5, x+1.5, y+1.5, x+2.1, y+1.5).bend(x+2.9, y+1.5, x+3.1, y+1.3, x+3.4, y+1).
		bend(x+4, y+0.95, x+4.2, y+0.85, x+4.2, y+0.35), flat(body))
	s.fill(from(x+1.15, y+0.98).bend(x+1.4, y+1.38, x+1.5, y+1.4, x+2.1, y+1.4).
		bend(x+2.8, y+1.4, x+2.95, y+1.25, x+3.15, y+0.98), flat(colour{58, 70, 82}))
	s.rect(x+2.05, y+0.95, 0.08, 0.5, flat(body))
	s.rect(x, y+0.5, 4.2, 0.04, shade(0.25))
	for _, wheel := range []float64{0.85, 3.35} {
		s.fill(ellipse(x+wheel, y+0.32, 0.34, 0.34), flat(iron))
		s.fill(ellipse(x+wheel, y+0.32, 0.17, 0.17), flat(stone))
	}
}
