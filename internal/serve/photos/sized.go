package photos

// Making pictures of the form that a caller asks for.

import (
	"bytes"
	"image"
	"image/jpeg"
	"runtime"
	"time"

	"golang.org/x/image/draw"

	"github.com/gevel/gevel/internal/serve/photos/webp"
)

const (
	// keptBytes is how much is kept of what was made: a few hundred pictures of 30 to 200 kB.
	keptBytes = 32 << 20

	// patience is how long a picture waits to be made. It leaves most of the minute in which an answer must be sent.
	patience = 10 * time.Second
)

// newFormMaker returns a maker for half of the processors: valuations need the others.
func newFormMaker() *maker {
	return newMaker(max(1, runtime.GOMAXPROCS(0)/2), keptBytes, patience)
}

// of returns the form that a picture of a width has when it is asked for in a form: its own where that is no wider. The
// zero Form is the picture as it is.
func (f Form) of(width int) Form {
	if f.Width >= width {
		f.Width = 0
	}
	return f
}

// webpQuantizer makes a WebP as good as a JPEG of jpegQuality, by its noise.
const webpQuantizer = 18

// madeInto returns a JPEG in a form, which is not the zero Form and no wider than the JPEG.
func madeInto(whole []byte, form Form) ([]byte, error) {
	img, err := jpeg.Decode(bytes.NewReader(whole))
	if err != nil {
		return nil, err
	}
	size := img.Bounds().Size()
	if form.Width > 0 {
		size = image.Pt(form.Width, max(1, (size.Y*form.Width+size.X/2)/size.X))
	}
	small := image.NewRGBA(image.Rectangle{Max: size})
	if form.Width > 0 {
		draw.CatmullRom.Scale(small, small.Rect, img, img.Bounds(), draw.Src, nil)
	} else {
		draw.Draw(small, small.Rect, img, img.Bounds().Min, draw.Src)
	}
	if form.Format == formatWebP {
		return webp.Encode(small, webpQuantizer)
	}
	var out bytes.Buffer
	err = jpeg.Encode(&out, small, &jpeg.Options{Quality: jpegQuality})
	return out.Bytes(), err
}
