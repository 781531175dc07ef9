package facade

import "math"

// slab is a block of flats in the picture: its left edge, the width of a flat,
// the height of a storey and the number of each.
type slab struct {
	x, flat, storey float64
	across, storeys int
	plinth          float64
	middle          float64 // where the picture's middle is, in flats from the left
}

func (b slab) width() float64  { return b.flat * float64(b.across) }
func (b slab) height() float64 { return b.plinth + b.storey*float64(b.storeys) }

// at returns the lower left corner of a flat.
func (b slab) at(floor, slot int) (x, y float64) {
	return b.x + b.flat*float64(slot), b.plinth + b.storey*float64(floor)
}

// nearest and farthest are the scales at which flats are drawn, pixels per metre.
const (
	nearest  = 29.0
	farthest = 12.5
)

// blockScene draws a block of flats, or as much of a long one as fits round its
// middle, behind a lawn with trees.
func (s *scene) blockScene(b slab, front func(slab, style)) {
	const tall, wide = 310, 560 // pixels for a whole block
	s.ground = 396
	s.scale = math.Min(nearest, math.Min(tall/(b.height()+1.5), math.Max(farthest, wide/b.width())))
	half := Width / 2 / s.scale
	b.x = -b.flat * b.middle
	if margin := b.flat; b.width()+2*margin < 2*half {
		b.x = -b.width() / 2
	} else {
		b.x = math.Max(half-margin-b.width(), math.Min(margin-half, b.x))
	}
	s.sky()
	s.skyline(math.Min(10, b.height()*0.6))
	st := s.styleOf(s.Year)
	pattern := s.brick
	if s.scale < 22 {
		pattern = s.brickFar
	}
	if s.scale < 14 {
		pattern = s.rough
	}
	s.rect(b.x, 0, b.width(), b.height(), textured(st.brick, pattern))
	front(b, st)
	s.rect(b.x-0.2, b.height(), b.width()+0.4, 0.45, flat(st.trim.times(0.95)))
	s.rect(b.x, b.height()-0.15, b.width(), 0.15, shade(0.3))
	s.park(b)
}

// park draws lawn and trees before a block.
func (s *scene) park(b slab) {
	half, depth := Width/2/s.scale, (Height-s.ground)/s.scale
	s.rect(-half, -depth, 2*half, depth, textured(lawns[s.season], s.grass))
	s.rect(-half, -depth*0.16, 2*half, depth*0.16, textured(colour{178, 172, 162}, s.rough))
	s.rect(b.x, -depth*0.1, b.width(), depth*0.1, shade(0.25))
	s.rect(-half, -depth, 2*half, depth*0.3, textured(colour{140, 132, 126}, s.cobbles))
	if s.season == winter && s.moment.likely(0.3) {
		s.rect(-half, -depth*0.7, 2*half, depth*0.54, glaze(colour{242, 246, 250}, 0.8))
	}
	size := math.Min(150/s.scale, b.height()*0.8)
	for _, x := range []float64{-0.86, -0.5, 0.58, 0.9} {
		s.tree(half*(x+s.look.within(-0.08, 0.08)), -depth*s.look.within(0.2, 0.4), size*s.look.within(0.8, 1.1))
	}
}

// galleries draws a gallery flat: doors and windows behind long balustrades, and a
// tower with the stairs.
func (s *scene) galleries(b slab, st style) {
	panel := one(s.look, panels)
	tower := b.flat * 0.55
	for floor := range b.storeys {
		for slot := range b.across {
			x, y := b.at(floor, slot)
			s.rect(x+b.flat*0.08, y+0.05, 0.95, 2.2, flat(st.frames))
			s.rect(x+b.flat*0.08+0.07, y+0.05, 0.81, 2.1, flat(one(s.look, doors)))
			s.window(opening{x: x + b.flat*0.27, y: y + 0.9, w: b.flat * 0.26, h: 1.35, frame: st.frames, across: 2, up: 1})
			s.window(opening{x: x + b.flat*0.6, y: y + 0.9, w: b.flat * 0.3, h: 1.35, frame: st.frames, across: 2, up: 1})
		}
		_, y := b.at(floor, 0)
		s.rect(b.x, y-0.12, b.width(), 0.2, flat(stone.times(1.1)))
		s.rect(b.x, y+b.storey-0.5, b.width(), 0.4, shade(0.3))
		s.rect(b.x, y+0.08, b.width(), 0.95, glaze(panel, 0.92))
		s.rect(b.x, y+1.03, b.width(), 0.08, flat(anthracy))
		for x := b.x; x < b.x+b.width(); x += b.flat / 2 {
			s.rect(x, y+0.08, 0.06, 0.95, shade(0.35))
		}
	}
	s.rect(b.x-tower, 0, tower, b.height()+1.6, textured(st.brick.times(0.9), s.rough))
	s.rect(b.x-tower*0.68, 0.3, tower*0.36, b.height()+0.6, flat(glass.mix(s.light.horizon, 0.3)))
	for y := 0.3; y < b.height(); y += b.storey {
		s.rect(b.x-tower*0.68, y, tower*0.36, 0.12, flat(white))
	}
	s.plate(b.x-tower*0.9, 1.8)
}

