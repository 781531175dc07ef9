package api

import (
	"encoding/json"
	"errors"
	"net/url"
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

// homeInputOf returns the input that a query makes.
func homeInputOf(query string) (homeInput, error) {
	bound, err := bind(paramsOf(homeTable(gevel.Standard())), query, testLimits)
	if err != nil {
		return homeInput{}, err
	}
	return fill(homeTable(gevel.Standard()), bound)
}

func TestMonumentNotGivenLeavesTheRegistersValue(t *testing.T) {
	for query, want := range map[string]gevel.Opt[bool]{
		home:                     {},
		home + "&monument=false": gevel.Some(false),
		home + "&monument=true":  gevel.Some(true),
	} {
		q, err := homeInputOf(query)
		if err != nil || q.Overrides.Monument != want {
			t.Errorf("inquiry of %q overrides monument with %v (%v), want %v", query, q.Overrides.Monument, err, want)
		}
	}
}

func TestInquiryHoldsEveryParameter(t *testing.T) {
	got, err := homeInputOf("postalCode=2514+gl&houseNumber=68&houseLetter=a&houseNumberExt=2&buildType=Hoekwoning&buildYear=1930" +
		"&useSurface=105&parcelSurface=0&volume=350&numberOfRooms=5&energyLabel=A+&monument=false&valuationDate=2020-01-01")
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
// input, or each fault has a reason; the echo is JSON with every parameter.
func FuzzBind(f *testing.F) {
	f.Add(home + "&energyLabel=A++&valuationDate=2020-01-01")
	f.Add("postalCode=2514+gl&houseNumber=68&houseNumberExt=%2F2&buildType=Geschakelde%20woning")
	f.Add("bagNumIds[]=0518200000000001&bagNumIds=%zz;")
	f.Add("houseNumber=-0&monument=&=&;%00")
	f.Fuzz(func(t *testing.T, query string) {
		requireBound(t, homeTable(gevel.Standard()), query)
		requireBound(t, describedHomeTable(gevel.Standard()), query)
		requireBound(t, addressTable(), query)
		requireBound(t, frontViewTable(), query)
	})
}

func requireBound[In any](t *testing.T, rows []row[In], query string) {
	t.Helper()
	bound, err := bind(paramsOf(rows), query, testLimits)
	echo, marshalErr := json.Marshal(bound)
	if marshalErr != nil {
		t.Fatalf("echo of %q: %v", query, marshalErr)
	}
	var fields map[string]any
	if jsonErr := json.Unmarshal(echo, &fields); jsonErr != nil || len(fields) != len(rows) {
		t.Fatalf("echo of %q is %s", query, echo)
	}
	if err != nil {
		requireFaults(t, query, err)
		return
	}
	if _, parseErr := url.ParseQuery(query); parseErr != nil {
		t.Fatalf("%q was understood; net/url says %v", query, parseErr)
	}
	if _, err := fill(rows, bound); err != nil {
		t.Fatalf("%q was understood and makes no input: %v", query, err)
	}
}

func requireFaults(t *testing.T, query string, err error) {
	t.Helper()
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
