package facade

// gable is the top of a canal house.
type gable uint8

const (
	stepped gable = iota // trapgevel
	bell                 // klokgevel
	neck                 // halsgevel
	cornice              // lijstgevel
	spout                // tuitgevel
	gables
)

// gableOf draws the gable of a house: steps are the oldest, bells and necks came
// next, cornices last.
func gableOf(year int, c chance) gable {
	switch {
	case year < 1660:
		return one(c, []gable{stepped, stepped, spout, neck})
	case year < 1790:
		return one(c, []gable{bell, neck, neck, bell, spout, cornice})
	case year < 1840:
		return one(c, []gable{cornice, cornice, bell, spout})
	}
	return one(c, []gable{cornice, cornice, spout, stepped})
}

// top is the place of a gable: it stands on the wall from x, w metres wide, at y.
type top struct{ x, y, w, h float64 }

// gable draws the top of a house over its wall.
func (s *scene) gable(g gable, t top, wall paint, trim colour) {
	behind := textured(slate, s.tiles) // the roof behind it
	s.fill(polygon(t.x+0.15, t.y, t.x+t.w/2, t.y+t.h*0.86, t.x+t.w-0.15, t.y), behind)
	switch g {
	case stepped:
		s.steps(t, wall, trim)
	case bell:
		s.bellGable(t, wall, trim)
	case neck:
		s.neckGable(t, wall, trim)
	case spout:
		s.spoutGable(t, wall, trim)
	default:
		s.corniceTop(t, wall, trim)
		return
	}
	s.shutter(t)
	s.hoist(t.x+t.w/2, t.y+t.h*0.78)
}

func (s *scene) steps(t top, wall paint, trim colour) {
	const count = 5
	run, rise := t.w/2/(count+0.6), t.h/count
	for i := range count {
		x := t.x + float64(i)*run
		y := t.y + float64(i)*rise
		s.rect(x, y, t.w-2*float64(i)*run, rise+0.02, wall)
		for _, sx := range []float64{x, t.x + t.w - float64(i+1)*run - 0.02} {
			s.rect(sx-0.05, y+rise-0.02, run+0.1, 0.13, flat(trim))
			s.rect(sx, y+rise-0.1, run, 0.08, shade(0.3))
		}
	}
	peak := t.x + count*run
	s.rect(peak-0.06, t.y+t.h, t.w-2*count*run+0.12, 0.14, flat(trim))
}

func (s *scene) bellGable(t top, wall paint, trim colour) {
	mid := t.x + t.w/2
	outline := func(grow float64) *shape {
		return from(t.x-grow*0.4, t.y).
			bend(t.x+t.w*0.02, t.y+t.h*0.34, t.x+t.w*0.26, t.y+t.h*0.3, t.x+t.w*0.27, t.y+t.h*0.62).
			bend(t.x+t.w*0.28, t.y+t.h*0.84, t.x+t.w*0.36, t.y+t.h*0.86+grow, mid, t.y+t.h*0.9+grow).
			mirror(mid)
	}
	s.fill(outline(0.22), flat(trim))
	s.fill(outline(-0.02), wall)
	s.crest(mid, t.y+t.h*0.9, t.w*0.16, trim)
}

