package reports

import (
	"testing"
	"time"

	"github.com/gevel/gevel/internal/edition"
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
