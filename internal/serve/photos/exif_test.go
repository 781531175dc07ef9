package photos

import (
	"bytes"
	"encoding/binary"
	"testing"
	"time"

	"github.com/gevel/gevel"
)

func TestReadEXIFFindsOrientationAndTimeInEachFormat(t *testing.T) {
	block := cameraEXIF(binary.LittleEndian, 6, "2023:06:01 10:00:00", "+02:00")
	want := exif{orientation: 6, taken: gevel.Some(time.Date(2023, time.June, 1, 8, 0, 0, 0, time.UTC))}
	for name, file := range map[string][]byte{
		"JPEG": withEXIF(shade(t, 9), block),
		"PNG":  pngWithEXIF(encodePNG(t, four(8, 8)), block),
		"WebP": webpWithEXIF(block),
	} {
		if got := readEXIF(file); got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
}

func pngWithEXIF(file, block []byte) []byte {
	const ihdrEnd = 8 + 4 + 4 + 13 + 4
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(block)))
	chunk = append(append(chunk, "eXIf"...), block...)
	chunk = append(chunk, 0, 0, 0, 0) // readEXIF does not check the checksum
	return bytes.Join([][]byte{file[:ihdrEnd], chunk, file[ihdrEnd:]}, nil)
}

func webpWithEXIF(block []byte) []byte {
	file := []byte("RIFF\x00\x00\x00\x00WEBPVP8X\x03\x00\x00\x00abc\x00EXIF") // an odd chunk, padded
	file = binary.LittleEndian.AppendUint32(file, uint32(len(block)))
	return append(file, block...)
}

func TestReadEXIFTakesATimeWithoutZoneAsDutch(t *testing.T) {
	for clock, want := range map[string]string{
		"2023:06:01 10:00:00": "2023-06-01T08:00:00Z", // summer
		"2023:12:01 10:00:00": "2023-12-01T09:00:00Z",
	} {
		file := withEXIF(shade(t, 9), cameraEXIF(binary.BigEndian, 1, clock, ""))
		got := readEXIF(file).taken
		if !got.Known || got.V.Format(time.RFC3339) != want {
			t.Errorf("%s read as %v, want %s", clock, got, want)
		}
	}
}

func TestReadEXIFIgnoresWhatMakesNoSense(t *testing.T) {
	block := cameraEXIF(binary.BigEndian, 6, "2023:06:01 10:00:00", "")
	loop := bytes.Clone(block)
	binary.BigEndian.PutUint32(loop[8+2+12+8:], 8) // the camera's directory refers to the first one
	for name, b := range map[string][]byte{
		"no block":            nil,
		"orientation 0":       cameraEXIF(binary.BigEndian, 0, "0000:00:00 00:00:00", ""),
		"orientation 9":       cameraEXIF(binary.BigEndian, 9, "    :  :     :  :  ", ""),
		"unknown byte order":  append([]byte("XX"), block[2:]...),
		"directory elsewhere": append([]byte("MM\x00*\xff\xff\xff\xff"), block[8:]...),
	} {
		if got := readEXIF(withEXIF(shade(t, 9), b)); got.orientation != 1 || got.taken.Known {
			t.Errorf("%s: got %+v, want orientation 1 and no time", name, got)
		}
	}
	if got := readEXIF(withEXIF(shade(t, 9), loop)); got.orientation != 6 || got.taken.Known {
		t.Errorf("a directory within itself: got %+v, want orientation 6 and no time", got)
	}
}

func FuzzReadEXIF(f *testing.F) {
	block := cameraEXIF(binary.LittleEndian, 6, "2023:06:01 10:00:00", "+02:00")
	f.Add(withEXIF(shade(f, 9), block))
	f.Add(pngWithEXIF(encodePNG(f, four(4, 4)), block))
	f.Add(webpWithEXIF(block))
	f.Add([]byte("\xff\xd8\xff\xff\xff\xe1\x00\x02"))
	f.Fuzz(func(t *testing.T, file []byte) {
		got := readEXIF(file)
		if got.orientation < 1 || got.orientation > 8 {
			t.Errorf("orientation %d", got.orientation)
		}
		if again := readEXIF(file); again != got {
			t.Errorf("read as %+v, then as %+v", got, again)
		}
	})
}

func FuzzReadTIFF(f *testing.F) {
	f.Add(cameraEXIF(binary.LittleEndian, 6, "2023:06:01 10:00:00", "+02:00"))
	f.Add(cameraEXIF(binary.BigEndian, 3, "2023:06:01 10:00:00", ""))
	head := []byte("\x89PNG\r\n\x1a\n")
	f.Fuzz(func(t *testing.T, block []byte) {
		chunk := binary.BigEndian.AppendUint32(bytes.Clone(head), uint32(len(block)))
		chunk = append(append(append(chunk, "eXIf"...), block...), 0, 0, 0, 0)
		if got := readEXIF(chunk); got.orientation < 1 || got.orientation > 8 {
			t.Errorf("orientation %d", got.orientation)
		}
	})
}
