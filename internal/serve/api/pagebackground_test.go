package api_test

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel/internal/serve/pagedata"
)

// fileBelow is what lies under the map in these tests: the endpoint answers bytes and does not read them.
const fileBelow = "PMTiles\x03 and so on, to the end"

// openSiteOver serves a file under the map.
func openSiteOver(t *testing.T) (s *site, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "under.pmtiles")
	writeAt(t, path, fileBelow, clock)
	s = openSite(t, func(c *setup) {
		c.Background = pagedata.Underlay{
			Shown: &pagedata.Background{Kind: "pmtiles", URL: pagedata.BackgroundURL, Attribution: "© its makers"}, File: path,
		}
	})
	return s, path
}

// writeAt puts a file in the place of the one at a path, as an operator does, with a time of change.
func writeAt(t *testing.T, path, text string, changed time.Time) {
	t.Helper()
	if err := os.WriteFile(path+".new", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path+".new", changed, changed); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
}

// ranged asks for a part of the file, with further headers in pairs.
func (s *site) ranged(t *testing.T, part string, more ...string) reply {
	t.Helper()
	header := http.Header{"Accept-Encoding": {"gzip, zstd"}}
	for i := 0; i < len(more); i += 2 {
		header[more[i]] = []string{more[i+1]}
	}
	if part != "" {
		header.Set("Range", part)
	}
	return s.ask(t, request{target: pagedata.BackgroundURL, header: header})
}

func TestTheBackgroundIsAnsweredByRanges(t *testing.T) {
	s, _ := openSiteOver(t)
	size := len(fileBelow)
	for part, want := range map[string]string{
		"bytes=0-6": fileBelow[:7], "bytes=8-10": fileBelow[8:11], "bytes=0-16383": fileBelow, "bytes=20-": fileBelow[20:],
		"bytes=-3": fileBelow[size-3:], "bytes=-999": fileBelow, "bytes=0-16777215": fileBelow,
	} {
		got := s.ranged(t, part)
		h := got.Header
		if got.StatusCode != http.StatusPartialContent || got.text != want || h.Get("Content-Type") != "application/vnd.pmtiles" ||
			h.Get("Content-Encoding") != "" || h.Get("Cache-Control") != "private, no-cache" || !strings.HasPrefix(h.Get("ETag"), `"`) {
			t.Errorf("%s: status %d, %q, want %q: %v", part, got.StatusCode, got.text, want, h)
		}
		if r := h.Get("Content-Range"); !strings.HasSuffix(r, fmt.Sprintf("/%d", size)) {
			t.Errorf("%s: Content-Range %s", part, r)
		}
	}
	got := s.ask(t, request{target: "/page/edition"})
	if want := `"background":{"kind":"pmtiles","url":"/page/background.pmtiles","attribution":"© its makers"}`; !strings.Contains(got.text, want) {
		t.Errorf("the page gets %s", got.text)
	}
}

func TestWhatIsNoRangeOfTheBackgroundIsRefused(t *testing.T) {
	s, _ := openSiteOver(t)
	tag := s.ranged(t, "bytes=0-6").Header.Get("ETag")
	for _, tt := range []struct {
		part   string
		more   []string
		status int
		has    string
	}{
		{part: "", status: 400, has: `"reason":"Range"`},
		{part: "bytes=0-16777216", status: 206}, // of what there is, 16 MiB would do
		{part: "bytes=0-1,4-5", status: 400, has: "one range"},
		{part: "bytes=-", status: 400, has: `"reason":"Range"`},
		{part: "bytes=5-2", status: 400, has: `"reason":"Range"`},
		{part: "bytes=99999999999999999999-", status: 400, has: `"reason":"Range"`},
		{part: "tiles=0-1", status: 400, has: `"reason":"Range"`},
		{part: fmt.Sprintf("bytes=%d-", len(fileBelow)), status: 416, has: "range_not_satisfiable"},
		{part: "bytes=-0", status: 416, has: "range_not_satisfiable"},
		{part: "bytes=0-6", more: []string{"If-Range", tag}, status: 206},
		{part: "bytes=0-6", more: []string{"If-Range", `"another"`}, status: 412, has: "precondition_failed"},
		{part: "bytes=0-6", more: []string{"If-Match", `"another", "third"`}, status: 412, has: "precondition_failed"},
		{part: "bytes=0-6", more: []string{"If-Match", `"another", ` + tag}, status: 206},
		{part: "bytes=0-6", more: []string{"If-None-Match", tag}, status: 304},
		{part: "bytes=0-6", more: []string{"If-None-Match", `"another"`}, status: 206},
	} {
		got := s.ranged(t, tt.part, tt.more...)
		if got.StatusCode != tt.status || !strings.Contains(got.text, tt.has) {
			t.Errorf("%s %v: status %d, want %d with %s: %s", tt.part, tt.more, got.StatusCode, tt.status, tt.has, got.text)
		}
		if got.StatusCode == http.StatusRequestedRangeNotSatisfiable &&
			got.Header.Get("Content-Range") != fmt.Sprintf("bytes */%d", len(fileBelow)) {
			t.Errorf("%s: Content-Range %s", tt.part, got.Header.Get("Content-Range"))
		}
	}
}

