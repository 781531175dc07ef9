package api_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/offline/demo"
)

// What common clients send, asked over HTTP.

func TestAPathThatIsNotQuiteRightNamesTheRightOne(t *testing.T) {
	s := openSite(t)
	home := at(s.caseAt(t, demo.CaseOrdinary))
	for target, right := range map[string]string{
		"/v1/homevalue/?" + home: "/v1/homevalue", "/v1/homevalue/value//": "/v1/homevalue/value", "/v1/addresses/": "/v1/addresses",
		"/v1/openapi.json/": "/v1/openapi.json", "/batch/values/": "/batch/values", "/healthz/": "/healthz",
		"/v1%2fhomevalue?" + home: "/v1/homevalue", "/v1/homevalue%2Fvalue?" + home: "/v1/homevalue/value",
		"/page%2findex": "/page/index", "/batch%2fvalues": "/batch/values", "//v1/homevalue": "/v1/homevalue",
		"/v1//homevalue": "/v1/homevalue", "/v1/./homevalue": "/v1/homevalue", "/v1/x/../homevalue": "/v1/homevalue",
		"/v1/%2e%2e/v1/homevalue": "/v1/homevalue", "/V1/HomeValue": "/v1/homevalue", "/page/x/../index": "/page/index",
		"/HEALTHZ": "/healthz", "/v1/nothing/": "", "/v1/": "", "/v1/../..": "", "/v1/homevalue%252fvalue": "", "/v1/homevalue%00": "",
		"/v1/homevalue%20": "", "/v1/homevalue;x=1": "", "/images%2f" + string(s.homes[0].ObjectID) + "-x": "", "/v1/homevalue\u202e": "",
	} {
		got := s.ask(t, request{target: target})
		if got.StatusCode != http.StatusNotFound || strings.Contains(got.text, "the right one is ") != (right != "") ||
			!strings.Contains(got.text, "the right one is "+right+`"`) && right != "" {
			t.Errorf("%s: %d %s, want a 404 that names %q", target, got.StatusCode, got.text, right)
		}
	}
	if got := s.ask(t, request{target: "/%76%31/homevalue?" + home}); got.StatusCode != http.StatusOK {
		t.Errorf("an escaped letter is answered %d", got.StatusCode)
	}
	if got := s.ask(t, request{target: "/v1/homevalue/", key: noKey}); got.StatusCode != http.StatusUnauthorized {
		t.Errorf("without a key it is %d", got.StatusCode)
	}
}

func TestAnAmbiguousAddressListsTheNearestFirst(t *testing.T) {
	s := openSite(t)
	home := s.caseAt(t, demo.CaseAmbiguous)
	bare := fmt.Sprintf("/v1/homevalue?postalCode=%s&houseNumber=%d&houseNumberExt=", home.PostalCode, home.HouseNumber)
	for ext, want := range map[string]string{"B2": "houseLetter=B", "A2": "houseLetter=a"} {
		got := s.ask(t, request{target: bare + ext})
		fault, _ := got.body["error"].(map[string]any)
		listed, _ := fault["errors"].([]any)
		if got.StatusCode != http.StatusNotFound || len(listed) != 2 ||
			!strings.Contains(fmt.Sprint(fault["message"]), "has 2 addresses") {
			t.Fatalf("%s: %d %s", ext, got.StatusCode, got.text)
		}
		if first := listed[0].(map[string]any)["message"]; first != want {
			t.Errorf("%s lists %v first, want %s", ext, first, want)
		}
	}
}

func TestAnExtensionAsADecimalIsItsNumber(t *testing.T) {
	s := openSite(t)
	roman := s.caseAt(t, demo.CaseRoman)
	query := url.Values{
		"postalCode": {string(roman.PostalCode)}, "houseNumber": {strconv.Itoa(roman.HouseNumber)},
		"houseNumberExt": {"2.0"},
	}
	if got := s.ask(t, request{target: "/v1/homevalue?" + query.Encode()}); got.data()["bagId"] != string(roman.ObjectID) {
		t.Errorf("2.0 is %s", got.text)
	}
	query.Set("houseNumberExt", "2.0000")
	if got := s.ask(t, request{target: "/v1/homevalue?" + query.Encode()}); got.data()["bagId"] != string(roman.ObjectID) {
		t.Errorf("2.0000 is %s", got.text)
	}
}

func TestARowOfABatchIsReadAsThatOfAFile(t *testing.T) {
	s := openSite(t)
	home, lower := s.caseAt(t, demo.CaseOrdinary), s.caseAt(t, demo.CaseLowerCase)
	rows := "id;postalCode;houseNumber;houseLetter;houseNumberExt;buildYear;useSurface;monument;valuationDate;buildType\n" +
		fmt.Sprintf("1;%s;%d.0;;;1905.0;104,0;False;01-03-2026;tussen woning\n", home.PostalCode, home.HouseNumber) +
		fmt.Sprintf("2;%s;%d%s;;;;;;2026-03-01 00:00:00;\n", lower.PostalCode, lower.HouseNumber, strings.ToUpper(lower.HouseLetter))
	_, text := s.post(t, "?format=ndjson", "full", strings.NewReader(rows), "Content-Type", "text/csv")
	answers := rowsOf(t, text)
	for i, want := range []map[string]any{
		{
			"bagId": string(home.ObjectID), "houseNumber": float64(home.HouseNumber), "buildYear": 1905.0, "useSurface": 104.0, "monument": false,
			"valuationDate": "2026-03-01", "valueDate": "2026-03-01", "buildType": "Tussenwoning",
		},
		{"bagId": string(lower.ObjectID), "valueDate": "2026-03-01", "houseNumberExt": strings.ToUpper(lower.HouseLetter)},
	} {
		for name, value := range want {
			if i >= len(answers) || answers[i][name] != value {
				t.Fatalf("row %d has not %s %v: %s", i+1, name, value, text)
			}
		}
	}
	row := fmt.Sprintf(`{"postalCode":%q,"houseNumber":%d,"valuationDate":""}`, home.PostalCode, home.HouseNumber)
	if _, text := s.post(t, "?valuationDate=2026-03-01", "full", strings.NewReader(row)); !strings.Contains(text, `"valueDate":"2026-03-01"`) {
		t.Errorf("a row without a day is answered %s", text)
	}
}

func TestAnIDThatASpreadsheetCutSaysSo(t *testing.T) {
	s := openSite(t)
	for id, want := range map[string]string{
		"5.18E%2B14":              "its last digits are lost",
		"518":                     "is no BAG id of 16 digits",
		strings.Repeat("5", 1000): `5...", which is no BAG id`,
	} {
		got := s.ask(t, request{target: "/v1/get_front_view?bagNumIds=" + id})
		fault, _ := got.body["error"].(map[string]any)
		if got.StatusCode != http.StatusBadRequest || !strings.Contains(fmt.Sprint(fault["message"]), want) {
			t.Errorf("%.20s: %d %s, want %s", id, got.StatusCode, got.text, want)
		}
	}
}
