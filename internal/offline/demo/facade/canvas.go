package facade

import (
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

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
