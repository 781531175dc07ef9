package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo"
)

// The names of the service's description, in its order.
var (
	envelopeFields = []string{"id", "params", "data", "error", "meta", "status"}
	failureFields  = []string{"id", "params", "error", "meta", "status"}
	inputFields    = []string{
		"postalCode", "houseNumber", "houseLetter", "houseNumberExt", "buildType", "buildYear", "useSurface",
		"parcelSurface", "volume", "numberOfRooms", "energyLabel", "monument", "valuationDate",
	}
	homevalueFields = []string{
		"houseNumber", "houseNumberExt", "postalCode", "street", "city", "municipality", "state", "country", "bagId",
		"energyLabel", "rooms", "monument", "valueDate", "indexedPrice", "buildYear", "inputBuildYear", "useSurface",
		"inputUseSurface", "volume", "parcelSurface", "inputParcelSurface", "buildType", "inputBuildType", "predictedValue",
		"accuracy", "confidenceClass", "histTransactionPrice", "histTransactionDate", "references", "weightedValue",
		"numZipAllTypes", "medZipAllTypes", "numZipSameType", "medZipSameType", "numStrAllTypes", "medStrAllTypes",
		"numStrSameType", "medStrSameType",
	}
	referenceFields = []string{
		"amount", "bagId", "buildType", "buildYear", "buildYearCat", "city", "date", "distance", "equality", "houseNumber",
		"houseNumberExt", "indexedPrice", "monument", "parcelSurface", "postalCode", "state", "street", "useSurface", "volume",
	}
)

const described3 = "&buildType=Tussenwoning&buildYear=1930&useSurface=105"

