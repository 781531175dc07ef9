package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/live"
)

// The numbers of a valuation are kept for the next request about the same home, day and given characteristics, and for
// no other; what is answered from them is what is answered without.
func TestNumbersAreKeptForTheSameInquiryAlone(t *testing.T) {
	current := live.NewCurrent(openSite(t).live)
	s := openSite(t, func(c *setup) { c.Current = current })
	home := at(s.caseAt(t, demo.CaseOrdinary)) + described3
	made, kept := 0.0, 0.0
	lookups := func(what string, isMade, isKept float64) {
		t.Helper()
		made, kept = made+isMade, kept+isKept
		all := s.scrape(t)
		if m, k := all[`gevel_valuation_traces_total{numbers="made"}`], all[`gevel_valuation_traces_total{numbers="kept"}`]; m != made || k != kept {
			t.Fatalf("after %s %v traces are made and %v kept, want %v and %v", what, m, k, made, kept)
		}
	}
	answer := func(from *site, target string) any {
		t.Helper()
		got := from.ask(t, request{target: target})
		if got.StatusCode != http.StatusOK {
			t.Fatalf("%s: status %d: %s", target, got.StatusCode, got.text)
		}
		return got.body["data"]
	}
	same := func(target string) {
		t.Helper()
		if diff := cmp.Diff(answer(openSite(t), target), answer(s, target)); diff != "" {
			t.Errorf("%s from kept numbers (-fresh +kept):\n%s", target, diff)
		}
	}
	same("/v1/homevalue/available?" + home)
	lookups("whether it can be valued", 0, 0)
	same("/v1/homevalue/value?" + home)
	lookups("a first value", 1, 0)
	for _, path := range []string{"/v1/homevalue?", "/v1/homevalue/explanation?", "/v1/homevalue/comparables?", "/v1/homevalue/value?"} {
		same(path + home)
		lookups(path, 0, 1)
	}
	same("/v1/homevalue/available?" + home)
	lookups("whether it can be valued, once more", 0, 0)

	same("/v1/homevalue?" + home + "&valuationDate=" + (today - 1).String())
	lookups("another day", 1, 0)
	same("/v1/homevalue?" + strings.Replace(home, "useSurface=105", "useSurface=106", 1))
	lookups("another surface", 1, 0)
	same("/v1/homevalue?" + at(s.caseAt(t, demo.CaseOrdinary)))
	lookups("nothing given", 1, 0)
	if got := s.ask(t, request{target: "/v1/homevalue?" + home, key: "images only"}); got.StatusCode != http.StatusForbidden {
		t.Errorf("a key without the scope is answered by %d", got.StatusCode)
	}
	lookups("a key without the scope", 0, 0)

	current.Swap(live.New(s.live.Edition, s.live.Valuer))
	same("/v1/homevalue?" + home)
	lookups("another edition", 1, 0)
}
