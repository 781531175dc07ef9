package api

import (
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/google/go-cmp/cmp"
)

var testLimits = limits{
	today:  gevel.NewDate(2024, time.June, 15),
	oldest: gevel.NewDate(2019, time.June, 1),
}

const home = "postalCode=2514GL&houseNumber=68"

// bound is the echo of a query, or the reasons of its faults.
func bound(t *testing.T, table []param, query string) (echo string, reasons []string) {
	t.Helper()
	in, err := bind(table, query, testLimits)
	text, marshalErr := json.Marshal(in)
	if marshalErr != nil {
		t.Fatalf("echo of %q: %v", query, marshalErr)
	}
	var e *gevel.Error
	if errors.As(err, &e) {
		for _, d := range e.Details {
			reasons = append(reasons, d.Reason)
		}
	}
	return string(text), reasons
}

func TestEchoHasEveryParameterTypedInOrder(t *testing.T) {
	tests := []struct {
		name  string
		table []param
		query string
		want  string
	}{
		{
			"defaults", homeParams, "postalCode=2514+gl&houseNumber=68",
			`{"postalCode":"2514 gl","houseNumber":68,"houseLetter":null,"houseNumberExt":null,"buildType":null,"buildYear":null,` +
				`"useSurface":null,"parcelSurface":null,"volume":null,"numberOfRooms":null,"energyLabel":null,"monument":false,"valuationDate":"2024-06-15"}`,
		},
		{
			"everything", homeParams,
			"postalCode=2514GL&houseNumber=68&houseLetter=a&houseNumberExt=1-2&buildType=2-onder-1-kapwoning&buildYear=1930&useSurface=105" +
				"&parcelSurface=0&volume=350&numberOfRooms=5&energyLabel=A++&monument=true&valuationDate=2020-02-29",
			`{"postalCode":"2514GL","houseNumber":68,"houseLetter":"a","houseNumberExt":"1-2","buildType":"2-onder-1-kapwoning","buildYear":1930,` +
				`"useSurface":105,"parcelSurface":0,"volume":350,"numberOfRooms":5,"energyLabel":"A++","monument":true,"valuationDate":"2020-02-29"}`,
		},
		{"address", addressParams, home, `{"postalCode":"2514GL","houseNumber":68,"houseLetter":null,"houseNumberExt":null}`},
		{
			"ids in three forms", frontViewParams,
			"bagNumIds=0518200000000001,0518200000000002&bagNumIds[]=0518200000000003&bagNumIds%5B%5D=0518200000000004&bagNumIds=0518200000000001",
			`{"bagNumIds":["0518200000000001","0518200000000002","0518200000000001","0518200000000003","0518200000000004"]}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, reasons := bound(t, tt.table, tt.query)
			if got != tt.want || reasons != nil {
				t.Errorf("echo of %s =\n%s, faults %v, want\n%s", tt.query, got, reasons, tt.want)
			}
		})
	}
}

func TestEachFaultNamesItsParameter(t *testing.T) {
	many := strings.Repeat("0518200000000001,", maxIDs)
	tests := []struct {
		table []param
		query string
		want  []string
	}{
		{addressParams, "", []string{"postalCode", "houseNumber"}},
		{addressParams, "postalCode=0514GL&houseNumber=68", []string{"postalCode"}},
		{addressParams, "postalCode=2514++GL&houseNumber=68", []string{"postalCode"}},
		{addressParams, "postalCode=2514GL1&houseNumber=68", []string{"postalCode"}},
		{addressParams, "postalCode=+2514GL&houseNumber=68", []string{"postalCode"}},
		{addressParams, "postalCode=2514GL%0A&houseNumber=68", []string{"postalCode"}},
		{addressParams, "postalCode=2514GL&houseNumber=0", []string{"houseNumber"}},
		{addressParams, "postalCode=2514GL&houseNumber=100000", []string{"houseNumber"}},
		{addressParams, "postalCode=2514GL&houseNumber=-1", []string{"houseNumber"}},
		{addressParams, "postalCode=2514GL&houseNumber=068", []string{"houseNumber"}},
		{addressParams, "postalCode=2514GL&houseNumber=%2B68", []string{"houseNumber"}},
		{addressParams, "postalCode=2514GL&houseNumber=+68", []string{"houseNumber"}},
		{addressParams, "postalCode=2514GL&houseNumber=6e1", []string{"houseNumber"}},
		{addressParams, "postalCode=2514GL&houseNumber=68.0", []string{"houseNumber"}},
		{addressParams, "postalCode=2514GL&houseNumber=0x44", []string{"houseNumber"}},
		{addressParams, "postalCode=2514GL&houseNumber=6_8", []string{"houseNumber"}},
		{addressParams, "postalCode=2514GL&houseNumber=99999999999999999999", []string{"houseNumber"}},
		{addressParams, "postalCode=2514GL&houseNumber=68&houseNumber=68", []string{"houseNumber"}},
		{addressParams, home + "&houseLetter=AB", []string{"houseLetter"}},
		{addressParams, home + "&houseLetter=1", []string{"houseLetter"}},
		{addressParams, home + "&houseLetter=", []string{"houseLetter"}},
		{addressParams, home + "&houseLetter", []string{"houseLetter"}},
		{addressParams, home + "&houseLetter=%C3%A9", []string{"houseLetter"}},
		{addressParams, home + "&houseNumberExt=ABCDE", []string{"houseNumberExt"}},
		{addressParams, home + "&houseNumberExt=-", []string{"houseNumberExt"}},
		{addressParams, home + "&houseNumberExt=A_1", []string{"houseNumberExt"}},
		{addressParams, home + "&buildYear=1930", []string{"buildYear"}},
		{addressParams, "postalcode=2514GL&houseNumber=68", []string{"postalCode", "postalcode"}},
		{homeParams, home + "&buildType=tussenwoning", []string{"buildType"}},
		{homeParams, home + "&buildYear=999", []string{"buildYear"}},
		{homeParams, home + "&buildYear=2028", []string{"buildYear"}},
		{homeParams, home + "&buildYear=2024&valuationDate=2020-12-31", []string{"buildYear"}},
		{homeParams, home + "&useSurface=4", []string{"useSurface"}},
		{homeParams, home + "&useSurface=2701", []string{"useSurface"}},
		{homeParams, home + "&parcelSurface=-1", []string{"parcelSurface"}},
		{homeParams, home + "&parcelSurface=1000001", []string{"parcelSurface"}},
		{homeParams, home + "&volume=9", []string{"volume"}},
		{homeParams, home + "&volume=20001", []string{"volume"}},
		{homeParams, home + "&numberOfRooms=0", []string{"numberOfRooms"}},
		{homeParams, home + "&numberOfRooms=101", []string{"numberOfRooms"}},
		{homeParams, home + "&energyLabel=A%20", []string{"energyLabel"}},
		{homeParams, home + "&energyLabel=A++++++", []string{"energyLabel"}},
		{homeParams, home + "&energyLabel=a", []string{"energyLabel"}},
		{homeParams, home + "&monument=True", []string{"monument"}},
		{homeParams, home + "&monument=1", []string{"monument"}},
		{homeParams, home + "&valuationDate=2024-06-16", []string{"valuationDate"}},
		{homeParams, home + "&valuationDate=2019-05-31", []string{"valuationDate"}},
		{homeParams, home + "&valuationDate=2023-02-29", []string{"valuationDate"}},
		{homeParams, home + "&valuationDate=20230201", []string{"valuationDate"}},
		{homeParams, home + "&valuationDate=2023-02-01T00:00:00Z", []string{"valuationDate"}},
		{homeParams, home + "&useSurfce=100", []string{"useSurfce"}},
		{
			homeParams, "houseNumber=x&volume=1&monument=2&zzz=1&aaa=1",
			[]string{"postalCode", "houseNumber", "volume", "monument", "zzz", "aaa"},
		},
		{describedHomeParams, home, []string{"buildType", "buildYear", "useSurface"}},
		{frontViewParams, "", []string{"bagNumIds"}},
		{frontViewParams, "bagNumIds=", []string{"bagNumIds"}},
		{frontViewParams, "bagNumIds=0518200000000001,", []string{"bagNumIds"}},
		{frontViewParams, "bagNumIds=518200000000001", []string{"bagNumIds"}},
		{frontViewParams, "bagNumIds=05182000000000012", []string{"bagNumIds"}},
		{frontViewParams, "bagNumIds=" + many + "0518200000000001", []string{"bagNumIds"}},
		{frontViewParams, "bagNumIDs=0518200000000001", []string{"bagNumIds", "bagNumIDs"}},
		{addressParams, home + "&houseLetter=%zz", []string{"query"}},
		{addressParams, home + ";houseLetter=A", []string{"query"}},
		{addressParams, home + "&houseLetter=%ff", []string{"query"}},
		{addressParams, home + "&=1", []string{"query"}},
	}
	for _, tt := range tests {
		t.Run(tt.query, func(t *testing.T) {
			if _, got := bound(t, tt.table, tt.query); !slices.Equal(got, tt.want) {
				t.Errorf("faults of %q are %v, want %v", tt.query, got, tt.want)
			}
		})
	}
}

func TestBoundsAreInclusive(t *testing.T) {
	for _, query := range []string{
		"postalCode=1000aa&houseNumber=1", "postalCode=9999+ZZ&houseNumber=99999",
		"postalCode=9999%20ZZ&houseNumber=99999",
		home + "&buildYear=1000", home + "&buildYear=2027", home + "&buildYear=2023&valuationDate=2020-12-31",
		home + "&useSurface=5", home + "&useSurface=2700",
		home + "&parcelSurface=0", home + "&parcelSurface=1000000",
		home + "&volume=10", home + "&volume=20000",
		home + "&numberOfRooms=1", home + "&numberOfRooms=100",
		home + "&valuationDate=2024-06-15", home + "&valuationDate=2019-06-01",
		home + "&energyLabel=A%2B%2B%2B%2B%2B", home + "&energyLabel=A+++++", home + "&energyLabel=A%2B+",
		home + "&houseNumberExt=A-2", home + "&houseNumberExt=A+2/.", home + "&houseNumberExt=BISA", home + "&houseNumberExt=12",
		home + "&monument=false", "&&" + home + "&",
	} {
		if echo, reasons := bound(t, homeParams, query); reasons != nil {
			t.Errorf("faults of %q are %v, want none; echo %s", query, reasons, echo)
		}
	}
}

func TestUnknownParameterSuggestsTheNearest(t *testing.T) {
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
		got := unknownMessage(tt.name, homeParams)
		if !strings.Contains(got, tt.want) || tt.want == "" && strings.Contains(got, "did you mean") {
			t.Errorf("unknownMessage(%q) = %q, want it to say %q", tt.name, got, tt.want)
		}
	}
}

func TestMonumentNotGivenLeavesTheRegistersValue(t *testing.T) {
	for query, want := range map[string]gevel.Opt[bool]{
		home:                     {},
		home + "&monument=false": gevel.Some(false),
		home + "&monument=true":  gevel.Some(true),
	} {
		in, err := bind(homeParams, query, testLimits)
		if err != nil {
			t.Fatal(err)
		}
		q, err := in.inquiry()
		if err != nil || q.Overrides.Monument != want {
			t.Errorf("inquiry of %q overrides monument with %v (%v), want %v", query, q.Overrides.Monument, err, want)
		}
	}
}

func TestInquiryHoldsEveryParameter(t *testing.T) {
	in, err := bind(homeParams, "postalCode=2514+gl&houseNumber=68&houseLetter=a&houseNumberExt=2&buildType=Hoekwoning&buildYear=1930"+
		"&useSurface=105&parcelSurface=0&volume=350&numberOfRooms=5&energyLabel=A+&monument=false&valuationDate=2020-01-01", testLimits)
	if err != nil {
		t.Fatal(err)
	}
	got, err := in.inquiry()
	if err != nil {
		t.Fatal(err)
	}
	want := gevel.Inquiry{
		AddressQuery: gevel.AddressQuery{PostalCode: "2514GL", HouseNumber: 68, HouseLetter: "a", HouseNumberExt: "2"},
		Overrides: gevel.Characteristics{
			BuildType: gevel.Hoekwoning, BuildYear: gevel.Some(1930), UseSurface: gevel.Some(105), ParcelSurface: gevel.Some(0),
			Volume: gevel.Some(350), Rooms: gevel.Some(5), EnergyLabel: gevel.LabelAPlus, Monument: gevel.Some(false),
		},
		Date: gevel.NewDate(2020, time.January, 1),
	}
	if !cmp.Equal(got, want) {
		t.Errorf("inquiry is %+v, want %+v", got, want)
	}
}

// FuzzBind holds for any query: either it is understood, and then it makes an
// inquiry, or each fault has a reason; the echo is JSON with every parameter.
func FuzzBind(f *testing.F) {
	f.Add(home + "&energyLabel=A++&valuationDate=2020-01-01")
	f.Add("postalCode=2514+gl&houseNumber=68&houseNumberExt=%2F2&buildType=Geschakelde%20woning")
	f.Add("bagNumIds[]=0518200000000001&bagNumIds=%zz;")
	f.Add("houseNumber=-0&monument=&=&;%00")
	f.Fuzz(func(t *testing.T, query string) {
		for _, table := range [][]param{homeParams, describedHomeParams, addressParams, frontViewParams} {
			in, err := bind(table, query, testLimits)
			echo, marshalErr := json.Marshal(in)
			if marshalErr != nil {
				t.Fatalf("echo of %q: %v", query, marshalErr)
			}
			var fields map[string]any
			if jsonErr := json.Unmarshal(echo, &fields); jsonErr != nil || len(fields) != len(table) {
				t.Fatalf("echo of %q is %s", query, echo)
			}
			if err == nil {
				if _, parseErr := url.ParseQuery(query); parseErr != nil {
					t.Fatalf("%q was understood; net/url says %v", query, parseErr)
				}
				continue
			}
			var e *gevel.Error
			if !errors.As(err, &e) || e.Code != gevel.Invalid || len(e.Details) == 0 {
				t.Fatalf("bind(%q) is %v, want faults", query, err)
			}
			for _, d := range e.Details {
				if d.Reason == "" || d.Message == "" {
					t.Fatalf("bind(%q) has the fault %+v", query, d)
				}
			}
		}
	})
}