// TestEveryAnswer is the table of what the service says to what; ask checks each
// answer against the description as well.
func TestEveryAnswer(t *testing.T) {
	s := openSite(t)
	home := at(s.caseAt(t, demo.CaseOrdinary))
	ambiguous := s.caseAt(t, demo.CaseAmbiguous)
	bare := fmt.Sprintf("postalCode=%s&houseNumber=%d", ambiguous.PostalCode, ambiguous.HouseNumber)
	of := func(name string) string { return at(s.caseAt(t, name)) }
	nowhere := "postalCode=9999ZZ&houseNumber=99999"
	number := string(s.caseAt(t, demo.CaseOrdinary).NumberID)
	tests := []struct {
		name   string
		ask    request
		status int
		has    []string
		hasNot []string
	}{
		{name: "valuation", ask: request{target: "/v1/homevalue?" + home}, status: 200, has: []string{`"status":"success"`, `"error":{}`, `"country":"Nederland"`, `"modelVersion":"`, `"monument":false,"valuationDate":"2026-06-15"`}},
		{name: "value", ask: request{target: "/v1/homevalue/value?" + home + described3}, status: 200, has: []string{`"forecastStandardDeviation":"0.`, `"valueLow":"`, `"valueHigh":"`, `"edition":"`}},
		{name: "value wants three characteristics", ask: request{target: "/v1/homevalue/value?" + home}, status: 400, has: []string{`"reason":"buildType"`, `"reason":"buildYear"`, `"reason":"useSurface"`}, hasNot: []string{`"data"`}},
		{
			name: "available", ask: request{target: "/v1/homevalue/available?" + home}, status: 200,
			has: []string{`{"available":true}`}, hasNot: []string{`"reason"`},
		},
		{name: "available at no address", ask: request{target: "/v1/homevalue/available?" + nowhere}, status: 200, has: []string{`{"available":false}`, `"reason":"address_not_found"`}},
		{name: "available at an ambiguous address", ask: request{target: "/v1/homevalue/available?" + bare}, status: 200, has: []string{`{"available":false}`, `"reason":"ambiguous_address"`}},
		{name: "available of a shop", ask: request{target: "/v1/homevalue/available?" + of(demo.CaseShop)}, status: 200, has: []string{`{"available":false}`, `"reason":"not_residential"`}},
		{name: "available with bad input", ask: request{target: "/v1/homevalue/available?" + home + "&volume=1"}, status: 400, has: []string{`"reason":"volume"`}},
		{name: "no address", ask: request{target: "/v1/homevalue?" + nowhere}, status: 404, has: []string{`"reason":"address_not_found"`, `"status":"failure"`, `"houseNumber":99999`}, hasNot: []string{`"data"`}},
		{name: "ambiguous address", ask: request{target: "/v1/homevalue?" + bare}, status: 404, has: []string{`"reason":"ambiguous_address"`, `houseLetter=B`}},
		{name: "ambiguous address of images", ask: request{target: "/v1/house-images?" + bare}, status: 404, has: []string{`"reason":"ambiguous_address"`}},
		{name: "shop", ask: request{target: "/v1/homevalue/value?" + of(demo.CaseShop) + described3}, status: 404, has: []string{`"reason":"not_residential"`}},
		{name: "shop with a dwelling", ask: request{target: "/v1/homevalue?" + of(demo.CaseShopHome)}, status: 200},
		{name: "berth", ask: request{target: "/v1/homevalue?" + of(demo.CaseBerth)}, status: 404, has: []string{`"reason":"not_residential"`}},
		{name: "pitch", ask: request{target: "/v1/homevalue?" + of(demo.CasePitch)}, status: 404, has: []string{`"reason":"not_residential"`}},
		{name: "surface not known", ask: request{target: "/v1/homevalue?" + of(demo.CaseUnknownSurface)}, status: 404, has: []string{`"reason":"missing_characteristics"`}},
		{
			name: "surface given", ask: request{target: "/v1/homevalue?" + of(demo.CaseUnknownSurface) + "&useSurface=100"},
			status: 200, has: []string{`"useSurface":null,"inputUseSurface":100`},
		},
		{name: "year not known", ask: request{target: "/v1/homevalue?" + of(demo.CaseUnknownYear)}, status: 404, has: []string{`"reason":"missing_characteristics"`}},
		{
			name: "year given", ask: request{target: "/v1/homevalue?" + of(demo.CaseUnknownYear) + "&buildYear=1990"},
			status: 200, has: []string{`"buildYear":null,"inputBuildYear":1990`},
		},
		{name: "too large", ask: request{target: "/v1/homevalue?" + of(demo.CaseOutsideModel)}, status: 404, has: []string{`"reason":"outside_model"`}},
		{name: "too remote", ask: request{target: "/v1/homevalue?" + of(demo.CaseRemote)}, status: 404, has: []string{`"reason":"too_few_references"`}},
		{name: "not yet built", ask: request{target: "/v1/homevalue?" + of(demo.CaseNextYear) + "&buildType=Vrijstaande+woning"}, status: 404, has: []string{`"reason":"not_yet_built"`}},
		{name: "not in the register before the valuation date", ask: request{target: "/v1/homevalue?" + of(demo.CaseThisYear) + "&valuationDate=2024-06-01"}, status: 404, has: []string{`"reason":"address_not_found"`}},
		{
			name: "images", ask: request{target: "/v1/house-images?" + home}, status: 200,
			has: []string{"/images/", `"houseLetter":null`}, hasNot: []string{`\u0026`},
		},
		{name: "front view", ask: request{target: "/v1/get_front_view?bagNumIds=" + number}, status: 200, has: []string{`"numberId":"` + number, `"source":"`, `"meta":null`}},
		{name: "front view of nothing", ask: request{target: "/v1/get_front_view?bagNumIds=0000200000000001,9999999999999999"}, status: 200, has: []string{`"items":[]`, `"missing":"0000200000000001,9999999999999999"`}},
		{name: "no parameters", ask: request{target: "/v1/homevalue"}, status: 400, has: []string{`"reason":"postalCode"`, `"reason":"houseNumber"`, `"postalCode":null`}},
		{name: "unparsable query", ask: request{target: "/v1/homevalue?" + home + "&a=%zz"}, status: 400, has: []string{`"reason":"query"`}},
		{name: "semicolon", ask: request{target: "/v1/homevalue?" + home + ";volume=100"}, status: 400, has: []string{`"reason":"query"`}},
		{name: "misspelled parameter", ask: request{target: "/v1/homevalue?" + home + "&useSurfce=100"}, status: 400, has: []string{`"reason":"useSurfce"`, "did you mean useSurface?"}},
		{name: "label with plus signs", ask: request{target: "/v1/homevalue?" + home + "&energyLabel=A++"}, status: 200, has: []string{`"energyLabel":"A++"`}},
		{name: "label with escaped plus signs", ask: request{target: "/v1/homevalue?" + home + "&energyLabel=A%2B%2B"}, status: 200, has: []string{`"energyLabel":"A++"`}},
		{name: "label with a space", ask: request{target: "/v1/homevalue?" + home + "&energyLabel=A%20%20"}, status: 400, has: []string{`"reason":"energyLabel"`}},
		{name: "description", ask: request{target: "/v1/openapi.json", key: noKey}, status: 200, has: []string{`"openapi": "3.0.3"`}},
		{name: "description by another method", ask: request{method: "POST", target: "/v1/openapi.json", key: noKey}, status: 405},
		{name: "health", ask: request{target: "/healthz", key: noKey}, status: 200},
		{name: "readiness", ask: request{target: "/readyz", key: noKey}, status: 200, has: []string{s.live.Edition.ID()}},
		{
			name: "metrics", ask: request{target: "/metrics", key: noKey}, status: 200,
			has: []string{
				"gevel_http_requests_total", "gevel_edition_info", `gevel_build_info{goversion="go`,
				`version="1.2.3-suite"} 1`,
			},
		},
		{name: "documentation", ask: request{target: "/docs", key: noKey}, status: 200, has: []string{"swagger-ui"}},
		{name: "documentation's folder", ask: request{target: "/docs/", key: noKey}, status: 200, has: []string{"swagger-ui"}},
		{name: "the root", ask: request{target: "/", key: noKey}, status: 302, has: []string{`href="/docs"`}},
		{name: "the root by another method", ask: request{method: "POST", target: "/", key: noKey}, status: 405},
		{name: "nothing here", ask: request{target: "/nothing", key: noKey}, status: 404, has: []string{`"reason":"not_found"`}},
		{name: "nothing beside", ask: request{target: "/v1homevalue", key: noKey}, status: 404, has: []string{`"reason":"not_found"`}},
		{name: "nothing in the documentation", ask: request{target: "/docs/other", key: noKey}, status: 404, has: []string{`"reason":"not_found"`}},
		{name: "slash too many", ask: request{target: "/v1/homevalue/?" + home}, status: 404, has: []string{`"reason":"not_found"`}},
		{name: "health by another method", ask: request{method: "DELETE", target: "/healthz", key: noKey}, status: 405, has: []string{`"reason":"method_not_allowed"`}},
		{name: "images by another method", ask: request{method: "POST", target: "/images/x", key: noKey}, status: 405, has: []string{`"reason":"method_not_allowed"`}},
		{
			name: "forged image", ask: request{target: "/images/0518200000000001-x", key: noKey}, status: 403,
			has: []string{`{"message":`},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := s.ask(t, tt.ask)
			if got.StatusCode != tt.status {
				t.Fatalf("status %d, want %d: %s", got.StatusCode, tt.status, got.text)
			}
			for _, want := range tt.has {
				if !strings.Contains(got.text, want) {
					t.Errorf("the answer does not say %s:\n%s", want, got.text)
				}
			}
			for _, never := range append(tt.hasNot, secret, ".go:") {
				if strings.Contains(got.text, never) {
					t.Errorf("the answer says %s:\n%s", never, got.text)
				}
			}
		})
	}
}

