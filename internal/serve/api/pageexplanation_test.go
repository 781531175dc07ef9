package api_test

import (
	"encoding/json"
	"math"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/offline/demo"
)

// explained is what the tests read of an explanation.
type explained struct {
	Valuation struct {
		WeightedValue, PredictedValue int
	}
	Interval map[string][2]int
	Home     struct{ BagID string }
	Words    struct {
		Accuracy, Class, DataAge, Turned string
		Sure, Unsure                     []string
	}
	Index struct{ Turned *turned }
	Steps []struct {
		Part, Label  string
		Euros, Total int
	}
	References []movedSale
	OwnSale    *movedSale
	Approaches []struct{ Weight float64 }
}

type turned struct {
	MarketKnown, TurnAfter string
	Value                  int
	Change                 float64
}

type movedSale struct {
	IndexedPrice, Adjusted int
	Differences            []struct {
		Label string
		Euros int
	}
}

func (s *site) explained(t *testing.T, query string) (reply, explained) {
	t.Helper()
	got := s.ask(t, request{target: "/v1/homevalue/explanation?" + query})
	var body struct{ Data explained }
	if err := json.Unmarshal([]byte(got.text), &body); err != nil || got.StatusCode != http.StatusOK {
		t.Fatalf("%s is answered %d (%v): %.2000s", query, got.StatusCode, err, got.text)
	}
	return got, body.Data
}

// TestAnExplanationAddsUpToTheEuro asks for homes of the town with and without what a caller gives.
func TestAnExplanationAddsUpToTheEuro(t *testing.T) {
	s := openSite(t)
	for _, query := range s.valuedQueries(t, 3) {
		_, e := s.explained(t, query)
		requireAddsUp(t, query, e)
	}
}

// valuedQueries returns queries of some tenths of the town's homes, of those that have a value, a third of them with
// what a caller gives.
func (s *site) valuedQueries(t *testing.T, tenths int) (queries []string) {
	t.Helper()
	for i, home := range s.homes {
		query := at(home)
		if i%3 == 1 {
			query += "&useSurface=133&energyLabel=A++"
		}
		if i%10 < tenths && s.ask(t, request{target: "/v1/homevalue/available?" + query}).data()["available"] == true {
			queries = append(queries, query)
		}
	}
	if least := 25 * tenths; len(queries) < least {
		t.Fatalf("%d homes have a value, want %d at least", len(queries), least)
	}
	return queries
}

func requireAddsUp(t *testing.T, query string, e explained) {
	t.Helper()
	total := 0
	for i, step := range e.Steps {
		total += step.Euros
		if step.Total != total {
			t.Errorf("%s: after %s the total is %d, and the euros add up to %d", query, step.Label, step.Total, total)
		}
		last := i+1 == len(e.Steps) || e.Steps[i+1].Part == "approach"
		if last && step.Part != "approach" && total != e.Valuation.PredictedValue {
			t.Errorf("%s: before the approaches the total is %d, want %d", query, total, e.Valuation.PredictedValue)
		}
	}
	if total != e.Valuation.WeightedValue {
		t.Errorf("%s: the steps add up to %d, want %d", query, total, e.Valuation.WeightedValue)
	}
	sales := e.References
	if e.OwnSale != nil {
		sales = append(sales, *e.OwnSale)
	}
	for _, sale := range sales {
		price := sale.IndexedPrice
		for _, d := range sale.Differences {
			price += d.Euros
		}
		if price != sale.Adjusted || len(sale.Differences) == 0 {
			t.Errorf("%s: the differences lead to %d, want %d", query, price, sale.Adjusted)
		}
	}
}

func TestAnExplanationIsOfTheValueThatIsAnswered(t *testing.T) {
	s := openSite(t)
	home := at(s.caseAt(t, demo.CaseOrdinary))
	value := s.ask(t, request{target: "/v1/homevalue?" + home})
	got, e := s.explained(t, home)
	if !reflect.DeepEqual(got.data()["valuation"], value.data()) || !reflect.DeepEqual(got.body["meta"], value.body["meta"]) {
		t.Errorf("the explanation is of %v, want %v", got.data()["valuation"], value.data())
	}
	if e.Interval["50"][0] < e.Interval["80"][0] || e.Interval["80"][0] < e.Interval["90"][0] || e.Home.BagID == "" {
		t.Errorf("the intervals are %v", e.Interval)
	}
	if !strings.HasPrefix(e.Words.Accuracy, "Of 100 such homes about ") || !strings.Contains(e.Words.Class, "of prices lie within") {
		t.Errorf("it says %+v", e.Words)
	}
	if len(e.Words.Sure)+len(e.Words.Unsure) == 0 {
		t.Error("it says nothing of what makes it sure")
	}
	_, dutch := s.explained(t, home+"&language=nl")
	if !strings.HasPrefix(dutch.Words.Accuracy, "Van 100 zulke woningen ") || dutch.Steps[0].Label != "doorsneewoning" {
		t.Errorf("in Dutch it says %+v, %+v", dutch.Words, dutch.Steps[0])
	}
	for _, refused := range []string{demo.CaseShop, demo.CaseAmbiguous, demo.CaseUnknownSurface} {
		a := s.caseAt(t, refused)
		a.HouseLetter, a.HouseNumberExt = "", ""
		if got := s.ask(t, request{target: "/v1/homevalue/explanation?" + at(a)}); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s is answered %d", refused, got.StatusCode)
		}
	}
}

// Days on which the town's prices had never fallen, and on which they had: from the middle of 2022 they fell by a tenth.
const beforeTheFall, afterTheFall = "2022-03-01", "2023-06-01"

// TestAnExplanationSaysWhatTheLastTurnWouldDo asks after the town's prices have fallen, and before.
func TestAnExplanationSaysWhatTheLastTurnWouldDo(t *testing.T) {
	s := openSite(t)
	home := at(s.caseAt(t, demo.CaseOrdinary))
	_, e := s.explained(t, home+"&valuationDate="+afterTheFall)
	got := e.Index.Turned
	if got == nil {
		t.Fatal("the town's prices fell, and the explanation has no turn")
	}
	if got.MarketKnown < "2023-03" || got.MarketKnown > "2023-06" || got.TurnAfter < "2022-01" || got.TurnAfter > "2022-08" {
		t.Errorf("the market is known to %s and would turn as after %s", got.MarketKnown, got.TurnAfter)
	}
	if want := math.Round(float64(e.Valuation.WeightedValue) * (1 + got.Change)); float64(got.Value) != want ||
		!(got.Change < 0 && got.Change > -0.1) {
		t.Errorf("a value of %d would be %d (%f)", e.Valuation.WeightedValue, got.Value, got.Change)
	}
	_, dutch := s.explained(t, home+"&language=nl&valuationDate="+afterTheFall)
	for text, begin := range map[string]string{e.Words.Turned: "The market is known to ", dutch.Words.Turned: "De markt is bekend tot en met "} {
		digits := strings.NewReplacer(",", "", ".", "", "\u00a0", "").Replace(text)
		for _, want := range []string{begin + got.MarketKnown, got.TurnAfter, strconv.Itoa(got.Value)} {
			if !strings.Contains(text, want) && !strings.Contains(digits, want) {
				t.Errorf("%q lacks %q", text, want)
			}
		}
	}
	if answer, before := s.explained(t, home+"&valuationDate="+beforeTheFall); before.Index.Turned != nil ||
		before.Words.Turned != "" ||
		!strings.Contains(answer.text, `"turned":null`) {
		t.Errorf("before prices ever fell the turn is %+v, %q", before.Index.Turned, before.Words.Turned)
	}
}
