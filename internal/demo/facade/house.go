package facade

// style is how houses of a period look.
type style struct {
	brick, trim, leaf, roof colour
	frames                  colour
	year                    int
}

func (s *scene) styleOf(year int) style {
	st := style{
		brick: one(s.look, redBricks), trim: one(s.look, trims), leaf: one(s.look, doors),
		roof: one(s.look, roofs), frames: white, year: year,
	}
	switch {
	case year >= 1980:
		st.brick, st.roof = one(s.look, newBricks), one(s.look, modern)
		st.frames = one(s.look, []colour{white, anthracy, {92, 98, 100}})
	case year >= 1945:
		st.brick, st.trim = one(s.look, postBricks), white
	}
	return st
}

// body is a house: its left edge, its width and the height of its eaves, metres.
type body struct {
	x, w, eaves, ridge float64
}

// terraceScene draws a house in a row, with the row on both sides.
func (s *scene) terraceScene() {
	s.scale, s.ground = 30, 384
	s.sky()
	s.skyline(5)
	st := s.styleOf(s.Year)
	w := s.look.within(5.4, 6.2)
	eaves, ridge := 5.4, s.look.within(8.2, 9)
	pattern, half := s.look.Uint64(), Width/2/s.scale
	left, right := -w/2, w/2
	for s.Left && left > -half {
		left -= w
	}
	for s.Right && right < half {
		right += w
	}
	s.roof(body{left, right - left, eaves, ridge}, st)
	s.rect(left, 0, right-left, eaves, textured(st.brick, s.brick))
	own := s.look
	for x := left; x < right-0.1; x += w {
		s.look = newChance(pattern) // the houses of a row are equal, but for their doors
		house := st
		house.leaf = one(newChance(s.Look+uint64(int(x*10+1000))), doors)
		s.rowHouse(body{x, w, eaves, ridge}, house)
	}
	s.look = own
	s.plate(-w/2+0.08, 2.75)
	s.rect(left, eaves-0.14, right-left, 0.14, shade(0.35))
	s.rect(left-0.15, eaves, right-left+0.3, 0.2, flat(st.trim))
	s.frontGardens(left, right)
}

// roof draws the tiled slope over a row or a house.
func (s *scene) roof(b body, st style) {
	tiles := textured(st.roof, s.tiles)
	s.fill(polygon(b.x-0.2, b.eaves, b.x-0.2, b.ridge, b.x+b.w+0.2, b.ridge, b.x+b.w+0.2, b.eaves), tiles)
	s.rect(b.x-0.2, b.ridge-0.1, b.w+0.4, 0.16, flat(st.roof.times(0.7)))
	s.fill(polygon(b.x-0.2, b.ridge-1.2, b.x-0.2, b.ridge, b.x+b.w+0.2, b.ridge, b.x+b.w+0.2, b.ridge-1.2), glaze(white, 0.05))
}

// rowHouse draws the front of one house of a row, after the fashion of its time.
func (s *scene) rowHouse(b body, st style) {
	s.rect(b.x+b.w-0.05, 0, 0.05, b.eaves, shade(0.2))
	switch {
	case st.year < 1945:
		s.bayHouse(b, st)
	case st.year < 1980:
		s.plainHouse(b, st)
	default:
		s.newHouse(b, st)
	}
}

// bayHouse is of before the war: a bay window, leaded lights, a dormer.
func (s *scene) bayHouse(b body, st style) {
	s.entrance(b.x+b.w*0.78, st)
	s.rect(b.x+0.35, 0, b.w*0.52, 3, textured(st.brick.times(0.96), s.brick))
	s.window(opening{x: b.x + 0.5, y: 0.85, w: b.w*0.52 - 0.3, h: 1.85, frame: st.frames, across: 3, up: 1, sill: true})
	s.leaded(b.x+0.5, 2.2, b.w*0.52-0.3)
	s.rect(b.x+0.2, 2.95, b.w*0.52+0.3, 0.2, flat(st.trim))
	s.rect(b.x+0.35, 2.85, b.w*0.52, 0.1, shade(0.3))
	s.window(opening{x: b.x + 0.6, y: 3.6, w: 1.9, h: 1.45, frame: st.frames, across: 2, up: 1, lintel: true, sill: true})
	s.window(opening{x: b.x + b.w*0.66, y: 3.6, w: 1.2, h: 1.45, frame: st.frames, across: 1, up: 1, lintel: true, sill: true})
	s.dormer(b.x+b.w*0.22, b.eaves+0.5, 2.4, st)
	s.chimney(b.x+b.w-0.5, b.ridge, st)
}

// leaded draws a strip of stained glass.
func (s *scene) leaded(x, y, w float64) {
	tints := []colour{{196, 170, 92}, {122, 156, 128}, {170, 96, 84}, {140, 160, 184}}
	for i := 0.06; i < w-0.2; i += 0.24 {
		s.rect(x+i, y+0.02, 0.2, 0.4, glaze(one(s.look, tints), 0.75))
	}
	s.rect(x, y-0.04, w, 0.07, flat(white))
}