func TestChecksRunInTheOrderOfTheContract(t *testing.T) {
	s := openSite(t)
	home := at(s.caseAt(t, demo.CaseOrdinary))
	bad := "?volume=1" // malformed, if anybody looked
	tests := []struct {
		name   string
		ask    request
		status int
	}{
		{"no key before path", request{target: "/v1/nothing", key: noKey}, 401},
		{"no key at the root", request{target: "/v1", key: noKey}, 401},
		{"no key before method", request{method: "POST", target: "/v1/homevalue", key: noKey}, 401},
		{"no key before parameters", request{target: "/v1/homevalue" + bad, key: noKey}, 401},
		{"unknown key", request{target: "/v1/homevalue" + bad, key: "never made"}, 401},
		{"expired key", request{target: "/v1/homevalue?" + home, key: "expired"}, 401},
		{"revoked key", request{target: "/v1/homevalue?" + home, key: "revoked"}, 401},
		{"path before method", request{method: "POST", target: "/v1/nothing"}, 404},
		{"path before scope", request{target: "/v1/nothing", key: "images only"}, 404},
		{"the root", request{target: "/v1/"}, 404},
		{"method before scope", request{method: "PUT", target: "/v1/homevalue" + bad, key: "images only"}, 405},
		{"method of a preflight", request{method: "OPTIONS", target: "/v1/homevalue"}, 405},
		{"scope before parameters", request{target: "/v1/homevalue" + bad, key: "images only"}, 403},
		{"scope of value", request{target: "/v1/homevalue/value" + bad, key: "images only"}, 403},
		{"scope of available", request{target: "/v1/homevalue/available" + bad, key: "images only"}, 403},
		{"scope of images", request{target: "/v1/house-images" + bad, key: "valuation only"}, 403},
		{"scope of front view", request{target: "/v1/get_front_view" + bad, key: "valuation only"}, 403},
		{"first of the rate", request{target: "/v1/homevalue?" + home, key: "slow"}, 200},
		{"rate before parameters", request{target: "/v1/homevalue" + bad, key: "slow"}, 429},
		{"scope before rate", request{method: "POST", target: "/v1/homevalue" + bad, key: "slow"}, 405},
		{"all of the quota", request{target: "/v1/homevalue?" + home, key: "small"}, 200},
		{"quota before parameters", request{target: "/v1/homevalue" + bad, key: "small"}, 403},
		{"parameters before object", request{target: "/v1/homevalue?postalCode=9999ZZ&houseNumber=1&volume=1"}, 400},
		{"object", request{target: "/v1/homevalue?postalCode=9999ZZ&houseNumber=99999"}, 404},
	}
	for _, tt := range tests {
		if got := s.ask(t, tt.ask); got.StatusCode != tt.status {
			t.Errorf("%s: status %d, want %d: %s", tt.name, got.StatusCode, tt.status, got.text)
		}
	}
}

