package present_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/explain"
)

// terraced is the valuation of a terraced house that the register knows little about.
func terraced() gevel.Valuation {
	home := gevel.Characteristics{
		BuildType: gevel.Tussenwoning, BuildYear: gevel.Some(1931), UseSurface: gevel.Some(105),
	}
	at := gevel.Address{
		ObjectID: "0518010000001234", PostalCode: "2511CV", HouseNumber: 12, HouseLetter: "A", HouseNumberExt: "2",
		Street: "Dorpsstraat", City: "Gevelrade", Province: "Flevoland",
	}
	v := gevel.Valuation{
		Value: gevel.Value{
			Address: at, Dwelling: gevel.Dwelling{ID: at.ObjectID, Characteristics: home},
			Date: gevel.NewDate(2025, time.March, 14), Predicted: 405_000, Weighted: 412_000,
			Interval: gevel.Interval{Low: 371_000, High: 458_000}, FSD: 0.081, Accuracy: 78.4, Class: 3,
			Edition: "575b9ee2b08ba775", Model: "2025-01-01",
		},
		Statistics: gevel.AreaStatistics{ZipAllTypes: gevel.SaleCount{Sales: 7, Median: gevel.Some(gevel.Euro(398_500))}},
	}
	at.HouseLetter, at.HouseNumberExt = "", ""
	for i := range v.References {
		at.HouseNumber = 14 + 2*i
		v.References[i] = gevel.Reference{
			Address: at, Dwelling: at.ObjectID, Characteristics: home,
			Price: 380_000, Date: gevel.NewDate(2024, time.May, 1), Indexed: 401_000, Adjusted: 404_000 + gevel.Euro(6000*i),
			Distance: 12.34, Equality: 93.26,
		}
	}
	return v
}

func TestAValuationIsReadFromTopToBottom(t *testing.T) {
	v := terraced()
	var b strings.Builder
	if err := present.Valuation(&b, v, gevel.Characteristics{UseSurface: gevel.Some(110)}); err != nil {
		t.Fatal(err)
	}
	const want = `Dorpsstraat 12A-2, 2511CV Gevelrade
Tussenwoning, built 1931, 110 m2

value          € 412,000 on 2025-03-14
80 % interval  € 371,000 to € 458,000
class          3 of 5: at least 85 % of prices lie within 15 % of the value
FSD            8.1 %; EAA level 3 of 7; band high (Freddie Mac)
accuracy       78.4 % of prices lie within 10 % of the value
hedonic value  € 405,000
own last sale  none known

REFERENCE                         TYPE          SURFACE  YEAR  SOLD              PRICE      INDEXED  DISTANCE  EQUALITY
Dorpsstraat 14, 2511CV Gevelrade  Tussenwoning   105 m2  1931  2024-05-01    € 380,000    € 401,000      12 m      93.3
Dorpsstraat 16, 2511CV Gevelrade  Tussenwoning   105 m2  1931  2024-05-01    € 380,000    € 401,000      12 m      93.3
Dorpsstraat 18, 2511CV Gevelrade  Tussenwoning   105 m2  1931  2024-05-01    € 380,000    € 401,000      12 m      93.3

SALES IN 24 MONTHS     ALL TYPES            SAME TYPE
postal-code area 2511  7, median € 398,500  0
Dorpsstraat            0                    0

edition 575b9ee2b08ba775, model of 2025-01-01
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("the valuation differs (-want +got):\n%s", diff)
	}
}

func TestReferencesOnOneSideOfTheValueAreSaidToBe(t *testing.T) {
	v := terraced()
	for _, c := range []struct {
		value    gevel.Euro
		side, in string
	}{
		{412_000, "", ""},
		{416_000, "", ""}, // one equals the value
		{417_000, "below", "All three adjusted prices lie below the value: no sale nearly as alike lies above it.\n"},
		{403_000, "above", "All three adjusted prices lie above the value: no sale nearly as alike lies below it.\n"},
	} {
		v.Weighted = c.value
		var b strings.Builder
		if err := present.Valuation(&b, v, gevel.Characteristics{}); err != nil {
			t.Fatal(err)
		}
		side, said := present.Meta(v)["references"]
		if side != c.side || said != (c.side != "") || !strings.Contains(b.String(), c.in) || strings.Contains(b.String(), "All three") != said {
			t.Errorf("worth %d, meta.references is %q, and the text:\n%s", c.value, side, &b)
		}
		if alone := present.ValueMeta(v.Value); alone["references"] != "" {
			t.Errorf("a value without references is said to have them %s", alone["references"])
		}
	}
}

func TestWhatIsNotKnownIsNullInJSON(t *testing.T) {
	e := explain.Explanation{
		Valuation: terraced(),
		Approaches: []explain.Approach{
			{Name: "hedonic", Indication: gevel.Some(gevel.Euro(405_000)), Weight: 1}, {Name: "ownSale"},
		},
	}
	text, err := json.Marshal(present.NewExplained(e, gevel.Characteristics{Rooms: gevel.Some(4)}, words.English))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"houseNumberExt":"A-2"`, `"weightedValue":412000`, `"rooms":4`, `"volume":null`, `"histTransactionPrice":null`,
		`"medZipAllTypes":398500`, `"medZipSameType":null`, `"distance":12.3`, `"equality":93.3`,
		`"edition":"575b9ee2b08ba775"`, `"forecastStandardDeviation":"0.0810"`, `"eaaLevel":"3"`,
		`{"name":"hedonic","label":"model of characteristics and place","indication":405000,"weight":1},` +
			`{"name":"ownSale","label":"own last sale","indication":null,"weight":0}`,
		`"yearChange":null`, `"turned":null`, `"ownSale":null`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the JSON lacks %s\n%s", want, text)
		}
	}
}

func TestAHomeThatIsNotInUseIsMarked(t *testing.T) {
	v := terraced()
	for status, want := range map[gevel.Status]string{
		gevel.InUse: "", gevel.Formed: "status formed: ", gevel.OutOfUse: "status out_of_use: ", gevel.Rebuilding: "status rebuilding: ",
	} {
		v.Status = status
		var b strings.Builder
		if err := present.Valuation(&b, v, gevel.Characteristics{}); err != nil {
			t.Fatal(err)
		}
		if got := b.String(); !strings.Contains(got, want) || strings.Contains(got, "status") != (want != "") {
			t.Errorf("%q is marked in\n%s", status, got)
		}
		if meta, marked := present.Meta(v)["status"]; meta != status.String() || marked != (status != gevel.InUse) {
			t.Errorf("%q is %q in meta", status, meta)
		}
	}
}
