package textfile_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/textfile"
)

func TestATextIsReadHoweverItIsDelivered(t *testing.T) {
	for _, text := range []string{
		"", "a", "a,b\n1,2\n", "\u20ac\n", "\x1f\n", "PK", "\n\x00",
		strings.Repeat("row\n", 100_000),
	} {
		for name, content := range map[string][]byte{
			"plain":                 []byte(text),
			"with its mark":         []byte(textfile.ByteOrderMark + text),
			"gzipped":               zipped(text),
			"gzipped with its mark": zipped(textfile.ByteOrderMark + text),
			"gzipped in two parts":  append(zipped(""), zipped(text)...),
		} {
			got, err := read(iotest.HalfReader(bytes.NewReader(content)))
			if err != nil || got != text {
				t.Errorf("%.20q %s: got %.20q, %v", text, name, got, err)
			}
		}
	}
}

func TestOneMarkIsDroppedAndNoOther(t *testing.T) {
	const mark = textfile.ByteOrderMark
	if got, err := read(strings.NewReader(mark + mark + "a" + mark)); err != nil || got != mark+"a"+mark {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestWhatIsNoTextIsRefusedAndNamed(t *testing.T) {
	for content, want := range map[string]string{
		"a\x00,\x00b\x00":          "no text; save it as CSV in UTF-8",
		"PK\x03\x04\x14\x00[Conte": "a spreadsheet or another zip; save a sheet as CSV",
		"\xd0\xcf\x11\xe0\xa1\xb1": "an old spreadsheet (xls); save it as xlsx or CSV",
		"PAR1\x15\x04\x15":         "Parquet",
		"\x28\xb5\x2f\xfd\x24":     "zstd",
		"\xfd7zXZ\x00":             "xz",
		"7z\xbc\xaf\x27\x1c":       "7z",
		"%PDF-1.4 ":                "a PDF",
		"SQLite format 3\x00":      "a GeoPackage",
	} {
		for name, whole := range map[string][]byte{"plain": []byte(content), "gzipped": zipped(content)} {
			_, err := read(bytes.NewReader(whole))
			if gevel.CodeOf(err) != gevel.Invalid || !strings.Contains(err.Error(), want) {
				t.Errorf("%q %s: got %v, want %q", content, name, err, want)
			}
		}
	}
}

func TestATextIsReadInTheEncodingsOfSpreadsheets(t *testing.T) {
	long := strings.Repeat("a;b\n", 5000)
	for content, want := range map[string]struct {
		text   string
		origin textfile.Origin
	}{
		"\xff\xfeS\x00k\x00\xfb\x00\n\x00":     {"Skû\n", textfile.UTF16},
		"\xfe\xff\x00S\x00k\x00\xfb\x00\n":     {"Skû\n", textfile.UTF16},
		"\uFEFFSkû\n":                          {"Skû\n", textfile.Marked},
		"Skû\n":                                {"Skû\n", textfile.Plain},
		"Sk\xfbtsje; \x80 1\n":                 {"Skûtsje; € 1\n", textfile.Windows1252},
		long + "Sk\xfb\n":                      {long + "Skû\n", textfile.Windows1252},
		"een \xeb\n" + long + "\xeb":           {"een ë\n" + long + "ë", textfile.Windows1252},
		"één and a damaged \xff\n" + long:      {"één and a damaged \xff\n" + long, textfile.Plain},
		strings.Repeat("x", 4095) + "\u20ac\n": {strings.Repeat("x", 4095) + "\u20ac\n", textfile.Plain},
	} {
		for name, whole := range map[string][]byte{"plain": []byte(content), "gzipped": zipped(content)} {
			r, err := textfile.NewReader(iotest.HalfReader(bytes.NewReader(whole)), new(int64))
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(r)
			if err != nil || string(got) != want.text || r.Origin() != want.origin {
				t.Errorf("%.20q %s: got %.20q of %d, %v, want %.20q of %d", content, name, got, r.Origin(), err, want.text, want.origin)
			}
		}
	}
}

func TestADamagedFileIsAnError(t *testing.T) {
	whole := zipped(strings.Repeat("0123456789", 1000))
	altered := bytes.Clone(whole)
	altered[len(altered)-8]++ // of the checksum
	for name, content := range map[string][]byte{
		"cut in its head": whole[:5], "no gzip": []byte("\x1f\x8bno gzip"), "cut in its text": whole[:20], "cut in its checksum": whole[:len(whole)-3],
		"altered": altered,
	} {
		if got, err := read(bytes.NewReader(content)); err == nil {
			t.Errorf("%s: got %d bytes and no error", name, len(got))
		}
	}
	if _, err := read(iotest.ErrReader(os.ErrClosed)); !errors.Is(err, os.ErrClosed) {
		t.Errorf("got %v, want %v", err, os.ErrClosed)
	}
}

func TestReadAheadBytesCanBeLookedAt(t *testing.T) {
	text := strings.Repeat("x", textfile.ReadAhead)
	for name, content := range map[string][]byte{"plain": []byte(text), "gzipped": zipped(text)} {
		r, err := textfile.NewReader(bytes.NewReader(content), new(int64))
		if err != nil {
			t.Fatal(err)
		}
		if ahead, err := r.Peek(textfile.ReadAhead); err != nil || len(ahead) != len(text) {
			t.Errorf("%s: got %d bytes, %v", name, len(ahead), err)
		}
	}
}

func TestTheHeaderSaysWhatSeparatesColumns(t *testing.T) {
	for header, want := range map[string]rune{
		"": ',', "price": ',', "a,b": ',', "a;b": ';', "a\tb": '\t', "a|b": '|',
		"a,b;c": ',', "a;b;c,d": ';', "prijs (k.k., EUR);datum;soort": ';',
	} {
		if got := textfile.Delimiter(header); got != want {
			t.Errorf("Delimiter(%q) = %q, want %q", header, got, want)
		}
	}
}

// FuzzNewReader holds that a file gives the same text gzipped and plain, with and
// without its mark, and that what is refused is Invalid.
func FuzzNewReader(f *testing.F) {
	f.Add([]byte("sale_id,value\n"))
	f.Add([]byte(textfile.ByteOrderMark + "a"))
	f.Add(zipped("a"))
	f.Add([]byte("\xff\xfea\x00"))
	f.Add([]byte("Sk\xfbtsje"))
	f.Fuzz(func(t *testing.T, content []byte) {
		plain, plainErr := read(bytes.NewReader(content))
		if isGzip := bytes.HasPrefix(content, []byte{0x1f, 0x8b}); isGzip {
			return
		}
		got, err := read(bytes.NewReader(zipped(string(content))))
		if got != plain || (err == nil) != (plainErr == nil) {
			t.Errorf("gzipped: %q, %v; plain: %q, %v", got, err, plain, plainErr)
		}
		if plainErr != nil && gevel.CodeOf(plainErr) != gevel.Invalid {
			t.Errorf("got %v, want %v", plainErr, gevel.Invalid)
		}
		if want := strings.TrimPrefix(string(content), textfile.ByteOrderMark); plainErr == nil && utf8.ValidString(want) && plain != want {
			t.Errorf("got %q, want %q", plain, want)
		}
	})
}

func read(r io.Reader) (string, error) {
	text, err := textfile.NewReader(r, new(int64))
	if err != nil {
		return "", err
	}
	all, err := io.ReadAll(text)
	return string(all), err
}

func zipped(text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := io.WriteString(z, text)
	if err := errors.Join(err, z.Close()); err != nil {
		panic(err) // a buffer takes everything
	}
	return b.Bytes()
}

func TestATextWithCarriageReturnsAloneIsRefused(t *testing.T) {
	for text, want := range map[string]bool{"a,b\r1,2\r": false, "a,b\r\n1,2\r\n": true, "a,b\r1,2\n": true, "a,b": true} {
		_, err := textfile.NewReader(strings.NewReader(text), new(int64))
		if (err == nil) != want || err != nil && !strings.Contains(err.Error(), "carriage returns") {
			t.Errorf("%q: got %v", text, err)
		}
	}
}