func TestFieldsBearTheNamesAndOrderOfTheDescription(t *testing.T) {
	s := openSite(t)
	home := at(s.caseAt(t, demo.CaseOrdinary))
	full := s.ask(t, request{target: "/v1/homevalue?" + home}).text
	failure := s.ask(t, request{target: "/v1/homevalue?volume=1"}).text
	tests := []struct {
		text string
		path []string
		want []string
	}{
		{full, nil, envelopeFields},
		{full, []string{"params"}, inputFields},
		{full, []string{"data"}, homevalueFields},
		{full, []string{"data", "references"}, referenceFields},
		{full, []string{"meta"}, []string{
			"bagId", "eaaLevel", "edition", "forecastStandardDeviation", "modelVersion",
			"salesUntil", "valueHigh", "valueLow",
		}},
		{failure, nil, failureFields},
		{failure, []string{"params"}, inputFields},
		{failure, []string{"error"}, []string{"code", "message", "errors"}},
		{failure, []string{"error", "errors"}, []string{"reason", "message"}},
		{
			s.ask(t, request{target: "/v1/homevalue/value?" + home + described3}).text,
			[]string{"data"},
			[]string{"weightedValue", "confidenceClass"},
		},
		{s.ask(t, request{target: "/v1/homevalue/value?" + home + described3}).text, []string{"params"}, inputFields},
		{s.ask(t, request{target: "/v1/homevalue/available?" + home}).text, []string{"params"}, inputFields},
		{s.ask(t, request{target: "/v1/house-images?" + home}).text, []string{"params"}, inputFields[:4]},
		{s.ask(t, request{target: "/v1/house-images?" + home}).text, []string{"data"}, []string{"address", "imagesDate", "images"}},
		{s.ask(t, request{target: "/v1/house-images?" + home}).text, []string{"data", "address"}, inputFields[:4]},
		{s.ask(t, request{target: "/v1/homevalue?" + home, key: "images only"}).text, nil, []string{"message"}},
	}
	for _, tt := range tests {
		if got := keysOf(t, tt.text, tt.path...); !slices.Equal(got, tt.want) {
			t.Errorf("fields at %v are\n%v, want\n%v", tt.path, got, tt.want)
		}
	}
}

