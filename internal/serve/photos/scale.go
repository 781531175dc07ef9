package photos

// The sizes of pictures: as they are kept, and at a width that the caller chose.

import (
	"bytes"
	"image"
	"image/draw"
	"image/jpeg"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// fitting returns the size at which a picture is kept: its longest side at most maxSide.
func fitting(size image.Point) image.Point {
	longest := max(size.X, size.Y)
	if longest <= maxSide {
		return size
	}
	return image.Pt(shorten(size.X, longest), shorten(size.Y, longest))
}

// shorten returns the length of a side when the longest becomes maxSide.
func shorten(side, longest int) int {
	return max(1, (side*maxSide+longest/2)/longest)
}

// rgbaOf returns a picture in red, green and blue.
func rgbaOf(img image.Image) *image.RGBA {
	if done, ok := img.(*image.RGBA); ok {
		return done
	}
	out := image.NewRGBA(img.Bounds())
	draw.Draw(out, out.Rect, img, out.Rect.Min, draw.Src)
	return out
}

// isGrey reports whether red, green and blue are equal, but for what a lossy picture makes of them.
func isGrey(img *image.RGBA) bool {
	const within = 2
	for at := 0; at+4 <= len(img.Pix); at += 4 {
		r, g, b := img.Pix[at], img.Pix[at+1], img.Pix[at+2]
		if max(r, g, b)-min(r, g, b) > within {
			return false
		}
	}
	return true
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }

// isTransposed reports whether an EXIF orientation swaps width and height.
func isTransposed(orientation int) bool { return orientation >= 5 }

// turns gives, per EXIF orientation, the stored pixel to show at x, y; right and bottom are the last column
// and row stored. Orientation 1 is upright.
var turns = [9]func(x, y, right, bottom int) (sx, sy int){
	2: func(x, y, right, _ int) (int, int) { return right - x, y },
	3: func(x, y, right, bottom int) (int, int) { return right - x, bottom - y },
	4: func(x, y, _, bottom int) (int, int) { return x, bottom - y },
	5: func(x, y, _, _ int) (int, int) { return y, x },
	6: func(x, y, _, bottom int) (int, int) { return y, bottom - x },
	7: func(x, y, right, bottom int) (int, int) { return right - y, bottom - x },
	8: func(x, y, right, _ int) (int, int) { return right - y, x },
}

// Widths are the widths that a caller can ask for, pixels. They are few, so that callers share what is made.
var Widths = []int{320, 640, 1280}

// Format is the format of every picture that is served, as a caller names it.
const Format = "jpeg"

// widthMark stands before the width in a name.
const widthMark = "-w"

// NameAt returns the name of a picture at one of Widths: <id>-w640. A width of 0 is the picture as it is, and its name
// the image id. A name is signed like an image id, so a URL is good for that width alone.
func NameAt(width int, imageID string) string {
	if width == 0 {
		return imageID
	}
	return imageID + widthMark + strconv.Itoa(width)
}

// widthOf splits a name into image id and width. A width that is none of Widths stays part of the id.
func widthOf(name string) (imageID string, width int) {
	for _, width := range Widths {
		if id, ok := strings.CutSuffix(name, widthMark+strconv.Itoa(width)); ok {
			return id, width
		}
	}
	return name, 0
}

// patience is how long a picture waits to be made: half of the minute in which an answer must be sent.
const patience = 30 * time.Second

// newNarrowMaker returns a maker for half of the processors: valuations need the others.
func newNarrowMaker() *maker { return newMaker(max(1, runtime.GOMAXPROCS(0)/2), patience) }

// narrowed returns a JPEG scaled to a width, which is less than its own.
func narrowed(whole []byte, width int) ([]byte, error) {
	img, err := jpeg.Decode(bytes.NewReader(whole))
	if err != nil {
		return nil, err
	}
	size := img.Bounds().Size()
	small := image.Pt(width, max(1, (size.Y*width+size.X/2)/size.X))
	var out bytes.Buffer
	err = jpeg.Encode(&out, scaled(img, small, orientationUpright), &jpeg.Options{Quality: jpegQuality})
	return out.Bytes(), err
}