// stairwells draws a block with a stair of glass between every two flats, and
// balconies.
func (s *scene) stairwells(b slab, st style) {
	panel := one(s.look, panels)
	for well := 0; well < b.across; well += 2 {
		middle := b.x + b.flat*float64(well+1)
		s.rect(middle-0.9, 0, 1.8, b.height()-0.4, flat(white))
		s.rect(middle-0.8, 2.7, 1.6, b.height()-3.2, flat(glass.mix(s.light.horizon, 0.35)))
		for y := 2.7; y < b.height()-0.6; y += 0.9 {
			s.rect(middle-0.8, y, 1.6, 0.06, flat(white))
		}
		s.door(opening{x: middle - 0.6, y: 0.1, w: 1.2, h: 2.4, frame: white}, one(s.look, doors))
		s.rect(middle-1.2, 2.55, 2.4, 0.16, flat(stone))
	}
	for floor := range b.storeys {
		for slot := range b.across {
			x, y := b.at(floor, slot)
			window, balcony := x+b.flat*0.12, x+b.flat*0.42
			if slot%2 == 1 {
				window, balcony = x+b.flat*0.66, x+b.flat*0.2
			}
			s.window(opening{x: window, y: y + 0.8, w: b.flat * 0.22, h: 1.5, frame: st.frames, across: 2, up: 1, sill: true})
			s.balcony(balcony, y, b.flat*0.38, panel, st)
		}
	}
	s.plate(b.x+b.flat-1.1, 2.1)
}

// balcony draws a balcony with a glass door behind it.
func (s *scene) balcony(x, y, w float64, panel colour, st style) {
	s.window(opening{x: x + 0.15, y: y + 0.1, w: w - 0.3, h: 2.2, frame: st.frames, across: 3, up: 1})
	s.rect(x-0.1, y-0.1, w+0.2, 0.18, flat(stone.times(1.12)))
	s.rect(x-0.1, y-0.3, w+0.2, 0.2, shade(0.28))
	s.rect(x-0.05, y+0.08, w+0.1, 0.9, glaze(panel, 0.88))
	s.rect(x-0.1, y+0.96, w+0.2, 0.07, flat(anthracy))
}

// modernBlock draws flats with deep balconies and rails of glass.
func (s *scene) modernBlock(b slab, st style) {
	rail := colour{196, 214, 218}
	for floor := range b.storeys {
		for slot := range b.across {
			x, y := b.at(floor, slot)
			s.window(opening{x: x + b.flat*0.08, y: y + 0.35, w: b.flat * 0.24, h: 2.1, frame: st.frames, across: 2, up: 1})
			s.rect(x+b.flat*0.42, y+0.05, b.flat*0.5, 2.6, shade(0.35))
			s.window(opening{x: x + b.flat*0.44, y: y + 0.1, w: b.flat * 0.46, h: 2.4, frame: st.frames, across: 3, up: 1})
			s.rect(x+b.flat*0.4, y-0.08, b.flat*0.54, 0.16, flat(white))
			s.rect(x+b.flat*0.4, y+0.08, b.flat*0.54, 1, glaze(rail, 0.55))
			s.rect(x+b.flat*0.4, y+1.08, b.flat*0.54, 0.06, flat(anthracy))
		}
	}
	s.rect(b.x, 0, b.width(), b.plinth, textured(st.brick.times(0.7), s.rough))
	s.door(opening{x: -0.7, y: 0.05, w: 1.4, h: 2.4, frame: anthracy}, anthracy.times(1.3))
	s.plate(1, 1.7)
}

