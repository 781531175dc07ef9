package api_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// How parameters are read, asked over HTTP. The home need not exist: what was
// understood is echoed, and each fault named, before it is looked for.

const (
	asksHome      = "/v1/homevalue/available?"
	asksDescribed = "/v1/homevalue/value?"
	asksAddress   = "/v1/house-images?"
	asksFrontView = "/v1/get_front_view?"
	home          = "postalCode=2514GL&houseNumber=68"
)

// bound is the echo of a query, or the reasons of its faults.
func (s *site) bound(t *testing.T, path, query string) (echo string, reasons []string) {
	t.Helper()
	answer := s.ask(t, request{target: path + query})
	var body struct{ Params json.RawMessage }
	if err := json.Unmarshal([]byte(answer.text), &body); err != nil {
		t.Fatal(err)
	}
	if answer.StatusCode == http.StatusBadRequest {
		reasons = answer.reasons()
	}
	return string(body.Params), reasons
}

func TestEchoHasEveryParameterTypedInOrder(t *testing.T) {
	s := openSite(t)
	tests := []struct {
		name  string
		path  string
		query string
		want  string
	}{
		{
			"defaults", asksHome, "postalCode=2514+gl&houseNumber=68",
			`{"postalCode":"2514 gl","houseNumber":68,"houseLetter":null,"houseNumberExt":null,"buildType":null,"buildYear":null,` +
				`"useSurface":null,"parcelSurface":null,"volume":null,"numberOfRooms":null,"energyLabel":null,"monument":false,"valuationDate":"2026-06-15"}`,
		},
		{
			"everything", asksHome,
			"postalCode=2514GL&houseNumber=68&houseLetter=a&houseNumberExt=1-2&buildType=2-onder-1-kapwoning&buildYear=1930&useSurface=105" +
				"&parcelSurface=0&volume=350&numberOfRooms=5&energyLabel=A++&monument=true&valuationDate=2024-02-29",
			`{"postalCode":"2514GL","houseNumber":68,"houseLetter":"a","houseNumberExt":"1-2","buildType":"2-onder-1-kapwoning","buildYear":1930,` +
				`"useSurface":105,"parcelSurface":0,"volume":350,"numberOfRooms":5,"energyLabel":"A++","monument":true,"valuationDate":"2024-02-29"}`,
		},
		{
			"what clients send by default", asksHome,
			"postalCode=+2514GL%20&houseNumber=68.0&houseLetter=&houseNumberExt=%20&buildYear=1990.0&monument=True&valuationDate=2024-02-29T00:00:00.000Z",
			`{"postalCode":"2514GL","houseNumber":68,"houseLetter":null,"houseNumberExt":null,"buildType":null,"buildYear":1990,` +
				`"useSurface":null,"parcelSurface":null,"volume":null,"numberOfRooms":null,"energyLabel":null,"monument":true,"valuationDate":"2024-02-29"}`,
		},
		{
			"ids as a list with indices and as programs keep them", asksFrontView,
			"bagNumIds%5B0%5D=518200000000001&bagNumIds[1]=NL.IMBAG.Nummeraanduiding.0518200000000002&bagNumIds[2]=518200000000003.0",
			`{"bagNumIds":["0518200000000001","0518200000000002","0518200000000003"]}`,
		},
		{"address", asksAddress, home, `{"postalCode":"2514GL","houseNumber":68,"houseLetter":null,"houseNumberExt":null}`},
		{
			"ids in three forms", asksFrontView,
			"bagNumIds=0518200000000001,0518200000000002&bagNumIds[]=0518200000000003&bagNumIds%5B%5D=0518200000000004&bagNumIds=0518200000000001",
			`{"bagNumIds":["0518200000000001","0518200000000002","0518200000000001","0518200000000003","0518200000000004"]}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, reasons := s.bound(t, tt.path, tt.query)
			if got != tt.want || reasons != nil {
				t.Errorf("echo of %s =\n%s, faults %v, want\n%s", tt.query, got, reasons, tt.want)
			}
		})
	}
}

func TestEachFaultNamesItsParameter(t *testing.T) {
	s := openSite(t)
	oldest := s.live.Valuer.Oldest()
	many := strings.Repeat("0518200000000001,", 100)
	tests := []struct {
		path  string
		query string
		want  []string
	}{
		{asksAddress, "", []string{"postalCode", "houseNumber"}},
		{asksAddress, "postalCode=0514GL&houseNumber=68", []string{"postalCode"}},
		{asksAddress, "postalCode=2514++GL&houseNumber=68", []string{"postalCode"}},
		{asksAddress, "postalCode=2514GL1&houseNumber=68", []string{"postalCode"}},
		{asksAddress, "postalCode=2514GL&houseNumber=0", []string{"houseNumber"}},
		{asksAddress, "postalCode=2514GL&houseNumber=100000", []string{"houseNumber"}},
		{asksAddress, "postalCode=2514GL&houseNumber=-1", []string{"houseNumber"}},
		{asksAddress, "postalCode=2514GL&houseNumber=068", []string{"houseNumber"}},
		{asksAddress, "postalCode=2514GL&houseNumber=%2B68", []string{"houseNumber"}},
		{asksAddress, "postalCode=2514GL&houseNumber=6e1", []string{"houseNumber"}},
		{asksAddress, "postalCode=2514GL&houseNumber=0x44", []string{"houseNumber"}},
		{asksAddress, "postalCode=2514GL&houseNumber=6_8", []string{"houseNumber"}},
		{asksAddress, "postalCode=2514GL&houseNumber=99999999999999999999", []string{"houseNumber"}},
		{asksAddress, "postalCode=2514GL&houseNumber=68&houseNumber=68", []string{"houseNumber"}},
		{asksAddress, "postalCode=&houseNumber=+", []string{"postalCode", "houseNumber"}},
		{asksAddress, "postalCode=2514GL&houseNumber=68.5", []string{"houseNumber"}},
		{asksAddress, "postalCode=2514GL&houseNumber=68A-1", []string{"houseNumber"}},
		{asksAddress, home + "&houseLetter=&houseLetter=A", []string{"houseLetter"}},
		{asksAddress, home + "&houseLetter=AB", []string{"houseLetter"}},
		{asksAddress, home + "&houseLetter=1", []string{"houseLetter"}},
		{asksAddress, home + "&houseLetter=%C3%A9", []string{"houseLetter"}},
		{asksAddress, home + "&houseNumberExt=ABCDE", []string{"houseNumberExt"}},
		{asksAddress, home + "&houseNumberExt=-", []string{"houseNumberExt"}},
		{asksAddress, home + "&houseNumberExt=A_1", []string{"houseNumberExt"}},
		{asksAddress, home + "&buildYear=1930", []string{"buildYear"}},
		{asksAddress, "postalcode=2514GL&houseNumber=68", []string{"postalCode", "postalcode"}},
		{asksHome, home + "&buildType=tussenwoning", []string{"buildType"}},
		{asksHome, home + "&buildYear=999", []string{"buildYear"}},
		{asksHome, home + "&buildYear=2030", []string{"buildYear"}},
		{asksHome, home + "&buildYear=2028&valuationDate=2024-12-31", []string{"buildYear"}},
		{asksHome, home + "&useSurface=4", []string{"useSurface"}},
		{asksHome, home + "&useSurface=2701", []string{"useSurface"}},
		{asksHome, home + "&parcelSurface=-1", []string{"parcelSurface"}},
		{asksHome, home + "&parcelSurface=1000001", []string{"parcelSurface"}},
		{asksHome, home + "&volume=9", []string{"volume"}},
		{asksHome, home + "&volume=20001", []string{"volume"}},
		{asksHome, home + "&numberOfRooms=0", []string{"numberOfRooms"}},
		{asksHome, home + "&numberOfRooms=101", []string{"numberOfRooms"}},
		{asksHome, home + "&energyLabel=A%20", []string{"energyLabel"}},
		{asksHome, home + "&energyLabel=A++++++", []string{"energyLabel"}},
		{asksHome, home + "&energyLabel=a", []string{"energyLabel"}},
		{asksHome, home + "&monument=Yes", []string{"monument"}},
		{asksHome, home + "&valuationDate=2026-06-16", []string{"valuationDate"}},
		{asksHome, home + "&valuationDate=" + (oldest - 1).String(), []string{"valuationDate"}},
		{asksHome, home + "&valuationDate=2023-02-29", []string{"valuationDate"}},
		{asksHome, home + "&valuationDate=20230201", []string{"valuationDate"}},
		{asksHome, home + "&valuationDate=2023-02-01T10:00:00Z", []string{"valuationDate"}},
		{asksHome, home + "&useSurfce=100", []string{"useSurfce"}},
		{
			asksHome, "houseNumber=x&volume=1&monument=2&zzz=1&aaa=1",
			[]string{"postalCode", "houseNumber", "volume", "monument", "zzz", "aaa"},
		},
		{asksDescribed, home, []string{"buildType", "buildYear", "useSurface"}},
		{asksFrontView, "", []string{"bagNumIds"}},
		{asksFrontView, "bagNumIds=", []string{"bagNumIds"}},
		{asksFrontView, "bagNumIds=0518200000000001,", []string{"bagNumIds"}},
		{asksFrontView, "bagNumIds=5182000000", []string{"bagNumIds"}},
		{asksFrontView, "bagNumIds[first]=0518200000000001", []string{"bagNumIds", "bagNumIds[first]"}},
		{asksFrontView, "bagNumIds=05182000000000012", []string{"bagNumIds"}},
		{asksFrontView, "bagNumIds=" + many + "0518200000000001", []string{"bagNumIds"}},
		{asksFrontView, "bagNumIDs=0518200000000001", []string{"bagNumIds", "bagNumIDs"}},
		{asksAddress, home + "&houseLetter=%zz", []string{"query"}},
		{asksAddress, home + ";houseLetter=A", []string{"query"}},
		{asksAddress, home + "&houseLetter=%ff", []string{"query"}},
		{asksAddress, home + "&=1", []string{"query"}},
	}
	for _, tt := range tests {
		t.Run(tt.query, func(t *testing.T) {
			if _, got := s.bound(t, tt.path, tt.query); !slices.Equal(got, tt.want) {
				t.Errorf("faults of %q are %v, want %v", tt.query, got, tt.want)
			}
		})
	}
}

func TestBoundsAreInclusive(t *testing.T) {
	s := openSite(t)
	for _, query := range []string{
		"postalCode=1000aa&houseNumber=1", "postalCode=9999+ZZ&houseNumber=99999",
		"postalCode=9999%20ZZ&houseNumber=99999",
		home + "&buildYear=1000", home + "&buildYear=2029", home + "&buildYear=2027&valuationDate=2024-12-31",
		home + "&useSurface=5", home + "&useSurface=2700",
		home + "&parcelSurface=0", home + "&parcelSurface=1000000",
		home + "&volume=10", home + "&volume=20000",
		home + "&numberOfRooms=1", home + "&numberOfRooms=100",
		home + "&valuationDate=2026-06-15", home + "&valuationDate=" + s.live.Valuer.Oldest().String(),
		home + "&energyLabel=A%2B%2B%2B%2B%2B", home + "&energyLabel=A+++++", home + "&energyLabel=A%2B+",
		home + "&houseNumberExt=A-2", home + "&houseNumberExt=A+2/.", home + "&houseNumberExt=BISA", home + "&houseNumberExt=12",
		home + "&monument=false", "&&" + home + "&",
	} {
		if echo, reasons := s.bound(t, asksHome, query); reasons != nil {
			t.Errorf("faults of %q are %v, want none; echo %s", query, reasons, echo)
		}
	}
}

func TestUnknownParameterSuggestsTheNearest(t *testing.T) {
	s := openSite(t)
	tests := []struct{ name, want string }{
		{"useSurfce", "did you mean useSurface?"},
		{"postalcode", "did you mean postalCode?"},
		{"postcode", "did you mean postalCode?"},
		{"houseNumbr", "did you mean houseNumber?"},
		{"houseNumber[]", "did you mean houseNumber?"},
		{"moument", "did you mean monument?"},
		{"api_key", ""},
	}
	for _, tt := range tests {
		got := s.ask(t, request{target: asksHome + home + "&" + tt.name + "=1"})
		if got.StatusCode != http.StatusBadRequest || !slices.Equal(got.reasons(), []string{tt.name}) {
			t.Errorf("%s: status %d, reasons %v", tt.name, got.StatusCode, got.reasons())
		}
		if !strings.Contains(got.text, tt.want) || tt.want == "" && strings.Contains(got.text, "did you mean") {
			t.Errorf("of %q the answer is %s, want it to say %q", tt.name, got.text, tt.want)
		}
	}
}
