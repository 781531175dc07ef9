package facade

// pairScene draws two mirrored houses under one hipped roof.
func (s *scene) pairScene() {
	s.scale, s.ground = 27, 380
	s.sky()
	s.skyline(6)
	s.garden()
	st := s.styleOf(s.Year)
	w := s.look.within(6, 7)
	eaves := 5.3
	left := -w / 2 // the house pictured is in the middle, its other half beside it
	if s.Left {
		left = -1.5 * w
	}
	s.hipped(body{left, 2 * w, eaves, 8.8}, st)
	s.rect(left, 0, 2*w, eaves, textured(st.brick, s.brick))
	plan := s.look.Uint64()
	for i := range 2 {
		s.look = newChance(plan)
		house := st
		house.leaf = one(newChance(s.Look+uint64(i)), doors)
		s.halfHouse(body{left + float64(i)*w, w, eaves, 8.8}, house, i == 1)
	}
	s.plate(-w/2+0.4, 2.2)
	s.rect(left, eaves-0.16, 2*w, 0.16, shade(0.35))
	s.rect(left-0.45, eaves-0.02, 2*w+0.9, 0.22, flat(st.trim))
	s.chimney(left+w, 8.8, st)
	s.lawn(0)
	s.hedge(-Width/2/s.scale, -1.1, s.look.within(3, 6), 0.8)
	s.parked()
}

// halfHouse draws one half of a pair, mirrored when it is the right one.
func (s *scene) halfHouse(b body, st style, mirrored bool) {
	at := func(x, w float64) float64 {
		if mirrored {
			return b.x + b.w - x - w
		}
		return b.x + x
	}
	across := 2
	if st.year < 1945 {
		across = 3
	}
	s.door(opening{x: at(0.6, 1), y: 0.14, w: 1, h: 2.35, frame: st.trim}, st.leaf)
	s.rect(at(0.3, 1.6), 2.62, 1.6, 0.16, flat(st.trim))
	s.rect(at(b.w*0.42, b.w*0.5), 0, b.w*0.5, 2.95, textured(st.brick.times(0.95), s.brick))
	s.window(opening{x: at(b.w*0.42+0.15, b.w*0.5-0.3), y: 0.7, w: b.w*0.5 - 0.3, h: 1.9, frame: st.frames, across: across, up: 1, sill: true})
	s.rect(at(b.w*0.42-0.1, b.w*0.5+0.2), 2.9, b.w*0.5+0.2, 0.17, flat(st.trim))
	s.window(opening{x: at(0.6, 1.3), y: 3.45, w: 1.3, h: 1.4, frame: st.frames, across: 2, up: 1, lintel: true, sill: true})
	s.window(opening{x: at(b.w*0.45, 2), y: 3.45, w: 2, h: 1.4, frame: st.frames, across: across, up: 1, lintel: true, sill: true})
	s.dormer(at(b.w*0.42, 1.9), b.eaves+0.6, 1.9, st)
}

// hipped draws a roof that slopes at its ends too.
func (s *scene) hipped(b body, st style) {
	in := (b.ridge - b.eaves) * 0.75
	s.fill(polygon(b.x-0.45, b.eaves, b.x+in, b.ridge, b.x+b.w-in, b.ridge, b.x+b.w+0.45, b.eaves), textured(st.roof, s.tiles))
	s.fill(polygon(b.x+b.w-in, b.ridge, b.x+b.w+0.45, b.eaves, b.x+b.w-in*0.5, b.eaves), shade(0.22))
	s.rect(b.x+in, b.ridge-0.06, b.w-2*in, 0.16, flat(st.roof.times(0.72)))
}

// garden draws trees and shrubs behind a free house.
func (s *scene) garden() {
	half := Width / 2 / s.scale
	for _, x := range []float64{-half * 0.92, -half * 0.62, half * 0.66, half * 0.95} {
		s.tree(x+s.look.within(-1, 1), 0, s.look.within(8, 12))
	}
	s.hedge(-half, 0, 2*half, 1.6)
}

// villaScene draws a house that stands free: a wing with a gable to the street.
func (s *scene) villaScene() {
	s.scale, s.ground = 27, 380
	s.sky()
	s.skyline(6)
	s.garden()
	st := s.styleOf(s.Year)
	wall := textured(st.brick, s.brick)
	if s.look.likely(0.3) {
		wall = textured(one(s.look, plasters), s.rough)
	}
	w := s.look.within(9, 11)
	main := body{-w / 2, w, 3.4, 7.6}
	s.hipped(main, st)
	s.rect(main.x, 0, main.w, main.eaves, wall)
	s.rect(main.x, main.eaves-0.15, main.w, 0.15, shade(0.35))
	s.rect(main.x-0.4, main.eaves-0.02, main.w+0.8, 0.2, flat(st.trim))
	s.wing(body{main.x + 0.6, w * 0.45, 4.2, 8.2}, st, wall)
	doorX := main.x + w*0.66
	s.entrance(doorX, st)
	s.rect(doorX-1.1, 2.75, 2.2, 0.16, flat(st.trim))
	s.rect(doorX-1, 0, 0.12, 2.75, flat(st.trim))
	s.rect(doorX+0.9, 0, 0.12, 2.75, flat(st.trim))
	s.window(opening{x: main.x + w*0.8, y: 0.8, w: 1.5, h: 1.7, frame: st.frames, across: 2, up: 2, lintel: true, sill: true})
	s.dormer(main.x+w*0.62, main.eaves+0.7, 2.2, st)
	s.chimney(main.x+w*0.86, main.ridge-1.2, st)
	s.plate(doorX+0.62, 1.7)
	s.lawn(doorX)
	s.parked()
}

