package present

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// sold is a home sold at the next number of a street.
func sold(number int, price, adjusted gevel.Euro) explain.AdjustedSale {
	return explain.AdjustedSale{
		Evidence: explain.Evidence{
			Address: gevel.Address{ObjectID: "0518010000001234", PostalCode: "2511CV", HouseNumber: number, Street: "Dorpsstraat", City: "Gevelrade"},
			Characteristics: gevel.Characteristics{
				BuildType: gevel.Tussenwoning, BuildYear: gevel.Some(1931), UseSurface: gevel.Some(100),
			},
			Price: price, Date: gevel.NewDate(2024, 5, 1), Distance: 12.3, IndexFactor: 1.05,
		},
		Adjustment: float64(adjusted) / (1.05 * float64(price)), Adjusted: adjusted,
		Differences: []explain.Difference{
			{Name: "useSurface", Label: "use surface", Has: "105 m2", Had: "100 m2", Log: math.Log(float64(adjusted) / (1.05 * float64(price)))},
			{Name: "rooms", Label: "number of rooms", Has: "5", Had: "5", Log: 0.001},
		},
	}
}

// explained is an explanation that has a bit of all.
func explained() explain.Explanation {
	some := gevel.Some[float64]
	e := explain.Explanation{
		Valuation: gevel.Valuation{Value: gevel.Value{
			Address: gevel.Address{ObjectID: "0518010000001233", PostalCode: "2511CV", HouseNumber: 12, Street: "Dorpsstraat", City: "Gevelrade"},
			Status:  gevel.Rebuilding, Date: gevel.NewDate(2025, 3, 14), Predicted: 405_000, Weighted: 412_000,
			Interval: gevel.Interval{Low: 371_000, High: 458_000}, FSD: 0.081, Accuracy: 78.4, Class: 3,
			SalesUntil: gevel.NewDate(2025, 3, 13), Edition: "575b9ee2b08ba775", Model: "2025-01-01",
		}},
		Home:            gevel.Characteristics{BuildType: gevel.Tussenwoning},
		Characteristics: []explain.Characteristic{{Name: "useSurface", Label: "use surface", Value: "105 m2", Plain: 105.0, Given: true}},
		Steps: []explain.Step{
			{Part: explain.Typical, Log: 12.9, Euros: 400_000, Total: 400_000},
			{Part: explain.Having, Name: "useSurface", Label: "use surface", Has: "105 m2", Typical: "98 m2", Log: 0.01242, Euros: 5_000, Total: 405_000},
			{Part: explain.Reconciling, Name: "comparables", Log: 0.01714, Euros: 7_000, Total: 412_000},
		},
		Market: explain.Market{Known: gevel.NewDate(2025, 3, 14), Until: gevel.NewDate(2025, 2, 1), Year: some(-0.031)},
		Approaches: []explain.Approach{
			{Name: "hedonic", Indication: gevel.Some(gevel.Euro(405_000)), Weight: 0.97},
			{Name: "comparables", Indication: gevel.Some(gevel.Euro(420_000)), Weight: 0.03},
			{Name: "ownSale"},
		},
		Comparables: []explain.Comparable{{AdjustedSale: sold(14, 380_000, 404_000), Weight: 1, Share: 0.123, Equality: 93.26}},
		Shares:      valuation.Shares{Sales: 0.36, Model: 0.64},
		References:  []explain.Comparable{{AdjustedSale: sold(14, 380_000, 404_000), Equality: 93.26}},
		Kriging: explain.Kriging{Trend: 300_000, Sales: slices.Repeat([]explain.LikeSale{
			{Evidence: sold(16, 390_000, 0).Evidence, Residual: 1.1, Weight: 0.1},
		}, fewLikeSales+2)},
		OwnSale: gevel.Some(explain.OwnSale{AdjustedSale: sold(12, 395_000, 414_750), Unchanged: 1, Credibility: 0.93, Apart: 1.02}),
		Certainty: explain.Certainty{
			Size: 0.06, Typical: 0.063, Within10: 0.784, Within15: 0.9, Within20: 0.9999,
			Interval50: gevel.Interval{Low: 390_000, High: 430_000}, Interval90: gevel.Interval{Low: 350_000, High: 480_000},
			Risks: []explain.Risk{{Name: explain.HouseType, Factor: 1.001}, {Name: explain.ComparablesCount, Has: some(11), Typical: some(8), Factor: 0.95}},
		},
	}
	for i := range 7 {
		e.PassedOver = append(e.PassedOver, explain.PassedOver{AdjustedSale: sold(20+2*i, 600_000, 610_000), Off: 1.42})
	}
	for i := range e.Valuation.References {
		e.Valuation.References[i].Adjusted = 404_000
	}
	return e
}

