package main

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/offline/demo"
)

// homeFields are the fields of HomeValueInput.
var homeFields = []string{
	"postalCode", "houseNumber", "houseLetter", "houseNumberExt", "buildType", "buildYear", "useSurface",
	"parcelSurface", "volume", "numberOfRooms", "energyLabel", "monument", "valuationDate",
}

var houseTypes = []string{
	"Appartement", "Galerijflat", "Maisonnette", "Portiekwoning", "Portiekflat", "Corridorflat", "Bovenwoning",
	"Benedenwoning",
	"Tussenwoning", "Geschakelde woning", "Eindwoning", "Hoekwoning", "2-onder-1-kapwoning",
	"Geschakelde 2-onder-1-kapwoning",
	"Halfvrijstaande woning", "Vrijstaande woning",
}

var energyLabels = []string{"A+++++", "A++++", "A+++", "A++", "A+", "A", "B", "C", "D", "E", "F", "G"}

// described are the characteristics that /homevalue/value requires.
const described = "&buildType=Tussenwoning&buildYear=1980&useSurface=110"

// townYear is the year of townDay.
const townYear = 2025

func conformParameters(t *testing.T, l *liveDemo) {
	home := l.of(t, demo.CaseOrdinary)
	for _, endpoint := range []string{"homevalue", "homevalue/available", "homevalue/value"} {
		// given is a query with one faulty parameter.
		given := func(name, value string) string {
			q, _ := url.ParseQuery(home + described)
			q.Del(name)
			return endpoint + "?" + q.Encode() + "&" + name + "=" + value
		}
		for _, p := range []struct {
			name          string
			lowest, above int
		}{
			{"houseNumber", 1, 100_000},
			{"buildYear", 1000, townYear + 4},
			{"useSurface", 5, 2701},
			{"parcelSurface", 0, 1_000_001},
			{"volume", 10, 20_001},
			{"numberOfRooms", 1, 101},
		} {
			for _, bad := range []int{p.lowest - 1, p.above, -p.above, 1 << 40} {
				l.get(t, given(p.name, fmt.Sprint(bad))).wantFailure(t, 400, p.name)
			}
			for _, good := range []int{p.lowest, p.above - 1} {
				got := l.get(t, given(p.name, fmt.Sprint(good)))
				got.want(t, "params."+p.name, good)
				if got.status != 200 && got.status != 404 {
					t.Errorf("%s: status %d", got.asked, got.status)
				}
			}
			for _, bad := range []string{
				"abc", "1.5", "1e3", "%2B5", "0x10", "19%2080", "1980A", "99999999999999999999", "null", "NaN",
			} {
				l.get(t, given(p.name, bad)).wantFailure(t, 400, p.name)
			}
			l.get(t, given(p.name, fmt.Sprint(p.lowest))+"&"+p.name+"=77").wantFailure(t, 400, p.name)
		}
		for name, values := range map[string][]string{
			"postalCode": {
				"", "0234AB", "1234", "1234A", "1234ABC", "12345AB", "A1234B", "1234--AB", "1234%20%20AB",
				"1234A1", "12.34AB", "1234%C3%84B", "1234-AB",
			},
			"houseLetter":    {"AB", "1", "-", "%C3%A9", "A%0AB"},
			"houseNumberExt": {"-", "12345", "A-B-C-D-E", "%C3%A9", "A_1", "<b>", "1,2"},
			"buildType":      {"tussenwoning", "Villa", "Geschakelde", "1"},
			"energyLabel":    {"a", "H", "A%20", "A%2B%2B%2B%2B%2B%2B", "A-", "B%2B", "%2BA"},
			"monument":       {"yes", "2", "J", "null"},
			"valuationDate": {
				"2025-3-14", "14-03-2025", "2025-03-14T10:00:00Z", "2025-02-30", "2025-13-01", "20250314", "today",
				"2025-03-15", "9999-12-31", "1900-01-01", "0000-00-00",
			},
		} {
			for _, value := range values {
				l.get(t, given(name, value)).wantFailure(t, 400, name)
			}
		}
		l.get(t, endpoint+"?"+home+described+"&monument=true&monument=true").wantFailure(t, 400, "monument")
		conformFaults(t, l, endpoint)
	}
	conformRequired(t, l, home)
}

