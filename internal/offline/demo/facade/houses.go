package facade

var (
	shadow = glaze(0x14121e, 0.3)
	stone  = flat(0xa8a498)
	doors  = []colour{0x1a4032, 0x1a2a4c, 0x701a20, 0x24262a, 0xbe8c38, 0x3c5e6e, 0x5c3a24}
)

// style is the materials of a building.
type style struct {
	wall, roof        paint
	trim, frame, door colour
	up                int // panes of a window, one above the other
}

// style chooses the materials of a building by its year.
func (s *scene) style(d dice) style {
	st := style{
		wall: paint{colour: d.one(0xba906a, 0xaa7a5c, 0x9e6852, 0xcebc9e, 0x967f70, 0x805448, 0xa65a42), course: brick},
		roof: paint{colour: d.one(0x545458, 0x46484e, 0x783f36, 0x5c585a), course: tile},
		trim: d.one(0xf6f4ee, 0xeee4cc, 0xe8ece8), frame: 0xf6f4ee, door: d.one(doors...), up: 1,
	}
	switch {
	case d.IntN(6) == 0:
		st.wall = flat(d.one(0xe8e0ce, 0xd6cebe, 0xe2d6b8, 0xccbeb0)) // plaster
	case s.Year < 1945:
		st.wall.colour = d.one(0x885244, 0x98604c, 0x76463c, 0x6c4e44, 0xa06c56, 0xa65a42, 0xb26a4e, 0x8c5444)
		st.roof.colour = d.one(0xa4543a, 0x924a38, 0x5c585a, 0xb26242)
	case s.Year >= 2000:
		st.frame, st.trim = 0x3a3c40, st.wall.mix(0, 0.15)
	}
	return st
}

// window draws a window on its sill, some with curtains, some lit in the dark.
func (s *scene) window(st style, x, y, w, h float64) {
	pane := flat(colour(0x46586a).mix(0x9cb8cc, s.moment.between(0, 0.25)))
	if s.dark && s.moment.IntN(5) < 3 {
		pane = paint{colour: s.moment.one(0xffd68a, 0xffc46c, 0xffb858), glows: true}
	}
	s.box(flat(st.trim), x-0.1, y-0.14, w+0.2, 0.14)
	s.box(flat(st.frame), x, y, w, h)
	s.box(pane, x+0.09, y+0.09, w-0.18, h-0.18)
	if cloth := glaze(s.moment.one(0xece6d8, 0xd6ccba, 0xbec8cc, 0xe2ceb0), 0.9); s.moment.IntN(2) == 0 {
		s.box(cloth, x+0.09, y+0.09, w*0.17, h-0.18)
		s.box(cloth, x+w*0.83-0.09, y+0.09, w*0.17, h-0.18)
	}
	s.box(flat(st.frame), x+w/2-0.03, y, 0.06, h)
	for i := 1; i < st.up; i++ {
		s.box(flat(st.frame), x, y+h*float64(i)/float64(st.up)-0.025, w, 0.05)
	}
}

// entrance draws a door with a light above and a step in front.
func (s *scene) entrance(st style, x, y, h float64) {
	const w = 1.05
	s.box(flat(st.trim), x-0.1, y, w+0.2, h+0.1)
	s.box(flat(st.door), x, y, w, h*0.78)
	s.box(flat(0x5c7488), x+0.06, y+h*0.82, w-0.12, h*0.16)
	s.box(stone, x-0.2, y-0.16, w+0.4, 0.16)
}

// joined reports whether the i-th home to the right belongs to the same row as this one, the 0th.
func (s *scene) joined(i int) bool { return i == 0 || i < 0 && s.Left || i > 0 && s.Right }

// gables are left halves of outlines: x in half widths of the house, y in heights of the gable.
var gables = [...][]float64{
	{0, 0, 0, .16, .14, .16, .14, .32, .28, .32, .28, .48, .42, .48, .42, .64, .56, .64, .56, .8, .7, .8, .7, 1}, // step
	{0, 0, .02, .1, .14, .14, .26, .24, .34, .4, .38, .58, .46, .7, .62, .74, .62, .84, .8, .95, 1, 1},           // bell
	{0, 0, .06, .02, .2, .06, .3, .16, .36, .32, .44, .4, .44, .78, .4, .78, .4, .84, 1, 1.02},                   // neck
	{0, 0, .72, .8, .72, 1}, // spout
}

// gable fills a gable from its lower left corner, enlarged by a margin.
func (s *scene) gable(p paint, half []float64, x, y, w, h, margin float64) {
	xy := make([]float64, 2*len(half))
	for i := 0; i < len(half); i += 2 {
		in, up, mirrored := half[i]*w/2-margin, y+half[i+1]*h+margin*min(1, float64(i)), len(xy)-2-i
		xy[i], xy[i+1], xy[mirrored], xy[mirrored+1] = x+in, up, x+w-in, up
	}
	s.fill(p, xy...)
}

const storey = 3.0 // metres

// canalRow draws adjoining old houses, each with its own height and gable.
func (s *scene) canalRow() {
	w := s.look.between(5.4, 6.6)
	for i := -3; i <= 3; i++ {
		if d := newDice(s.Look + uint64(i+3)); s.joined(i) {
			s.canalHouse(d, (float64(i)-0.5)*w, w, min(max(s.Storeys, 2), 4)+i*i%2*(d.IntN(3)-1))
		}
	}
}

