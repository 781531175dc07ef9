package api_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo"
)

// TestEveryAnswerOfThePage is the table of what the page's surface says to what; ask checks each
// answer against its description as well.
func TestEveryAnswerOfThePage(t *testing.T) {
	s := openSite(t)
	full := s.addressOf(t, demo.CaseOrdinary)
	search := func(query string) request { return request{target: "/v1/addresses?query=" + url.QueryEscape(query)} }
	for _, tt := range []struct {
		name   string
		ask    request
		status int
		has    []string
	}{
		{name: "edition", ask: request{target: "/page/edition"}, status: 200, has: []string{`"today":"2026-06-15"`, `"parameter":"numberOfRooms","label":"number of rooms"`, `"kind":"choice"`, `"background":null`, s.live.Edition.ID()}},
		{name: "edition in Dutch", ask: request{target: "/page/edition?language=nl"}, status: 200, has: []string{`"label":"aantal kamers"`}},
		{name: "no such language", ask: request{target: "/page/edition?language=fr"}, status: 400, has: []string{`"reason":"language"`}},
		{name: "search", ask: search(full.String()), status: 200, has: []string{`"homes":[{"label":"` + full.String(), `"bagId":"` + string(full.ObjectID), `"lon":`}},
		{name: "search by id", ask: search(string(full.ObjectID)), status: 200, has: []string{`"homes":[{"label":"` + full.String(), `"more":false`}},
		{name: "search by street", ask: search(full.Street), status: 200, has: []string{`"street":"` + full.Street}},
		{name: "search of nothing", ask: search("\"nowhere\\ é"), status: 200, has: []string{`"homes":[],"more":false`, `"query":"\"nowhere\\ é"`}},
		{name: "search without a query", ask: search(""), status: 400, has: []string{`"reason":"query"`}},
		{name: "search for too many", ask: request{target: "/v1/addresses?query=a&limit=51"}, status: 400, has: []string{`"reason":"limit"`}},
		{name: "search of too much", ask: search(strings.Repeat("a", 201)), status: 400, has: []string{`"reason":"query"`}},
		{name: "comparables", ask: request{target: "/v1/homevalue/comparables?" + at(full)}, status: 200, has: []string{`"meta":{"bagId":"`, `"data":{"comparables":[{"label":"`, `"differences":[{"name":"`, `"weight":0.`, `"equality":`}},
		{name: "comparables in Dutch", ask: request{target: "/v1/homevalue/comparables?language=nl&" + at(full)}, status: 200, has: []string{`"name":"useSurface","label":"gebruiksoppervlakte","has":"113 m²","had":"`}},
		{name: "comparables of a shop", ask: request{target: "/v1/homevalue/comparables?" + at(s.caseAt(t, demo.CaseShop))}, status: 404, has: []string{`"reason":"not_residential"`}},
		{name: "index", ask: request{target: "/page/index?" + at(full)}, status: 200, has: []string{`"2026-06"],"known":"2026-0`, `{"key":"home","label":"this area, house type: `, `"key":"municipality","label":"` + full.Municipality}},
		{name: "index of a shop", ask: request{target: "/page/index?" + at(s.caseAt(t, demo.CaseShop))}, status: 404, has: []string{`"reason":"not_residential"`}},
		{name: "accuracy", ask: request{target: "/page/accuracy"}, status: 200, has: []string{`"reason":null`, `"name":"overall","label":"all tested sales"`, `"near":null`, `"byPeriod":[{"name":"202`, `"alarms":[`}},
		{name: "accuracy near a home", ask: request{target: "/page/accuracy?language=nl&" + at(full)}, status: 200, has: []string{`"near":{"name":"near","label":"getoetste verkopen binnen `, `"byPrice":[{"name":"to `, `"label":"tot € `}},
		{name: "accuracy near no home", ask: request{target: "/page/accuracy?postalCode=9999ZZ&houseNumber=1"}, status: 404, has: []string{`"reason":"address_not_found"`}},
		{name: "accuracy near half an address", ask: request{target: "/page/accuracy?houseNumber=1"}, status: 400, has: []string{`"reason":"postalCode"`}},
		{name: "accuracy for a browser", ask: request{
			target: "/page/accuracy", key: noKey,
			header: http.Header{"Accept": {"text/html,*/*"}},
		}, status: 302},
		{name: "accuracy without a key", ask: request{target: "/page/accuracy", key: noKey}, status: 401},
		{
			name: "report", ask: request{target: "/page/report?" + at(full)}, status: 200,
			has: []string{"<!DOCTYPE html>", "<html lang=\"en\">", full.String(), "Why this value", "default-src 'none'"},
		},
		{
			name: "report in Dutch", ask: request{target: "/page/report?language=nl&" + at(full)}, status: 200,
			has: []string{"<html lang=\"nl\">", "Waarderapport", "Waarom deze waarde"},
		},
		{name: "report with an order", ask: request{target: "/page/report?client=Bank+%26+Zn.&purpose=a+mortgage&reference=2026%2F1&issuer=an+office&" + at(full)}, status: 200, has: []string{"Bank &amp; Zn.", "a mortgage", "2026/1", "an office"}},
		{name: "report of two lines", ask: request{target: "/page/report?client=a%0Ab&" + at(full)}, status: 400, has: []string{`"reason":"client"`, "client must be one line"}},
		{name: "report of a shop", ask: request{target: "/page/report?" + at(s.caseAt(t, demo.CaseShop))}, status: 404, has: []string{`"reason":"not_residential"`}},
		{name: "description", ask: request{target: "/page/openapi.json", key: noKey}, status: 200, has: []string{`"url": "/page"`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := s.ask(t, tt.ask)
			if got.StatusCode != tt.status {
				t.Fatalf("status %d, want %d: %s", got.StatusCode, tt.status, got.text)
			}
			for _, want := range tt.has {
				if !strings.Contains(got.text, want) {
					t.Errorf("the answer does not say %s:\n%.3000s", want, got.text)
				}
			}
			if strings.Contains(got.text, secret) || strings.Contains(got.text, ".go:") {
				t.Errorf("the answer shows internals:\n%.3000s", got.text)
			}
		})
	}
}

