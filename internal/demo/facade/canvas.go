package facade

import (
	"image"
	"image/draw"
	"math"

	"golang.org/x/image/vector"
)

// colour is an opaque colour.
type colour struct{ r, g, b uint8 }

// times returns the colour made lighter (f above 1) or darker.
func (c colour) times(f float64) colour {
	scale := func(v uint8) uint8 { return uint8(math.Min(255, float64(v)*f)) }
	return colour{scale(c.r), scale(c.g), scale(c.b)}
}

// mix returns the colour with a part of another in it.
func (c colour) mix(other colour, part float64) colour {
	blend := func(a, b uint8) uint8 { return uint8(float64(a) + part*(float64(b)-float64(a))) }
	return colour{blend(c.r, other.r), blend(c.g, other.g), blend(c.b, other.b)}
}

// paint is what a shape is filled with.
type paint struct {
	colour
	opacity uint32   // 0 to 255
	grain   *texture // nil for a flat colour
}

const opaque = 255

func flat(c colour) paint                 { return paint{colour: c, opacity: opaque} }
func textured(c colour, t *texture) paint { return paint{colour: c, opacity: opaque, grain: t} }
func glaze(c colour, opacity float64) paint {
	return paint{colour: c, opacity: uint32(opaque * opacity)}
}

// point is a position in metres: to the right from the middle of the picture, and
// up from the ground.
type point struct{ x, y float64 }

// canvas is a picture being drawn in metres.
type canvas struct {
	img    *image.RGBA
	mask   *image.Alpha
	raster vector.Rasterizer
	scale  float64 // pixels per metre
	ground float64 // pixel row of the ground
	tint   [3]uint32
}

func newCanvas() *canvas {
	all := image.Rect(0, 0, Width, Height)
	return &canvas{img: image.NewRGBA(all), mask: image.NewAlpha(all), scale: 1, ground: Height, tint: [3]uint32{256, 256, 256}}
}

func (c *canvas) px(x float64) float64 { return Width/2 + x*c.scale }
func (c *canvas) py(y float64) float64 { return c.ground - y*c.scale }

// rect fills a rectangle from its lower left corner, w metres wide and h high.
func (c *canvas) rect(x, y, w, h float64, p paint) {
	p = c.tinted(p)
	x0, x1 := clamp(c.px(x), Width), clamp(c.px(x+w), Width)
	y0, y1 := clamp(c.py(y+h), Height), clamp(c.py(y), Height)
	for row := int(y0); row < int(math.Ceil(y1)); row++ {
		down := math.Min(y1, float64(row+1)) - math.Max(y0, float64(row))
		c.span(row, x0, x1, uint32(down*256), p)
	}
}

// tinted returns the paint in the light of the picture.
func (c *canvas) tinted(p paint) paint {
	p.r = uint8(uint32(p.r) * c.tint[0] >> 8)
	p.g = uint8(uint32(p.g) * c.tint[1] >> 8)
	p.b = uint8(uint32(p.b) * c.tint[2] >> 8)
	return p
}

// span fills a row from x0 to x1 with a coverage of 0 to 256.
func (c *canvas) span(row int, x0, x1 float64, coverage uint32, p paint) {
	first, last := int(x0), int(math.Ceil(x1))-1
	alpha := p.opacity * coverage >> 8
	if first >= last {
		if first == last {
			c.blend(first, row, uint32(float64(alpha)*(x1-x0)), p)
		}
		return
	}
	c.blend(first, row, uint32(float64(alpha)*(float64(first+1)-x0)), p)
	c.blend(last, row, uint32(float64(alpha)*(x1-float64(last))), p)
	if alpha == opaque && p.grain == nil {
		c.run(row, first+1, last, p.colour)
		return
	}
	if alpha == opaque {
		c.grainRun(row, first+1, last, p)
		return
	}
	for x := first + 1; x < last; x++ {
		c.blend(x, row, alpha, p)
	}
}

// grainRun sets the pixels of a row from x0 up to x1 to a textured paint.
func (c *canvas) grainRun(row, x0, x1 int, p paint) {
	shades := &p.grain.shades[row&(textureSide-1)]
	pix := c.img.Pix[row*c.img.Stride+4*x0 : row*c.img.Stride+4*x1]
	r, g, b := uint32(p.r), uint32(p.g), uint32(p.b)
	for x := x0; len(pix) >= 4; x++ {
		shade := uint32(shades[x&(textureSide-1)])
		pix[0], pix[1], pix[2], pix[3] = lit(r*shade), lit(g*shade), lit(b*shade), opaque
		pix = pix[4:]
	}
}

// lit returns a product of colour and shade as a colour again.
func lit(product uint32) uint8 { return uint8(min(opaque, product>>7)) }

// run sets the pixels of a row from x0 up to x1.
func (c *canvas) run(row, x0, x1 int, k colour) {
	pix := c.img.Pix[row*c.img.Stride+4*x0 : row*c.img.Stride+4*x1]
	for i := 0; i < len(pix); i += 4 {
		pix[i], pix[i+1], pix[i+2], pix[i+3] = k.r, k.g, k.b, opaque
	}
}

