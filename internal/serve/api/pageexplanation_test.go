package api_test

import (
	"encoding/json"
	"net/http"
	"reflect"
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
		Accuracy, Class, DataAge string
		Sure, Unsure             []string
	}
	Steps []struct {
		Part, Label  string
		Euros, Total int
	}
	References []movedSale
	OwnSale    *movedSale
	Approaches []struct{ Weight float64 }
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
