package photos

// Sample pictures for tests inside the package and, through export_test.go, outside of it.

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math"
	"math/rand/v2"
	"testing"
)

// four is a picture whose corners show which way is up: red and green above, blue and white below.
func four(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.RGBA{R: 255, A: 255}
			switch right, below := x >= w/2, y >= h/2; {
			case right && below:
				c = color.RGBA{R: 255, G: 255, B: 255, A: 255}
			case right:
				c = color.RGBA{G: 255, A: 255}
			case below:
				c = color.RGBA{B: 255, A: 255}
			}
			img.SetRGBA(x, y, c)
		}
	}
	return img
}

// grain is like a photo: light that changes slowly, and grain.
func grain(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	noise := rand.New(rand.NewPCG(1, 2))
	for y := range h {
		for x := range w {
			light := 128 + 70*math.Sin(float64(x)/37+float64(y)/91) + 30*math.Sin(float64(y)/11) + 6*noise.NormFloat64()
			level := uint8(min(max(light, 0), 255))
			img.SetRGBA(x, y, color.RGBA{level, level - level/4, 255 - level, 255})
		}
	}
	return img
}

// shade is a picture of one colour; each shade is another file.
func shade(t testing.TB, gray uint8) []byte {
	img := image.NewGray(image.Rect(0, 0, 32, 24))
	for i := range img.Pix {
		img.Pix[i] = gray
	}
	return encodeJPEG(t, img)
}

func encodeJPEG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func encodePNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// cameraEXIF is a camera's block: orientation, time, zone, and a position that must never be served.
func cameraEXIF(order binary.AppendByteOrder, orientation uint16, taken, zone string) []byte {
	const header, ifd = 8, 2 + 12*3 + 4
	header1 := "MM\x00*"
	if order == binary.AppendByteOrder(binary.LittleEndian) {
		header1 = "II*\x00"
	}
	camera := uint32(header + ifd)
	texts := camera + 2 + 12*2 + 4
	gps := texts + uint32(len(taken)+1+len(zone)+1)
	out := order.AppendUint32([]byte(header1), header)
	field := func(tag, kind uint16, count, value uint32) {
		out = order.AppendUint16(order.AppendUint16(out, tag), kind)
		out = order.AppendUint32(order.AppendUint32(out, count), value)
	}
	out = order.AppendUint16(out, 3)
	out = order.AppendUint16(order.AppendUint16(out, tagOrientation), typeShort)
	out = order.AppendUint32(out, 1)
	out = order.AppendUint16(order.AppendUint16(out, orientation), 0)
	field(tagEXIF, typeLong, 1, camera)
	field(0x8825, typeLong, 1, gps)
	out = order.AppendUint32(out, 0)
	out = order.AppendUint16(out, 2)
	field(tagTakenAt, typeASCII, uint32(len(taken)+1), texts)
	field(tagTakenZone, typeASCII, uint32(len(zone)+1), texts+uint32(len(taken)+1))
	out = order.AppendUint32(out, 0)
	out = append(out, taken+"\x00"+zone+"\x00"...)
	return append(out, "\x00\x01\x00\x01\x00\x02\x00\x00\x00\x0252N 4E SECRET"...)
}

// withEXIF inserts a block into a JPEG.
func withEXIF(file, block []byte) []byte {
	segment := append([]byte("Exif\x00\x00"), block...)
	head := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, 0xe1}, uint16(len(segment)+2))
	return append(append(head, segment...), file[2:]...)
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

// animatedGIF is a GIF of several frames, each with its own palette.
func animatedGIF(t testing.TB, frames int) []byte {
	t.Helper()
	var all gif.GIF
	for i := range frames {
		palette := color.Palette{color.Black, color.Gray{Y: uint8(i)}}
		all.Image = append(all.Image, image.NewPaletted(image.Rect(0, 0, 8, 8), palette))
		all.Delay = append(all.Delay, 10)
	}
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, &all); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// animatedPNG is a PNG that claims several frames; a decoder without animations sees the first.
func animatedPNG(t testing.TB, frames uint32) []byte {
	t.Helper()
	still := encodePNG(t, four(8, 8))
	const header = len(pngSignature) + 12 + 13
	control := binary.BigEndian.AppendUint32([]byte("acTL"), frames)
	control = binary.BigEndian.AppendUint32(control, 0) // endless
	file := append(bytes.Clone(still[:header]), 0, 0, 0, 8)
	file = append(file, control...)
	file = binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(control))
	return append(file, still[header:]...)
}

// animatedWebP is the structure of a WebP with several empty frames.
func animatedWebP(frames int) []byte {
	chunks := []byte("WEBPVP8X\x0a\x00\x00\x00\x02\x00\x00\x00\x07\x00\x00\x07\x00\x00ANIM\x06\x00\x00\x00\x00\x00\x00\x00\x00\x00")
	for range frames {
		chunks = append(chunks, "ANMF\x01\x00\x00\x00x\x00"...)
	}
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(chunks))), chunks...)
}

// reasonOf returns the reason for which err refuses a photo, "" when it does not.
func reasonOf(err error) string {
	reason, _, _ := RejectReason(err)
	return reason
}

// withXMP inserts a packet of XMP into a JPEG.
func withXMP(file, packet []byte) []byte {
	segment := append([]byte("http://ns.adobe.com/xap/1.0/\x00"), packet...)
	head := binary.BigEndian.AppendUint16([]byte{0xff, 0xd8, 0xff, 0xe1}, uint16(len(segment)+2))
	return append(append(head, segment...), file[2:]...)
}
