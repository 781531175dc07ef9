package api_test

import (
	"encoding/json"
	"net/http"
	"testing"
)

// comparedSale is what the tests read of a comparable.
type comparedSale struct {
	movedSale
	Label, BagID, Date string
	Weight, Equality   float64
}

func (s *site) comparables(t *testing.T, target string) []comparedSale {
	t.Helper()
	got := s.ask(t, request{target: target})
	var body struct {
		Data struct{ Comparables []comparedSale }
	}
	if err := json.Unmarshal([]byte(got.text), &body); err != nil || got.StatusCode != http.StatusOK {
		t.Fatalf("%s is answered %d (%v): %.2000s", target, got.StatusCode, err, got.text)
	}
	return body.Data.Comparables
}

// TestComparablesAreThoseOfTheExplanation asks for homes of the town with and without what a caller gives, holds their
// comparables to those that the explanation names, and adds up their differences.
func TestComparablesAreThoseOfTheExplanation(t *testing.T) {
	s := openSite(t)
	for _, query := range s.valuedQueries(t, 1) {
		want, got := s.comparables(t, "/v1/homevalue/explanation?"+query), s.comparables(t, "/v1/homevalue/comparables?"+query)
		if len(got) != len(want) || len(got) == 0 {
			t.Fatalf("%s: %d comparables, want %d", query, len(got), len(want))
		}
		for k := range got {
			requireSameSale(t, query, got[k], want[k])
			if k > 0 && got[k].Weight > got[k-1].Weight {
				t.Errorf("%s: comparable %d weighs more than the one before", query, k)
			}
		}
	}
}

func requireSameSale(t *testing.T, query string, got, want comparedSale) {
	t.Helper()
	price := got.IndexedPrice
	for _, d := range got.Differences {
		price += d.Euros
	}
	if price != got.Adjusted || len(got.Differences) == 0 || len(want.Differences) > 0 {
		t.Errorf("%s: the differences of %s lead to %d, want %d", query, got.Label, price, got.Adjusted)
	}
	if got.BagID != want.BagID || got.Date != want.Date || got.Adjusted != want.Adjusted || got.IndexedPrice != want.IndexedPrice ||
		got.Weight != want.Weight || got.Equality != want.Equality || got.Equality <= 0 {
		t.Errorf("%s: got %+v, want %+v", query, got, want)
	}
}