// blend puts the paint on a pixel with an opacity of 0 to 255.
func (c *canvas) blend(x, y int, alpha uint32, p paint) {
	r, g, b := uint32(p.r), uint32(p.g), uint32(p.b)
	if p.grain != nil {
		shade := p.grain.at(x, y)
		r, g, b = min(255, r*shade>>7), min(255, g*shade>>7), min(255, b*shade>>7)
	}
	i := y*c.img.Stride + 4*x
	pix := c.img.Pix[i : i+4 : i+4]
	if alpha != opaque {
		alpha += alpha >> 7 // to 256, so that shifting divides
		rest := 256 - alpha
		r = (r*alpha + uint32(pix[0])*rest) >> 8
		g = (g*alpha + uint32(pix[1])*rest) >> 8
		b = (b*alpha + uint32(pix[2])*rest) >> 8
	}
	pix[0], pix[1], pix[2], pix[3] = uint8(r), uint8(g), uint8(b), opaque
}

// shape is a closed outline of straight and curved lines, in metres.
type shape struct {
	start point
	lines []stroke
}

// stroke is a line to a point, bent by two handles when it is a curve.
type stroke struct {
	a, b, to point
	curve    bool
}

func from(x, y float64) *shape { return &shape{start: point{x, y}} }

func (s *shape) line(x, y float64) *shape {
	s.lines = append(s.lines, stroke{to: point{x, y}})
	return s
}

func (s *shape) bend(ax, ay, bx, by, x, y float64) *shape {
	s.lines = append(s.lines, stroke{a: point{ax, ay}, b: point{bx, by}, to: point{x, y}, curve: true})
	return s
}

// mirror closes the left half of an outline with its mirror image about x.
func (s *shape) mirror(x float64) *shape {
	back := func(p point) point { return point{2*x - p.x, p.y} }
	half := s.lines
	last := s.start
	if len(half) > 0 {
		last = half[len(half)-1].to
	}
	s.line(back(last).x, last.y)
	for i := len(half) - 1; i >= 0; i-- {
		to := s.start
		if i > 0 {
			to = half[i-1].to
		}
		s.lines = append(s.lines, stroke{a: back(half[i].b), b: back(half[i].a), to: back(to), curve: half[i].curve})
	}
	return s
}

// polygon returns the outline through points given as x, y, x, y.
func polygon(xy ...float64) *shape {
	s := from(xy[0], xy[1])
	for i := 2; i+1 < len(xy); i += 2 {
		s.line(xy[i], xy[i+1])
	}
	return s
}

// ellipse returns the ellipse round a centre.
func ellipse(x, y, rx, ry float64) *shape {
	const k = 0.5523 // handle length that makes a cubic a quarter circle
	return from(x-rx, y).
		bend(x-rx, y+k*ry, x-k*rx, y+ry, x, y+ry).
		bend(x+k*rx, y+ry, x+rx, y+k*ry, x+rx, y).
		bend(x+rx, y-k*ry, x+k*rx, y-ry, x, y-ry).
		bend(x-k*rx, y-ry, x-rx, y-k*ry, x-rx, y)
}

// fill fills a shape.
func (c *canvas) fill(s *shape, p paint) {
	p = c.tinted(p)
	box, ok := c.bounds(s)
	if !ok {
		return
	}
	local := func(q point) (float32, float32) {
		return float32(c.px(q.x)) - float32(box.Min.X), float32(c.py(q.y)) - float32(box.Min.Y)
	}
	c.raster.Reset(box.Dx(), box.Dy())
	c.raster.MoveTo(local(s.start))
	for _, l := range s.lines {
		x, y := local(l.to)
		if l.curve {
			ax, ay := local(l.a)
			bx, by := local(l.b)
			c.raster.CubeTo(ax, ay, bx, by, x, y)
			continue
		}
		c.raster.LineTo(x, y)
	}
	c.raster.ClosePath()
	mask := &image.Alpha{Pix: c.mask.Pix, Stride: box.Dx(), Rect: image.Rect(0, 0, box.Dx(), box.Dy())}
	c.raster.DrawOp = draw.Src
	c.raster.Draw(mask, mask.Rect, image.Opaque, image.Point{})
	for y := range box.Dy() {
		for x, cover := range mask.Pix[y*mask.Stride : y*mask.Stride+box.Dx()] {
			if cover > 0 {
				c.blend(box.Min.X+x, box.Min.Y+y, uint32(cover)*p.opacity/255, p)
			}
		}
	}
}

// bounds returns the pixels that a shape may touch, those in the picture.
func (c *canvas) bounds(s *shape) (image.Rectangle, bool) {
	lo, hi := s.start, s.start
	include := func(q point) {
		lo = point{min(lo.x, q.x), min(lo.y, q.y)}
		hi = point{max(hi.x, q.x), max(hi.y, q.y)}
	}
	for _, l := range s.lines {
		include(l.to)
		if l.curve {
			include(l.a)
			include(l.b)
		}
	}
	box := image.Rect(
		int(math.Floor(c.px(lo.x))), int(math.Floor(c.py(hi.y))),
		int(math.Ceil(c.px(hi.x))), int(math.Ceil(c.py(lo.y))),
	).Intersect(c.img.Rect)
	return box, !box.Empty()
}

func clamp(v, most float64) float64 { return math.Max(0, math.Min(most, v)) }
