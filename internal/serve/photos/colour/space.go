// Package colour converts the colours of pictures to sRGB: from what an ICC profile describes, and from Adobe RGB.
//
// A colour that sRGB does not have is clipped, channel by channel, as colour management elsewhere does.
package colour

import (
	"fmt"
	"image"
	"iter"
	"math"
)

// Space is a space of colours from which pictures are converted. It never changes: safe for concurrent use.
type Space struct {
	// Channels is the number of channels of a pixel: 1 for grey, 3 for RGB, 4 for CMYK.
	Channels int
	// linear has the linear sRGB that each level of red, green and blue adds, nil for a space that is not separable.
	linear *[3][levels][3]float64
	// pixel converts any other pixel; levels and result are from 0 to 1.
	pixel func(levels [4]float64) (colour [3]float64, ok bool)
}

// levels is how many a channel of 8 bits has.
const levels = 256

// IsSRGB reports whether colours stay as they are, give or take one level. Profiles of sRGB differ by as much.
func (s *Space) IsSRGB() bool {
	const within = 1
	for from := range s.probes() {
		to, err := s.calculate(from)
		for i := range to {
			if err != nil || max(from[i], to[i])-min(from[i], to[i]) > within {
				return false
			}
		}
	}
	return s.Channels < 4
}

// probes yields pixels from black to white: all greys, or 16 levels of each channel.
func (s *Space) probes() iter.Seq[[4]uint8] {
	const step = (levels - 1) / 15
	return func(yield func([4]uint8) bool) {
		for level := range levels {
			if grey := uint8(level); !yield([4]uint8{grey, grey, grey}) {
				return
			}
		}
		for i := 0; s.Channels > 1 && i < 16*16*16; i++ {
			if !yield([4]uint8{uint8(i / 256 * step), uint8(i / 16 % 16 * step), uint8(i % 16 * step)}) {
				return
			}
		}
	}
}

// Convert converts an opaque picture of grey or RGB, in place.
func (s *Space) Convert(img *image.RGBA) error { return s.convert(img.Pix) }

// ConvertCMYK converts a picture of CMYK. It uses its memory.
func (s *Space) ConvertCMYK(img *image.CMYK) (*image.RGBA, error) {
	return &image.RGBA{Pix: img.Pix, Stride: img.Stride, Rect: img.Rect}, s.convert(img.Pix)
}

// convert converts pixels of four bytes to opaque ones.
func (s *Space) convert(pixels []uint8) error {
	if s.linear != nil {
		for at := 0; at+4 <= len(pixels); at += 4 {
			to := s.add(pixels[at], pixels[at+1], pixels[at+2])
			copy(pixels[at:], to[:])
		}
		return nil
	}
	last := [4]uint8{}
	to, err := s.calculate(last)
	for at := 0; at+4 <= len(pixels); at += 4 {
		from := [4]uint8(pixels[at:])
		if s.Channels < len(from) {
			from[3] = 0
		}
		if from != last { // neighbours are often equal
			last = from
			to, err = s.calculate(from)
		}
		if err != nil {
			return err
		}
		copy(pixels[at:], to[:])
		pixels[at+3] = levels - 1
	}
	return nil
}

// add converts a pixel of a separable space.
func (s *Space) add(red, green, blue uint8) (to [3]uint8) {
	r, g, b := &s.linear[0][red], &s.linear[1][green], &s.linear[2][blue]
	for i := range to {
		to[i] = encode(r[i] + g[i] + b[i])
	}
	return to
}

// calculate converts a pixel. Error: the space gives no colour for it.
func (s *Space) calculate(from [4]uint8) (to [3]uint8, err error) {
	if s.linear != nil {
		return s.add(from[0], from[1], from[2]), nil
	}
	var at [4]float64
	for i, level := range from {
		at[i] = float64(level) / (levels - 1)
	}
	colour, ok := s.pixel(at)
	for i, v := range colour {
		if !ok || math.IsNaN(v) {
			return to, fmt.Errorf("it gives no colour for %v", from[:s.Channels])
		}
		to[i] = uint8(math.Round(min(max(v, 0), 1) * (levels - 1)))
	}
	return to, nil
}

// separable returns the space of RGB whose channels add up: xyz returns their sum, relative to D50.
func separable(xyz func(r, g, b float64) [3]float64) (*Space, error) {
	s := &Space{Channels: 3, linear: new([3][levels][3]float64)}
	black := xyz(0, 0, 0)
	for channel := range s.linear {
		for level := range s.linear[channel] {
			var at [3]float64
			at[channel] = float64(level) / (levels - 1)
			sum := xyz(at[0], at[1], at[2])
			for i := range sum {
				if math.IsNaN(sum[i]) || math.IsInf(sum[i], 0) {
					return nil, fmt.Errorf("it gives no colour for level %d", level)
				}
				if channel > 0 { // black counts once
					sum[i] -= black[i]
				}
			}
			s.linear[channel][level] = linearSRGB.times(sum)
		}
	}
	return s, nil
}
