package facade

import (
	"bytes"
	"image"
	"image/jpeg"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func anyFront(t *rapid.T) Front {
	return Front{
		Form:    Form(rapid.IntRange(0, int(Apartments)).Draw(t, "form")),
		Year:    rapid.IntRange(1000, 2100).Draw(t, "year"),
		Storeys: rapid.IntRange(0, 30).Draw(t, "storeys"),
		Across:  rapid.IntRange(0, 20).Draw(t, "across"),
		Left:    rapid.Bool().Draw(t, "left"),
		Right:   rapid.Bool().Draw(t, "right"),
		Number:  rapid.IntRange(0, 99999).Draw(t, "number"),
		Shop:    rapid.Bool().Draw(t, "shop"),
		Month:   time.Month(rapid.IntRange(1, 12).Draw(t, "month")),
		Hour:    rapid.IntRange(0, 23).Draw(t, "hour"),
		Look:    rapid.Uint64().Draw(t, "look"),
		Moment:  rapid.Uint64().Draw(t, "moment"),
	}
}

func decode(t *rapid.T, picture []byte) image.Image {
	img, err := jpeg.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestEqualFrontsMakeEqualPictures(t *testing.T) {
	p, q := NewPainter(), NewPainter()
	rapid.Check(t, func(t *rapid.T) {
		f := anyFront(t)
		first, err := p.JPEG(f)
		if err != nil {
			t.Fatal(err)
		}
		second, err := q.JPEG(f)
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("two pictures of %+v differ (%v)", f, err)
		}
		img := decode(t, first)
		if got := img.Bounds(); got != image.Rect(0, 0, Width, Height) {
			t.Errorf("bounds = %v", got)
		}
		if n := tones(img); n < 20 {
			t.Errorf("the picture of %+v has %d tones: nothing is drawn", f, n)
		}
	})
}

// tones counts the levels of brightness of a picture.
func tones(img image.Image) int {
	seen := map[uint8]bool{}
	for _, v := range img.(*image.YCbCr).Y {
		seen[v] = true
	}
	return len(seen)
}

func TestPicturesOfABuildingDifferByMoment(t *testing.T) {
	base := Front{
		Form: GalleryFlat, Year: 1968, Storeys: 5, Across: 6,
		Month: time.June, Hour: 12, Look: 7, Moment: 7,
	}
	p := NewPainter()
	want, err := p.JPEG(base)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Front){
		"season": func(f *Front) { f.Month = time.January },
		"hour":   func(f *Front) { f.Hour = 22 },
		"moment": func(f *Front) { f.Moment = 8 },
		"look":   func(f *Front) { f.Look = 8 },
	} {
		other := base
		change(&other)
		if got, err := p.JPEG(other); err != nil || bytes.Equal(got, want) {
			t.Errorf("another %s makes the same picture (%v)", name, err)
		}
	}
}

func TestShapeMirrorsItsCurves(t *testing.T) {
	s := from(0, 0).bend(1, 2, 3, 4, 4, 5).mirror(5)
	want := []stroke{
		{a: point{1, 2}, b: point{3, 4}, to: point{4, 5}, curve: true},
		{to: point{6, 5}},
		{a: point{7, 4}, b: point{9, 2}, to: point{10, 0}, curve: true},
	}
	for i, got := range s.lines {
		if got != want[i] {
			t.Errorf("stroke %d = %+v, want %+v", i, got, want[i])
		}
	}
}

func TestRectangleCoversPartsOfPixels(t *testing.T) {
	const half = 122 // of white's 246, rounded down
	c := newCanvas()
	c.rect(-Width/2+0.5, Height-1, 1, 1, flat(white)) // half of the first two pixels of the first row
	for x, want := range []uint8{half, half, 0} {
		if got := c.img.RGBAAt(x, 0).R; got != want {
			t.Errorf("pixel %d = %d, want %d", x, got, want)
		}
	}
}

func BenchmarkJPEG(b *testing.B) {
	p := NewPainter()
	f := Front{Form: CanalHouse, Year: 1680, Storeys: 4, Left: true, Right: true, Month: time.June, Hour: 12}
	for b.Loop() {
		f.Look++
		if _, err := p.JPEG(f); err != nil {
			b.Fatal(err)
		}
	}
}