func (s *scene) canalHouse(d dice, x, w float64, storeys int) {
	st, half, height, up := s.style(d), gables[d.IntN(len(gables))], storey*float64(storeys)+0.5, d.between(3.6, 4.6)
	st.up = 3
	s.box(st.wall, x, 0, w, height)
	for i := range 3 * storeys {
		s.window(st, x+w/3*(float64(i%3)+0.21), storey*float64(i/3)+0.9, w*0.19, 2.05-0.15*float64(i/3))
	}
	s.entrance(st, x+w/3*(float64(2*d.IntN(2))+0.21), 0.45, 2.7)
	s.gable(flat(st.trim), half, x, height, w, up, 0.14)
	s.gable(flat(st.wall.colour), half, x, height, w, up, 0)
	s.window(st, x+w/2-0.5, height+0.35, 1, 1.5)
	s.box(shadow, x, 0, 0.08, height)
}

// terrace draws a row of equal houses, adjoining or linked by garages, or a pair.
func (s *scene) terrace() {
	st, w, garage, left, n := s.style(s.look), s.look.between(5.3, 6.6), 0.0, -0.5, 3
	switch s.Form {
	case Linked:
		garage = 3.4
	case SemiDetached:
		left, n, s.Left, s.Right = -1, 1, false, true
	}
	for i := -n; i <= n; i++ {
		if x := (float64(i) + left) * (w + garage); s.joined(i) {
			st.door = newDice(s.Look + uint64(i+3)).one(doors...)
			s.box(st.roof, x-0.2, 5.6, w+0.4, 3.2)
			s.house(st, x, w)
			s.box(st.wall, x+w, 0, garage, 2.8)
			s.box(flat(st.door.mix(0xffffff, 0.3)), x+w+0.4, 0, garage*0.76, 2.2)
		}
	}
}

// house draws a house of two floors, with a chimney and a dormer.
func (s *scene) house(st style, x, w float64) {
	s.box(flat(0x98604c), x+w*0.78, 8.3, 0.9, 1.5)
	s.window(st, x+w*0.28, 6.4, w*0.4, 1.2)
	s.box(st.wall, x, 0, w, 5.6)
	s.box(flat(st.trim), x-0.1, 5.5, w+0.2, 0.24)
	s.entrance(st, x+0.55, 0.1, 2.65)
	s.window(st, x+0.6, 3.5, 0.95, 1.5)
	s.window(st, x+w*0.42, 0.7, w*0.48, 1.9)
	s.window(st, x+w*0.45, 3.5, w*0.42, 1.5)
}

// villa draws a detached house: a thatched farm, or a house with a gable to the street.
func (s *scene) villa() {
	st, half, eaves, rise, slope := s.style(s.look), s.look.between(4.6, 5.6), s.look.between(2.9, 3.8), 3.8, 0.8
	if s.Form == Farm {
		st.roof, st.up, half, eaves, rise, slope = flat(0x8e7a58), 2, 6.6, 2.4, 6, 3.6
	}
	s.box(st.wall, -half, 0, 2*half, eaves)
	for x := 0.55; x < half-1.1; x += 1.7 {
		s.window(st, -x-1, 0.9, 1, 1.2)
		s.window(st, x, 0.9, 1, 1.2)
	}
	s.entrance(st, 0.5, 0.05, 2.3)
	s.box(flat(0x98604c), half*0.3, eaves+rise-0.6, 0.9, 1.5)
	s.fill(flat(st.roof.colour), -half-0.5, eaves-0.1, half+0.5, eaves-0.1, half-slope, eaves+rise, slope-half, eaves+rise)
	if s.Form == Detached {
		s.fill(flat(st.trim), -half-0.5, eaves-0.3, -half/2, eaves+4.9, 0.5, eaves-0.3)
		s.fill(flat(st.wall.colour), -half, 0, -half, eaves, -half/2, eaves+4.4, 0, eaves, 0, 0)
		s.window(st, -half*0.8, 0.7, half*0.6, 1.9)
		s.window(st, -half*0.7, eaves+0.4, half*0.4, 1.4)
		s.window(st, half*0.35, eaves+1, 1.7, 1.2)
	}
}

// block draws a building of flats. In gallery flats each has its own door; in others two share a stair.
func (s *scene) block() {
	const wide = 7.4 // metres of a flat
	st, panel := s.style(s.look), s.look.one(0x56808e, 0xc4a054, 0x965442, 0x6c7c60, 0xded6c6)
	jut := map[Form]float64{GalleryFlat: wide, Apartments: 3.4}[s.Form] // width of galleries and balconies
	left, w, h := -wide*float64(s.Across)/2, wide*float64(s.Across), storey*float64(s.Storeys)
	s.box(st.wall, left, 0, w, h+0.5)
	for i := range s.Storeys * s.Across {
		x, y := left+wide*float64(i%s.Across), storey*float64(i/s.Across)
		st.door = s.look.one(doors...)
		if s.Form == GalleryFlat || i < s.Across && i%2 == 0 {
			s.entrance(st, x+0.6, y+0.1, 2.4)
		} else {
			s.window(st, x+0.6, y+0.9, 1.1, 1.6)
		}
		s.window(st, x+2.3, y+0.9, 1.5, 1.6)
		s.box(flat(panel), x+4.2, y+0.3, 2.7, 0.6)
		s.window(st, x+4.2, y+0.9, 2.7, 1.6)
		if y > 0 {
			s.box(flat(0xc8c4ba), x+wide-jut, y-0.2, jut, 0.25)
			s.box(glaze(st.trim.mix(panel, 0.15), 0.9), x+wide-jut, y+0.1, jut, 0.85)
		}
	}
	s.box(flat(st.trim), left-0.15, h+0.4, w+0.3, 0.35)
}
