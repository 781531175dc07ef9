package energy

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
)

// FuzzRead reads any bytes as a file, in chunks of two sizes: it never panics, rows add up, labels
// and samples are fit for use, and chunks change nothing.
func FuzzRead(f *testing.F) {
	text := fixture(f)
	f.Add([]byte(text))
	quoted := rowOf(values{"Projectnaam": "\"De\n\"\"IJssel\"\"\""})
	f.Add([]byte(columnsOfTests + rowOf(nil) + quoted + "\";\"\n" + rowOf(values{"Projectnaam": `"x`})))
	f.Add([]byte(header1 + strings.Replace(row1, "%", "A-2", 1)))
	f.Add([]byte(columnsOfTests + rowOf(values{
		"Huisnummer": "4-A2", "BAGVerblijfsobjectID": "", "Registratiedatum": "31-12-2025",
	})))
	f.Add(zipped(f, "a.csv", text))
	f.Add(gzipped(f, text))
	f.Add([]byte("PK\x03\x04"))
	f.Add([]byte("\x1f\x8b"))
	path := write(f, "labels.csv", nil)
	f.Fuzz(func(t *testing.T, content []byte) {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		whole, s, err := readAt(t, path, chunkRows)
		if err != nil {
			return
		}
		if s.Labels != len(whole) || s.Rows != s.Labels+s.NotHomes+s.Rejects.Total() {
			t.Fatalf("summary %+v does not add up", s)
		}
		for i := range whole {
			checkLabel(t, &whole[i])
		}
		checkSamples(t, s.Rejects)
		checkSamples(t, s.Faults)
		parts, _, err := readAt(t, path, 1)
		if err == nil && !slices.Equal(whole, parts) {
			t.Errorf("chunks make %+v of %+v", parts, whole)
		}
	})
}

func readAt(t *testing.T, path string, size int) (labels []Label, s *Summary, err error) {
	s, err = read(t.Context(), path, Options{AsOf: today, Workers: 3}, size, func(l Label) { labels = append(labels, l) })
	return labels, s, err
}

func checkLabel(t *testing.T, l *Label) {
	home := l.ID != "" || l.Address != (gevel.AddressQuery{})
	switch {
	case !home, l.Class < gevel.LabelG, l.Class > gevel.LabelAPlus5, l.Registered > today, l.Surveyed > today:
		t.Errorf("label %+v has no home, class or day", l)
	case l.ID != "" && len(l.ID) != 16, int(l.Type) >= gevel.BuildTypes:
		t.Errorf("label %+v has an id or a type that is none", l)
	}
	labels := Labels{suffixes: gevel.NewNames()}
	labels.add(*l)
	for h := range labels.Homes() {
		if len(h) != 1 || h[0] != *l {
			t.Errorf("kept as %+v, not as %+v", h, l)
		}
	}
}

func checkSamples(t *testing.T, r gevel.Rejects) {
	for _, reject := range r.List() {
		for _, sample := range reject.Samples {
			if reject.Reason == "" || hasControl(sample) {
				t.Errorf("sample %q of %q", sample, reject.Reason)
			}
		}
	}
}
