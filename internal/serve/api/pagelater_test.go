package api_test

import (
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// TestNothingKnownLaterChangesABitOfThePage asks two editions of one town about days until some day. They differ only in
// sales that were known later.
func TestNothingKnownLaterChangesABitOfThePage(t *testing.T) {
	m := smalltown.New(7, smalltown.FewStreets)
	last := smalltown.Dates[1]
	rng := rand.New(rand.NewPCG(21, 22))
	m.SetViews()
	var sites [2]edited
	for i, one := range []*smalltown.Market{m, m.Attack(rng, last)} {
		v := one.Valuer(t, 1, smalltown.Dates...)
		s := openSite(t, func(c *setup) { c.Current = live.NewCurrent(live.New(v.Edition(), v)) })
		sites[i] = edited{s, v.Edition().ID()}
	}
	answered := map[string]int{}
	for range 25 {
		q := m.Case(rng, smalltown.Dates[0], last)
		query := at(address(q.AddressQuery)) + "&valuationDate=" + q.Date.String()
		for _, path := range []string{"/v1/homevalue", "/v1/homevalue/explanation", "/v1/homevalue/comparables", "/page/index", "/page/accuracy", "/page/report"} {
			want, got := sites[0].anonymous(t, path+"?"+query), sites[1].anonymous(t, path+"?"+query)
			if got.text != want.text {
				t.Fatalf("%s?%s is answered\n%s\nand, with other sales known from %s on,\n%s", path, query, want.text, last, got.text)
			}
			if got.StatusCode == http.StatusOK {
				answered[path]++
			}
		}
	}
	for path, n := range answered {
		if n < 10 {
			t.Errorf("%s was answered %d times only", path, n)
		}
	}
	// The attack is one: on later days the answers differ.
	differ := 0
	for _, home := range m.Addresses[:50] {
		later := "/v1/homevalue/explanation?" + at(home) + "&valuationDate=2022-12-01"
		if sites[0].anonymous(t, later).text != sites[1].anonymous(t, later).text {
			differ++
		}
	}
	if differ < 10 {
		t.Errorf("of later answers %d of 50 differ: the attack is none", differ)
	}
}

// edited is a site with another edition than its town has.
type edited struct {
	*site
	edition string
}

// anonymous asks for what does not hang on the name of the edition.
func (s edited) anonymous(t *testing.T, target string) reply {
	t.Helper()
	a := s.ask(t, request{target: target, header: http.Header{"X-Request-Id": {"the-same"}}})
	a.text = strings.ReplaceAll(a.text, s.edition, "EDITION")
	return a
}
