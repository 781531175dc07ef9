package photos

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"
)

func reencoded(t *testing.T, file []byte) ([]byte, image.Image) {
	t.Helper()
	out, err := newTestStore(t).reencode(context.Background(), file)
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
	block := cameraEXIF(binary.BigEndian, 1, "2023:06:01 10:00:00", "+02:00")
	file := withEXIF(encodeJPEG(t, four(64, 48)), block)
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
	// The picture as a camera stores it when what is seen is four(64, 48).
	for orientation := 1; orientation <= 8; orientation++ {
		for _, order := range []binary.AppendByteOrder{binary.LittleEndian, binary.BigEndian} {
			stored := storedAs(four(64, 48), orientation)
			file := withEXIF(encodeJPEG(t, stored), cameraEXIF(order, uint16(orientation), "2023:06:01 10:00:00", ""))
			_, got := reencoded(t, file)
			if got.Bounds().Size() != image.Pt(64, 48) {
				t.Errorf("orientation %d: size %v, want 64x48", orientation, got.Bounds().Size())
				continue
			}
			want := four(64, 48)
			for _, at := range []image.Point{{8, 8}, {56, 8}, {8, 40}, {56, 40}} {
				if !alike(got.At(at.X, at.Y), want.At(at.X, at.Y)) {
					t.Errorf("orientation %d at %v: got %v, want %v", orientation, at, got.At(at.X, at.Y), want.At(at.X, at.Y))
				}
			}
		}
	}
}

// storedAs undoes an orientation by the words of the standard: where the first
// row and first column of what is stored are seen.
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
	const tolerance = 0x1800 // JPEG
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
		_, got := reencoded(t, encodePNG(t, four(c.w, c.h)))
		if got.Bounds().Size() != image.Pt(c.wantW, c.wantH) {
			t.Errorf("%d x %d became %v, want %d x %d", c.w, c.h, got.Bounds().Size(), c.wantW, c.wantH)
		}
		if c.h < 100 {
			continue
		}
		w, h := c.wantW, c.wantH
		want := four(w, h)
		for _, at := range []image.Point{{w / 4, h / 4}, {w * 3 / 4, h / 4}, {w / 4, h * 3 / 4}, {w * 3 / 4, h * 3 / 4}} {
			if !alike(got.At(at.X, at.Y), want.At(at.X, at.Y)) {
				t.Errorf("%d x %d at %v: got %v, want %v", c.w, c.h, at, got.At(at.X, at.Y), want.At(at.X, at.Y))
			}
		}
	}
}

func TestReencodePutsTransparentPicturesOnWhite(t *testing.T) {
	half := image.NewNRGBA(image.Rect(0, 0, 20, 20))
	for i := 3; i < len(half.Pix); i += 4 {
		half.Pix[i] = 128 // black, half there
	}
	_, got := reencoded(t, encodePNG(t, half))
	if want := (color.Gray{Y: 127}); !alike(got.At(10, 10), want) {
		t.Errorf("half black on white = %v, want %v", got.At(10, 10), want)
	}
	_, got = reencoded(t, encodePNG(t, image.NewNRGBA(image.Rect(0, 0, 5000, 10))))
	if !alike(got.At(10, 2), color.White) {
		t.Errorf("nothing on white = %v, want white", got.At(10, 2))
	}
}

func TestReencodeTakesTheFirstFrameOfAGIF(t *testing.T) {
	frame := func(c color.Color) *image.Paletted {
		return image.NewPaletted(image.Rect(0, 0, 16, 16), color.Palette{c, color.Black})
	}
	var file bytes.Buffer
	err := gif.EncodeAll(&file, &gif.GIF{
		Image: []*image.Paletted{frame(color.White), frame(color.RGBA{R: 255, A: 255})}, Delay: []int{1, 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	_, got := reencoded(t, file.Bytes())
	if !alike(got.At(8, 8), color.White) {
		t.Errorf("got %v, want the first frame's white", got.At(8, 8))
	}
}

func TestReencodeIsDeterministic(t *testing.T) {
	file := encodePNG(t, four(2500, 300))
	first, _ := reencoded(t, file)
	second, _ := reencoded(t, file)
	if !bytes.Equal(first, second) {
		t.Error("the same file gave two pictures")
	}
}

// hugePNG is a header that claims an enormous picture, in a few bytes.
func hugePNG(w, h uint32) []byte {
	chunk := append([]byte("IHDR"), 0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0)
	binary.BigEndian.PutUint32(chunk[4:], w)
	binary.BigEndian.PutUint32(chunk[8:], h)
	file := append([]byte("\x89PNG\r\n\x1a\n"), 0, 0, 0, 13)
	file = append(file, chunk...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(chunk))
}

func TestReencodeRefusesWithAReason(t *testing.T) {
	photo := encodeJPEG(t, four(64, 48))
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"nothing":            {nil, reasonNotAnImage},
		"text":               {[]byte("<svg onload=alert(1)>"), reasonNotAnImage},
		"pdf":                {[]byte("%PDF-1.7 and so on"), reasonNotAnImage},
		"bomb":               {hugePNG(50_000, 50_000), reasonTooManyPixels},
		"largest PNG":        {hugePNG(1<<31-1, 1), reasonTooManyPixels},
		"just too many":      {hugePNG(10_000, 10_001), reasonTooManyPixels},
		"no pixels":          {hugePNG(0, 10), reasonDamaged},
		"cut in the header":  {photo[:20], reasonDamaged},
		"cut in the picture": {photo[:len(photo)-30], reasonDamaged},
		"header only":        {hugePNG(10, 10), reasonDamaged},
		"too large a file":   {make([]byte, MaxFileBytes+1), reasonFileTooLarge},
	} {
		_, err := newTestStore(t).reencode(context.Background(), c.file)
		if got := reasonOf(err); got != c.want {
			t.Errorf("%s: refused for %q (%v), want %q", name, got, err, c.want)
		}
	}
}

func TestReencodeStopsWaitingWhenItsContextEnds(t *testing.T) {
	store := newTestStore(t)
	if err := store.decoding.Acquire(context.Background(), MaxPixels); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := store.reencode(ctx, encodeJPEG(t, four(8, 8))); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v, want %v", err, context.Canceled)
	}
}

func BenchmarkReencodePhone(b *testing.B) {
	file := encodeJPEG(b, four(4032, 3024))
	benchmarkReencode(b, file)
}

func BenchmarkReencodeSmall(b *testing.B) {
	benchmarkReencode(b, encodeJPEG(b, four(640, 480)))
}

func BenchmarkReencodeHundredMegapixels(b *testing.B) {
	var file bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&file, image.NewGray(image.Rect(0, 0, 10_000, 10_000))); err != nil {
		b.Fatal(err)
	}
	benchmarkReencode(b, file.Bytes())
}

func benchmarkReencode(b *testing.B, file []byte) {
	store := newTestStore(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := store.reencode(context.Background(), file); err != nil {
			b.Fatal(err)
		}
	}
}
