package webp

// Pictures as planes of luma and chroma.

import "image"

const (
	lumaSide   = 16 // of a macroblock, pixels
	chromaSide = 8
	blockSide  = 4
)

// plane holds one component, whole macroblocks wide and high.
type plane struct {
	pix    []uint8
	stride int
}

// picture is luma and two planes of chroma, of half the width and height.
type picture struct {
	wide, high int // macroblocks
	luma       plane
	chroma     [2]plane // blue, red
}

func newPicture(size image.Point) *picture {
	p := &picture{wide: (size.X + lumaSide - 1) / lumaSide, high: (size.Y + lumaSide - 1) / lumaSide}
	p.luma = plane{make([]uint8, p.wide*p.high*lumaSide*lumaSide), p.wide * lumaSide}
	for i := range p.chroma {
		p.chroma[i] = plane{make([]uint8, p.wide*p.high*chromaSide*chromaSide), p.wide * chromaSide}
	}
	return p
}

// pictureOf returns the planes of an opaque picture, with the levels of BT.601. Beyond its edges the last pixels repeat.
func pictureOf(img *image.RGBA) *picture {
	size := img.Rect.Size()
	p := newPicture(size)
	for y := 0; y < p.high*lumaSide; y += 2 {
		upper := img.Pix[min(y, size.Y-1)*img.Stride:]
		lower := img.Pix[min(y+1, size.Y-1)*img.Stride:]
		for x := 0; x < p.wide*lumaSide; x += 2 {
			left, right := 4*min(x, size.X-1), 4*min(x+1, size.X-1)
			var red, green, blue int32
			at := y*p.luma.stride + x
			for i, pixel := range [4][]uint8{upper[left:], upper[right:], lower[left:], lower[right:]} {
				r, g, b := int32(pixel[0]), int32(pixel[1]), int32(pixel[2])
				p.luma.pix[at+i/2*p.luma.stride+i%2] = uint8((16839*r + 33059*g + 6420*b + 16<<16 + 1<<15) >> 16)
				red, green, blue = red+r, green+g, blue+b
			}
			at = y/2*p.chroma[0].stride + x/2
			p.chroma[0].pix[at] = uint8((-9719*red - 19081*green + 28800*blue + 128<<18 + 1<<17) >> 18)
			p.chroma[1].pix[at] = uint8((28800*red - 24116*green - 4684*blue + 128<<18 + 1<<17) >> 18)
		}
	}
	return p
}
