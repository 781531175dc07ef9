// Package facade draws the fronts of Dutch houses: canal houses with gables, terraces, villas and flats, as
// seen from the street in a season.
package facade

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"time"

	"golang.org/x/image/vector"
)

// Form is the form of the building.
type Form uint8

// The forms.
const (
	Shed       Form = iota // a garage or barn; never drawn
	CanalHouse             // narrow and old, under a gable
	Terraced
	Linked // joined to the next house by a garage
	SemiDetached
	Detached
	Farm
	GalleryFlat
	StairwellFlat // a stair for every two homes
	Apartments
)

// Front describes a building seen from the street.
type Front struct {
	Form        Form
	Year        int // of building; determines the style
	Storeys     int
	Across      int        // flats beside each other
	Left, Right bool       // joined to a neighbour on that side
	Month       time.Month // the season
	Hour        int        // determines the light
	Look        uint64     // distinguishes buildings
	Moment      uint64     // distinguishes pictures of one building
}

// The size of the pictures, pixels.
const (
	Width  = 640
	Height = 480
	ground = 396 // the row of pixels at the buildings' feet
)

// JPEG draws a front as a JPEG. Equal fronts give equal bytes.
func JPEG(f Front) ([]byte, error) {
	f.Storeys, f.Across = min(max(1, f.Storeys), 30), min(max(1, f.Across), 30)
	s := &scene{Front: f, look: newDice(f.Look ^ uint64(f.Form)<<32), moment: newDice(f.Moment), season: int(f.Month % 12 / 3)}
	s.img, s.scale = image.NewRGBA(image.Rect(0, 0, Width, Height)), 25
	s.draw()
	var picture bytes.Buffer
	err := jpeg.Encode(&picture, s.img, &jpeg.Options{Quality: 82})
	return picture.Bytes(), err
}

// dice draw what a Front does not determine.
type dice struct{ *rand.Rand }

func newDice(seed uint64) dice                { return dice{rand.New(rand.NewPCG(seed, 0x67657665))} }
func (d dice) between(lo, hi float64) float64 { return lo + (hi-lo)*d.Float64() }
func (d dice) one(choices ...colour) colour   { return choices[d.IntN(len(choices))] }

// The look of the seasons, from winter on, and their hours of dusk.
var (
	dusks  = [4]int{16, 19, 21, 18}
	lawns  = [4]colour{0x7a8058, 0x7ca653, 0x6e9a4a, 0x86904e}
	leaves = [4][]colour{1: {0x5c803a, 0x7a9e4a, 0xaac472}, {0x345830, 0x4c743c, 0x6c924c}, {0x844a22, 0xb46a2c, 0xd09a46}}
)

// scene is a picture being drawn.
type scene struct {
	canvas
	Front
	look   dice // for the building
	moment dice // for the day
	season int
	dark   bool // lamps are on
}

// draw draws the picture from the back to the front.
func (s *scene) draw() {
	front, near := (*scene).terrace, lawns[s.season]
	switch s.Form {
	case CanalHouse:
		front, near, s.scale = (*scene).canalRow, 0x4a6068, 19 // by the water
	case Terraced:
		near = stone.colour
	case Detached, Farm:
		front = (*scene).villa
	case GalleryFlat, StairwellFlat, Apartments:
		front, s.scale = (*scene).block, min(22, 80/float64(s.Across), 99/float64(s.Storeys))
	}
	s.sky()
	wide := Width / s.scale
	s.box(flat(lawns[s.season].mix(0, 0.5)), -wide/2, 0, wide, 30/s.scale)
	for x := -0.45; x < 0.5; x += 0.18 {
		s.tree(x*wide+s.look.between(-2, 2), s.look.between(60, 260)/s.scale)
	}
	front(s)
	for _, strip := range []struct {
		colour
		from, to float64 // pixels below the buildings' feet
	}{{0x86766e, 0, 46}, {0xa8a498, 40, 46}, {near, 46, Height - ground}} {
		s.box(flat(strip.colour), -wide/2, -strip.to/s.scale, wide, (strip.to-strip.from)/s.scale)
	}
}

// sky fills the picture with the sky of the hour, and sets the light of everything else.
func (s *scene) sky() {
	high, low := colour(0x6098d2), colour(0xd8e8f0)
	s.tint, s.dim, s.dark = 0xfff4dc, 0.03, s.Hour >= dusks[s.season]
	switch {
	case s.dark:
		high, low, s.tint, s.dim = 0x2c3a66, 0xe8a078, 0x202a58, 0.42
	case s.Hour >= dusks[s.season]-2:
		high, low, s.tint, s.dim = 0x7c9cc4, 0xfad8a8, 0xffb068, 0.12
	case s.Hour < 10:
		high, low, s.tint, s.dim = 0x8ab2d6, 0xf8e2d2, 0xffc8b4, 0.08
	}
	const bands = 80
	wide, high80 := Width/s.scale, ground/s.scale/bands
	for i := range bands {
		part := float64(i) / bands
		s.box(paint{colour: low.mix(high, part), glows: true}, -wide/2, high80*float64(i), wide, high80*1.2)
	}
	cloud := paint{colour: low.mix(0xffffff, 0.6), clear: 0.6, glows: true}
	for range 2 + s.moment.IntN(4) {
		x, y := s.moment.between(-wide/2, wide/2), s.moment.between(0.6, 0.95)*ground/s.scale
		for i := -1.0; i <= 1; i++ {
			s.disc(cloud, x+i*wide/20, y, wide*s.moment.between(0.04, 0.08), wide*s.moment.between(0.015, 0.03))
		}
	}
}

