package drawntown

import (
	"cmp"
	"image"
	"image/color"
	"math"
	"slices"

	"github.com/gevel/gevel"
)

// Camera is where a picture is truly taken: heading, pitch (up) and roll (the right side down) in degrees.
type Camera struct {
	At                           gevel.Point
	Height, Heading, Pitch, Roll float64
	Size                         image.Point
	Field                        float64 // horizontal, degrees; 0 for a panorama of the whole sphere
}

// Picture is what a camera sees, drawn where it is looked at.
type Picture struct {
	Camera
	town *Town
	seen map[int][]crossing // walls by bearing, the nearest first
}

// crossing is where a ray meets a building.
type crossing struct {
	distance float64
	of       int
}

// Picture takes a picture.
func (t *Town) Picture(c Camera) *Picture { return &Picture{c, t, map[int][]crossing{}} }

// ColorModel implements image.Image.
func (p *Picture) ColorModel() color.Model { return color.RGBAModel }

// Bounds implements image.Image.
func (p *Picture) Bounds() image.Rectangle { return image.Rectangle{Max: p.Size} }

// What a pixel shows that shows no building.
const (
	Ground = -1
	Sky    = -2
	Mixed  = -3
)

// At implements image.Image.
func (p *Picture) At(x, y int) color.Color {
	switch of := p.shows(float64(x)+0.5, float64(y)+0.5); of {
	case Ground:
		return color.RGBA{90, 90, 10, 255}
	case Sky:
		return color.RGBA{120, 160, 20, 255}
	default:
		return color.RGBA{uint8(of >> 8), uint8(of), 200, 255}
	}
}

// Shown returns which house a colour of a picture is of.
func Shown(c color.RGBA) int {
	switch {
	case c == color.RGBA{90, 90, 10, 255}:
		return Ground
	case c == color.RGBA{120, 160, 20, 255}:
		return Sky
	case c.B != 200:
		return Mixed
	}
	return int(c.R)<<8 | int(c.G)
}

// shows returns the house at a pixel.
func (p *Picture) shows(x, y float64) int {
	// In the camera: to the right, ahead, up.
	var r, a, u float64
	if p.Field > 0 {
		focal := float64(p.Size.X) / 2 / math.Tan(p.Field*math.Pi/360)
		r, a, u = x-float64(p.Size.X)/2, focal, float64(p.Size.Y)/2-y
	} else {
		across, rise := (x/float64(p.Size.X)-0.5)*2*math.Pi, (0.5-y/float64(p.Size.Y))*math.Pi
		r, a, u = math.Sin(across)*math.Cos(rise), math.Cos(across)*math.Cos(rise), math.Sin(rise)
	}
	// Undo the roll, the pitch, the heading.
	sin, cos := math.Sincos(p.Roll * math.Pi / 180)
	r, u = r*cos+u*sin, u*cos-r*sin
	sin, cos = math.Sincos(p.Pitch * math.Pi / 180)
	a, u = a*cos-u*sin, u*cos+a*sin
	bearing := p.Heading*math.Pi/180 + math.Atan2(r, a)
	return p.along(bearing, u/math.Hypot(r, a))
}

// along returns what is seen at a bearing and a slope.
func (p *Picture) along(bearing, slope float64) int {
	const fine = 20_000 // steps a radian: 4 mm at 80 m
	key := int(math.Round(math.Mod(bearing+4*math.Pi, 2*math.Pi) * fine))
	seen, known := p.seen[key]
	if !known {
		seen = p.town.cast(p.Camera.At, float64(key)/fine)
		p.seen[key] = seen
	}
	for _, c := range seen {
		switch z := p.Height + slope*c.distance; {
		case z < 0:
			return Ground
		case z <= p.town.Houses[c.of].Height:
			return c.of
		}
	}
	if slope < 0 {
		return Ground
	}
	return Sky
}

// cast returns the buildings along a ray, the nearest first.
func (t *Town) cast(from gevel.Point, bearing float64) (all []crossing) {
	const far, step = 90.0, cellSide / 4
	dx, dy := math.Sin(bearing), math.Cos(bearing)
	looked := map[[2]int]bool{}
	for at := 0.0; at < far; at += step {
		middle := cellOf(gevel.Point{X: from.X + at*dx, Y: from.Y + at*dy})
		for n := range 9 {
			key := [2]int{middle[0] + n%3 - 1, middle[1] + n/3 - 1}
			if looked[key] {
				continue
			}
			looked[key] = true
			for _, e := range t.cells[key] {
				if d, ok := e.meets(from, dx, dy); ok && d < far {
					all = append(all, crossing{d, e.of})
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b crossing) int { return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.of, b.of)) })
	return slices.Compact(all)
}

// meets turns the plane so that the ray goes up from zero.
func (e edge) meets(from gevel.Point, dx, dy float64) (float64, bool) {
	turn := func(p gevel.Point) (across, along float64) {
		x, y := p.X-from.X, p.Y-from.Y
		return x*dy - y*dx, x*dx + y*dy
	}
	u, s := turn(e.a)
	v, t := turn(e.b)
	if (u < 0) == (v < 0) {
		return 0, false
	}
	d := s + (t-s)*u/(u-v)
	return d, d > 0
}
