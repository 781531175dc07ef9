package webp

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"testing"

	"golang.org/x/image/webp"
)

// TestADecoderSeesWhatWasMeant holds the encoder to the decoder of golang.org/x/image, pixel by pixel.
func TestADecoderSeesWhatWasMeant(t *testing.T) {
	pictures := map[string]func(x, y int) color.RGBA{
		"noise":        noise,
		"squares":      func(x, y int) color.RGBA { return grey(255 * ((x/3 + y/5) % 2)) },
		"grey":         func(int, int) color.RGBA { return grey(77) },
		"slope":        func(x, y int) color.RGBA { return color.RGBA{uint8(3 * x), uint8(2 * y), uint8(x + y), 255} },
		"like a photo": likePhoto,
	}
	for name, at := range pictures {
		for _, size := range []image.Point{{1, 1}, {16, 16}, {17, 31}, {90, 33}} {
			for quantizer := 0; quantizer <= Coarsest; quantizer += 1 + quantizer/4 {
				if fault := decodedOtherwise(t, drawn(size, at), quantizer); fault != "" {
					t.Errorf("%s, %v, quantizer %d: %s", name, size, quantizer, fault)
				}
			}
		}
	}
}

func FuzzEncode(f *testing.F) {
	f.Add(uint8(20), uint8(20), uint8(18), []byte("photo"))
	f.Add(uint8(1), uint8(255), uint8(0), []byte{0, 255})
	f.Fuzz(func(t *testing.T, wide, high, quantizer uint8, pixels []byte) {
		if wide == 0 || high == 0 || len(pixels) == 0 {
			return
		}
		n := 0
		img := drawn(image.Pt(int(wide), int(high)), func(int, int) color.RGBA {
			n += 3
			return color.RGBA{pixels[n%len(pixels)], pixels[(n+1)%len(pixels)], pixels[(n+2)%len(pixels)], 255}
		})
		if fault := decodedOtherwise(t, img, int(quantizer)); fault != "" {
			t.Error(fault)
		}
	})
}

// decodedOtherwise returns how a decoded picture differs from what the encoder meant it to be, "" if it does not.
func decodedOtherwise(t *testing.T, img *image.RGBA, quantizer int) string {
	t.Helper()
	size := img.Rect.Size()
	f := choose(pictureOf(img), min(quantizer, Coarsest))
	f.smoothing = 0
	got := decoded(t, container(size, f.head(), f.coefficients()))
	if got.Rect.Size() != size {
		return "its size is " + got.Rect.String()
	}
	for y := range size.Y {
		if !bytes.Equal(got.Y[y*got.YStride:][:size.X], f.made.luma.pix[y*f.made.luma.stride:][:size.X]) {
			return "luma differs"
		}
	}
	for y := range (size.Y + 1) / 2 {
		for i, pix := range [2][]uint8{got.Cb, got.Cr} {
			if wide := (size.X + 1) / 2; !bytes.Equal(pix[y*got.CStride:][:wide], f.made.chroma[i].pix[y*f.made.chroma[i].stride:][:wide]) {
				return "chroma differs"
			}
		}
	}
	return ""
}

