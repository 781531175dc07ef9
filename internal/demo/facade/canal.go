package facade

// canalScene draws a canal house between its neighbours, mirrored in the water.
func (s *scene) canalScene() {
	s.scale, s.ground = 21.5, 398
	s.sky()
	s.skyline(6)
	w := s.look.within(5.6, 7.2)
	own := s.look
	edges := [2]float64{-w / 2, w / 2}
	for side := range 2 {
		if side == 0 && !s.Left || side == 1 && !s.Right {
			s.gapBeside(edges[side], side)
			continue
		}
		x := edges[side]
		for i := range 3 {
			s.look = newChance(s.Look + uint64(2*i+side+1))
			width := s.look.within(5, 7.2)
			if side == 0 {
				x -= width
			}
			s.canalHouse(x, width, s.look.IntN(2)+3, s.Year+s.look.IntN(140)-50)
			if side == 1 {
				x += width
			}
		}
	}
	s.look = own
	s.canalHouse(edges[0], w, s.Storeys, s.Year)
	s.plate(edges[0]+w*0.3, 2.5)
	s.quay()
	s.water(-1.25)
	s.elms()
}

// gapBeside closes the view beside the end of a row with trees.
func (s *scene) gapBeside(x float64, side int) {
	step := 3.6
	if side == 0 {
		step = -step
	}
	for i := range 4 {
		s.tree(x+step*(0.8+float64(i)*0.8), 0, s.look.within(7, 11))
	}
}

// canalHouse draws one house from its left edge.
func (s *scene) canalHouse(x, w float64, storeys, year int) {
	base := one(s.look, oldBricks)
	trim := one(s.look, trims)
	wall := textured(base, s.brickFar)
	if s.look.likely(0.18) {
		wall = textured(one(s.look, plasters), s.rough)
	}
	const tall, ground = 3.0, 3.5 // storeys, metres
	height := ground + tall*float64(storeys-1)
	s.rect(x, 0, w, height, wall)
	s.gable(gableOf(year, s.look), top{x: x, y: height, w: w, h: s.look.within(4, 5)}, wall, trim)
	s.rect(x, 0, 0.07, height, shade(0.45))
	s.rect(x+w-0.07, 0, 0.07, height, shade(0.25))
	s.rect(x, 0, w, 0.55, textured(stone.times(0.7), s.rough))
	s.rect(x, ground-0.12, w, 0.16, flat(trim.times(0.93)))
	s.rect(x, ground-0.2, w, 0.08, shade(0.3))
	bays := 3
	if w < 5.3 {
		bays = 2
	}
	up := 2 + s.look.IntN(3)
	pitch := w / float64(bays)
	wide := pitch * 0.58
	for floor := 1; floor < storeys; floor++ {
		y := ground + tall*float64(floor-1) + 0.5
		h := 2.05 - 0.18*float64(floor-1)
		for bay := range bays {
			s.window(opening{
				x: x + pitch*(float64(bay)+0.5) - wide/2, y: y, w: wide, h: h,
				frame: white, across: 2, up: up, lintel: true, sill: true,
			})
		}
	}
	if s.Shop || s.look.likely(0.1) {
		s.shopFront(x, w, ground, trim)
		return
	}
	s.groundFloor(x, pitch, bays, up, trim)
}

// groundFloor draws a door up a few steps, and windows beside it.
func (s *scene) groundFloor(x, pitch float64, bays, up int, trim colour) {
	leaf := one(s.look, doors)
	at := s.look.IntN(2) * (bays - 1)
	for bay := range bays {
		mid := x + pitch*(float64(bay)+0.5)
		if bay == at {
			s.rect(mid-0.75, 0, 1.5, 3.2, flat(trim.times(0.9)))
			s.door(opening{x: mid - 0.52, y: 0.55, w: 1.04, h: 2.5, frame: trim}, leaf)
			for step := range 3 {
				wide := 1.5 + 0.3*float64(step)
				s.rect(mid-wide/2, 0.37-0.18*float64(step), wide, 0.18, flat(stone.times(1.06-0.09*float64(step))))
			}
			s.rect(mid-0.95, 0, 0.05, 1.3, flat(iron))
			s.rect(mid+0.9, 0, 0.05, 1.3, flat(iron))
			continue
		}
		wide := pitch * 0.62
		s.window(opening{x: mid - wide/2, y: 0.95, w: wide, h: 2.1, frame: white, across: 2, up: up, lintel: true, sill: true})
	}
}

// shopFront draws a shop window under an awning.
func (s *scene) shopFront(x, w, h float64, trim colour) {
	leaf := one(s.look, doors)
	s.rect(x+0.15, 0, w-0.3, h-0.2, flat(leaf.mix(trim, 0.12)))
	s.panes(x+0.4, 0.6, w*0.5, h-1.5)
	s.rect(x+0.4+w*0.25-0.03, 0.6, 0.06, h-1.5, flat(leaf))
	s.door(opening{x: x + w*0.68, y: 0.1, w: 1.05, h: 2.6, frame: leaf.times(1.2)}, leaf.times(1.3))
	s.rect(x+0.15, h-0.62, w-0.3, 0.42, flat(trim))
	cloth := one(s.look, awning)
	const stripes = 12
	for i := range stripes {
		c := cloth
		if i%2 == 1 {
			c = cream
		}
		a, b := x+0.25+(w*0.58)*float64(i)/stripes, x+0.25+(w*0.58)*float64(i+1)/stripes
		s.fill(polygon(a, h-0.65, b, h-0.65, b, h-1.35, a, h-1.35), flat(c))
	}
	s.rect(x+0.25, h-1.55, w*0.58, 0.2, shade(0.3))
}

// quay draws the clinkers before the houses, with lamp posts and bicycles.
func (s *scene) quay() {
	half := Width / 2 / s.scale
	s.rect(-half, -1.25, 2*half, 1.25, textured(colour{142, 116, 104}, s.cobbles))
	s.rect(-half, -0.3, 2*half, 0.3, textured(stone.times(0.86), s.rough))
	s.rect(-half, -0.1, 2*half, 0.1, shade(0.3))
	if s.season == winter && s.moment.likely(0.3) {
		s.rect(-half, -1.25, 2*half, 1.25, glaze(colour{242, 246, 250}, 0.75))
	}
	for range s.moment.IntN(3) {
		s.bicycle(s.moment.within(-half+1, half-3), -0.75)
	}
	s.lampPost(s.look.within(-half*0.9, -half*0.5), -1)
}

// elms stand on the quay at both sides of the picture.
func (s *scene) elms() {
	half := Width / 2 / s.scale
	s.tree(-half+s.look.within(-1, 2.5), -1.2, s.look.within(13, 16))
	s.tree(half-s.look.within(-1, 2.5), -1.2, s.look.within(13, 16))
}