func TestHeadIsGetWithoutBody(t *testing.T) {
	s := openSite(t)
	home := at(s.caseAt(t, demo.CaseOrdinary))
	for _, target := range []string{
		"/v1/homevalue?" + home, "/v1/homevalue", "/v1/nothing", "/v1/house-images?" + home, "/v1/openapi.json", "/healthz", "/docs",
	} {
		id := http.Header{"X-Request-Id": {"the-same"}}
		get := s.ask(t, request{target: target, header: id})
		head := s.ask(t, request{method: http.MethodHead, target: target, header: id})
		if head.StatusCode != get.StatusCode || head.ContentLength != int64(len(get.text)) || head.text != "" {
			t.Errorf("HEAD %s: status %d, length %d, body %q; GET: status %d, length %d",
				target, head.StatusCode, head.ContentLength, head.text, get.StatusCode, len(get.text))
		}
		if got, want := head.Header.Get("Content-Type"), get.Header.Get("Content-Type"); got != want {
			t.Errorf("HEAD %s: content type %q, want %q", target, got, want)
		}
	}
}

func TestSpellingsOfAnAddress(t *testing.T) {
	s := openSite(t)
	home := s.caseAt(t, demo.CaseOrdinary)
	roman := s.caseAt(t, demo.CaseRoman)
	lower := s.caseAt(t, demo.CaseLowerCase)
	ground := s.caseAt(t, demo.CaseGroundFloor)
	code := string(home.PostalCode)
	bare := func(a gevel.Address, more string) string {
		return fmt.Sprintf("postalCode=%s&houseNumber=%d%s", a.PostalCode, a.HouseNumber, more)
	}
	tests := []struct {
		query string
		want  gevel.Address
	}{
		{bare(home, ""), home},
		{strings.Replace(bare(home, ""), code, strings.ToLower(code), 1), home},
		{strings.Replace(bare(home, ""), code, code[:4]+"+"+code[4:], 1), home},
		{strings.Replace(bare(home, ""), code, code[:4]+"%20"+strings.ToLower(code[4:]), 1), home},
		{bare(lower, "&houseLetter=a"), lower},
		{bare(lower, "&houseLetter=A"), lower},
		{bare(lower, "&houseNumberExt=A"), lower},
		{bare(roman, "&houseNumberExt=II"), roman},
		{bare(roman, "&houseNumberExt=ii"), roman},
		{bare(roman, "&houseNumberExt=2"), roman},
		{bare(ground, "&houseNumberExt=HS"), ground},
		{bare(ground, "&houseNumberExt=-hs"), ground},
		{bare(ground, "&houseNumberExt=huis"), ground},
	}
	for _, tt := range tests {
		got := s.ask(t, request{target: "/v1/homevalue?" + tt.query})
		if data := got.data(); data["bagId"] != string(tt.want.ObjectID) || data["postalCode"] != string(tt.want.PostalCode) {
			t.Errorf("%s is the home %v, want %s: %.300s", tt.query, data["bagId"], tt.want.ObjectID, got.text)
		}
	}
}

func TestRequestIDIsTheCallersOrANewOne(t *testing.T) {
	s := openSite(t)
	long := strings.Repeat("x", 128)
	for given, kept := range map[string]bool{
		"abc.DEF_1-2": true, long: true,
		"": false, long + "x": false, "a b": false, "a/b": false, "é": false,
	} {
		got := s.ask(t, request{target: "/v1/homevalue", header: http.Header{"X-Request-Id": {given}}})
		id, _ := got.body["id"].(string)
		if kept && id != given {
			t.Errorf("id %q came back as %q", given, id)
		}
		if !kept && !uuid7.MatchString(id) {
			t.Errorf("instead of %q the id is %q, want a UUIDv7", given, id)
		}
	}
}