// conformFaults checks the errors for faulty queries.
func conformFaults(t *testing.T, l *liveDemo, endpoint string) {
	t.Helper()
	home := l.of(t, demo.CaseOrdinary) + described
	unknown := l.get(t, endpoint+"?"+home+"&useSurfce=100")
	unknown.wantFailure(t, 400, "useSurfce")
	unknown.want(t, "error.errors.0.message", regexp.MustCompile(`did you mean.*useSurface`))
	l.get(t, endpoint+"?"+home+"&zzz=1").wantFailure(t, 400, "zzz")
	l.get(t, endpoint+"?"+home+"&POSTALCODE=1234AB").wantFailure(t, 400, "POSTALCODE")
	for _, unparsable := range []string{"%", "%zz", "a=%2", "postalCode=%ff"} {
		l.get(t, endpoint+"?"+unparsable).wantFailure(t, 400, "query")
	}
	several := l.get(t, endpoint+"?postalCode=x&houseNumber=0&buildType=x&buildYear=x&useSurface=x&parcelSurface=-1&volume=x"+
		"&numberOfRooms=0&energyLabel=x&monument=x&valuationDate=x&houseLetter=12&houseNumberExt=_&other=1")
	several.wantFailure(t, 400, append(append([]string{}, homeFields...), "other")...)
}

func conformRequired(t *testing.T, l *liveDemo, home string) {
	t.Helper()
	l.get(t, "homevalue").wantFailure(t, 400, "postalCode", "houseNumber")
	l.get(t, "homevalue/available").wantFailure(t, 400, "postalCode", "houseNumber")
	l.get(t, "house-images").wantFailure(t, 400, "postalCode", "houseNumber")
	l.get(t, "homevalue/value").wantFailure(t, 400, "postalCode", "houseNumber", "buildType", "buildYear", "useSurface")
	l.get(t, "homevalue/value?"+home).wantFailure(t, 400, "buildType", "buildYear", "useSurface")
	l.get(t, "get_front_view").wantFailure(t, 400, "bagNumIds")
	for _, alone := range []string{"houseNumber=1", "postalCode=1234AB"} {
		missing := map[string]string{"houseNumber=1": "postalCode", "postalCode=1234AB": "houseNumber"}[alone]
		for _, endpoint := range []string{"homevalue", "homevalue/available", "house-images"} {
			l.get(t, endpoint+"?"+alone).wantFailure(t, 400, missing)
		}
	}
	// The image endpoint takes only an address.
	l.get(t, "house-images?"+home+"&buildYear=1980").wantFailure(t, 400, "buildYear")
}

func conformEcho(t *testing.T, l *liveDemo) {
	home := l.of(t, demo.CaseOrdinary)
	for _, endpoint := range []string{"homevalue", "homevalue/available"} {
		bare := l.get(t, endpoint+"?"+home)
		bare.wantSuccess(t)
		bare.wantFields(t, "params", homeFields...)
		for _, name := range homeFields[2:11] {
			bare.want(t, "params."+name, nil)
		}
		bare.want(t, "params.monument", false)
		bare.want(t, "params.valuationDate", townDay.String())
	}
	for _, endpoint := range []string{"homevalue", "homevalue/value", "homevalue/available"} {
		full := l.get(t, endpoint+"?"+home+"&buildType=Hoekwoning&buildYear=1931&useSurface=131&parcelSurface=0&volume=401"+
			"&numberOfRooms=6&energyLabel=A++&monument=true&valuationDate=2024-12-31")
		full.wantSuccess(t)
		full.wantFields(t, "params", homeFields...)
		for name, want := range map[string]any{
			"buildType": "Hoekwoning", "buildYear": 1931, "useSurface": 131, "parcelSurface": 0, "volume": 401,
			"numberOfRooms": 6, "energyLabel": "A++", "monument": true, "valuationDate": "2024-12-31", "houseLetter": nil,
		} {
			full.want(t, "params."+name, want)
		}
		for _, label := range energyLabels {
			for _, spelled := range []string{label, url.QueryEscape(label), strings.ReplaceAll(label, "+", "%2b")} {
				got := l.get(t, endpoint+"?"+home+described+"&energyLabel="+spelled)
				got.wantSuccess(t)
				got.want(t, "params.energyLabel", label)
			}
		}
		for _, houseType := range houseTypes {
			for _, spelled := range []string{url.QueryEscape(houseType), url.PathEscape(houseType)} {
				got := l.get(t, endpoint+"?"+home+"&buildYear=1980&useSurface=110&buildType="+spelled)
				got.wantSuccess(t)
				got.want(t, "params.buildType", houseType)
			}
		}
		for _, monument := range []bool{true, false} {
			got := l.get(t, fmt.Sprintf("%s?%s&monument=%v", endpoint, home+described, monument))
			got.wantSuccess(t)
			got.want(t, "params.monument", monument)
		}
	}
}