func TestAPhotoIsSmallerThanAsJPEGAndAsGood(t *testing.T) {
	img := drawn(image.Pt(320, 240), likePhoto)
	var other bytes.Buffer
	if err := jpeg.Encode(&other, img, &jpeg.Options{Quality: 85}); err != nil {
		t.Fatal(err)
	}
	asJPEG, err := jpeg.Decode(bytes.NewReader(other.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	file, err := Encode(img, 18)
	if err != nil {
		t.Fatal(err)
	}
	luma := func(c color.RGBA) float64 { return 0.299*float64(c.R) + 0.587*float64(c.G) + 0.114*float64(c.B) }
	noiseOf := func(level func(x, y int) float64) (decibel float64) {
		sum := 0.0
		for y := range img.Rect.Dy() {
			for x := range img.Rect.Dx() {
				sum += math.Pow(luma(img.RGBAAt(x, y))-level(x, y), 2)
			}
		}
		return 10 * math.Log10(255*255*float64(img.Rect.Dx()*img.Rect.Dy())/sum)
	}
	theirs := noiseOf(func(x, y int) float64 { return float64(asJPEG.(*image.YCbCr).YCbCrAt(x, y).Y) })
	own := decoded(t, file)
	ours := noiseOf(func(x, y int) float64 { return (float64(own.YCbCrAt(x, y).Y) - 16) * 255 / 219 })
	if len(file) > other.Len()*85/100 || ours < theirs-0.5 {
		t.Errorf("%d bytes and %.1f dB, as JPEG %d and %.1f", len(file), ours, other.Len(), theirs)
	}
	again, err := Encode(img, 18)
	if err != nil || !bytes.Equal(file, again) {
		t.Errorf("the second time it differs (%v)", err)
	}
}

func TestColoursAreKept(t *testing.T) {
	for _, want := range []color.RGBA{{200, 30, 30, 255}, {20, 160, 60, 255}, {10, 40, 220, 255}, {255, 255, 255, 255}, {0, 0, 0, 255}} {
		file, err := Encode(drawn(image.Pt(20, 20), func(int, int) color.RGBA { return want }), 4)
		if err != nil {
			t.Fatal(err)
		}
		c := decoded(t, file).YCbCrAt(10, 10)
		full := color.YCbCr{Y: level(c.Y, 16, 219), Cb: level(c.Cb-16, 0, 224), Cr: level(c.Cr-16, 0, 224)}
		r, g, b, _ := full.RGBA()
		for i, have := range [3]uint32{r >> 8, g >> 8, b >> 8} {
			if off := int(have) - int([3]uint8{want.R, want.G, want.B}[i]); off < -6 || off > 6 {
				t.Errorf("%v became %d, %d, %d", want, r>>8, g>>8, b>>8)
			}
		}
	}
}

func TestFlatAreasNearGreyKeepTheirTint(t *testing.T) {
	const pictures = 300
	r := rand.New(rand.NewPCG(1, 2))
	off := 0
	for range pictures {
		near := 60 + r.IntN(160)
		tint := func() uint8 { return uint8(near + r.IntN(13) - 6) }
		want := color.RGBA{tint(), tint(), tint(), 255}
		file, err := Encode(drawn(image.Pt(48, 48), func(int, int) color.RGBA { return want }), 18)
		if err != nil {
			t.Fatal(err)
		}
		picture, worst := decoded(t, file), 0
		for at := 0; at < 48; at += 5 {
			r, g, b := shown(picture.YCbCrAt(at, at))
			worst = max(worst, apart(r, want.R), apart(g, want.G), apart(b, want.B))
		}
		if worst > 1 {
			off++
		}
		if worst > 2 {
			t.Errorf("%v is off by %d", want, worst)
		}
	}
	if off > pictures*2/100 {
		t.Errorf("%d of %d colours are off by more than a level", off, pictures)
	}
}

// shown returns a colour with the levels of television as a screen shows it, to the nearest level.
func shown(c color.YCbCr) (r, g, b int) {
	y := (float64(c.Y) - 16) * 255 / 219
	blue, red := (float64(c.Cb)-128)*255/224, (float64(c.Cr)-128)*255/224
	nearest := func(level float64) int { return int(math.Round(min(max(level, 0), 255))) }
	return nearest(y + 1.402*red), nearest(y - 0.344136*blue - 0.714136*red), nearest(y + 1.772*blue)
}

func apart(have int, want uint8) int { return max(have-int(want), int(want)-have) }

func TestSizesThatAFileCannotHave(t *testing.T) {
	for _, size := range []image.Point{{0, 5}, {5, 0}, {MaxSide + 1, 1}, {1, MaxSide + 1}} {
		if _, err := Encode(image.NewRGBA(image.Rectangle{Max: size}), 18); err == nil {
			t.Errorf("%v: accepted", size)
		}
	}
	for _, size := range []image.Point{{MaxSide, 1}, {1, MaxSide}} {
		file, err := Encode(image.NewRGBA(image.Rectangle{Max: size}), 18)
		if err != nil || decoded(t, file).Rect.Size() != size {
			t.Errorf("%v: %v", size, err)
		}
	}
}

// level returns one of television as one of a JPEG.
func level(of uint8, black, span float64) uint8 {
	return uint8(math.Round(min(max((float64(of)-black)*255/span, 0), 255)))
}

func decoded(t *testing.T, file []byte) *image.YCbCr {
	t.Helper()
	got, err := webp.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return got.(*image.YCbCr)
}

func drawn(size image.Point, at func(x, y int) color.RGBA) *image.RGBA {
	img := image.NewRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			img.SetRGBA(x, y, at(x, y))
		}
	}
	return img
}

func grey(level int) color.RGBA {
	return color.RGBA{uint8(level), uint8(level), uint8(level), 255}
}

func noise(x, y int) color.RGBA {
	r := rand.New(rand.NewPCG(uint64(x), uint64(y)))
	return color.RGBA{uint8(r.Uint32()), uint8(r.Uint32()), uint8(r.Uint32()), 255}
}

// likePhoto has slopes, edges and grain.
func likePhoto(x, y int) color.RGBA {
	fx, fy := float64(x), float64(y)
	level := 120 + 60*math.Sin(fx/37)*math.Cos(fy/29) + 20*math.Sin(fx/5+fy/7)
	if (x/40+y/50)%3 == 0 {
		level -= 50
	}
	grain := float64(noise(x, y).R)/16 - 8
	return color.RGBA{clip(int(level + grain)), clip(int(level*0.9 + grain)), clip(int(level*0.7 + grain + 20)), 255}
}
