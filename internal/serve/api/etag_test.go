package api_test

import (
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

func has(tag string) http.Header { return http.Header{"If-None-Match": {tag}} }

// TestWhatTheCallerHasIsNotAnsweredAgain asks with the tag of an answer, in each way that HTTP has.
func TestWhatTheCallerHasIsNotAnsweredAgain(t *testing.T) {
	s := openSite(t)
	home := at(s.caseAt(t, demo.CaseOrdinary))
	for _, target := range []string{
		"/v1/homevalue?" + home, "/v1/homevalue/value?" + home + described3, "/v1/homevalue/available?" + home,
		"/v1/homevalue/available?postalCode=9999ZZ&houseNumber=99999",
	} {
		first := s.ask(t, request{target: target})
		tag := first.Header.Get("ETag")
		if !strings.HasPrefix(tag, `W/"`) || first.Header.Get("Cache-Control") != "private, no-cache" {
			t.Fatalf("%s: ETag %q, Cache-Control %q", target, tag, first.Header.Get("Cache-Control"))
		}
		for _, given := range []string{tag, strings.TrimPrefix(tag, "W/"), `"other", ` + tag, "*"} {
			for _, method := range []string{"GET", "HEAD"} {
				got := s.ask(t, request{method: method, target: target, header: has(given)})
				if got.StatusCode != http.StatusNotModified || got.text != "" || got.Header.Get("ETag") != tag ||
					got.Header.Get("Content-Type") != "" {
					t.Errorf("%s %s with %s: status %d, %v: %s", method, target, given, got.StatusCode, got.Header, got.text)
				}
			}
		}
		for _, given := range []string{`W/"other"`, "", `"` + tag + `"`, tag[:len(tag)-1]} {
			if got := s.ask(t, request{target: target, header: has(given)}); got.StatusCode != http.StatusOK {
				t.Errorf("%s with %s: status %d, want 200", target, given, got.StatusCode)
			}
		}
	}
}

// TestATagIsOfAllThatDecidesTheAnswer changes one thing after the other.
func TestATagIsOfAllThatDecidesTheAnswer(t *testing.T) {
	s := openSite(t)
	home := at(s.caseAt(t, demo.CaseOrdinary))
	full := "/v1/homevalue?" + home
	seen := map[string]string{}
	for _, target := range []string{
		full, full + "&monument=false", full + "&monument=true", full + "&useSurface=100", full + "&useSurface=101",
		full + "&valuationDate=2026-06-14", "/v1/homevalue/available?" + home, "/v1/homevalue?" + at(s.caseAt(t, demo.CaseShopHome)),
	} {
		tag := s.ask(t, request{target: target}).Header.Get("ETag")
		if before, ok := seen[tag]; ok || tag == "" {
			t.Errorf("%s has the tag %q, as has %s", target, tag, before)
		}
		seen[tag] = target
	}
	same := s.ask(t, request{target: full + "&valuationDate=2026-06-15"})
	if tag := same.Header.Get("ETag"); seen[tag] != "" {
		t.Errorf("the date given has the tag of %s", seen[tag])
	}
	tag := s.ask(t, request{target: full}).Header.Get("ETag")
	tomorrow := openSite(t, func(c *setup) { c.Now = func() time.Time { return clock.Add(dayLong) } })
	if got := tomorrow.ask(t, request{target: full, header: has(tag)}); got.StatusCode != http.StatusOK {
		t.Errorf("the tag of yesterday's value: status %d, want 200", got.StatusCode)
	}
	other := openSite(t, func(c *setup) { c.Version = "another" })
	if got := other.ask(t, request{target: full, header: has(tag)}); got.StatusCode != http.StatusOK {
		t.Errorf("the tag of another program: status %d, want 200", got.StatusCode)
	}
}

// TestATagOpensNoDoor holds a request with a tag to all that one without must pass.
func TestATagOpensNoDoor(t *testing.T) {
	s := openSite(t)
	target := "/v1/homevalue?" + at(s.caseAt(t, demo.CaseOrdinary))
	tag := has(s.ask(t, request{target: target}).Header.Get("ETag"))
	for key, want := range map[string]int{
		noKey: 401, "expired": 401, "images only": 403, "small": 304,
	} {
		got := s.ask(t, request{target: target, key: key, header: tag})
		if got.StatusCode != want || want != 304 && got.Header.Get("ETag") != "" {
			t.Errorf("key %s: status %d, want %d; ETag %q", key, got.StatusCode, want, got.Header.Get("ETag"))
		}
	}
	if got := s.ask(t, request{target: target, key: "small", header: tag}); got.StatusCode != http.StatusForbidden {
		t.Errorf("the quota of one is not used up by a 304: status %d", got.StatusCode)
	}
	if got := s.ask(t, request{target: target + "&volume=1", header: tag}); got.StatusCode != http.StatusBadRequest {
		t.Errorf("bad input with a tag: status %d", got.StatusCode)
	}
	nowhere := "/v1/homevalue?postalCode=9999ZZ&houseNumber=99999"
	if got := s.ask(t, request{target: nowhere, header: has("*")}); got.StatusCode != http.StatusNotFound ||
		got.Header.Get("ETag") != "" {
		t.Errorf("no address, any tag: status %d, ETag %q", got.StatusCode, got.Header.Get("ETag"))
	}
	for _, path := range []string{"/v1/house-images?", "/v1/get_front_view?bagNumIds=0000200000000001&"} {
		got := s.ask(t, request{target: strings.TrimSuffix(path+strings.TrimPrefix(target, "/v1/homevalue?"), "&")})
		if got.Header.Get("ETag") != "" || got.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: ETag %q, Cache-Control %q: its URLs end", path, got.Header.Get("ETag"), got.Header.Get("Cache-Control"))
		}
	}
}

// TestA304CostsNoValuation counts valuations.
func TestA304CostsNoValuation(t *testing.T) {
	s := openSite(t)
	target := "/v1/homevalue?" + at(s.caseAt(t, demo.CaseOrdinary))
	tag := s.ask(t, request{target: target}).Header.Get("ETag")
	before := s.scrape(t)
	s.ask(t, request{target: target, header: has(tag)})
	after := s.scrape(t)
	if was, is := before.sum("gevel_valuations_total"), after.sum("gevel_valuations_total"); was != is || was == 0 {
		t.Errorf("%v valuations before, %v after", was, is)
	}
	if got := after.sum("gevel_valuations_unchanged_total"); got != 1 {
		t.Errorf("%v unchanged, want 1", got)
	}
}

// TestATagIsOfAnEdition swaps another edition of the same homes in.
func TestATagIsOfAnEdition(t *testing.T) {
	dir := t.TempDir()
	folder := smallFolder(t, dir, io.Discard)
	s := openSite(t, func(c *setup) { c.Current = folder.Current() })
	var home gevel.Address
	for home = range folder.Current().Get().Edition.Addresses {
		break
	}
	target := "/v1/homevalue/available?" + at(home)
	tag := has(s.ask(t, request{target: target}).Header.Get("ETag"))
	if got := s.ask(t, request{target: target, header: tag}); got.StatusCode != http.StatusNotModified {
		t.Fatalf("before the swap: status %d, want 304", got.StatusCode)
	}
	next := smalltown.Publish(t, dir, func(d *gevel.Dwelling) { d.Rooms = gevel.Some(4) })
	smalltown.Date(t, filepath.Join(dir, next), time.Minute)
	folder.Look(t.Context())
	if got := s.ask(t, request{target: target, header: tag}); got.StatusCode != http.StatusOK {
		t.Errorf("after the swap: status %d, want 200", got.StatusCode)
	}
}
