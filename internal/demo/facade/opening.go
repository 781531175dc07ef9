package facade

// opening is a window or door in a wall.
type opening struct {
	x, y, w, h float64 // lower left corner and size, metres
	frame      colour
	across, up int  // panes
	lintel     bool // a course of bricks on end over it
	sill       bool
}

// window draws a window with its frame, panes, curtains and reveal.
func (s *scene) window(o opening) {
	const thick = 0.08 // of the frame, metres
	if o.lintel {
		s.rect(o.x-0.1, o.y+o.h, o.w+0.2, 0.2, shade(0.2))
	}
	s.rect(o.x, o.y, o.w, o.h, flat(o.frame))
	s.panes(o.x+thick, o.y+thick, o.w-2*thick, o.h-2*thick)
	bar := flat(o.frame.times(0.97))
	for i := 1; i < o.across; i++ {
		s.rect(o.x+o.w*float64(i)/float64(o.across)-0.025, o.y, 0.05, o.h, bar)
	}
	for i := 1; i < o.up; i++ {
		s.rect(o.x, o.y+o.h*float64(i)/float64(o.up)-0.025, o.w, 0.05, bar)
	}
	s.rect(o.x, o.y+o.h-0.1, o.w, 0.1, shade(0.3))
	s.rect(o.x, o.y, 0.05, o.h, shade(0.2))
	if o.sill {
		s.rect(o.x-0.08, o.y-0.1, o.w+0.16, 0.11, flat(stone.times(1.08)))
		s.rect(o.x-0.06, o.y-0.16, o.w+0.12, 0.06, shade(0.3))
	}
}

// panes fills the glass: dark by day with the sky in it, warm where a lamp burns.
func (s *scene) panes(x, y, w, h float64) {
	if s.light.dark && s.moment.likely(0.55) {
		s.rect(x, y, w, h, flat(lamp.times(s.moment.within(0.78, 1))))
		s.rect(x, y, w, h*0.3, glaze(colour{214, 140, 70}, 0.35))
		s.curtains(x, y, w, h)
		return
	}
	s.rect(x, y, w, h, flat(glass.mix(s.light.horizon, 0.12)))
	s.rect(x, y+h*0.45, w, h*0.55, glaze(s.light.top, 0.28))
	s.fill(polygon(x, y+h*0.5, x+w*0.55, y+h, x+w*0.8, y+h, x, y+h*0.2), glaze(white, 0.12))
	s.curtains(x, y, w, h)
}

func (s *scene) curtains(x, y, w, h float64) {
	cloth := one(s.look, blinds)
	switch s.look.IntN(6) {
	case 0:
		s.rect(x, y, w*0.18, h, glaze(cloth, 0.85))
		s.rect(x+w*0.82, y, w*0.18, h, glaze(cloth, 0.85))
	case 1:
		s.rect(x, y+h*0.62, w, h*0.38, glaze(cloth, 0.8))
	case 2:
		s.rect(x, y, w, h*0.45, glaze(cloth.mix(white, 0.4), 0.6))
	case 3:
		if w > 1 { // a plant on the sill
			for i := range 3 {
				s.fill(ellipse(x+w*(0.3+0.2*float64(i)), y+h*0.12, w*0.09, h*0.14), flat(colour{64, 96, 60}))
			}
		}
	}
}

// door draws a panelled door with a light over it and a step below.
func (s *scene) door(o opening, leaf colour) {
	const over = 0.5 // height of the light over the door, metres
	s.rect(o.x-0.1, o.y, o.w+0.2, o.h+0.1, flat(o.frame))
	s.panes(o.x, o.y+o.h-over, o.w, over)
	s.rect(o.x, o.y, o.w, o.h-over-0.07, flat(leaf))
	panel := flat(leaf.times(1.22))
	low, high := o.y+0.2, o.y+(o.h-over)*0.52
	for i := range 2 {
		x := o.x + o.w*(0.14+0.4*float64(i))
		s.rect(x, low, o.w*0.32, high-low-0.12, panel)
		s.rect(x, high, o.w*0.32, o.h-over-0.25-(high-o.y), panel)
		s.rect(x, high-0.16, o.w*0.32, 0.05, shade(0.25))
	}
	s.fill(ellipse(o.x+o.w*0.88, o.y+1.02, 0.05, 0.05), flat(colour{214, 180, 92}))
	s.rect(o.x, o.y, 0.06, o.h, shade(0.28))
	s.rect(o.x-0.25, o.y-0.14, o.w+0.5, 0.16, flat(stone.times(0.95)))
}

// digits are the figures of a house number, three bits a row.
var digits = [10][5]uint8{
	{7, 5, 5, 5, 7},
	{2, 6, 2, 2, 7},
	{7, 1, 7, 4, 7},
	{7, 1, 7, 1, 7},
	{5, 5, 7, 1, 1},
	{7, 4, 7, 1, 7},
	{7, 4, 7, 5, 7},
	{7, 1, 1, 1, 1},
	{7, 5, 7, 5, 7},
	{7, 5, 7, 1, 7},
}

// plate draws the enamel plate with the house number, its left end at x.
func (s *scene) plate(x, y float64) {
	if s.Number <= 0 || s.scale < 16 {
		return
	}
	var figures []int
	for n := s.Number; n > 0; n /= 10 {
		figures = append([]int{n % 10}, figures...)
	}
	dot := 1 / s.scale // one pixel
	w := float64(4*len(figures)+3) * dot
	s.rect(x, y, w, 9*dot, flat(colour{28, 52, 120}))
	for i, figure := range figures {
		for row, bits := range digits[figure] {
			for column := range 3 {
				if bits>>(2-column)&1 == 1 {
					s.rect(x+float64(2+4*i+column)*dot, y+float64(6-row)*dot, dot, dot, flat(white))
				}
			}
		}
	}
}
