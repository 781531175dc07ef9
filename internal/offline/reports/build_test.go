package reports

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/file/flatfile"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/offline/build"
)

func TestTheOutcomeOfABuild(t *testing.T) {
	summary := func(o edition.Outcome, before string) *build.Summary {
		return &build.Summary{Outcome: o, Manifest: edition.Manifest{ID: "now"}, Comparison: build.Comparison{Before: before}}
	}
	for want, s := range map[string]*build.Summary{
		"made in 2s": summary(edition.Published, "before"),
		"stands already: the same was built before (2s)":              summary(edition.Stands, "now"),
		"stands already, and is the newest again instead of old (2s)": summary(edition.Stands, "old"),
	} {
		if got := outcome(s, 2*time.Second); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestAThousandFilesTakeAPage gives a source a file a day for three years, one of them with rejects and other columns.
func TestAThousandFilesTakeAPage(t *testing.T) {
	s := &build.Summary{
		Counts: map[string]gevel.RowCount{"sales": {Read: 3003}}, Manifest: edition.Manifest{AsOf: map[string]gevel.Date{}},
		Columns: map[string]flatfile.Columns{},
	}
	for i := range 1001 {
		name := fmt.Sprintf("day%04d.csv", i)
		n, read := gevel.RowCount{Read: 3, Used: 3}, flatfile.Columns{Recognised: []string{"koopsom as price"}}
		if i == 700 {
			n.Used, n.Rejected, read.Ignored = 1, 2, []string{"notes"}
		}
		s.Files, s.Columns[name] = append(s.Files, build.FileCount{Source: "sales", File: name, RowCount: n}), read
		s.Rejects = append(s.Rejects, build.FileRejects{Source: "sales", File: name})
	}
	var out strings.Builder
	d := document.Document{Blocks: document.Blocks{sourceCounts(s), leftOutOf(s.Rejects), columns(s)}}
	if err := d.WriteText(&out); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{"day0700.csv", "981 files more", "day0000.csv and 999 more: columns read", "day0700.csv: columns not used: notes"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if lines := strings.Count(text, "\n"); lines > 60 {
		t.Errorf("%d lines", lines)
	}
}
