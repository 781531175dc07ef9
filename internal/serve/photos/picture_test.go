package photos_test

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"os"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/serve/photos"
)

func reencoded(t *testing.T, file []byte) ([]byte, image.Image) {
	t.Helper()
	dir := t.TempDir()
	a := addition(t, homeA, 0)
	a.File = file
	mustAdd(t, newStoreIn(t, dir), a)
	out, err := os.ReadFile(fileOf(t, dir, ".jpg"))
	if err != nil {
		t.Fatal(err)
	}
	img, err := jpeg.Decode(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	return out, img
}

func TestReencodeDropsAllMetadata(t *testing.T) {
	block := photos.CameraEXIF(binary.BigEndian, 1, "2023:06:01 10:00:00", "+02:00")
	file := photos.WithEXIF(photos.EncodeJPEG(t, photos.Four(64, 48)), block)
	if !bytes.Contains(file, []byte("SECRET")) {
		t.Fatal("the test picture has no position in it")
	}
	out, _ := reencoded(t, file)
	if bytes.Contains(out, []byte("SECRET")) || bytes.Contains(out, []byte("Exif")) {
		t.Error("metadata came through")
	}
	for rest := out[2:]; rest[1] != 0xda; rest = rest[2+int(binary.BigEndian.Uint16(rest[2:])):] {
		if marker := rest[1]; marker >= 0xe0 && marker <= 0xef || marker == 0xfe {
			t.Errorf("got segment %x, want neither application data nor comment", marker)
		}
	}
}

func TestReencodeTurnsEachOrientationUpright(t *testing.T) {
	// The picture as a camera stores it when photos.Four(64, 48) is seen.
	for orientation := 1; orientation <= 8; orientation++ {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			stored := storedAs(photos.Four(64, 48), orientation)
			file := photos.WithEXIF(photos.EncodeJPEG(t, stored),
				photos.CameraEXIF(order, uint16(orientation), "2023:06:01 10:00:00", ""))
			_, got := reencoded(t, file)
			if got.Bounds().Size() != image.Pt(64, 48) {
				t.Errorf("orientation %d: size %v, want 64x48", orientation, got.Bounds().Size())
				continue
			}
			want := photos.Four(64, 48)
			for _, at := range []image.Point{{8, 8}, {56, 8}, {8, 40}, {56, 40}} {
				if !alike(got.At(at.X, at.Y), want.At(at.X, at.Y)) {
					t.Errorf("orientation %d at %v: got %v, want %v", orientation, at,
						got.At(at.X, at.Y), want.At(at.X, at.Y))
				}
			}
		}
	}
}

// storedAs reverses an orientation by the words of the standard: where the first stored row and column are
// seen.
func storedAs(seen *image.RGBA, orientation int) image.Image {
	w, h := seen.Rect.Dx(), seen.Rect.Dy()
	size := image.Rect(0, 0, w, h)
	if orientation > 4 {
		size = image.Rect(0, 0, h, w)
	}
	stored := image.NewRGBA(size)
	for row := range size.Dy() {
		for column := range size.Dx() {
			at := map[int]image.Point{
				1: {column, row},                 // row 0 is the top, column 0 the left side
				2: {w - 1 - column, row},         // top, right
				3: {w - 1 - column, h - 1 - row}, // bottom, right
				4: {column, h - 1 - row},         // bottom, left
				5: {row, column},                 // left, top
				6: {w - 1 - row, column},         // right, top
				7: {w - 1 - row, h - 1 - column}, // right, bottom
				8: {row, h - 1 - column},         // left, bottom
			}[orientation]
			stored.Set(column, row, seen.At(at.X, at.Y))
		}
	}
	return stored
}

func alike(a, b color.Color) bool {
	const tolerance = 0x1800 // JPEG is lossy
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	near := func(x, y uint32) bool { return max(x, y)-min(x, y) < tolerance }
	return near(r1, r2) && near(g1, g2) && near(b1, b2)
}