// conformAddresses checks the ways of naming one home.
func conformAddresses(t *testing.T, l *liveDemo) {
	name := func(of string) (code, number, letter, ext, id string) {
		a, ok := l.town.Case(of)
		if !ok {
			t.Fatalf("the town has no %s", of)
		}
		return string(a.PostalCode), fmt.Sprint(a.HouseNumber), a.HouseLetter, a.HouseNumberExt, string(a.ObjectID)
	}
	code, number, _, _, id := name(demo.CaseOrdinary)
	for _, spelled := range []string{
		code, strings.ToLower(code), code[:4] + "%20" + code[4:], code[:4] + "+" + strings.ToLower(code[4:]),
	} {
		got := l.get(t, "homevalue?postalCode="+spelled+"&houseNumber="+number)
		got.wantSuccess(t)
		text, _ := url.QueryUnescape(spelled)
		got.want(t, "params.postalCode", text) // in the caller's spelling
		got.want(t, "data.postalCode", code)
		got.want(t, "data.bagId", id)
	}
	code, number, letter, _, id := name(demo.CaseAmbiguous)
	lower := strings.ToLower(letter)
	for _, suffix := range []string{
		"houseLetter=" + letter, "houseLetter=" + lower, "houseNumberExt=" + letter, "houseNumberExt=-" + lower + ".",
	} {
		got := l.get(t, "homevalue?postalCode="+code+"&houseNumber="+number+"&"+suffix)
		got.wantSuccess(t)
		got.want(t, "data.bagId", id)
		got.want(t, "data.houseNumberExt", letter)
	}
	_, _, _, ext, _ := name(demo.CaseRoman)
	for _, c := range []struct {
		home     string
		suffixes []string
	}{
		{demo.CaseGroundFloor, []string{"HS", "hs", "H", "HUIS", "huis", "H-S"}},
		{demo.CaseRoman, []string{ext, strings.ToLower(ext), "2"}},
	} {
		code, number, _, ext, id := name(c.home)
		for _, suffix := range c.suffixes {
			got := l.get(t, "homevalue/available?postalCode="+code+"&houseNumber="+number+"&houseNumberExt="+suffix)
			got.wantSuccess(t)
			got.want(t, "data.available", true)
			got.want(t, "params.houseNumberExt", suffix)
			home := l.get(t, "homevalue?postalCode="+code+"&houseNumber="+number+"&houseNumberExt="+suffix)
			home.want(t, "data.bagId", id)
			home.want(t, "data.houseNumberExt", ext)
		}
	}
	conformBareNumbers(t, l)
	l.get(t, "homevalue?postalCode=9999ZZ&houseNumber=99999").wantFailure(t, 404, "address_not_found")
	l.get(t, "house-images?postalCode=9999ZZ&houseNumber=99999").wantFailure(t, 404, "address_not_found")
}

// conformBareNumbers checks the meaning of a number without letter and extension throughout the town: the
// bare number, else the only address, else ambiguous.
func conformBareNumbers(t *testing.T, l *liveDemo) {
	t.Helper()
	at := map[string][]demoHome{}
	for _, h := range l.homes {
		bare := demoHome{postalCode: h.postalCode, number: h.number}.query()
		at[bare] = append(at[bare], h)
	}
	several, ground := 0, 0
	for bare, homes := range at {
		if len(homes) == 1 || slices.ContainsFunc(homes, func(h demoHome) bool { return h.letter+h.ext == "" }) {
			continue // most of the town; tested elsewhere
		}
		several++
		if slices.ContainsFunc(homes, func(h demoHome) bool { return h.ext == "HS" }) {
			ground++
		}
		got := l.get(t, "homevalue?"+bare)
		got.wantFailure(t, 404, slices.Repeat([]string{"ambiguous_address"}, len(homes))...)
		l.get(t, "homevalue/available?"+bare).want(t, "meta.reason", "ambiguous_address")
	}
	if several == 0 || ground == 0 {
		t.Errorf("%d numbers have several addresses, %d of them a ground floor", several, ground)
	}
}
