package energy

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/table"
)

var today = gevel.NewDate(2026, 5, 1)

func write(t testing.TB, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// readPath reads a file that can be read, and checks that its rows add up.
func readPath(t testing.TB, path string) ([]Label, *Summary) {
	t.Helper()
	var labels []Label
	s, err := Read(t.Context(), path, Options{AsOf: today}, func(l Label) { labels = append(labels, l) })
	if err != nil {
		t.Fatal(err)
	}
	if s.Labels != len(labels) || s.Rows != s.Labels+s.NotHomes+s.Rejects.Total() {
		t.Errorf("%d labels used, summary %+v does not add up", len(labels), s)
	}
	return labels, s
}

func readText(t testing.TB, text string) ([]Label, *Summary) {
	t.Helper()
	return readPath(t, write(t, "labels.csv", []byte(text)))
}

func zipped(t testing.TB, members ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		m, err := w.Create(members[i])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Write([]byte(members[i+1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipped(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func fixture(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("testdata/labels-v4.csv")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func day(s string) gevel.Date {
	d, err := gevel.ParseDate(s)
	if err != nil {
		panic(err)
	}
	return d
}

func at(code gevel.PostalCode, number int, letter, ext string) gevel.AddressQuery {
	return gevel.AddressQuery{PostalCode: code, HouseNumber: number, HouseLetter: letter, HouseNumberExt: ext}
}

// ofFixture are the labels of the fixture.
var ofFixture = []Label{
	{
		ID: "0221010000330226", Address: at("6981CH", 4, "", ""), Registered: day("2015-03-12"), Surveyed: day("2015-03-10"),
		ValidUntil: day("2025-03-10"), Class: gevel.LabelF, Type: gevel.VrijstaandeWoning,
	},
	{
		ID: "0221010000330226", Address: at("6981CH", 4, "", ""), Registered: day("2021-06-17"), Surveyed: day("2021-06-01"),
		ValidUntil: day("2031-06-01"), Class: gevel.LabelD, Type: gevel.TweeOnderEenKapwoning,
	},
	{
		ID: "0221010000330226", Address: at("6981CH", 4, "", ""), Registered: day("2021-06-17"), Surveyed: day("2021-06-12"),
		ValidUntil: day("2031-06-12"), Class: gevel.LabelC, Type: gevel.VrijstaandeWoning,
	},
	{
		ID: "0221010000330226", Address: at("6981CH", 4, "", ""), Registered: day("2026-02-05"), Surveyed: day("2026-01-30"),
		ValidUntil: day("2036-01-30"), Class: gevel.LabelAPlus4, Type: gevel.VrijstaandeWoning,
	},
	{
		ID: "0221030000330172", Address: at("6981ED", 1, "", ""), Registered: day("2019-05-04"), Surveyed: day("2019-05-01"),
		ValidUntil: day("2029-05-01"), Class: gevel.LabelE,
	},
	{
		ID: "0221020000330152", Address: at("6982CZ", 2, "", ""), Registered: day("2023-02-28"), Surveyed: day("2023-02-20"),
		ValidUntil: day("2033-02-20"), Class: gevel.LabelAPlus, IsPermit: true,
	},
	{
		Address: at("6981HR", 51, "A", "2"), Registered: day("2018-01-10"), Surveyed: day("2018-01-09"),
		ValidUntil: day("2028-01-09"), Class: gevel.LabelG, Type: gevel.Portiekwoning,
	},
	{
		Address: at("6981HR", 53, "B", "1"), Registered: day("2024-03-15"), Surveyed: day("2024-03-01"),
		ValidUntil: day("2034-03-01"), Class: gevel.LabelA, Type: gevel.Appartement,
	},
}

// TestEveryWayOfDeliveringTheFileIsReadAlike reads the fixture as people have it.
func TestEveryWayOfDeliveringTheFileIsReadAlike(t *testing.T) {
	text := fixture(t)
	bare := strings.TrimPrefix(text, "\uFEFF")
	for name, content := range map[string][]byte{
		"labels.csv":     []byte(text),
		"no-mark.csv":    []byte(bare),
		"windows.csv":    []byte(strings.ReplaceAll(text, "\n", "\r\n")),
		"no-end.csv":     []byte(strings.TrimSuffix(text, "\n")),
		"labels.csv.gz":  gzipped(t, text),
		"labels.zip":     zipped(t, "v20260401_v4_csv.csv", text, "__MACOSX/._v20260401_v4_csv.csv", "x"),
		"labels.any":     zipped(t, "in/a/folder.CSV", bare),
		"gz-in-zip.zip":  zipped(t, "labels.csv.gz", string(gzipped(t, text))),
		"blank-line.csv": []byte(text + "\n\r\n"),
	} {
		labels, s := readPath(t, write(t, name, content))
		if diff := cmp.Diff(ofFixture, labels); diff != "" {
			t.Errorf("%s: labels differ (-want +got):\n%s", name, diff)
		}
		if s.Published != day("2026-04-01") || s.Rows != 12 || s.NotHomes != 1 || s.Faults.Total() != 0 {
			t.Errorf("%s: summary is %+v", name, s)
		}
		for reason, line := range map[string]string{
			ReasonNoClass:              "line 14: no Energieklasse",
			ReasonBadRegistrationDay:   `line 15: Registratiedatum is "20200231"`,
			ReasonFutureRegistration:   "line 16: registered on 2026-04-02, after 2026-04-01",
			ReasonUnknownBuildingClass: "",
		} {
			if got := samples(s.Rejects, reason); line != "" && !slices.Equal(got, []string{name + " " + line}) {
				t.Errorf("%s: %s has samples %q, want %s", name, reason, got, line)
			}
		}
	}
}

func samples(r gevel.Rejects, reason string) []string {
	for _, reject := range r.List() {
		if reject.Reason == reason {
			return reject.Samples
		}
	}
	return nil
}

func TestChunksOfAnySizeGiveTheSameLabels(t *testing.T) {
	path := write(t, "labels.csv", []byte(fixture(t)))
	for size := 700; size < 1500; size += 37 {
		labels, s, err := readAt(t, path, size)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(ofFixture, labels); diff != "" {
			t.Errorf("chunks of %d bytes: labels differ:\n%s", size, diff)
		}
		if got := samples(s.Rejects, ReasonFutureRegistration); len(got) != 1 || !strings.Contains(got[0], "line 16") {
			t.Errorf("chunks of %d bytes: samples are %q", size, got)
		}
	}
}

func TestALabelRegisteredAfterTheDayAskedForIsNotKnown(t *testing.T) {
	path := write(t, "labels.csv", []byte(fixture(t)))
	var newest gevel.Date
	use := func(l Label) { newest = max(newest, l.Registered) }
	s, err := Read(t.Context(), path, Options{AsOf: day("2021-06-17")}, use)
	if err != nil || newest != day("2021-06-17") || s.Rejects.Count(ReasonFutureRegistration) != 4 {
		t.Errorf("newest is of %s, summary %+v, %v", newest, s, err)
	}
}

func TestADamagedFileIsAnErrorThatNamesIt(t *testing.T) {
	text := fixture(t)
	zip, gz := zipped(t, "labels.csv", text), gzipped(t, generate(2000))
	for name, content := range map[string][]byte{
		"cut.zip":      zip[:len(zip)-40],
		"cut.csv.gz":   gz[:len(gz)*2/3],
		"spoiled.zip":  bytes.Replace(zip, zip[200:210], []byte("0123456789"), 1),
		"endless.csv":  []byte(text + strings.Repeat("x", 2*table.LongestLine)),
		"nothing.csv":  nil,
		"mark.csv":     []byte("\uFEFF"),
		"nothing.zip":  zipped(t),
		"no-class.csv": []byte("Registratiedatum;Gebouwklasse;BAGVerblijfsobjectID\n"),
	} {
		path := write(t, name, content)
		if _, err := Read(t.Context(), path, Options{AsOf: today}, func(Label) {}); err == nil {
			t.Errorf("%s is read", name)
		} else if !strings.Contains(err.Error(), path) {
			t.Errorf("%s: error does not name it: %v", name, err)
		}
	}
}

func TestALabelZipThatIsCutSaysSo(t *testing.T) {
	whole := zipped(t, "labels.csv", fixture(t))
	for _, length := range []int{10, len(whole) / 2, len(whole) - 40, len(whole) - 1} {
		path := write(t, "cut.zip", whole[:length])
		_, err := Read(t.Context(), path, Options{AsOf: today}, func(Label) {})
		if err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "cut short") {
			t.Errorf("cut to %d of %d bytes it gives %v", length, len(whole), err)
		}
	}
}

func TestReadingEndsWithItsContext(t *testing.T) {
	path := write(t, "labels.csv", []byte(generate(30_000)))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	_, err := Read(ctx, path, Options{AsOf: today, Workers: 2}, func(Label) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v, want %v", err, context.Canceled)
	}
}

func TestProgressGoesUpToTheWholeFile(t *testing.T) {
	text := generate(20_000)
	for name, content := range map[string][]byte{
		"labels.csv": []byte(text), "labels.csv.gz": gzipped(t, text), "labels.zip": zipped(t, "l.csv", text),
	} {
		var last, whole int64
		_, err := Read(t.Context(), write(t, name, content), Options{AsOf: today, Progress: func(done, total int64) {
			if done < last || done > total {
				t.Errorf("%s: progress from %d to %d of %d", name, last, done, total)
			}
			last, whole = done, total
		}}, func(Label) {})
		if err != nil || last == 0 || last != whole {
			t.Errorf("%s: progress ends at %d of %d, %v", name, last, whole, err)
		}
	}
}
