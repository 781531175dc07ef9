package present

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

func TestWhatIsNotKnownIsNotSoldAsWorthMoney(t *testing.T) {
	const note = "Where HOME is not known, CHANGE compares homes that lack it too with the typical home."
	for _, test := range []struct {
		has  string
		log  float64
		want bool
	}{
		{explain.Unknown, 0.034, true},
		{explain.Unknown, 0.0001, false}, // 0.0 %
		{"A", 0.034, false},
	} {
		label := explain.Step{Part: explain.Having, Name: "energyLabel", Has: test.has, Typical: "C"}
		label.Log, label.Euros = test.log, 1
		var b strings.Builder
		if err := writeSteps(&b, explain.Explanation{Steps: []explain.Step{{Part: explain.Typical}, label}}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(b.String(), note); got != test.want {
			t.Errorf("%+v is noted: %v, want %v\n%s", label, got, test.want, b.String())
		}
		row := regexp.MustCompile(`energyLabel +not known +C `)
		if row.MatchString(b.String()) != (test.has == explain.Unknown) {
			t.Errorf("%+v is printed as\n%s", label, b.String())
		}
	}
}

func TestAnExplanationSaysThatItsReferencesLieOnOneSide(t *testing.T) {
	for value, want := range map[gevel.Euro]string{500_000: "All three adjusted prices lie below the value", 300_000: "All three adjusted prices lie above the value", 400_000: ""} {
		e := explain.Explanation{Valuation: gevel.Valuation{Value: gevel.Value{Weighted: value}}}
		for i := range e.Valuation.References {
			e.Valuation.References[i].Adjusted = 390_000 + gevel.Euro(10_000*i)
		}
		var b strings.Builder
		if err := writeComparables(&b, e); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(b.String(), "All three"); got != (want != "") || !strings.Contains(b.String(), want) {
			t.Errorf("worth %d, the text is\n%s", value, b.String())
		}
	}
}

func TestBothKindsOfJSONHaveTheLastTurn(t *testing.T) {
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
		for _, data := range []any{NewExplanationJSON(e), NewWhy(e, gevel.Characteristics{}, words.English)} {
			if text, err := json.Marshal(data); err != nil || !strings.Contains(string(text), c.want) {
				t.Errorf("%T lacks %s (%v)\n%s", data, c.want, err, text)
			}
		}
	}
}

func TestAnExplanationSaysHowFarTheMarketFollowsAPriceSeries(t *testing.T) {
	e := explain.Explanation{Valuation: gevel.Valuation{Value: gevel.Value{Weighted: 400_000}}}
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
		why := NewWhy(e, gevel.Characteristics{}, words.English)
		for _, data := range []any{NewExplanationJSON(e), why} {
			if text, err := json.Marshal(data); err != nil || !strings.Contains(string(text), c.json) {
				t.Errorf("%T lacks %s (%v)\n%s", data, c.json, err, text)
			}
		}
		var said strings.Builder
		if err := Explanation(&said, e, gevel.Characteristics{}); err != nil || why.Words.Series != c.said || !strings.Contains(said.String(), c.said) {
			t.Errorf("it says %q, as text %q (%v)", why.Words.Series, said.String(), err)
		}
	}
}