func TestReencodeMakesLongestSideAtMost2048(t *testing.T) {
	for _, c := range []struct{ w, h, wantW, wantH int }{
		{640, 480, 640, 480},
		{2048, 200, 2048, 200},
		{2049, 500, 2048, 500},
		{1600, 4000, 819, 2048},
		{4096, 100, 2048, 50},
		{9000, 3, 2048, 1},
		{4200, 2100, 2048, 1024},
	} {
		_, got := reencoded(t, photos.EncodePNG(t, photos.Four(c.w, c.h)))
		if got.Bounds().Size() != image.Pt(c.wantW, c.wantH) {
			t.Errorf("%d x %d became %v, want %d x %d", c.w, c.h, got.Bounds().Size(), c.wantW, c.wantH)
		}
		if c.h < 100 {
			continue
		}
		w, h := c.wantW, c.wantH
		want := photos.Four(w, h)
		for _, at := range []image.Point{
			{w / 4, h / 4},
			{w * 3 / 4, h / 4},
			{w / 4, h * 3 / 4},
			{w * 3 / 4, h * 3 / 4},
		} {
			if !alike(got.At(at.X, at.Y), want.At(at.X, at.Y)) {
				t.Errorf("%d x %d at %v: got %v, want %v", c.w, c.h, at, got.At(at.X, at.Y), want.At(at.X, at.Y))
			}
		}
	}
}

func TestReencodePutsTransparentPicturesOnWhite(t *testing.T) {
	half := image.NewNRGBA(image.Rect(0, 0, 20, 20))
	for i := 3; i < len(half.Pix); i += 4 {
		half.Pix[i] = 128 // black, half transparent
	}
	_, got := reencoded(t, photos.EncodePNG(t, half))
	if want := (color.Gray{Y: 127}); !alike(got.At(10, 10), want) {
		t.Errorf("half black on white = %v, want %v", got.At(10, 10), want)
	}
	_, got = reencoded(t, photos.EncodePNG(t, image.NewNRGBA(image.Rect(0, 0, 5000, 10))))
	if !alike(got.At(10, 2), color.White) {
		t.Errorf("nothing on white = %v, want white", got.At(10, 2))
	}
}

func TestReencodeIsDeterministic(t *testing.T) {
	file := photos.EncodePNG(t, photos.Four(2500, 300))
	first, _ := reencoded(t, file)
	second, _ := reencoded(t, file)
	if !bytes.Equal(first, second) {
		t.Error("the same file gave two pictures")
	}
}

func TestReencodeRefusesWithAReason(t *testing.T) {
	photo := photos.EncodeJPEG(t, photos.Four(64, 48))
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"nothing":            {nil, "not_an_image"},
		"text":               {[]byte("<svg onload=alert(1)>"), "not_an_image"},
		"pdf":                {[]byte("%PDF-1.7 and so on"), "unsupported_format"},
		"bomb":               {photos.HugePNG(50_000, 50_000), "too_many_pixels"},
		"largest PNG":        {photos.HugePNG(1<<31-1, 1), "too_many_pixels"},
		"just too many":      {photos.HugePNG(10_000, 10_001), "too_many_pixels"},
		"no pixels":          {photos.HugePNG(0, 10), "damaged_image"},
		"cut in the header":  {photo[:20], "damaged_image"},
		"cut in the picture": {photo[:len(photo)-30], "damaged_image"},
		"header only":        {photos.HugePNG(10, 10), "damaged_image"},
		"too large a file":   {make([]byte, photos.MaxFileBytes+1), "file_too_large"},
	} {
		a := addition(t, homeA, 0)
		a.File = c.file
		_, err := newTestStore(t).Add(t.Context(), a)
		if got := photos.ReasonOf(err); got != c.want {
			t.Errorf("%s: refused for %q (%v), want %q", name, got, err, c.want)
		}
	}
}

func TestAnAnimationIsRefusedAsSuch(t *testing.T) {
	store := newTestStore(t)
	for name, file := range map[string][]byte{
		"GIF": photos.AnimatedGIF(t, 3), "PNG": photos.AnimatedPNG(t, 3), "WebP": photos.AnimatedWebP(3),
	} {
		a := addition(t, homeA, 0)
		a.File = file
		_, err := store.Add(t.Context(), a)
		if photos.ReasonOf(err) != "animated_picture" || !strings.Contains(err.Error(), "an animation of 3 frames") {
			t.Errorf("%s: %v, want it refused as an animation of 3 frames", name, err)
		}
	}
	reencoded(t, photos.AnimatedGIF(t, 1))
	reencoded(t, photos.AnimatedPNG(t, 1))
}
