package api_test

import (
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
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

// TestALostEditionAnswersNothingUntilItIsOpenedAnew cuts its images short before a request of each sort, which meets a fault
// or what an earlier one, or a look, has found.
func TestALostEditionAnswersNothingUntilItIsOpenedAnew(t *testing.T) {
	dir := t.TempDir()
	folder := smallFolder(t, dir, io.Discard)
	s := openSite(t, func(c *setup) { c.Current = folder.Current() })
	var home, row string
	folder.Current().Get().Edition.Dwellings(func(d gevel.Dwelling) bool {
		a, _ := folder.Current().Get().Edition.MainAddress(d.ID)
		home, row = at(a), `{"bagId":"`+string(d.ID)+`"}`+"\n"
		return false
	})
	asks := map[string]func() (int, string){
		"batch": func() (int, string) {
			r, text := s.post(t, "", "full", strings.NewReader(row))
			return r.StatusCode, text
		},
		"loans": func() (int, string) {
			r, text := s.postPortfolio(t, "", "full", strings.NewReader("loan_id,bag_id,loan_amount\n"))
			return r.StatusCode, text
		},
	}
	for name, of := range map[string]request{
		"valuation": {target: "/v1/homevalue?" + home}, "whether": {target: "/v1/homevalue/available?" + home},
		"page": {target: "/page/edition"}, "features": {target: "/ogc/collections"}, "readiness": {target: "/readyz", key: noKey},
	} {
		asks[name] = func() (int, string) {
			got := s.ask(t, of)
			return got.StatusCode, got.text
		}
	}
	for _, meets := range []string{"valuation", "batch"} {
		cut := folder.Current().Get()
		smalltown.CutImages(t, dir)
		for _, name := range append([]string{meets}, slices.Sorted(maps.Keys(asks))...) {
			if status, text := asks[name](); status != http.StatusServiceUnavailable || !strings.Contains(text, "try again") {
				t.Errorf("after a fault of a %s, %s is answered %d: %s", meets, name, status, text)
			}
		}
		folder.Look(t.Context())
		if folder.Current().Get() == cut {
			t.Fatal("it is not opened anew")
		}
		for name, ask := range asks {
			if status, text := ask(); status == http.StatusServiceUnavailable {
				t.Errorf("opened anew, %s is answered %d: %s", name, status, text)
			}
		}
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
