package photos_test

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/gevel/gevel/internal/serve/photos"
)

func TestNamesOfADeliveryAreNoCommandsToATerminal(t *testing.T) {
	const evil = "\x1b]0;owned\a\x1b[2J\u202e\x9b"
	imp := newImport(t)
	reports := []photos.Report{
		mustRun(t, imp, deliver(t, map[string][]byte{
			evil + ".jpg":                     photos.Shade(t, 10),
			string(homeA) + evil + ".jpg":     []byte("no picture"),
			string(homeA) + "/" + evil + "/x": []byte("no picture"),
		})),
	}
	dir := deliver(t, map[string][]byte{
		"m.csv": []byte("number_id,file,kind,source,taken_at,note\u202e\n" +
			"0518200000001234,none" + evil + ".jpg,,,,\n" +
			"0518200000001234" + evil + ",x.jpg,,,,\n" +
			"0518200000001234,x.jpg,," + evil + ",,\n" +
			"0518200000001234,x.jpg," + evil + ",,,\n" +
			"0518200000001234,x.jpg,,," + evil + ",\n"),
		"x.jpg": photos.Shade(t, 10),
	})
	reports = append(reports, mustRun(t, imp, dir+"/m.csv"))
	for _, report := range reports {
		if report.Rejects.Total() < 3 {
			t.Errorf("got %+v, want rejects", report)
		}
		wantPrintable(t, "the report", fmt.Sprint(report.Rejects.List(), report.UnusedColumns))
	}
}

func TestACatalogueThatSomebodyWroteIsNoCommandToATerminal(t *testing.T) {
	dir, store, _, _ := pictureIn(t, homeA)
	catalogue := fileOf(t, dir, ".json")
	data, err := os.ReadFile(catalogue)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.NewReplacer(`"test"`, `"\u001b[2J"`, `"photo"`, `"\u0007"`).Replace(withoutSum(data))
	writeFile(t, catalogue, changed)
	for _, image := range mustOf(t, store, homeA) {
		wantPrintable(t, catalogue, string(image.Kind)+image.Source)
		if !strings.Contains(image.Source, "2J") {
			t.Errorf("source %q, want it quoted", image.Source)
		}
	}
}

func wantPrintable(t *testing.T, what, text string) {
	t.Helper()
	if i := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }); i >= 0 {
		t.Errorf("%s: %q came through in %q", what, text[i], text)
	}
}

// withoutSum returns a catalogue as older programs wrote it.
func withoutSum(catalogue []byte) string {
	return regexp.MustCompile(`,"sum":"[0-9a-f]+"`).ReplaceAllString(string(catalogue), "")
}

func TestAChangedByteOfACatalogueIsNoOtherAnswer(t *testing.T) {
	dir, store, _, _ := pictureIn(t, homeA)
	path := fileOf(t, dir, ".json")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := mustOf(t, store, homeA)
	for at := range data {
		for _, bit := range []byte{1, 4, 32} {
			flipped := bytes.Clone(data)
			flipped[at] ^= bit
			writeFile(t, path, string(flipped))
			if got, err := store.Of(t.Context(), homeA); err == nil && !reflect.DeepEqual(got, want) {
				t.Errorf("byte %d of %s: %+v, want %+v or an error", at, flipped, got, want)
			}
		}
	}
}

func TestAPictureOfThousandsOfScansIsRefused(t *testing.T) {
	scan := []byte("\xff\xda\x00\x08\x01\x01\x00\x00\x3f\x00\x12\xff\x00\x34")
	for name, tt := range map[string]struct {
		file  []byte
		scans int64
	}{
		"none":          {[]byte("\xff\xd8\xff\xe0\x00\x04\xff\xda\xff\xd9"), 0}, // in a segment
		"three":         {append([]byte("\xff\xd8"), bytes.Repeat(scan, 3)...), 3},
		"behind an end": {append(append([]byte("\xff\xd8\xff\xd9"), scan...), scan...), 0},
		"with a fill":   {append([]byte("\xff\xd8xx\xff\xff\xd0"), scan...), 1},
	} {
		if got := photos.ScansOf(tt.file); got != tt.scans {
			t.Errorf("%s: %d scans, want %d", name, got, tt.scans)
		}
	}
	_, store, _, _ := pictureIn(t, homeA)
	var plain bytes.Buffer
	if err := jpeg.Encode(&plain, image.NewGray(image.Rect(0, 0, 64, 64)), nil); err != nil {
		t.Fatal(err)
	}
	many := append(bytes.TrimSuffix(plain.Bytes(), []byte("\xff\xd9")), bytes.Repeat(scan, 3000)...)
	if _, err := store.Reencode(t.Context(), many); err == nil || !strings.Contains(err.Error(), "3001 scans") {
		t.Errorf("got %v", err)
	}
}
