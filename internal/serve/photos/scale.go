package photos

// Making a picture smaller, opaque and upright; and pictures at a width that the caller chose.

import (
	"bytes"
	"image"
	"image/jpeg"
	"runtime"
	"strconv"
	"strings"
	"time"

	"golang.org/x/image/draw"
)

// shrink returns img on white, its longest side at most maxSide. Smaller pictures keep their size.
func shrink(img image.Image) *image.RGBA {
	full := img.Bounds().Size()
	longest := max(full.X, full.Y)
	size := full
	if longest > maxSide {
		size = image.Pt(shorten(full.X, longest), shorten(full.Y, longest))
	}
	if times := longest / maxSide; times > 1 {
		img = average(img, times)
	}
	out := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	if size == img.Bounds().Size() {
		draw.Draw(out, out.Rect, img, img.Bounds().Min, draw.Over)
	} else {
		draw.CatmullRom.Scale(out, out.Rect, img, img.Bounds(), draw.Over, nil)
	}
	return out
}

// shorten returns the length of a side when the longest becomes maxSide.
func shorten(side, longest int) int {
	return max(1, (side*maxSide+longest/2)/longest)
}

// average returns img with each square of times x times pixels merged into one. It comes before the
// Catmull-Rom filter, whose intermediate result of 32 bytes a pixel would be larger than the picture itself.
func average(img image.Image, times int) image.Image {
	src, ok := img.(image.RGBA64Image)
	if !ok {
		return img
	}
	b := img.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, ceilDiv(b.Dx(), times), ceilDiv(b.Dy(), times)))
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			from := b.Min.Add(image.Pt(x*times, y*times))
			square := image.Rectangle{Min: from, Max: from.Add(image.Pt(times, times))}
			pixel := mean(src, square.Intersect(b))
			copy(out.Pix[out.PixOffset(x, y):], pixel[:])
		}
	}
	return out
}

// averageCMYK is average for a picture of inks, whose conversion is slow.
func averageCMYK(img *image.CMYK) *image.CMYK {
	size := img.Rect.Size()
	times := max(size.X, size.Y) / maxSide
	if times <= 1 {
		return img
	}
	small := average(&image.RGBA{Pix: img.Pix, Stride: img.Stride, Rect: img.Rect}, times).(*image.RGBA)
	return &image.CMYK{Pix: small.Pix, Stride: small.Stride, Rect: small.Rect}
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

// mean returns the average red, green, blue and alpha of a non-empty part of src.
func mean(src image.RGBA64Image, part image.Rectangle) [4]uint8 {
	var r, g, b, a uint64
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			c := src.RGBA64At(x, y)
			r, g, b, a = r+uint64(c.R), g+uint64(c.G), b+uint64(c.B), a+uint64(c.A)
		}
	}
	n := uint64(part.Dx() * part.Dy())
	byteOf := func(sum uint64) uint8 { return uint8(sum / n >> 8) }
	return [4]uint8{byteOf(r), byteOf(g), byteOf(b), byteOf(a)}
}

// upright returns img turned upright; orientation is EXIF's, 1 to 8.
func upright(img *image.RGBA, orientation int) *image.RGBA {
	source := turns[orientation]
	if source == nil {
		return img
	}
	w, h := img.Rect.Dx(), img.Rect.Dy()
	size := image.Rect(0, 0, w, h)
	if orientation >= firstTransposed {
		size = image.Rect(0, 0, h, w)
	}
	out := image.NewRGBA(size)
	for y := range size.Dy() {
		for x := range size.Dx() {
			sx, sy := source(x, y, w-1, h-1)
			out.SetRGBA(x, y, img.RGBAAt(sx, sy))
		}
	}
	return out
}

// firstTransposed is the first EXIF orientation that swaps width and height.
const firstTransposed = 5

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

const (
	// keptBytes is how much is kept of what was made: a few hundred pictures of 30 to 200 kB.
	keptBytes = 32 << 20

	// patience is how long a picture waits to be made. It leaves most of the minute in which an answer must be sent.
	patience = 10 * time.Second
)

// newNarrowMaker returns a maker for half of the processors: valuations need the others.
func newNarrowMaker() *maker {
	return newMaker(max(1, runtime.GOMAXPROCS(0)/2), keptBytes, patience)
}

// narrowed returns a JPEG scaled to a width, which is less than its own.
func narrowed(whole []byte, width int) ([]byte, error) {
	img, err := jpeg.Decode(bytes.NewReader(whole))
	if err != nil {
		return nil, err
	}
	size := img.Bounds().Size()
	small := image.NewRGBA(image.Rect(0, 0, width, max(1, (size.Y*width+size.X/2)/size.X)))
	draw.CatmullRom.Scale(small, small.Rect, img, img.Bounds(), draw.Src, nil)
	var out bytes.Buffer
	err = jpeg.Encode(&out, small, &jpeg.Options{Quality: jpegQuality})
	return out.Bytes(), err
}
