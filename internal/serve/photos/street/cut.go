package street

// Cutting a front out of a picture: the cut is a rectangle upright on the wall, so that the wall is shown straight on from
// wherever the camera stood.

import (
	"image"
	"image/color"
	"math"

	"github.com/gevel/gevel/internal/num/geo"
)

const (
	mostSide      = 2048 // pixels of a cut
	unknownHeight = 5.0  // metres, of a building whose height is not known: its middle is wall of all but sheds
	above, below  = 0.8, 0.6
	beside        = 1.2  // the width of a cut over the wall's
	besideMost    = 1.35 // with which a terraced home still fills three quarters of it
	widest        = 2.4  // width over the distance from the wall: 100 degrees
	leastPart     = 0.6  // of the width that is wanted, if the picture has no more
)

// Cut is a rectangle on a wall.
type Cut struct {
	Middle      geo.Point // of its width
	Right       geo.Point // unit vector along the wall, to the right as the camera sees it
	Width       float64   // metres
	Low, High   float64   // metres above the street
	PixelsMetre float64
}

// at returns a position by the part of the width, from the left.
func (k *Cut) at(part float64) geo.Point {
	along := (part - 0.5) * k.Width
	return geo.Point{X: k.Middle.X + along*k.Right.X, Y: k.Middle.Y + along*k.Right.Y}
}

// cut returns the rectangle to cut: wall and roof with a margin, 4:3 or 3:4 by the wall's shape, as far as the picture has
// them.
func (v *view) cut(c *camera) (k Cut, ok bool) {
	height, wall := v.height, 2*v.half
	if height == 0 {
		height = unknownHeight
	}
	ratio := 4.0 / 3
	if height > wall {
		ratio = 1 / ratio
	}
	width := max(beside*wall, ratio*(height+above+below))
	width = min(width, besideMost*wall, widest*v.distance*math.Cos(v.angle))
	k = Cut{
		Middle: v.middle, Right: geo.Point{X: -v.normal.Y, Y: v.normal.X}, PixelsMetre: v.pixels,
	}
	for part := 1.0; part >= leastPart; part -= 0.05 {
		k.Width = part * width
		tall := k.Width / ratio
		if k.Low = -min(below, tall/10); tall > height+above+below {
			k.Low = (height - tall) / 2
		}
		if k.High = k.Low + tall; k.within(c) {
			return k, true
		}
	}
	return k, false
}

// within reports whether the corners of the cut are in the picture.
func (k *Cut) within(c *camera) bool {
	for _, part := range []float64{0, 1} {
		for _, z := range []float64{k.Low, k.High} {
			p := k.at(part)
			if _, _, ok := c.pixel(vector{p.X - c.At.X, p.Y - c.At.Y, z - c.Height}); !ok {
				return false
			}
		}
	}
	return true
}

// Size returns the pixels of the cut.
func (k *Cut) Size() image.Point {
	scale := min(k.PixelsMetre, mostSide/max(k.Width, k.High-k.Low))
	return image.Pt(int(math.Round(k.Width*scale)), int(math.Round((k.High-k.Low)*scale)))
}

// Of cuts it out of the upright picture of a pose.
func (k *Cut) Of(p *Pose, picture image.Image) *image.RGBA {
	c := p.camera()
	out := image.NewRGBA(image.Rectangle{Max: k.Size()})
	for x := range out.Rect.Max.X {
		at := k.at((float64(x) + 0.5) / float64(out.Rect.Max.X))
		for y := range out.Rect.Max.Y {
			z := k.High - (float64(y)+0.5)/float64(out.Rect.Max.Y)*(k.High-k.Low)
			px, py, _ := c.pixel(vector{at.X - c.At.X, at.Y - c.At.Y, z - c.Height})
			out.SetRGBA(x, y, c.between(picture, px-0.5, py-0.5))
		}
	}
	return out
}

// between returns the colour between four pixels. A whole panorama goes on at its seam.
func (c *camera) between(picture image.Image, x, y float64) color.RGBA {
	left, top := math.Floor(x), math.Floor(y)
	var sum [3]float64
	for i := range 4 {
		right, down := float64(i&1), float64(i>>1)
		weight := (1 - math.Abs(x-left-right)) * (1 - math.Abs(y-top-down))
		if weight <= 0 {
			continue
		}
		r, g, b, _ := picture.At(c.column(int(left+right)), max(0, min(int(top+down), c.Lens.Size.Y-1))).RGBA()
		for n, v := range [3]uint32{r, g, b} {
			sum[n] += weight * float64(v) / 0x101
		}
	}
	return color.RGBA{uint8(sum[0] + 0.5), uint8(sum[1] + 0.5), uint8(sum[2] + 0.5), 0xff}
}

func (c *camera) column(x int) int {
	width := c.Lens.Size.X
	if c.Lens.Field == 0 && c.Lens.Full.X == width {
		return (x + width) % width
	}
	return max(0, min(x, width-1))
}
