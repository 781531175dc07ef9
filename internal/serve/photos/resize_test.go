package photos

import (
	"image"
	"image/color"
	"math"
	"testing"
)

// ramp is a picture that grows lighter to the right and redder downwards.
func ramp(size image.Point) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			img.SetRGBA(x, y, rampAt(x, y, size))
		}
	}
	return img
}

func rampAt(x, y int, size image.Point) color.RGBA {
	light := uint8(math.Round(200 * (float64(x) + 0.5) / float64(size.X)))
	return color.RGBA{R: uint8(math.Round(200 * (float64(y) + 0.5) / float64(size.Y))), G: light, B: light, A: 255}
}

// inChroma returns the picture as a JPEG decoder does, with chroma in a ratio.
func inChroma(img *image.RGBA, ratio image.YCbCrSubsampleRatio) *image.YCbCr {
	out := image.NewYCbCr(img.Rect, ratio)
	for y := range img.Rect.Dy() {
		for x := range img.Rect.Dx() {
			c := img.RGBAAt(x, y)
			at := out.COffset(x, y)
			out.Y[out.YOffset(x, y)], out.Cb[at], out.Cr[at] = color.RGBToYCbCr(c.R, c.G, c.B)
		}
	}
	return out
}

func TestASmallerPictureShowsTheSameAtEachPlace(t *testing.T) {
	from := ramp(image.Pt(301, 203))
	for name, picture := range map[string]image.Image{
		"red, green, blue": from,
		"4:2:0":            inChroma(from, image.YCbCrSubsampleRatio420),
		"4:2:2":            inChroma(from, image.YCbCrSubsampleRatio422),
		"4:4:4":            inChroma(from, image.YCbCrSubsampleRatio444),
		"4:1:0":            inChroma(from, image.YCbCrSubsampleRatio410),
		"a part of one":    inChroma(ramp(image.Pt(400, 300)), image.YCbCrSubsampleRatio420).SubImage(image.Rect(0, 0, 400, 300)),
	} {
		for _, size := range []image.Point{{301, 203}, {300, 202}, {187, 126}, {100, 67}, {75, 50}} {
			got := scaled(picture, size, orientationUpright)
			if got.Bounds().Size() != size {
				t.Fatalf("%s: %v, want %v", name, got.Bounds(), size)
			}
			for y := 2; y < size.Y-2; y++ { // the filter is cut off at the edges; chroma is at half the size, so about a pixel off
				for x := 2; x < size.X-2; x++ {
					if want := rampAt(x, y, size); !within(got.At(x, y), want, 5+250/size.Y) {
						t.Fatalf("%s at %v of %v: %v, want %v", name, image.Pt(x, y), size, got.At(x, y), want)
					}
				}
			}
		}
	}
}

func within(got color.Color, want color.RGBA, levels int) bool {
	is := color.RGBAModel.Convert(got).(color.RGBA)
	for _, pair := range [][2]uint8{{is.R, want.R}, {is.G, want.G}, {is.B, want.B}, {is.A, want.A}} {
		if d := int(pair[0]) - int(pair[1]); max(d, -d) > levels {
			return false
		}
	}
	return true
}

func TestAnEvenPictureStaysAsItIs(t *testing.T) {
	for _, level := range []uint8{0, 1, 127, 254, 255} {
		even := image.NewCMYK(image.Rect(0, 0, 331, 97))
		for i := range even.Pix {
			even.Pix[i] = level
		}
		for _, size := range []image.Point{{331, 97}, {330, 96}, {111, 32}, {3, 1}, {1, 1}} {
			for _, got := range scaled(even, size, orientationUpright).(*image.CMYK).Pix {
				if got != level {
					t.Fatalf("%d at %v became %d", level, size, got)
				}
			}
		}
	}
}
