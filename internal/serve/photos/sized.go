package photos

// Pictures at the width that a caller asks for.

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"io"
	"runtime"
	"slices"
	"strconv"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/image/draw"
	"golang.org/x/sync/semaphore"
)

// Widths are those that a picture can be asked for at, pixels. They are few, so that callers share what is made.
var Widths = []int{320, 640, 1280}

// widthMark stands between an image id and a width.
const widthMark = "-w"

// Sized returns the name of a picture at one of the Widths. It is signed as an image id is, so a URL is good for that
// width alone.
func Sized(imageID string, width int) string { return imageID + widthMark + strconv.Itoa(width) }

// splitSized returns the image id and the width of a name, 0 for the picture as it is.
func splitSized(name string) (imageID string, width int) {
	id, digits, isSized := strings.Cut(name, widthMark)
	width, err := strconv.Atoi(digits)
	if !isSized || err != nil || !slices.Contains(Widths, width) {
		return name, 0
	}
	return id, width
}

// sizer makes pictures smaller, and keeps those that were asked for last.
type sizer struct {
	working *semaphore.Weighted // half of the processors: valuations need the others
	kept    *lru.Cache[string, []byte]
}

// mostKept is how many pictures are kept, of some 30 to 200 kB each.
const mostKept = 128

func newSizer() *sizer {
	kept, _ := lru.New[string, []byte](mostKept) // fails for no room alone
	return &sizer{semaphore.NewWeighted(int64(max(1, runtime.GOMAXPROCS(0)/2))), kept}
}

// at returns a picture at a width, as a JPEG; one that is no wider stays as it is. Its name is that of Sized.
func (s *sizer) at(ctx context.Context, name string, picture io.Reader, width int) ([]byte, error) {
	if made, ok := s.kept.Get(name); ok {
		return made, nil
	}
	if err := s.working.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer s.working.Release(1)
	whole, err := io.ReadAll(picture)
	if err != nil {
		return nil, err
	}
	made, err := narrowed(whole, width)
	if err == nil {
		s.kept.Add(name, made)
	}
	return made, err
}

func narrowed(whole []byte, width int) ([]byte, error) {
	img, err := jpeg.Decode(bytes.NewReader(whole))
	if err != nil {
		return nil, err
	}
	size := img.Bounds().Size()
	if size.X <= width {
		return whole, nil
	}
	small := image.NewRGBA(image.Rect(0, 0, width, max(1, (size.Y*width+size.X/2)/size.X)))
	draw.CatmullRom.Scale(small, small.Rect, img, img.Bounds(), draw.Src, nil)
	var out bytes.Buffer
	err = jpeg.Encode(&out, small, &jpeg.Options{Quality: jpegQuality})
	return out.Bytes(), err
}
