// Package facade draws the fronts of Dutch houses: canal houses with gables, terraces, villas and flats, as
// seen from the street in a season.
package facade

import (
	"bytes"
	"image"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"time"
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
	s := &scene{Front: f, look: newDice(f.Look), moment: newDice(f.Moment), season: int(f.Month % 12 / 3)}
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
	front, near := (*scene).terrace, of(lawns[s.season], rough)
	switch s.Form {
	case CanalHouse:
		front, near, s.scale = (*scene).canalRow, stone, 19
	case Terraced:
		near = stone
	case Detached, Farm:
		front = (*scene).villa
	case GalleryFlat, StairwellFlat, Apartments:
		front, s.scale = (*scene).block, min(22, 80/float64(s.Across), 99/float64(s.Storeys))
	}
	s.sky()
	s.band(of(lawns[s.season].mix(0, 0.5), rough), ground-30, ground)
	for x := 30.0; x < Width; x += 115 {
		s.tree(x, ground, 200)
	}
	front(s)
	s.band(of(0x86766e, brick), ground, Height)
	s.band(near, ground, ground+44)
	s.band(flat(0xa8a498), ground+42, ground+46)
	s.band(shadow, ground, ground+4)
	if s.Form == CanalHouse {
		s.canal(ground + 46)
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
	for y := 0.0; y < ground; y++ {
		s.band(paint{colour: high.mix(low, y/ground), glows: true}, y, y+1)
	}
	cloud := paint{colour: low.mix(0xffffff, 0.6), clear: 0.72, glows: true}
	for range 1 + s.moment.IntN(4) {
		x, y, size := s.moment.between(-12, 12), s.moment.between(2, 15), s.moment.between(0.8, 1.8)
		for i := -4.0; i <= 4; i++ {
			puff := size * s.moment.between(0.4, 0.7) * (1.1 - math.Abs(i)/5.5)
			s.disc(cloud, x+i*size*0.5, y+puff*0.4, puff*1.6, puff*0.6)
		}
	}
}

// tree draws a tree of about a height at about a position, pixels.
func (s *scene) tree(x, y, height float64) {
	x, height = x+s.look.between(-20, 20), height*s.look.between(0.3, 0.4)
	s.bough((x-Width/2)/s.scale, (ground-y)/s.scale, height/s.scale, math.Pi/2, 7)
}

// bough draws a branch with its leaves, and the two branches into which it forks.
func (s *scene) bough(x, y, length, angle float64, forks int) {
	sin, cos := math.Sincos(angle)
	x1, y1, w := x+cos*length, y+sin*length, max(0.4/s.scale, length*0.035)
	s.fill(flat(0x50463c), x-sin*w, y+cos*w, x+sin*w, y-cos*w, x1+sin*w/2, y1-cos*w/2, x1-sin*w/2, y1+cos*w/2)
	for side := 1.0; side >= -1 && forks > 1; side -= 2 {
		s.bough(x1, y1, length*s.look.between(0.6, 0.75), angle+side*s.look.between(0.3, 0.55), forks-1)
	}
	if r := length * s.look.between(0.5, 0.9); s.season != 0 && forks < 6 {
		s.disc(glaze(s.look.one(leaves[s.season]...), 0.85), x1, y1, r, r*0.85)
	}
}

// canal draws trees on a quay, and below a row of pixels the reflection in the water.
func (s *scene) canal(quay int) {
	s.tree(25, ground+34, 290)
	s.tree(620, ground+34, 290)
	for y := quay; y < Height; y++ {
		wave := int((1.2 + 0.04*float64(y-quay)) * (1 + math.Sin(float64(y)*0.9)))
		from := s.img.PixOffset(wave, quay-5-int(2.9*float64(y-quay))) // flattened, as seen from above
		copy(s.img.Pix[s.img.PixOffset(0, y):s.img.PixOffset(0, y+1)], s.img.Pix[from:])
		s.band(glaze(0x34464a, 0.38+0.1*math.Sin(float64(y)*1.7)), float64(y), float64(y+1))
	}
}
