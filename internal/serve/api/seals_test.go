package api_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/judge/seal"
)

// sealsFile returns a file with a chain of seals.
func sealsFile(t *testing.T, n int) (path string, c seal.Chain) {
	t.Helper()
	var text []byte
	for i := range n {
		s, err := c.Add(seal.Seal{Day: today, Sealed: clock.Add(time.Duration(i) * time.Hour), Edition: "<0123>", MadeBy: "gevel 1", Homes: 7, Root: seal.Hash{1}})
		if err != nil {
			t.Fatal(err)
		}
		c, text = append(c, s), append(text, s.Line()...)
	}
	path = filepath.Join(t.TempDir(), "seals")
	writeAt(t, path, string(text), clock)
	return path, c
}

func TestSealsAreShownToEverybody(t *testing.T) {
	path, chain := sealsFile(t, 2)
	s := openSite(t, func(c *setup) { c.Seals.Seals = path })
	list := func() string { return s.ask(t, request{target: "/seals", key: noKey}).text }
	if got, err := seal.ParseChain([]byte(list())); err != nil || got.End() != chain.End() {
		t.Errorf("the list is %s, %v", list(), err)
	}
	page := s.ask(t, request{target: "/seals", key: noKey, header: http.Header{"Accept": {"text/html"}}})
	if !strings.Contains(page.text, chain.End().String()) || !strings.Contains(page.text, "&lt;0123&gt;") ||
		!strings.HasPrefix(page.Header.Get("Content-Type"), "text/html") || page.Header.Get("Content-Security-Policy") == "" {
		t.Errorf("the page is %v\n%s", page.Header, page.text)
	}
	more, longer := sealsFile(t, 3)
	text, err := os.ReadFile(more)
	if err != nil {
		t.Fatal(err)
	}
	writeAt(t, path, string(text), clock.Add(time.Minute))
	if got, err := seal.ParseChain([]byte(list())); err != nil || got.End() != longer.End() {
		t.Errorf("with another seal the list is %s, %v", list(), err)
	}
	writeAt(t, path, "damaged", clock.Add(time.Hour))
	if got, err := seal.ParseChain([]byte(list())); err != nil || got.End() != longer.End() {
		t.Errorf("of a damaged file the list is %s, %v; want the one before", list(), err)
	}
}

func TestSealsThatCannotBeReadAreNotShown(t *testing.T) {
	s := openSite(t, func(c *setup) { c.Seals.Seals = filepath.Join(t.TempDir(), "none") })
	if got := s.ask(t, request{target: "/seals", key: noKey}); got.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("answered %d, %s", got.StatusCode, got.text)
	}
	if got := openSite(t).ask(t, request{target: "/seals", key: noKey}); got.StatusCode != http.StatusNotFound {
		t.Errorf("without a file answered %d, %s", got.StatusCode, got.text)
	}
}
