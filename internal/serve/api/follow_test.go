package api_test

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

func TestReadinessAndMetricsNameAnEditionThatWasRefused(t *testing.T) {
	dir := t.TempDir()
	const bad = "0123456789abcdef"
	smalltown.Publish(t, dir, func(*gevel.Dwelling) {})
	if err := os.Mkdir(filepath.Join(dir, bad), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, bad, "manifest.json"), []byte(`{"format": 13}`), 0o600); err != nil {
		t.Fatal(err)
	}
	smalltown.Date(t, filepath.Join(dir, bad), time.Hour)
	o := folderAt(dir, io.Discard)
	o.Now = func() time.Time { return clock }
	folder, err := live.OpenFolder(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	s := openSite(t, func(c *setup) { c.Current = folder.Current() })
	ready := s.ask(t, request{target: "/readyz", key: noKey})
	if ready.StatusCode != http.StatusOK || !strings.Contains(ready.text, `"refused":[{"edition":"`+bad+`","since":"2026-06-14T22:30:00Z"}]`) {
		t.Errorf("readyz answers %d: %s", ready.StatusCode, ready.text)
	}
	if metrics := s.ask(t, request{target: "/metrics", key: noKey}).text; !strings.Contains(metrics, "gevel_editions_refused 1\n") {
		t.Errorf("the metrics do not count it:\n%s", metrics)
	}
}

// smallFolder publishes the small town in dir and opens it.
func smallFolder(t *testing.T, dir string, log io.Writer) *live.Folder {
	t.Helper()
	id := smalltown.Publish(t, dir, func(*gevel.Dwelling) {})
	smalltown.Date(t, filepath.Join(dir, id), time.Second)
	folder, err := live.OpenFolder(t.Context(), folderAt(dir, log))
	if err != nil {
		t.Fatal(err)
	}
	if got := folder.Current().Get().Edition.ID(); got != id {
		t.Fatalf("edition %s answers, want %s", got, id)
	}
	return folder
}
