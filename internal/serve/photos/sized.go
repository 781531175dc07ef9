package photos

// Making pictures of the form that a caller asks for.

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"io"
	"runtime"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/image/draw"
	"golang.org/x/sync/semaphore"

	"github.com/gevel/gevel/internal/serve/photos/webp"
)

// sizer makes pictures smaller and in other formats, and keeps those that were asked for last.
type sizer struct {
	working *semaphore.Weighted // half of the processors: valuations need the others
	kept    *lru.Cache[string, []byte]
}

// Pictures are kept by number, most of 30 to 200 kB each. Larger ones than the most are made anew.
const (
	mostKept      = 128
	mostKeptBytes = 1 << 20
)

func newSizer() *sizer {
	kept, _ := lru.New[string, []byte](mostKept) // fails for no room alone
	return &sizer{semaphore.NewWeighted(int64(max(1, runtime.GOMAXPROCS(0)/2))), kept}
}

// in returns a picture in a form. One that is no wider keeps its width, and as JPEG stays as it is. Its name is that of
// the form.
func (s *sizer) in(ctx context.Context, name string, picture io.Reader, form Form) ([]byte, error) {
	if made, ok := s.kept.Get(name); ok {
		return made, nil
	}
	if err := s.working.Acquire(ctx, 1); err != nil {
		return nil, err
	}
	defer s.working.Release(1)
	if made, ok := s.kept.Get(name); ok { // made for another while this one waited
		return made, nil
	}
	whole, err := io.ReadAll(picture)
	if err != nil {
		return nil, err
	}
	made, err := madeInto(whole, form)
	if err == nil && len(made) <= mostKeptBytes {
		s.kept.Add(name, made)
	}
	return made, err
}

// webpQuantizer makes a WebP as good as a JPEG of jpegQuality, by its noise.
const webpQuantizer = 18

func madeInto(whole []byte, form Form) ([]byte, error) {
	img, err := jpeg.Decode(bytes.NewReader(whole))
	if err != nil {
		return nil, err
	}
	size := img.Bounds().Size()
	isNarrowed := form.Width > 0 && form.Width < size.X
	if !isNarrowed && form.Format != formatWebP {
		return whole, nil
	}
	if isNarrowed {
		size = image.Pt(form.Width, max(1, (size.Y*form.Width+size.X/2)/size.X))
	}
	small := image.NewRGBA(image.Rectangle{Max: size})
	if isNarrowed {
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
