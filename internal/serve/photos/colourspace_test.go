package photos

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/testing/icctest"
)

// aRed in sRGB, and the same one in Adobe RGB.
var aRed, aRedInAdobe = color.RGBA{220, 60, 40, 255}, color.RGBA{190, 62, 45, 255}

func plain(c color.Color) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, 32, 24))
	for i := range img.Bounds().Dx() * img.Bounds().Dy() {
		img.Set(i%32, i/32, c)
	}
	return img
}

// withProfile puts a profile into a JPEG, in parts of so many bytes.
func withProfile(file, profile []byte, size int) []byte {
	out := bytes.Clone(file[:2])
	parts := slices.Collect(slices.Chunk(profile, size))
	for i, part := range parts {
		out = binary.BigEndian.AppendUint16(append(out, 0xff, 0xe2), uint16(2+len(profileMark)+2+len(part)))
		out = append(append(out, profileMark...), byte(i+1), byte(len(parts)))
		out = append(out, part...)
	}
	return append(out, file[2:]...)
}

// withChunk puts a chunk into a PNG, in front of the picture.
func withChunk(file []byte, name string, content []byte) []byte {
	const header = len(pngSignature) + 12 + 13
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(content)))
	chunk = append(append(chunk, name...), content...)
	chunk = binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
	return bytes.Join([][]byte{file[:header], chunk, file[header:]}, nil)
}

func packed(t testing.TB, profile []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	out.WriteString("any name\x00\x00")
	w := zlib.NewWriter(&out)
	if _, err := w.Write(profile); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// adobeEXIF is a camera's block that names Adobe RGB by its number.
func adobeEXIF() []byte {
	block := cameraEXIF(binary.BigEndian, 1, "2023:06:01 10:00:00", "")
	camera := int(binary.BigEndian.Uint32(block[8+2+12+8:]))
	field := block[camera+2+12:] // in place of the zone
	binary.BigEndian.PutUint16(field, tagColourSpace)
	binary.BigEndian.PutUint16(field[2:], typeShort)
	binary.BigEndian.PutUint32(field[4:], 1)
	binary.BigEndian.PutUint16(field[8:], 2)
	return block
}

func TestAPictureIsConvertedFromWhatItSaysItsColoursAre(t *testing.T) {
	adobe := icctest.AdobeRGB()
	inJPEG, inPNG := encodeJPEG(t, plain(aRedInAdobe)), encodePNG(t, plain(aRedInAdobe))
	for name, file := range map[string][]byte{
		"JPEG":                        withProfile(inJPEG, adobe, 65519),
		"JPEG, profile in many parts": withProfile(inJPEG, adobe, 100),
		"JPEG, by EXIF":               withEXIF(inJPEG, adobeEXIF()),
		"PNG":                         withChunk(inPNG, pngICC, packed(t, adobe)),
		"nothing said":                encodeJPEG(t, plain(aRed)),
	} {
		out, err := emptyStore(t).reencode(t.Context(), file)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		decoded, err := jpeg.Decode(bytes.NewReader(out))
		if err != nil {
			t.Fatal(err)
		}
		got := color.RGBAModel.Convert(decoded.At(16, 12)).(color.RGBA)
		for i, pair := range [][2]uint8{{got.R, aRed.R}, {got.G, aRed.G}, {got.B, aRed.B}} {
			if max(pair[0], pair[1])-min(pair[0], pair[1]) > 2 {
				t.Errorf("%s: channel %d of %v, want %v", name, i, got, aRed)
			}
		}
	}
}

func TestAProfileWrittenTwiceIsOneProfile(t *testing.T) {
	once := withProfile(encodeJPEG(t, plain(aRedInAdobe)), icctest.AdobeRGB(), 300)
	if space, err := convertible(withProfile(once, icctest.AdobeRGB(), 300)); space == nil || err != nil {
		t.Errorf("got %v, %v, want a space other than sRGB", space, err)
	}
}

func TestTheProfileOfAWebPIsFound(t *testing.T) {
	file := []byte("RIFF\x00\x00\x00\x00WEBPICCP")
	file = append(binary.LittleEndian.AppendUint32(file, uint32(len(icctest.AdobeRGB()))), icctest.AdobeRGB()...)
	if space, err := convertible(file); space == nil || err != nil {
		t.Errorf("got %v, %v, want a space other than sRGB", space, err)
	}
}

func TestAGreyPictureHasAGreyProfile(t *testing.T) {
	grey := icctest.Profile("GRAY", icctest.Tag{Name: "kTRC", Content: icctest.Gamma(1.8)})
	img := image.NewNRGBA(image.Rect(0, 0, 8, 8)) // as grey with transparency is decoded
	for i := range img.Pix {
		img.Pix[i] = 109
		if i%4 == 3 {
			img.Pix[i] = 255
		}
	}
	out, err := emptyStore(t).reencode(t.Context(), withChunk(encodePNG(t, img), pngICC, packed(t, grey)))
	if err != nil {
		t.Fatal(err)
	}
	decoded, err := jpeg.Decode(bytes.NewReader(out))
	if err != nil {
		t.Fatal(err)
	}
	if got := color.GrayModel.Convert(decoded.At(4, 4)).(color.Gray).Y; got < 126 || got > 130 {
		t.Errorf("109 of a gamma of 1.8 became %d, want 128", got)
	}
}

func TestAColourProfileThatCannotBeUsedIsRefused(t *testing.T) {
	file := encodeJPEG(t, plain(aRed))
	adobe := icctest.AdobeRGB()
	missing := withProfile(file, adobe, 300)
	copy(missing[2+4+len(profileMark):], []byte{2, 2}) // twice the second
	bomb := make([]byte, 64<<20)
	ink := icctest.Profile("CMYK", icctest.Tag{Name: "A2B0", Content: icctest.Table(4, [3]byte{90, 90, 90})})
	grey := icctest.Profile("GRAY", icctest.Tag{Name: "kTRC", Content: icctest.Gamma(1.8)})
	for name, damaged := range map[string][]byte{
		"cut":           withProfile(file, adobe[:200], 65519),
		"parts missing": missing,
		"a bomb":        withChunk(encodePNG(t, plain(aRed)), pngICC, packed(t, bomb)),
		"no zlib":       withChunk(encodePNG(t, plain(aRed)), pngICC, []byte("name\x00\x00none")),
		"of inks":       withProfile(file, ink, 65519),
		"of grey":       withProfile(file, grey, 65519),
	} {
		_, err := emptyStore(t).reencode(t.Context(), damaged)
		if reasonOf(err) != reasonColourProfile || !strings.Contains(err.Error(), "export it as a JPEG in sRGB") {
			t.Errorf("%s: got %v, want it refused for its colours, with what to do", name, err)
		}
	}
}

func FuzzConvertible(f *testing.F) {
	f.Add(withProfile(encodeJPEG(f, plain(aRed)), icctest.AdobeRGB(), 200))
	f.Add(withChunk(encodePNG(f, plain(aRed)), pngICC, packed(f, icctest.DisplayP3())))
	f.Fuzz(func(t *testing.T, file []byte) {
		space, err := convertible(file)
		if err != nil && (space != nil || reasonOf(err) != reasonColourProfile) {
			t.Errorf("got %v with %v", space, err)
		}
	})
}
