package photos

import (
	"strings"
	"testing"
)

func TestAFormatThatIsNotReadIsNamed(t *testing.T) {
	box := func(names string) string {
		return "\x00\x00\x00" + string(rune(8+len(names))) + "ftyp" + names + "....mdat"
	}
	for file, want := range map[string]string{
		box("heic\x00\x00\x00\x00mif1heic"): "HEIC",
		box("mif1\x00\x00\x00\x00heic"):     "HEIC",
		box("mif1\x00\x00\x00\x00avifmiaf"): "AVIF",
		box("avis\x00\x00\x00\x00"):         "AVIF",
		box("crx \x00\x00\x00\x01crx isom"): "CR3",
		box("qt  \x00\x00\x00\x00qt  "):     "video",
		"II*\x00\x10\x00\x00\x00CR\x02\x00": "CR2",
		"MM\x00*\x00\x00\x00\x08":           "TIFF",
		"\xff\x0a\xfa\x7f":                  "JPEG XL",
		"BM\x9a\x00\x00\x00":                "BMP",
		"%PDF-1.7\n":                        "PDF",
		"PK\x03\x04\x14\x00":                "zip",
	} {
		err := refuseFormat([]byte(file))
		if reasonOf(err) != reasonOtherFormat || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), ": ") {
			t.Errorf("%q: got %v, want %s and what to do", file, err, want)
		}
	}
	for file, want := range map[string]string{"": "empty", " <!DOCTYPE html>": "tags", "version https://git-lfs": "no JPEG"} {
		if err := refuseFormat([]byte(file)); reasonOf(err) != reasonNotAnImage || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want it to be no image: %s", file, err, want)
		}
	}
}

func FuzzFormat(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic"))
	f.Add([]byte("II*\x00\x10\x00\x00\x00CR\x02\x00"))
	f.Fuzz(func(t *testing.T, file []byte) {
		if reason := reasonOf(refuseFormat(file)); reason != reasonOtherFormat && reason != reasonNotAnImage {
			t.Errorf("refused for %q", reason)
		}
	})
}