func TestAnExplanationIsReadFromTopToBottom(t *testing.T) {
	var b strings.Builder
	x := NewExplained(explained(), gevel.Characteristics{UseSurface: gevel.Some(105)}, words.English)
	if err := x.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	const want = `Dorpsstraat 12, 2511CV Gevelrade
status rebuilding: The register has this home as being rebuilt. Its value is of the home as registered.

€ 412,000 on 2025-03-14

CHARACTERISTIC  VALUE   FROM
use surface     105 m²  given

STEP                                                 CHANGE          EUROS          TOTAL
typical home                                                   + € 400,000      € 400,000
use surface                105 m²; typical: 98 m²    +1.2 %      + € 5,000      € 405,000
= hedonic value                                                                 € 405,000
towards: comparable sales                            +1.7 %      + € 7,000      € 412,000
= value                                                                         € 412,000
Prices of homes like this in this area (house type: terraced) fell by 3.1 % in the twelve months before the valuation date.

APPROACH                               INDICATION  WEIGHT
model of characteristics and place      € 405,000    97 %
comparable sales                        € 420,000     3 %
own last sale                                none     0 %

COMPARABLE                        TYPE          SURFACE  YEAR  SOLD        DISTANCE        PRICE  INDEX   ADJUSTED BY           TO  WEIGHT   SHARE
Dorpsstraat 14, 2511CV Gevelrade  Tussenwoning   100 m2  1931  2024-05-01      12 m    € 380,000  x1.050       +1.3 %    € 404,000  100.0 %  12.3 %
Sales of other homes carry 36 % of the value, and the model the other 64 %.

REFERENCE                         WHAT IT IS ADJUSTED BY
Dorpsstraat 14, 2511CV Gevelrade  use surface +1.3 %
All three adjusted prices lie below the value: no sale nearly as alike lies above it.
The comparable sales show what similar homes sold for: they make up 3 % of the value, and add hardly anything to the other approaches.

PASSED OVER, THOUGH ALIKE         SOLD              PRICE  ADJUSTED TO  BESIDE THE COMPARABLES
Dorpsstraat 20, 2511CV Gevelrade  2024-05-01    € 600,000    € 610,000                 +42.0 %
Dorpsstraat 22, 2511CV Gevelrade  2024-05-01    € 600,000    € 610,000                 +42.0 %
Dorpsstraat 24, 2511CV Gevelrade  2024-05-01    € 600,000    € 610,000                 +42.0 %
Dorpsstraat 26, 2511CV Gevelrade  2024-05-01    € 600,000    € 610,000                 +42.0 %
Dorpsstraat 28, 2511CV Gevelrade  2024-05-01    € 600,000    € 610,000                 +42.0 %
2 more

By its characteristics and place this home would be worth € 300,000 in the market as a whole. The value is then moved as far as the prices of similar homes nearby were above or below what the same model expects of them.
LIKE HOME                         TYPE          SOLD        DISTANCE        PRICE  RESIDUAL  WEIGHT  EFFECT
Dorpsstraat 16, 2511CV Gevelrade  Tussenwoning  2024-05-01      12 m    € 390,000   +10.0 %    10 %   +1.0 %
Dorpsstraat 16, 2511CV Gevelrade  Tussenwoning  2024-05-01      12 m    € 390,000   +10.0 %    10 %   +1.0 %
Dorpsstraat 16, 2511CV Gevelrade  Tussenwoning  2024-05-01      12 m    € 390,000   +10.0 %    10 %   +1.0 %
Dorpsstraat 16, 2511CV Gevelrade  Tussenwoning  2024-05-01      12 m    € 390,000   +10.0 %    10 %   +1.0 %
Dorpsstraat 16, 2511CV Gevelrade  Tussenwoning  2024-05-01      12 m    € 390,000   +10.0 %    10 %   +1.0 %
Dorpsstraat 16, 2511CV Gevelrade  Tussenwoning  2024-05-01      12 m    € 390,000   +10.0 %    10 %   +1.0 %
2 more, together                                                                               20 %   +1.9 %

own last sale          € 395,000 on 2024-05-01
by the index           x1.050: € 414,750
by what changed since  0.0 % (hardly anything): € 414,750
beside all else        +2.0 %
of the home as it is   93 % probable

Class 3 of 5: at least 85 % of prices lie within 15 % of the value.
Of 100 such homes about 78 sell within 10 % of this value.
FSD 8.1 %: EAA level 3 of 7; band high (Freddie Mac).
The newest sale has been known since 13 March 2025, a day before the valuation date.
within 10 %     78.4 % of prices
within 15 %     90.0 % of prices
within 20 %     more than 99.9 % of prices
50 % interval   € 390,000 to € 430,000
80 % interval   € 371,000 to € 458,000
90 % interval   € 350,000 to € 480,000
next class      4: at least 80 % of prices lie within 10 % of the value
expected error  6.0 %; of the typical sale 6.3 %

  EFFECT  REASON
  -5.0 %  there are about 11 closely comparable sales; 8 is usual

edition 575b9ee2b08ba775, model of 2025-01-01, index of 2025-03-14
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("the explanation differs (-want +got):\n%s", diff)
	}
}

// TestTheFormSurvivesItsJSON reads the form as the tools of agents do.
func TestTheFormSurvivesItsJSON(t *testing.T) {
	e := explained()
	e.Market.Turned = gevel.Some(valuation.Turned{Known: gevel.NewDate(2023, 8, 1).Month(), Peak: gevel.NewDate(2008, 9, 1).Month(), Change: -0.021})
	e.Market.Series = gevel.Some(valuation.Series{End: gevel.NewDate(2023, 8, 1).Month(), Share: 0.64})
	for _, l := range []words.Language{words.English, words.Dutch} {
		want := NewWhy(e, gevel.Characteristics{}, l)
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got Why
		if err := json.Unmarshal(text, &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the form in %s differs (-want +got):\n%s", l, diff)
		}
	}
}

func TestAnExplanationHasTheLastTurn(t *testing.T) {
	e := explain.Explanation{Valuation: gevel.Valuation{Value: gevel.Value{Weighted: 400_000}}}
	for _, c := range []struct {
		turned gevel.Opt[valuation.Turned]
		want   string
	}{
		{gevel.Opt[valuation.Turned]{}, `"turned":null`},
		{
			gevel.Some(valuation.Turned{Known: gevel.NewDate(2023, 8, 1).Month(), Peak: gevel.NewDate(2008, 9, 1).Month(), Change: -0.021}),
			`"turned":{"marketKnown":"2023-08","turnAfter":"2008-09","value":391600,"change":-0.021}`,
		},
	} {
		e.Market.Turned = c.turned
		if text, err := json.Marshal(NewWhy(e, gevel.Characteristics{}, words.English)); err != nil || !strings.Contains(string(text), c.want) {
			t.Errorf("it lacks %s (%v)\n%s", c.want, err, text)
		}
	}
}

func TestAnExplanationSaysHowFarTheMarketFollowsAPriceSeries(t *testing.T) {
	e := explained()
	for _, c := range []struct {
		series     gevel.Opt[valuation.Series]
		json, said string
	}{
		{gevel.Opt[valuation.Series]{}, `"priceSeries":null`, ""},
		{
			gevel.Some(valuation.Series{End: gevel.NewDate(2023, 8, 1).Month(), Share: 0.64}),
			`"priceSeries":{"until":"2023-08","share":0.64}`, "After its last known month the level of the market is a forecast; 64.0 % of it follows the price series, which runs to 2023-08.",
		},
	} {
		e.Market.Series = c.series
		x := NewExplained(e, gevel.Characteristics{}, words.English)
		if text, err := json.Marshal(x); err != nil || !strings.Contains(string(text), c.json) {
			t.Errorf("it lacks %s (%v)\n%s", c.json, err, text)
		}
		var text strings.Builder
		if err := x.WriteText(&text); err != nil || x.Words.Series != c.said || !strings.Contains(text.String(), c.said) {
			t.Errorf("it says %q, as text %q (%v)", x.Words.Series, text.String(), err)
		}
	}
}

func TestWhatLikeSalesAreLeftOutMoveTheValueLessThanThoseShown(t *testing.T) {
	for _, n := range []int{0, 3, 6, 20} {
		even := slices.Repeat([]explain.LikeSale{{Residual: 1.1, Weight: 0.1}}, n)
		want := max(min(n, fewLikeSales), n/2)
		if got := likeSalesShown(even); got != want {
			t.Errorf("of %d sales that count alike %d are shown, want %d", n, got, want)
		}
	}
	falling := make([]explain.LikeSale, 30)
	for i := range falling {
		falling[i] = explain.LikeSale{Residual: math.Exp(-1 / float64(1+i*i)), Weight: 0.1}
	}
	if got := likeSalesShown(falling); got != fewLikeSales {
		t.Errorf("%d are shown where the first few move nearly all, want %d", got, fewLikeSales)
	}
}

// TestKrigingAddsUpToItsIndication goes from the trend by the sales that are shown and the others together.
func TestKrigingAddsUpToItsIndication(t *testing.T) {
	e := explained()
	e.Kriging.Sales[7].Weight = -0.05
	k := NewWhy(e, gevel.Characteristics{}, words.English).Kriging
	at, weights := math.Log(float64(k.Trend))+k.MoreEffect, k.MoreWeight
	for _, s := range k.Sales {
		at, weights = at+s.Weight*math.Log(s.Residual), weights+s.Weight
	}
	if want := math.Log(300_000) + 0.65*math.Log(1.1); math.Abs(at-want) > 1e-9 || math.Abs(weights-0.65) > 1e-9 || k.MoreSales != 2 {
		t.Errorf("trend and sales lead to %g with weights of %g, want %g and 0.65", at, weights, want)
	}
}

func TestNoWeightIsWrittenAsMinusNought(t *testing.T) {
	for w, want := range map[float64]string{-0.004: "   0 %", -0.04: "  -4 %", 0.206: "  21 %"} {
		if got := weight(w); got != want {
			t.Errorf("a weight of %g is written %q, want %q", w, got, want)
		}
	}
}

func TestTheReasonThatCountsMostComesFirst(t *testing.T) {
	risks := NewWhy(explained(), gevel.Characteristics{}, words.English).Certainty.Risks
	if len(risks) != 2 || risks[0].Name != explain.ComparablesCount || risks[0].Text == nil || risks[1].Text != nil {
		t.Errorf("the risks are %+v", risks)
	}
}
