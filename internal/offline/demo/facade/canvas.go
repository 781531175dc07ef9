// The canvas: polygons in metres, filled with the colour and the grain of a material.

package facade

import (
	"image"
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
	course int     // height of the surface's stones, pixels; 0 is smooth
	glows  bool    // emits light: daylight does not tint it
}

const rough, brick, tile = 1, 4, 6 // courses, pixels

func flat(c colour) paint                { return paint{colour: c} }
func of(c colour, course int) paint      { return paint{colour: c, course: course} }
func glaze(c colour, part float64) paint { return paint{colour: c, clear: 1 - part} }

// bright returns the brightness of a pixel on a surface of stones; 128 is that colour unchanged.
func (p paint) bright(x, y int) uint32 {
	row, along := y/p.course, x+y/p.course%2*p.course
	if p.course > rough && (y%p.course == 0 || along%(2*p.course) == 0) {
		return uint32(160 - 12*p.course*p.course/tile) // the joint, light or dark
	}
	stone := uint32(row*7919 ^ along/(2*p.course)*104729)
	return 112 + (stone^stone>>3)*2654435761>>27
}

// canvas is a picture being drawn, in metres: x to the right from the middle, y up from the ground.
type canvas struct {
	img    *image.RGBA
	mask   [Width * Height]uint8
	raster vector.Rasterizer
	scale  float64 // pixels per metre
	tint   colour  // of the light
	dim    float64 // share of the tint in all colours
}

// fill fills the polygon with corners x, y, x, y, ...; it overwrites xy.
func (c *canvas) fill(p paint, xy ...float64) {
	lo, hi := [2]float64{Width, Height}, [2]float64{}
	for i := range xy { // to pixels
		if xy[i] = Width/2 + xy[i]*c.scale; i%2 == 1 {
			xy[i] = ground + Width/2 - xy[i]
		}
		lo[i%2], hi[i%2] = min(lo[i%2], xy[i]), max(hi[i%2], xy[i])
	}
	box := image.Rect(int(math.Floor(lo[0])), int(math.Floor(lo[1])), int(math.Ceil(hi[0])), int(math.Ceil(hi[1])))
	if box = box.Intersect(c.img.Rect); box.Empty() {
		return
	}
	c.raster.Reset(box.Dx(), box.Dy())
	c.raster.MoveTo(float32(xy[0]-float64(box.Min.X)), float32(xy[1]-float64(box.Min.Y)))
	for i := 2; i < len(xy); i += 2 {
		c.raster.LineTo(float32(xy[i]-float64(box.Min.X)), float32(xy[i+1]-float64(box.Min.Y)))
	}
	c.raster.ClosePath()
	c.raster.DrawOp = draw.Src
	mask := &image.Alpha{Pix: c.mask[:], Stride: box.Dx(), Rect: image.Rectangle{Max: box.Size()}}
	c.raster.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	c.blend(p, box)
}

// blend paints a box of pixels, each with the mask's coverage.
func (c *canvas) blend(p paint, box image.Rectangle) {
	if !p.glows {
		p.colour = p.mix(c.tint, c.dim)
	}
	rgb := [3]uint32{uint32(p.colour >> 16), uint32(p.colour >> 8 & 255), uint32(p.colour & 255)}
	opacity, mask := uint32(256*(1-p.clear)), c.mask[:]
	for y := box.Min.Y; y < box.Max.Y; y++ {
		pix := c.img.Pix[c.img.PixOffset(box.Min.X, y):]
		for x := box.Min.X; x < box.Max.X; x++ {
			if cover := uint32(mask[0]) * opacity / 255; cover > 0 {
				bright := uint32(128)
				if p.course > 0 {
					bright = p.bright(x, y)
				}
				for i, v := range rgb {
					pix[i] = uint8((min(255, v*bright>>7)*cover + uint32(pix[i])*(256-cover)) >> 8)
				}
			}
			pix, mask = pix[4:], mask[1:]
		}
	}
}

// box fills a rectangle from its lower left corner.
func (c *canvas) box(p paint, x, y, w, h float64) { c.fill(p, x, y, x+w, y, x+w, y+h, x, y+h) }

// band fills the rows of pixels from y up to below.
func (c *canvas) band(p paint, y, below float64) {
	c.box(p, -Width/c.scale, (ground-below)/c.scale, 2*Width/c.scale, (below-y)/c.scale)
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
