package facade

import "math"

// scene is a picture in the making: the canvas, the weather and the building.
type scene struct {
	*canvas
	*textures
	Front
	look   chance // what belongs to the building
	moment chance // what belongs to the day
	season season
	light  light
}

// shade is a shadow, of an opacity.
func shade(opacity float64) paint { return glaze(colour{18, 16, 30}, opacity) }

// sky fills the whole picture with the sky of the hour.
func (s *scene) sky() {
	horizon := s.ground + 4
	for y := range Height {
		part := math.Min(1, float64(y)/horizon)
		s.run(y, 0, Width, s.tinted(flat(s.light.top.mix(s.light.horizon, part*part*0.4+part*0.6))).colour)
	}
	for range s.moment.IntN(5) {
		s.cloud()
	}
}

func (s *scene) cloud() {
	x := s.moment.within(-Width/2, Width/2) / s.scale
	y := (s.ground - s.moment.within(20, 220)) / s.scale
	size := s.moment.within(26, 60) / s.scale
	puff := s.light.horizon.mix(white, 0.7)
	for i := range 9 {
		along := float64(i-4) * size * 0.42
		r := size * s.moment.within(0.3, 0.62) * (1.1 - math.Abs(float64(i-4))/5.5)
		s.fill(ellipse(x+along, y+r*0.35, r*1.5, r*0.62), glaze(puff, 0.2))
	}
}

// skyline draws roofs, trees and a church far away, to both sides of the building.
func (s *scene) skyline(height float64) {
	far := s.light.horizon.mix(colour{84, 96, 112}, 0.42)
	half := Width / 2 / s.scale
	church := s.look.within(-half, half)
	for x := -half; x < half; {
		w, h := s.look.within(1.2, 2)*height, height*s.look.within(0.55, 0.8)
		if s.look.likely(0.6) {
			s.fill(polygon(x, 0, x, h*0.7, x+w*0.2, h, x+w*0.8, h, x+w, h*0.7, x+w, 0), flat(far))
		} else {
			s.fill(ellipse(x+w/2, h*0.4, w*0.5, h*0.5), flat(far.mix(colour{74, 98, 80}, 0.3)))
		}
		x += w * 0.7
	}
	tower := height * 0.1
	s.fill(polygon(church-tower, 0, church-tower, height*0.9, church, height*1.5, church+tower, height*0.9, church+tower, 0), flat(far))
	s.rect(-half, 0, 2*half, height*0.3, flat(far))
}

// tree draws a tree whose trunk stands at x, as high as height.
func (s *scene) tree(x, y, height float64) {
	w := height * 0.024
	s.fill(polygon(x-w, y, x-w*0.5, y+height*0.5, x+w*0.5, y+height*0.5, x+w, y), flat(bark))
	reach := height * 0.21
	if s.season == winter {
		reach = height * 0.26
	}
	s.boughs(x, y+height*0.34, reach, math.Pi/2, 5)
	for layer, c := range leaves[s.season] {
		up, left := float64(layer)*height*0.022, float64(layer)*height*0.016
		for range 34 - 4*layer {
			angle, out := s.look.within(0, 2*math.Pi), math.Sqrt(s.look.Float64())
			r := height * s.look.within(0.022, 0.062)
			cx := x + math.Cos(angle)*out*height*0.25 - left
			cy := y + height*0.69 + math.Sin(angle)*out*height*0.27 + up
			s.fill(ellipse(cx, cy, r, r*0.85), glaze(c, 0.8))
		}
	}
}

// boughs draws the branches of a tree, each forking into two.
func (s *scene) boughs(x, y, length, angle float64, forks int) {
	if forks == 0 {
		return
	}
	ex, ey := x+math.Cos(angle)*length, y+math.Sin(angle)*length
	s.bar(x, y, ex, ey, math.Max(0.05, length*0.05), bark)
	spread := s.look.within(0.25, 0.55)
	s.boughs(ex, ey, length*0.66, angle+spread, forks-1)
	s.boughs(ex, ey, length*0.7, angle-spread*0.9, forks-1)
}

