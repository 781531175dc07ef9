package photos

// Pictures at a width that the caller chose: how a URL names it, and how the picture is made.

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
