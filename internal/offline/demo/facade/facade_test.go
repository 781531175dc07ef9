package facade

import (
	"bytes"
	"flag"
	"image"
	"image/jpeg"
	"os"
	"testing"
	"time"

	"golang.org/x/image/draw"
	"pgregory.net/rapid"
)

var update = flag.Bool("update", false, "draw the README's picture anew")

// shown are the fronts in the README's picture.
var shown = []Front{
	{Style: CanalHouse, Year: 1680, Storeys: 4, Left: true, Right: true, Month: time.June, Hour: 12, Look: 7, Moment: 1},
	{Style: Terraced, Year: 1932, Storeys: 2, Left: true, Right: true, Month: time.May, Hour: 11, Look: 2, Moment: 2},
	{Style: SemiDetached, Year: 1935, Storeys: 2, Month: time.October, Hour: 12, Look: 12, Moment: 3},
	{Style: StairwellFlat, Year: 1958, Storeys: 4, Across: 6, Month: time.April, Hour: 18, Look: 4, Moment: 4},
	{Style: GalleryFlat, Year: 1968, Storeys: 7, Across: 7, Month: time.October, Hour: 13, Look: 3, Moment: 5},
	{Style: Detached, Year: 1928, Storeys: 2, Month: time.July, Hour: 12, Look: 16, Moment: 6},
	{Style: Farm, Year: 1905, Storeys: 2, Month: time.January, Hour: 13, Look: 9, Moment: 7},
	{Style: CanalHouse, Year: 1720, Storeys: 3, Left: true, Right: true, Month: time.December, Hour: 17, Look: 18},
}

// shownTogether is the README's picture: the fronts in rows of four.
func shownTogether(t *testing.T) *image.RGBA {
	t.Helper()
	const across, w, h, gap = 4, Width / 2, Height / 2, 8
	all := image.NewRGBA(image.Rect(0, 0, across*(w+gap)-gap, len(shown)/across*(h+gap)-gap))
	draw.Draw(all, all.Rect, image.White, image.Point{}, draw.Src)
	for i, f := range shown {
		picture, err := JPEG(f)
		if err != nil {
			t.Fatal(err)
		}
		front, err := jpeg.Decode(bytes.NewReader(picture))
		if err != nil {
			t.Fatal(err)
		}
		at := image.Pt(i%across*(w+gap), i/across*(h+gap))
		draw.CatmullRom.Scale(all, image.Rectangle{at, at.Add(image.Pt(w, h))}, front, front.Bounds(), draw.Src, nil)
	}
	return all
}

func TestDocumentsShowWhatIsDrawn(t *testing.T) {
	const file = "../../../../docs/images/facades.jpg"
	drawn := shownTogether(t)
	if *update {
		var b bytes.Buffer
		if err := jpeg.Encode(&b, drawn, &jpeg.Options{Quality: 88}); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	kept, err := jpeg.Decode(f)
	if err != nil || kept.Bounds() != drawn.Bounds() {
		t.Fatalf("%s is of another size than what is drawn, or can't be read (%v); go test -update draws it anew", file, err)
	}
	const most = 4 // of 255 on average: differences of JPEG and of processors
	if d := difference(grey(kept), grey(drawn)); d > most {
		t.Errorf("%s differs by %.1f a pixel from what is drawn; go test -update draws it anew", file, d)
	}
}

func grey(img image.Image) *image.Gray {
	g := image.NewGray(img.Bounds())
	draw.Draw(g, g.Rect, img, image.Point{}, draw.Src)
	return g
}

// difference returns the mean difference in brightness of two pictures of equal size, of 255.
func difference(a, b *image.Gray) float64 {
	sum := 0
	for i := range a.Pix {
		d := int(a.Pix[i]) - int(b.Pix[i])
		sum += max(d, -d)
	}
	return float64(sum) / float64(len(a.Pix))
}

func anyFront(t *rapid.T) Front {
	return Front{
		Style:   Style(rapid.IntRange(0, int(Apartments)).Draw(t, "style")),
		Year:    rapid.IntRange(1000, 2100).Draw(t, "year"),
		Storeys: rapid.IntRange(0, 30).Draw(t, "storeys"),
		Across:  rapid.IntRange(0, 20).Draw(t, "across"),
		Left:    rapid.Bool().Draw(t, "left"),
		Right:   rapid.Bool().Draw(t, "right"),
		Month:   time.Month(rapid.IntRange(1, 12).Draw(t, "month")),
		Hour:    rapid.IntRange(0, 23).Draw(t, "hour"),
		Look:    rapid.Uint64().Draw(t, "look"),
		Moment:  rapid.Uint64().Draw(t, "moment"),
	}
}

func TestEqualFrontsMakeEqualPictures(t *testing.T) {
	for seed := range 30 { // each is drawn and compressed twice
		f := rapid.Custom(anyFront).Example(seed)
		first, err := JPEG(f)
		if err != nil {
			t.Fatal(err)
		}
		second, err := JPEG(f)
		if err != nil || !bytes.Equal(first, second) {
			t.Errorf("two pictures of %+v differ (%v)", f, err)
		}
		img, err := jpeg.Decode(bytes.NewReader(first))
		if err != nil {
			t.Fatal(err)
		}
		if got := img.Bounds(); got != image.Rect(0, 0, Width, Height) {
			t.Errorf("bounds = %v", got)
		}
		if n := tones(img); n < 20 {
			t.Errorf("the picture of %+v has %d tones: nothing is drawn", f, n)
		}
	}
}

// tones counts the brightness levels of a picture.
func tones(img image.Image) int {
	seen := map[uint8]bool{}
	for _, v := range img.(*image.YCbCr).Y {
		seen[v] = true
	}
	return len(seen)
}

func TestPicturesOfABuildingDifferByMoment(t *testing.T) {
	base := Front{
		Style: GalleryFlat, Year: 1968, Storeys: 5, Across: 6,
		Month: time.June, Hour: 12, Look: 7, Moment: 7,
	}
	want, err := JPEG(base)
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
		if got, err := JPEG(other); err != nil || bytes.Equal(got, want) {
			t.Errorf("another %s makes the same picture (%v)", name, err)
		}
	}
}

func TestDifferentHousesLookDifferent(t *testing.T) {
	var fronts []Front
	var pictures []*image.Gray
	for style := CanalHouse; style <= Apartments; style++ {
		for look := range uint64(3) {
			f := Front{Style: style, Year: 1930, Storeys: 3, Across: 4, Month: time.June, Hour: 12, Look: look}
			picture, err := JPEG(f)
			if err != nil {
				t.Fatal(err)
			}
			decoded, err := jpeg.Decode(bytes.NewReader(picture))
			if err != nil {
				t.Fatal(err)
			}
			img := grey(decoded)
			for i, other := range pictures {
				if d := difference(img, other); d < 2 {
					t.Errorf("%+v and %+v differ by %.1f a pixel", f, fronts[i], d)
				}
			}
			fronts, pictures = append(fronts, f), append(pictures, img)
		}
	}
}

func BenchmarkJPEG(b *testing.B) {
	f := Front{Style: CanalHouse, Year: 1680, Storeys: 4, Left: true, Right: true, Month: time.June, Hour: 12}
	for b.Loop() {
		f.Look++
		if _, err := JPEG(f); err != nil {
			b.Fatal(err)
		}
	}
}