// tree draws a tree of a height: a stem, boughs and a crown of leaves, or none in winter.
func (s *scene) tree(x, height float64) {
	wood, w := flat(0x50463c), height*0.04
	s.box(wood, x-w/2, 0, w, height*0.7)
	for range 14 {
		dx, dy := s.look.between(-0.3, 0.3)*height, s.look.between(0.55, 1)*height
		s.fill(wood, x-w/3, height*0.4, x+w/3, height*0.4, x+dx, dy)
		if s.season != 0 {
			r := height * s.look.between(0.1, 0.2)
			s.disc(glaze(s.look.one(leaves[s.season]...), 0.8), x+dx, dy, r, r*0.9)
		}
	}
}

type colour uint32 // 0xRRGGBB

// mix returns the colour mixed with a part of another.
func (c colour) mix(other colour, part float64) (mixed colour) {
	for shift := 0; shift < 24; shift += 8 {
		a, b := float64(c>>shift&255), float64(other>>shift&255)
		mixed |= colour(a+part*(b-a)) << shift
	}
	return mixed
}

// paint is the fill of a polygon.
type paint struct {
	colour
	clear  float64 // 0 is opaque, 1 invisible
	course float64 // height of the stones of a wall or roof, metres; 0 is smooth
	glows  bool    // emits light: daylight does not tint it
}

const brick, tile = 0.17, 0.3 // courses, metres

func flat(c colour) paint                { return paint{colour: c} }
func glaze(c colour, part float64) paint { return paint{colour: c, clear: 1 - part} }

// canvas is a picture being drawn, in metres: x to the right from the middle, y up from the ground.
type canvas struct {
	img    *image.RGBA
	raster vector.Rasterizer
	scale  float64 // pixels per metre
	tint   colour  // of the light
	dim    float64 // share of the tint in all colours
}

// fill fills the polygon with corners x, y, x, y, ...
func (c *canvas) fill(p paint, xy ...float64) {
	if !p.glows {
		p.colour = p.mix(c.tint, c.dim)
	}
	low, high := [2]float64{Width, Height}, [2]float64{}
	at := make([]float32, len(xy)) // pixels
	for i := range xy {
		pixels := Width/2 + xy[i]*c.scale
		if i%2 == 1 {
			pixels = ground - xy[i]*c.scale
		}
		low[i%2], high[i%2], at[i] = min(low[i%2], pixels), max(high[i%2], pixels), float32(pixels)
	}
	box := image.Rect(int(math.Floor(low[0])), int(math.Floor(low[1])), int(math.Ceil(high[0])), int(math.Ceil(high[1])))
	if box = box.Intersect(c.img.Rect); box.Empty() {
		return
	}
	left, top := float32(box.Min.X), float32(box.Min.Y)
	c.raster.Reset(box.Dx(), box.Dy())
	c.raster.MoveTo(at[0]-left, at[1]-top)
	for i := 2; i < len(at); i += 2 {
		c.raster.LineTo(at[i]-left, at[i+1]-top)
	}
	c.raster.ClosePath()
	c.raster.DrawOp = draw.Over
	fill := color.NRGBA{uint8(p.colour >> 16), uint8(p.colour >> 8), uint8(p.colour), uint8(255 * (1 - p.clear))}
	c.raster.Draw(c.img, box, image.NewUniform(fill), image.Point{})
}

// box fills a rectangle from its lower left corner, with the joints of its stones.
func (c *canvas) box(p paint, x, y, w, h float64) {
	c.fill(p, x, y, x+w, y, x+w, y+h, x, y+h)
	for up := p.course; p.course > 0 && up < h; up += p.course {
		c.box(glaze(p.mix(0, 0.5), 0.25), x, y+up, w, 0.05)
	}
}

// disc fills an ellipse round a centre.
func (c *canvas) disc(p paint, x, y, rx, ry float64) {
	xy := make([]float64, 0, 2*24)
	for len(xy) < cap(xy) {
		sin, cos := math.Sincos(2 * math.Pi * float64(len(xy)) / float64(cap(xy)))
		xy = append(xy, x+rx*cos, y+ry*sin)
	}
	c.fill(p, xy...)
}