// maisonnetteBlock draws homes of two floors above each other: doors below, a
// gallery above them.
func (s *scene) maisonnetteBlock(b slab, st style) {
	for layer := range b.storeys {
		for slot := range b.across {
			x, y := b.at(layer, slot)
			s.door(opening{x: x + 0.5, y: y + 0.1, w: 0.95, h: 2.3, frame: st.trim}, one(s.look, doors))
			s.window(opening{x: x + b.flat*0.4, y: y + 0.8, w: b.flat * 0.48, h: 1.6, frame: st.frames, across: 2, up: 1, sill: true})
			s.window(opening{x: x + b.flat*0.12, y: y + 3.5, w: b.flat * 0.3, h: 1.4, frame: st.frames, across: 1, up: 1, sill: true})
			s.window(opening{x: x + b.flat*0.55, y: y + 3.5, w: b.flat * 0.3, h: 1.4, frame: st.frames, across: 1, up: 1, sill: true})
			s.rect(x+b.flat-0.06, y, 0.12, b.storey, shade(0.22))
		}
		if layer > 0 {
			_, y := b.at(layer, 0)
			s.rect(b.x, y-0.15, b.width(), 0.22, flat(stone.times(1.1)))
			s.rect(b.x, y-0.5, b.width(), 0.35, shade(0.25))
			for x := b.x; x < b.x+b.width(); x += 0.22 {
				s.rect(x, y+0.07, 0.05, 0.95, flat(anthracy))
			}
			s.rect(b.x, y+1, b.width(), 0.08, flat(anthracy))
		}
	}
	s.plate(b.x+1.6, 1.8)
}

// porticoScene draws a building with an open stair among its neighbours.
func (s *scene) porticoScene() {
	b := slab{flat: portalPerHome, storey: oldStorey, across: 2, storeys: s.Storeys, plinth: firstStorey, middle: 1}
	if s.Left {
		b.across += 2
		b.middle += 2
	}
	if s.Right {
		b.across += 2
	}
	s.blockScene(b, s.porticos)
}

// porticos draws buildings whose homes share an open stair behind an arch.
func (s *scene) porticos(b slab, st style) {
	for floor := range b.storeys {
		for slot := range b.across {
			x, y := b.at(floor, slot)
			edge := x + b.flat*0.1
			if slot%2 == 1 {
				edge = x + b.flat*0.46
			}
			s.window(opening{x: edge, y: y + 0.8, w: b.flat * 0.42, h: 1.75, frame: st.frames, across: 3, up: 1, lintel: true, sill: true})
			s.leaded(edge+0.08, y+2.1, b.flat*0.42-0.16)
		}
		if floor > 0 {
			s.rect(b.x, b.plinth+b.storey*float64(floor)-0.1, b.width(), 0.14, flat(st.trim.times(0.9)))
		}
	}
	for slot := 1; slot < b.across; slot += 2 {
		middle := b.x + b.flat*float64(slot)
		s.portal(middle, st)
		for floor := 1; floor < b.storeys; floor++ {
			_, y := b.at(floor, 0)
			s.window(opening{x: middle - 0.5, y: y + 0.9, w: 1, h: 1.6, frame: st.frames, across: 2, up: 3, sill: true})
		}
	}
	s.plate(b.x+b.flat*b.middle+1.5, 1.9)
}

// portal draws the arch of an open stair, with two doors at its top.
func (s *scene) portal(middle float64, st style) {
	arch := from(middle-1.3, 0.1).line(middle-1.3, 2.1).bend(middle-1.3, 3.3, middle-0.6, 3.5, middle, 3.5).mirror(middle)
	s.fill(arch, flat(st.trim.times(0.85)))
	inner := from(middle-1.1, 0.1).line(middle-1.1, 2.1).bend(middle-1.1, 3.1, middle-0.5, 3.3, middle, 3.3).mirror(middle)
	s.fill(inner, flat(colour{52, 44, 42}))
	for step := range 5 {
		s.rect(middle-1.1, 0.1+0.2*float64(step), 2.2, 0.09, flat(stone.times(1.05-0.1*float64(step))))
	}
	for i := range 2 {
		s.rect(middle-0.9+float64(i)*1, 1.15, 0.8, 1.75, flat(one(s.look, doors).times(1.1)))
	}
}