// hedge draws a hedge or a row of shrubs.
func (s *scene) hedge(x, y, w, h float64) {
	tone := colour{78, 84, 62}
	if s.season != winter {
		tone = leaves[s.season][1].mix(colour{60, 96, 52}, 0.5)
	}
	s.rect(x, y, w, h*0.9, textured(tone, s.grass))
	for i := 0.0; i < w; i += h * 0.45 {
		s.fill(ellipse(x+i+h*0.2, y+h*0.86, h*0.3, h*0.17), textured(tone.times(1.08), s.grass))
	}
	s.rect(x, y, w, h*0.2, shade(0.25))
}

// street draws pavement, kerb and roadway below the ground line.
func (s *scene) street(pavement colour) {
	half, depth := Width/2/s.scale, (Height-s.ground)/s.scale
	s.rect(-half, -depth, 2*half, depth, textured(colour{134, 118, 110}, s.cobbles))
	s.rect(-half, -depth*0.34, 2*half, depth*0.34, textured(pavement, s.rough))
	s.rect(-half, -depth*0.38, 2*half, depth*0.045, flat(stone.times(0.92)))
	s.rect(-half, -depth*0.41, 2*half, depth*0.03, shade(0.4))
	s.rect(-half, -depth*0.05, 2*half, depth*0.05, shade(0.28))
	if s.season == winter && s.moment.likely(0.22) {
		s.rect(-half, -depth*0.36, 2*half, depth*0.36, glaze(colour{240, 244, 250}, 0.72))
	}
}

// lawn draws a front garden with a path to the door at x.
func (s *scene) lawn(x float64) {
	half, depth := Width/2/s.scale, (Height-s.ground)/s.scale
	s.rect(-half, -depth*0.62, 2*half, depth*0.62, textured(lawns[s.season], s.grass))
	path := textured(colour{176, 166, 152}, s.cobbles)
	s.fill(polygon(x-0.6, 0, x+0.6, 0, x+1.1, -depth*0.62, x-1.1, -depth*0.62), path)
	s.rect(-half, -depth*0.06, 2*half, depth*0.06, shade(0.22))
	s.rect(-half, -depth, 2*half, depth*0.38, textured(colour{150, 138, 130}, s.cobbles))
	s.rect(-half, -depth*0.65, 2*half, depth*0.04, flat(stone))
}

// water lays a canal below a quay and mirrors the picture in it.
func (s *scene) water(quay float64) {
	top := int(s.py(quay))
	half := Width / 2 / s.scale
	s.rect(-half, quay, 2*half, 0.32, textured(stone.times(0.8), s.rough))
	deep := s.tinted(flat(colour{52, 66, 66}.mix(s.light.horizon, 0.18))).colour
	var waves [Width]int
	for y := top; y < Height; y++ {
		s.mirrorRow(y, y-top, deep, &waves)
	}
	s.rect(-half, quay-0.12, 2*half, 0.12, shade(0.4))
}

// mirrorRow draws row y of the water, below rows under the quay, as the mirror
// image of what stands on it.
func (s *scene) mirrorRow(y, below int, deep colour, waves *[Width]int) {
	const flattened = 1.9 // a mirror image in water is seen from above
	of := y - below - 1 - int(float64(below)*flattened)
	swing, glint := 1.2+0.03*float64(below), 0.42+0.1*math.Sin(float64(y)*1.7)
	for x := 0; x < Width; x += 16 {
		shift := int(swing * math.Sin(float64(y)*0.9+float64(x)*0.012))
		for i := range 16 {
			waves[x+i] = max(0, min(Width-1, x+i+shift))
		}
	}
	part := uint32(256 * glint)
	row := s.img.Pix[max(0, of)*s.img.Stride:]
	for x, from := range waves {
		pix := row[4*from : 4*from+3 : 4*from+3]
		blend := func(a, b uint8) uint8 { return uint8((uint32(a)*(256-part) + uint32(b)*part) >> 8) }
		s.blend(x, y, opaque, flat(colour{blend(pix[0], deep.r), blend(pix[1], deep.g), blend(pix[2], deep.b)}))
	}
}