// plainHouse is of after the war: wide windows and a coloured panel.
func (s *scene) plainHouse(b body, st style) {
	panel := one(s.look, panels)
	s.entrance(b.x+0.95, st)
	s.rect(b.x+0.3, 2.62, 1.35, 0.12, flat(white))
	s.window(opening{x: b.x + b.w*0.38, y: 0.7, w: b.w * 0.55, h: 1.85, frame: st.frames, across: 2, up: 1, sill: true})
	s.rect(b.x+0.35, 3.1, b.w-0.7, 0.72, flat(panel))
	for i := 0.35; i < b.w-0.4; i += 0.22 {
		s.rect(b.x+i, 3.1, 0.03, 0.72, shade(0.18))
	}
	s.window(opening{x: b.x + 0.35, y: 3.75, w: b.w - 0.7, h: 1.35, frame: st.frames, across: 4, up: 1})
	if s.look.likely(0.4) {
		s.dormer(b.x+b.w*0.2, b.eaves+0.7, 3.2, st)
	}
	s.chimney(b.x+b.w-0.4, b.ridge, st)
}

// newHouse is of the last decades: tall windows and panels for the sun.
func (s *scene) newHouse(b body, st style) {
	s.entrance(b.x+b.w-1.1, st)
	s.rect(b.x+b.w-1.95, 2.7, 1.7, 0.14, flat(anthracy))
	s.window(opening{x: b.x + 0.55, y: 0.25, w: 2.6, h: 2.35, frame: st.frames, across: 2, up: 1, sill: true})
	s.window(opening{x: b.x + 0.55, y: 3.25, w: 1.1, h: 1.75, frame: st.frames, across: 1, up: 1, sill: true})
	s.window(opening{x: b.x + 2.05, y: 3.25, w: 1.1, h: 1.75, frame: st.frames, across: 1, up: 1, sill: true})
	s.window(opening{x: b.x + b.w - 1.7, y: 3.25, w: 1.1, h: 1.75, frame: st.frames, across: 1, up: 1, sill: true})
	s.solar(b.x+b.w*0.18, b.eaves+0.7, 1+s.look.IntN(3))
}

// solar draws rows of three panels.
func (s *scene) solar(x, y float64, rows int) {
	for row := range rows {
		for i := range 3 {
			px, py := x+float64(i)*1.05, y+float64(row)*0.72
			s.rect(px, py, 1, 0.66, flat(colour{34, 44, 72}))
			s.fill(polygon(px, py+0.3, px+0.5, py+0.66, px+0.8, py+0.66, px, py+0.1), glaze(white, 0.1))
			s.rect(px+0.49, py, 0.02, 0.66, glaze(white, 0.25))
		}
	}
}

// entrance draws a door around x.
func (s *scene) entrance(x float64, st style) {
	s.door(opening{x: x - 0.48, y: 0.14, w: 0.96, h: 2.4, frame: st.trim}, st.leaf)
}

// dormer draws a window that stands out of the roof.
func (s *scene) dormer(x, y, w float64, st style) {
	s.rect(x-0.1, y-0.12, w+0.2, 0.14, shade(0.3))
	s.rect(x, y, w, 1.35, flat(st.trim))
	s.window(opening{x: x + 0.1, y: y + 0.12, w: w - 0.2, h: 1.1, frame: white, across: int(w / 0.8), up: 1})
	s.rect(x-0.15, y+1.3, w+0.3, 0.18, flat(st.trim.times(0.94)))
}

func (s *scene) chimney(x, ridge float64, st style) {
	s.rect(x-0.4, ridge-0.7, 0.8, 1.4, textured(st.brick.times(0.85), s.brick))
	s.rect(x-0.46, ridge+0.62, 0.92, 0.14, flat(stone.times(0.8)))
	s.rect(x-0.22, ridge+0.76, 0.16, 0.3, flat(colour{150, 86, 62}))
	s.rect(x+0.08, ridge+0.76, 0.16, 0.3, flat(colour{150, 86, 62}))
}

// frontGardens draws hedges before a row and a street before those.
func (s *scene) frontGardens(left, right float64) {
	s.street(colour{176, 170, 160})
	half := Width / 2 / s.scale
	if !s.Left {
		s.tree(left-3.4, 0, s.look.within(7, 9))
		s.hedge(-half, -0.2, left+half-0.4, 1.5)
	}
	if !s.Right {
		s.tree(right+3.2, 0, s.look.within(7, 9))
		s.hedge(right+0.4, -0.2, half-right-0.4, 1.5)
	}
	s.parked()
}

// parked puts a car or bicycles along the kerb, now and then.
func (s *scene) parked() {
	half := Width / 2 / s.scale
	depth := (Height - s.ground) / s.scale
	switch s.moment.IntN(4) {
	case 0:
		s.car(s.moment.within(-half, half-4), -depth*0.72)
	case 1:
		s.bicycle(s.moment.within(-half+1, half-2), -depth*0.3)
	}
	s.lampPost(s.look.within(half*0.55, half*0.9), -depth*0.3)
}