// wing draws the part of a villa whose gable looks at the street.
func (s *scene) wing(b body, st style, wall paint) {
	mid := b.x + b.w/2
	s.fill(polygon(b.x, 0, b.x, b.eaves, mid, b.ridge, b.x+b.w, b.eaves, b.x+b.w, 0), wall)
	s.rect(b.x+b.w-0.08, 0, 0.08, b.eaves, shade(0.3))
	const over = 0.5 // of the roof beyond the wall
	s.bar(b.x-over, b.eaves-over*1.3, mid, b.ridge+0.12, 0.34, st.trim)
	s.bar(b.x+b.w+over, b.eaves-over*1.3, mid, b.ridge+0.12, 0.34, st.trim)
	s.bar(b.x-over, b.eaves-over*1.3+0.2, mid, b.ridge+0.34, 0.2, st.roof)
	s.bar(b.x+b.w+over, b.eaves-over*1.3+0.2, mid, b.ridge+0.34, 0.2, st.roof.times(0.85))
	s.window(opening{x: mid - 1.3, y: 0.6, w: 2.6, h: 2, frame: st.frames, across: 3, up: 1, lintel: true, sill: true})
	s.window(opening{x: mid - 0.9, y: 3.5, w: 1.8, h: 1.5, frame: st.frames, across: 2, up: 1, lintel: true, sill: true})
	s.fill(ellipse(mid, b.ridge-1.3, 0.32, 0.32), flat(st.trim))
	s.fill(ellipse(mid, b.ridge-1.3, 0.22, 0.22), flat(glass))
}

// linkedScene draws a house and the garage that joins it to the next.
func (s *scene) linkedScene() {
	s.scale, s.ground = 28, 382
	s.sky()
	s.skyline(5)
	st := s.styleOf(s.Year)
	w, garage := s.look.within(6, 6.8), 3.2
	plan := s.look.Uint64()
	first, last := 0, 1
	if s.Left {
		first = -1
	}
	for i := first; i <= last; i++ {
		s.look = newChance(plan)
		x := -w/2 - garage/2 + float64(i)*(w+garage)
		b := body{x, w, 5.2, 8.2}
		house := st
		house.leaf = one(newChance(s.Look+uint64(i+2)), doors)
		s.roof(b, house)
		s.rect(b.x, 0, b.w, b.eaves, textured(st.brick, s.brick))
		s.rowHouse(b, house)
		s.rect(b.x, b.eaves-0.14, b.w, 0.14, shade(0.35))
		s.rect(b.x-0.15, b.eaves, b.w+0.3, 0.2, flat(st.trim))
		s.garage(x+w, garage, house)
	}
	s.plate(-w/2-garage/2+0.08, 2.75)
	s.frontGardens(-w/2-garage/2, w/2+garage/2)
}

// garage draws a low garage with a wide door.
func (s *scene) garage(x, w float64, st style) {
	s.rect(x, 0, w, 2.7, textured(st.brick.times(0.94), s.brick))
	s.rect(x, 2.55, w, 0.22, flat(st.trim))
	s.rect(x+0.35, 0.05, w-0.7, 2.15, flat(st.leaf.mix(white, 0.25)))
	for y := 0.3; y < 2.1; y += 0.3 {
		s.rect(x+0.35, y, w-0.7, 0.03, shade(0.25))
	}
}

// farmScene draws a farmhouse under a great thatched roof.
func (s *scene) farmScene() {
	s.scale, s.ground = 24, 376
	s.sky()
	s.skyline(3)
	s.garden()
	st := s.styleOf(1900)
	const w, eaves, ridge = 15.0, 2.7, 9.2
	x := -w / 2
	s.rect(x, 0, w, eaves, textured(st.brick, s.brick))
	straw := colour{150, 128, 96}
	s.fill(from(x-0.7, eaves-0.3).bend(x+0.4, eaves+1.5, x+2.6, ridge-0.6, x+3.6, ridge).mirror(0), textured(straw, s.thatch))
	s.rect(x+3.5, ridge-0.2, w-7, 0.35, flat(roofs[0].times(0.9)))
	s.rect(x-0.6, eaves-0.42, w+1.2, 0.16, shade(0.4))
	for i := range 5 {
		at := x + 1 + float64(i)*2.9
		if i == 2 {
			s.entrance(0, st)
			continue
		}
		s.window(opening{x: at, y: 0.6, w: 1.2, h: 1.6, frame: white, across: 2, up: 3, sill: true})
		s.rect(at-0.52, 0.6, 0.45, 1.6, flat(colour{30, 74, 56}))
		s.rect(at+1.27, 0.6, 0.45, 1.6, flat(colour{30, 74, 56}))
	}
	s.chimney(x+5, ridge, st)
	s.plate(0.7, 1.6)
	s.lawn(0)
}
