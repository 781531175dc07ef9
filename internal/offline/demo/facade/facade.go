// Package facade draws the fronts of Dutch houses, simply: canal houses, terraces, villas and flats, as seen from the
// street in a season.
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
)

// Style is what kind of building a front belongs to.
type Style uint8

// The styles.
const (
	Shed       Style = iota // a garage or barn; never drawn
	CanalHouse              // narrow and old, under a gable
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
	Style       Style
	Year        int // of building; determines the colours
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
	s := &scene{Front: f, shape: shapes[f.Style], moment: newDice(f.Moment)}
	s.img = image.NewRGBA(image.Rect(0, 0, Width, Height))
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

// shape is what the houses of a style have alike, in metres.
type shape struct {
	width, gap float64 // of a house, or of a flat; and to the next house of its row
	roof, lean float64 // height of the roof, and how far its sides lean inwards
	bays       int     // windows beside each other
	doors      int     // one of so many bays of the ground floor has a door
}

var shapes = [...]shape{
	CanalHouse:    {width: 6, roof: 4, lean: 2.2, bays: 3, doors: 3},
	Terraced:      {width: 6, roof: 3.2, bays: 2, doors: 2},
	Linked:        {width: 6, gap: 3.4, roof: 3.2, lean: 0.4, bays: 2, doors: 2},
	SemiDetached:  {width: 7, roof: 3.6, lean: 1, bays: 3, doors: 3},
	Detached:      {width: 10, roof: 4.4, lean: 4.2, bays: 4, doors: 4},
	Farm:          {width: 14, roof: 6.4, lean: 4, bays: 5, doors: 5},
	GalleryFlat:   {width: 7.4, bays: 3, doors: 3},
	StairwellFlat: {width: 7.4, bays: 3, doors: 6},
	Apartments:    {width: 7.4, roof: 1, lean: 1.5, bays: 2, doors: 4},
}

// dusks are the hours of dusk of the seasons, from winter on, and lawns their grass.
var (
	dusks = [4]int{16, 19, 21, 18}
	lawns = [4]colour{0x7a8058, 0x7ca653, 0x6e9a4a, 0x86904e}
)

const storey = 3.0 // metres

// scene is a picture being drawn, in metres: x to the right from the middle, y up from the ground.
type scene struct {
	Front
	shape
	moment dice // for the day
	dark   bool // lamps are on
	img    *image.RGBA
	scale  float64 // pixels a metre
}

// draw draws the picture from the back to the front.
func (s *scene) draw() {
	season, reach, look := int(s.Month%12/3), 3, s.Look+uint64(s.Style)<<32
	size := newDice(look)
	s.width, s.roof = s.width*size.between(0.8, 1.2), s.roof*size.between(0.8, 1.2)
	if s.Style >= GalleryFlat { // one building with all its flats
		reach, s.width, s.bays = 0, s.width*float64(s.Across), s.bays*s.Across
	}
	if s.Style == Farm || s.Style == Detached {
		s.Left, s.Right = false, false
	}
	s.scale = min(24, 0.8*Width/s.width, 0.75*ground/(storey*float64(s.Storeys)+s.roof))
	s.dark = s.Hour >= dusks[season]
	s.sky(s.moment.one(0x6098d2, 0x7c9cc4, 0x8ab2d6))
	for i := -reach; i <= reach; i++ {
		if i == 0 || i < 0 && s.Left || i > 0 && s.Right {
			if s.Style == CanalHouse { // no two are alike
				look++
			}
			s.house((float64(i)-0.5)*s.width+float64(i)*s.gap, newDice(look))
		}
	}
	wide, deep := Width/s.scale, (Height-ground)/s.scale
	s.box(lawns[season], -wide/2, -deep, wide, deep)
	s.box(0xa8a498, -wide/2, -deep/2, wide, deep/4) // the pavement
}

// sky fills the picture with the sky of the hour, lighter towards the ground.
func (s *scene) sky(high colour) {
	const bands = 40
	low := colour(0xd8e8f0)
	if s.dark {
		high, low = 0x2c3a66, 0xe8a078
	}
	wide, band := Width/s.scale, ground/s.scale/bands
	for i := range bands {
		s.box(low.mix(high, float64(i)/bands), -wide/2, band*float64(i), wide, band*1.2)
	}
}

// house draws a house, or a block of flats, from its left corner.
func (s *scene) house(x float64, d dice) {
	walls := []colour{0xba906a, 0xaa7a5c, 0x9e6852, 0xcebc9e, 0x967f70, 0xe8e0ce}
	if s.Year < 1945 {
		walls = []colour{0x885244, 0x98604c, 0x6c4e44, 0xa65a42, 0xb26a4e, 0xd6cebe}
	}
	wall, roof, trim := d.one(walls...), d.one(0x545458, 0x783f36, 0xa4543a, 0x8e7a58), d.one(0xf6f4ee, 0xeee4cc, 0x3a3c40)
	door, height := d.one(0x1a4032, 0x1a2a4c, 0x701a20, 0x24262a, 0xbe8c38), storey*float64(s.Storeys)
	top := roof
	if s.Style == CanalHouse { // its gable is of the wall
		top, height = wall, height+d.between(-0.6, 0.6)
	}
	for up := 0.0; up < s.roof; up += 1 / s.scale { // a row of pixels
		in := s.lean * up / s.roof
		s.box(top, x+in, height+up, s.width-2*in, 1/s.scale)
	}
	s.box(wall, x, 0, s.width, height)
	s.box(trim, x, height-0.2, s.width, 0.3)
	bay := s.width / float64(s.bays)
	for i := range s.Storeys * s.bays {
		left, floor := x+bay*float64(i%s.bays), i/s.bays
		if i%s.doors == 0 && (floor == 0 || s.Style == GalleryFlat) {
			s.box(trim, left+bay*0.15, storey*float64(floor), 1.2, 2.5)
			s.box(door, left+bay*0.15+0.1, storey*float64(floor), 1, 2.3)
			continue
		}
		s.window(trim, left+bay*0.15, storey*float64(floor)+0.8, bay*0.7)
	}
	if s.gap > 0 { // a garage
		s.box(wall.mix(0, 0.2), x+s.width, 0, s.gap, 2.8)
	}
}

// window draws a window, some lit in the dark.
func (s *scene) window(frame colour, x, y, w float64) {
	pane := colour(0x46586a).mix(0x9cb8cc, s.moment.between(0, 0.4))
	if s.dark && s.moment.IntN(5) < 3 {
		pane = 0xffd68a
	}
	s.box(frame, x, y, w, 1.7)
	s.box(pane, x+0.1, y+0.1, w/2-0.15, 1.5)
	s.box(pane, x+w/2+0.05, y+0.1, w/2-0.15, 1.5)
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

// box fills a rectangle from its lower left corner.
func (s *scene) box(c colour, x, y, w, h float64) {
	if s.dark {
		c = c.mix(0x202a58, 0.3)
	}
	across := func(x float64) int { return Width/2 + int(math.Round(x*s.scale)) }
	up := func(y float64) int { return ground - int(math.Round(y*s.scale)) }
	fill := image.NewUniform(color.RGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), math.MaxUint8})
	draw.Draw(s.img, image.Rect(across(x), up(y+h), across(x+w), up(y)), fill, image.Point{}, draw.Src)
}
