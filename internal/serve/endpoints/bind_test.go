package endpoints

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/describe"
	"github.com/gevel/gevel/internal/serve/param"
)

var testLimits = param.Limits{
	Today:  gevel.NewDate(2024, time.June, 15),
	Oldest: gevel.NewDate(2019, time.June, 1),
}

const home = "postalCode=2514GL&houseNumber=68"

// homeInputOf returns the input that a query makes.
func homeInputOf(query string) (HomeInput, error) {
	bound, err := param.Bind(param.TableOf(HomeTable(gevel.Standard())), query, testLimits)
	if err != nil {
		return HomeInput{}, err
	}
	return param.Fill(HomeTable(gevel.Standard()), bound)
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
	if !cmp.Equal(got, want, cmpopts.EquateNaNs()) {
		t.Errorf("inquiry is %+v, want %+v", got, want)
	}
}

// TestACharacteristicOfTheTableIsAParameter passes in a table with two characteristics that
// nothing in this package knows.
func TestACharacteristicOfTheTableIsAParameter(t *testing.T) {
	table := gevel.Standard().With(
		gevel.Attribute{Name: "maintenance", Column: "maintenance", Parameter: "maintenance", Doc: "Maintenance, 1 to 6", Kind: gevel.Count, Least: 1, Most: 6},
		gevel.Attribute{Name: "cat_view", Column: "cat_view", Parameter: "cat_view", Doc: "View", Kind: gevel.Category},
		gevel.Attribute{Name: "num_secret", Column: "num_secret", Doc: "Of the file alone", Kind: gevel.Number},
	)
	table[len(table)-2].Enter("sea")
	rows := HomeTable(table)
	bound, err := param.Bind(param.TableOf(rows), home+"&maintenance=4&cat_view=sea", testLimits)
	if err != nil {
		t.Fatal(err)
	}
	in, err := param.Fill(rows, bound)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range table {
		if a := &table[i]; a.Known(&in.Overrides) {
			got = append(got, a.Name+" "+a.Text(a.Get(&in.Overrides)))
		}
	}
	if want := []string{"maintenance 4", "cat_view sea"}; !slices.Equal(got, want) {
		t.Errorf("the overrides are %q, want %q", got, want)
	}
	for query, want := range map[string][]string{
		home + "&maintenance=7": {"maintenance"}, home + "&cat_view=lake": {"cat_view"}, home + "&num_secret=1": {"num_secret"},
	} {
		var e *gevel.Error
		if _, err := param.Bind(param.TableOf(rows), query, testLimits); !errors.As(err, &e) || e.Details[0].Reason != want[0] {
			t.Errorf("%s: %v, want a fault of %v", query, err, want)
		}
	}
	requireFleeting(t, rows)
	text, err := describe.Surface(new(Endpoints).Surface(table), nil)
	if err != nil || !bytes.Contains(text, []byte(`"name": "maintenance"`)) || !bytes.Contains(text, []byte(`"Maintenance, 1 to 6. `)) ||
		bytes.Contains(text, []byte("num_secret")) {
		t.Errorf("the description (%v) is\n%s", err, text)
	}
	d, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	always := d.Components.Schemas[homeInputName].Value.Required
	if slices.Contains(always, "maintenance") || !slices.Contains(always, "useSurface") {
		t.Errorf("the echo always has %v", always)
	}
}

// requireFleeting holds that the echo has what a file brings only when it is given.
func requireFleeting(t *testing.T, rows []param.Row[HomeInput]) {
	t.Helper()
	for query, want := range map[string]bool{home: false, home + "&maintenance=4": true} {
		bound, err := param.Bind(param.TableOf(rows), query, testLimits)
		if err != nil {
			t.Fatal(err)
		}
		echo, err := json.Marshal(bound)
		if err != nil || bytes.Contains(echo, []byte(`"maintenance":4`)) != want || bytes.Contains(echo, []byte("cat_view")) {
			t.Errorf("echo of %s is %s (%v)", query, echo, err)
		}
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
		requireBound(t, HomeTable(gevel.Standard()), query)
		requireBound(t, describedHomeTable(gevel.Standard()), query)
		requireBound(t, houseImagesTable(), query)
		requireBound(t, frontViewTable(), query)
	})
}

func requireBound[In any](t *testing.T, rows []param.Row[In], query string) {
	t.Helper()
	bound, err := param.Bind(param.TableOf(rows), query, testLimits)
	echo, marshalErr := json.Marshal(bound)
	if marshalErr != nil {
		t.Fatalf("echo of %q: %v", query, marshalErr)
	}
	lasting := 0 // those that are always echoed
	for _, r := range rows {
		if !r.Fleeting {
			lasting++
		}
	}
	var fields map[string]any
	if jsonErr := json.Unmarshal(echo, &fields); jsonErr != nil || len(fields) > len(rows) || len(fields) < lasting {
		t.Fatalf("echo of %q is %s", query, echo)
	}
	if err != nil {
		requireFaults(t, query, err)
		return
	}
	if _, parseErr := url.ParseQuery(query); parseErr != nil {
		t.Fatalf("%q was understood; net/url says %v", query, parseErr)
	}
	if _, err := param.Fill(rows, bound); err != nil {
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
