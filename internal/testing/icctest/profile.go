// Package icctest writes ICC profiles for tests, from published numbers.
package icctest

import (
	"encoding/binary"
	"math"
)

// Tag is a part of a profile: a name of four letters and its content.
type Tag struct {
	Name    string
	Content []byte
}

// Profile returns a display profile of a space ("RGB ", "GRAY", "CMYK"), of version 4 and relative to XYZ.
func Profile(space string, tags ...Tag) []byte {
	const header, tagSize = 128, 12
	p := make([]byte, header)
	copy(p[8:], "\x04\x30\x00\x00mntr"+space+"XYZ ")
	copy(p[36:], "acsp")
	copy(p[68:], XYZ(0.9642, 1, 0.8249)[8:])
	p = binary.BigEndian.AppendUint32(p, uint32(len(tags)))
	at := len(p) + tagSize*len(tags)
	var contents []byte
	for _, tag := range tags {
		p = append(p, tag.Name...)
		p = binary.BigEndian.AppendUint32(p, uint32(at+len(contents)))
		p = binary.BigEndian.AppendUint32(p, uint32(len(tag.Content)))
		contents = append(contents, tag.Content...)
		for len(contents)%4 > 0 {
			contents = append(contents, 0)
		}
	}
	p = append(p, contents...)
	binary.BigEndian.PutUint32(p, uint32(len(p)))
	return p
}

// RGB returns a profile of RGB by the XYZ of red, green and blue relative to D50, and one curve for all.
func RGB(red, green, blue [3]float64, curve []byte) []byte {
	return Profile("RGB ",
		Tag{"rXYZ", XYZ(red[0], red[1], red[2])}, Tag{"gXYZ", XYZ(green[0], green[1], green[2])},
		Tag{"bXYZ", XYZ(blue[0], blue[1], blue[2])}, Tag{"rTRC", curve}, Tag{"gTRC", curve}, Tag{"bTRC", curve})
}

// AdobeRGB is Adobe RGB (1998), by the specification of Adobe.
func AdobeRGB() []byte {
	return RGB([3]float64{0.60974, 0.31111, 0.01947}, [3]float64{0.20528, 0.62567, 0.06087},
		[3]float64{0.14919, 0.06322, 0.74457}, Gamma(563.0/256))
}

// DisplayP3 is what phones write, with the curve of sRGB as a formula.
func DisplayP3() []byte {
	return RGB([3]float64{0.51512, 0.24120, -0.00105}, [3]float64{0.29198, 0.69225, 0.04189},
		[3]float64{0.15710, 0.06657, 0.78407}, Parametric(3, 2.4, 1/1.055, 0.055/1.055, 1/12.92, 0.04045))
}

// ProPhoto is ROMM RGB, with its curve as points.
func ProPhoto() []byte {
	points := make([]uint16, 1024)
	for i := range points {
		x := float64(i) / float64(len(points)-1)
		y := math.Pow(x, 1.8)
		if x < 16.0/512 {
			y = x / 16
		}
		points[i] = uint16(math.Round(y * math.MaxUint16))
	}
	return RGB([3]float64{0.7977, 0.2880, 0}, [3]float64{0.1352, 0.7119, 0}, [3]float64{0.0313, 0.0001, 0.8249},
		Points(points...))
}

// XYZ is the content of a colour.
func XYZ(x, y, z float64) []byte { return fixed([]byte("XYZ \x00\x00\x00\x00"), x, y, z) }

// Gamma is the content of a curve that is an exponent.
func Gamma(gamma float64) []byte { return Points(uint16(math.Round(gamma * 256))) }

// Points is the content of a curve of points; one is an exponent, of 1/256.
func Points(points ...uint16) []byte {
	c := binary.BigEndian.AppendUint32([]byte("curv\x00\x00\x00\x00"), uint32(len(points)))
	for _, p := range points {
		c = binary.BigEndian.AppendUint16(c, p)
	}
	return c
}

// Parametric is the content of a curve by one of the five formulas of the standard.
func Parametric(formula uint16, numbers ...float64) []byte {
	c := binary.BigEndian.AppendUint16([]byte("para\x00\x00\x00\x00"), formula)
	return fixed(append(c, 0, 0), numbers...)
}

// Table is the content of a table of 8 bits from so many channels to three, which gives the same for each pixel.
func Table(channels int, to [3]byte) []byte {
	const grid, ends = 2, 256
	t := append([]byte("mft1\x00\x00\x00\x00"), byte(channels), 3, grid, 0)
	t = fixed(t, 1, 0, 0, 0, 1, 0, 0, 0, 1)
	ramp := make([]byte, ends)
	for i := range ramp {
		ramp[i] = byte(i)
	}
	for range channels {
		t = append(t, ramp...)
	}
	for range 1 << channels {
		t = append(t, to[:]...)
	}
	for range to {
		t = append(t, ramp...)
	}
	return t
}

// fixed appends numbers of 16 bits before the point, and 16 behind.
func fixed(to []byte, numbers ...float64) []byte {
	for _, n := range numbers {
		to = binary.BigEndian.AppendUint32(to, uint32(int32(math.Round(n*65536))))
	}
	return to
}
