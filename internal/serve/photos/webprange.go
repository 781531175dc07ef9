package photos

// The levels of a lossy WebP. The format uses television's levels, black at 16 and white at 235; the decoder returns
// them as if they were a JPEG's, from 0 to 255, which makes a picture pale.

import (
	"image"
	"math"
)

// lossyWebP is the chunk of a lossy picture.
const lossyWebP = "VP8 "

// stretchWebP gives the picture of a WebP file the levels of a JPEG, in place. A lossless one has colours of RGB.
func stretchWebP(decoded image.Image) {
	switch img := decoded.(type) {
	case *image.YCbCr:
		stretchLevels(img)
	case *image.NYCbCrA:
		stretchLevels(&img.YCbCr)
	}
}

func stretchLevels(img *image.YCbCr) {
	const black, lumaRange, grey, chromaRange = 16, 219, 128, 224
	var luma, chroma [256]uint8
	for level := range luma {
		luma[level] = nearest(float64(level-black) * 255 / lumaRange)
		chroma[level] = nearest(grey + float64(level-grey)*255/chromaRange)
	}
	for i, level := range img.Y {
		img.Y[i] = luma[level]
	}
	for _, plane := range [][]uint8{img.Cb, img.Cr} {
		for i, level := range plane {
			plane[i] = chroma[level]
		}
	}
}

func nearest(level float64) uint8 { return uint8(math.Round(min(max(level, 0), 255))) }
