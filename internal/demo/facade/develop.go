package facade

import "image"

// develop lays the light of the hour over a picture and turns it into luminance
// and colour difference, as JPEG wants it. Doing both at once halves the time.
func develop(print *image.YCbCr, img *image.RGBA, l light) {
	tints := [3]*[256]uint8{
		tintOf(l.tint.r, l.strength), tintOf(l.tint.g, l.strength), tintOf(l.tint.b, l.strength),
	}
	for y := 0; y < Height; y += 2 {
		upper, lower := img.Pix[y*img.Stride:], img.Pix[(y+1)*img.Stride:]
		first, second := print.Y[y*print.YStride:], print.Y[(y+1)*print.YStride:]
		chroma := y / 2 * print.CStride
		for x := 0; x < Width; x += 2 {
			var sum rgb
			first[x] = sum.add(upper[4*x:], tints)
			first[x+1] = sum.add(upper[4*x+4:], tints)
			second[x] = sum.add(lower[4*x:], tints)
			second[x+1] = sum.add(lower[4*x+4:], tints)
			print.Cb[chroma+x/2], print.Cr[chroma+x/2] = sum.chroma()
		}
	}
}

// tintOf returns what each brightness of one colour becomes under a tint.
func tintOf(tint uint8, strength float64) *[256]uint8 {
	var table [256]uint8
	for v := range table {
		table[v] = uint8(float64(v) * (1 - strength + strength*float64(tint)/255))
	}
	return &table
}

// rgb is a sum of colours.
type rgb struct{ r, g, b int32 }

// add adds a pixel and returns its luminance. The weights are those of JPEG (ITU-R
// BT.601), times 65536.
func (s *rgb) add(pix []uint8, tints [3]*[256]uint8) uint8 {
	r, g, b := int32(tints[0][pix[0]]), int32(tints[1][pix[1]]), int32(tints[2][pix[2]])
	s.r, s.g, s.b = s.r+r, s.g+g, s.b+b
	return uint8((19595*r + 38470*g + 7471*b + 1<<15) >> 16)
}

// chroma returns the colour differences of the mean of four pixels.
func (s *rgb) chroma() (cb, cr uint8) {
	const half = 128<<18 + 1<<17
	blue := (-11056*s.r - 21712*s.g + 32768*s.b + half) >> 18
	red := (32768*s.r - 27440*s.g - 5328*s.b + half) >> 18
	return uint8(max(0, min(255, blue))), uint8(max(0, min(255, red)))
}
