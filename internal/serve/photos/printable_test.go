package photos_test

import (
	"fmt"
	"os"
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
		"m.csv": []byte("number_id,file,kind,source,taken_at,note" + evil + "\n" +
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
	changed := strings.NewReplacer(`"test"`, `"\u001b[2J"`, `"photo"`, `"\u0007"`).Replace(string(data))
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