// TestALargeFileIsNotAnsweredWhole asks for more of a file than is answered at once: the file is all holes, and on no disk.
func TestALargeFileIsNotAnsweredWhole(t *testing.T) {
	s, path := openSiteOver(t)
	const size = 5 << 30
	if err := os.Truncate(path, size); err != nil {
		t.Fatal(err)
	}
	for part, want := range map[string]int{
		"": 400, "bytes=0-": 400, "bytes=-17000000": 400, "bytes=1-16777217": 400, "bytes=5368709119-": 206, "bytes=4294967296-4294967299": 206,
	} {
		if got := s.ranged(t, part); got.StatusCode != want || want == 206 && len(got.text) > 4 {
			t.Errorf("%s: status %d, %d bytes, want %d", part, got.StatusCode, len(got.text), want)
		}
	}
	head := s.ask(t, request{method: http.MethodHead, target: pagedata.BackgroundURL})
	if head.StatusCode != http.StatusOK || head.ContentLength != size || head.Header.Get("ETag") == "" {
		t.Errorf("HEAD: status %d, %d bytes, %v", head.StatusCode, head.ContentLength, head.Header)
	}
	part := s.ask(t, request{method: http.MethodHead, target: pagedata.BackgroundURL, header: http.Header{"Range": {"bytes=0-6"}}})
	if part.StatusCode != http.StatusPartialContent || part.ContentLength != 7 || part.text != "" {
		t.Errorf("HEAD of a range: status %d, %d bytes", part.StatusCode, part.ContentLength)
	}
}

// TestAFileThatIsPutInItsPlaceIsAnswered replaces the file as an operator does, while the service runs.
func TestAFileThatIsPutInItsPlaceIsAnswered(t *testing.T) {
	s, path := openSiteOver(t)
	before := s.ranged(t, "bytes=0-99").Header.Get("ETag")
	changed := strings.ToUpper(fileBelow)
	writeAt(t, path, changed, clock.Add(time.Hour))
	got := s.ranged(t, "bytes=0-99")
	if got.text != changed || got.Header.Get("ETag") == before {
		t.Errorf("after another file came %q is answered, under the tag %s of %s", got.text, got.Header.Get("ETag"), before)
	}
	if got := s.ranged(t, "bytes=0-6", "If-Match", before); got.StatusCode != http.StatusPreconditionFailed {
		t.Errorf("a range of the file before is answered %d", got.StatusCode)
	}
	writeAt(t, path, fileBelow, clock.Add(2*time.Hour))
	if tag := s.ranged(t, "bytes=0-6").Header.Get("ETag"); tag != before {
		t.Errorf("a copy of the first file, as another replica has it, has the tag %s, want %s", tag, before)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	gone := s.ask(t, request{target: pagedata.BackgroundURL, header: http.Header{"Range": {"bytes=0-6"}}})
	if gone.StatusCode != http.StatusInternalServerError || strings.Contains(gone.text, path) {
		t.Errorf("a file that is gone is answered %d: %s", gone.StatusCode, gone.text)
	}
}

func TestTheBackgroundIsHeldToKeys(t *testing.T) {
	s, _ := openSiteOver(t)
	for _, tt := range []struct {
		name, key, method, target string
		status                    int
	}{
		{"no key", noKey, "GET", pagedata.BackgroundURL, 401},
		{"revoked key", "revoked", "GET", pagedata.BackgroundURL, 401},
		{"another scope", "images only", "GET", pagedata.BackgroundURL, 403},
		{"another method", "full", "POST", pagedata.BackgroundURL, 405},
		{"a parameter", "full", "GET", pagedata.BackgroundURL + "?z=1", 400},
		{"first of the rate", "slow", "GET", pagedata.BackgroundURL, 206},
		{"over the rate", "slow", "GET", pagedata.BackgroundURL, 429},
		{"all of the quota", "small", "GET", pagedata.BackgroundURL, 206},
		{"over the quota", "small", "GET", pagedata.BackgroundURL, 403},
	} {
		got := s.ask(t, request{method: tt.method, target: tt.target, key: tt.key, header: http.Header{"Range": {"bytes=0-6"}}})
		if got.StatusCode != tt.status {
			t.Errorf("%s: status %d, want %d: %s", tt.name, got.StatusCode, tt.status, got.text)
		}
	}
	without := openSite(t).ask(t, request{target: pagedata.BackgroundURL, header: http.Header{"Range": {"bytes=0-6"}}})
	if without.StatusCode != http.StatusNotFound || without.reasons()[0] != "not_found" {
		t.Errorf("without a file the answer is %d: %s", without.StatusCode, without.text)
	}
}