// addressOf returns the address of a case with its street and city.
func (s *site) addressOf(t *testing.T, name string) gevel.Address {
	t.Helper()
	a, err := s.live.Edition.Find(queryOf(s.caseAt(t, name)))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestEveryAddressIsFoundByItsLabel asks for each home of the town by what its envelope says.
func TestEveryAddressIsFoundByItsLabel(t *testing.T) {
	s := openSite(t)
	for _, home := range s.homes {
		a, err := s.live.Edition.Find(queryOf(home))
		if err != nil || a.PostalCode == "" {
			continue
		}
		got := s.ask(t, request{target: "/v1/addresses?limit=1&query=" + url.QueryEscape(a.String())})
		homes, _ := got.data()["homes"].([]any)
		if len(homes) != 1 || homes[0].(map[string]any)["label"] != a.String() {
			t.Errorf("%s finds %s", a, got.text)
		}
	}
}

// TestThePageIsHeldToKeysAndLimits holds that checks have the same order as below /v1.
func TestThePageIsHeldToKeysAndLimits(t *testing.T) {
	s := openSite(t)
	bad := "/page/edition?language=x"
	for _, tt := range []struct {
		name   string
		ask    request
		status int
	}{
		{"no key before path", request{target: "/page/nothing", key: noKey}, 401},
		{"no key at the root", request{target: "/page", key: noKey}, 401},
		{"revoked key", request{target: bad, key: "revoked"}, 401},
		{"path before method", request{method: "POST", target: "/page/nothing"}, 404},
		{"method before scope", request{method: "PUT", target: bad, key: "images only"}, 405},
		{"scope before parameters", request{target: bad, key: "images only"}, 403},
		{"first of the rate", request{target: "/page/edition", key: "slow"}, 200},
		{"rate before parameters", request{target: bad, key: "slow"}, 429},
		{"all of the quota", request{target: "/page/edition", key: "small"}, 200},
		{"quota before parameters", request{target: bad, key: "small"}, 403},
		{"parameters", request{target: bad}, 400},
	} {
		if got := s.ask(t, tt.ask); got.StatusCode != tt.status {
			t.Errorf("%s: status %d, want %d: %s", tt.name, got.StatusCode, tt.status, got.text)
		}
	}
}

func TestHeadOfThePageIsGetWithoutBody(t *testing.T) {
	s := openSite(t)
	id := http.Header{"X-Request-Id": {"the-same"}}
	for _, target := range []string{"/page/edition", "/page/nothing", "/page/openapi.json"} {
		get := s.ask(t, request{target: target, header: id})
		head := s.ask(t, request{method: http.MethodHead, target: target, header: id})
		if head.StatusCode != get.StatusCode || head.ContentLength != int64(len(get.text)) || head.text != "" {
			t.Errorf("HEAD %s: status %d, length %d; GET: status %d, length %d",
				target, head.StatusCode, head.ContentLength, get.StatusCode, len(get.text))
		}
	}
}