func (s *scene) neckGable(t top, wall paint, trim colour) {
	mid, half := t.x+t.w/2, t.w*0.25
	claw := from(t.x, t.y).
		bend(t.x+t.w*0.02, t.y+t.h*0.34, t.x+t.w*0.13, t.y+t.h*0.2, t.x+t.w*0.16, t.y+t.h*0.44).
		bend(t.x+t.w*0.17, t.y+t.h*0.6, t.x+t.w*0.22, t.y+t.h*0.58, mid-half, t.y+t.h*0.72).
		mirror(mid)
	s.fill(claw, flat(trim))
	s.rect(mid-half, t.y, 2*half, t.h*0.8, wall)
	s.rect(mid-half, t.y, 0.06, t.h*0.8, shade(0.3))
	s.rect(mid+half-0.06, t.y, 0.06, t.h*0.8, shade(0.3))
	s.rect(mid-half-0.15, t.y+t.h*0.78, 2*half+0.3, 0.2, flat(trim))
	s.rect(mid-half-0.1, t.y+t.h*0.78-0.08, 2*half+0.2, 0.08, shade(0.35))
	if s.look.likely(0.5) {
		s.fill(polygon(mid-half-0.15, t.y+t.h*0.8+0.14, mid, t.y+t.h*0.8+0.8, mid+half+0.15, t.y+t.h*0.8+0.14), flat(trim))
		s.fill(polygon(mid-half+0.3, t.y+t.h*0.8+0.2, mid, t.y+t.h*0.8+0.58, mid+half-0.3, t.y+t.h*0.8+0.2), flat(trim.times(0.82)))
		return
	}
	s.fill(ellipse(mid, t.y+t.h*0.8+0.12, half+0.1, 0.58), flat(trim))
	s.fill(ellipse(mid, t.y+t.h*0.8+0.12, half-0.25, 0.34), flat(trim.times(0.84)))
}

func (s *scene) spoutGable(t top, wall paint, trim colour) {
	mid, half := t.x+t.w/2, t.w*0.11
	s.fill(polygon(t.x, t.y, mid-half, t.y+t.h*0.82, mid+half, t.y+t.h*0.82, t.x+t.w, t.y), flat(trim))
	s.fill(polygon(t.x+0.22, t.y, mid-half, t.y+t.h*0.76, mid+half, t.y+t.h*0.76, t.x+t.w-0.22, t.y), wall)
	s.rect(mid-half, t.y+t.h*0.74, 2*half, t.h*0.2, wall)
	s.rect(mid-half-0.1, t.y+t.h*0.94, 2*half+0.2, 0.14, flat(trim))
}

func (s *scene) corniceTop(t top, wall paint, trim colour) {
	s.rect(t.x, t.y, t.w, 0.5, wall)
	s.rect(t.x-0.05, t.y+0.42, t.w+0.1, 0.5, flat(trim))
	s.rect(t.x-0.14, t.y+0.86, t.w+0.28, 0.16, flat(trim.times(1.04)))
	s.rect(t.x-0.05, t.y+0.34, t.w+0.1, 0.09, shade(0.35))
	for x := t.x + 0.25; x < t.x+t.w-0.2; x += 0.62 {
		s.rect(x, t.y+0.46, 0.2, 0.4, flat(trim.times(0.86)))
	}
	if s.look.likely(0.6) {
		s.hoist(t.x+t.w/2, t.y+0.95)
	}
}

// crest draws the ornament on the top of a bell.
func (s *scene) crest(x, y, w float64, trim colour) {
	s.fill(ellipse(x, y+0.05, w, 0.36), flat(trim))
	s.fill(ellipse(x, y+0.1, w*0.55, 0.2), flat(trim.times(0.82)))
	s.rect(x-0.09, y+0.3, 0.18, 0.34, flat(trim))
	s.fill(ellipse(x, y+0.7, 0.14, 0.14), flat(trim))
}

// shutter draws the hatch of the loft.
func (s *scene) shutter(t top) {
	mid := t.x + t.w/2
	y, w, h := t.y+t.h*0.16, 0.95, t.h*0.4
	s.rect(mid-w/2-0.08, y-0.06, w+0.16, h+0.14, flat(cream))
	if s.look.likely(0.5) {
		leaf := one(s.look, doors)
		s.rect(mid-w/2, y, w, h, flat(leaf))
		s.rect(mid-0.03, y, 0.06, h, shade(0.4))
		return
	}
	s.window(opening{x: mid - w/2, y: y, w: w, h: h, frame: white, across: 2, up: 3, sill: true})
}

// hoist draws the beam by which furniture comes in.
func (s *scene) hoist(x, y float64) {
	s.rect(x-0.13, y, 0.26, 0.24, flat(cream.times(0.9)))
	s.rect(x-0.13, y-0.05, 0.26, 0.06, shade(0.5))
	s.rect(x-0.02, y-0.5, 0.04, 0.5, flat(iron))
	s.fill(ellipse(x, y-0.55, 0.08, 0.09), flat(iron))
}
