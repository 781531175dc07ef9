package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/valuationlog"
)

// sheet is what the tests read of a worksheet.
type sheet struct {
	Value, Low, High, Model int
	Indication              *int
	Weight                  float64
	Chosen                  int
	Comparables             []judgedSale
}

type judgedSale struct {
	comparedSale
	Sale   string
	Pick   *bool
	Reason *string
	Share  float64 `json:"chosenWeight"`
}

// judge posts a judgement, and returns the worksheet.
func (s *site) judge(t *testing.T, query, judgement string) sheet {
	t.Helper()
	got := s.ask(t, request{method: http.MethodPost, target: "/page/worksheet?" + query, body: judgement})
	var body struct{ Data sheet }
	if err := json.Unmarshal([]byte(got.text), &body); err != nil || got.StatusCode != http.StatusOK {
		t.Fatalf("%s is answered %d (%v): %.2000s", judgement, got.StatusCode, err, got.text)
	}
	return body.Data
}

func verdict(pick bool, sale string) string {
	return fmt.Sprintf(`{"sale": %q, "pick": %v, "reason": "same street"}`, sale, pick)
}

func judgement(verdicts ...string) string {
	return `{"comparables": [` + strings.Join(verdicts, ",") + `]}`
}

func TestAWorksheetFollowsTheJudgement(t *testing.T) {
	s := openSite(t)
	query := at(s.caseAt(t, demo.CaseOrdinary))
	all := s.judge(t, query, "{}")
	if all.Value != all.Model || all.Indication != nil || all.Chosen != 0 || len(all.Comparables) < 3 {
		t.Fatalf("nothing judged: %+v", all)
	}
	first := all.Comparables
	dear := slices.MaxFunc(first, func(a, b judgedSale) int {
		return a.Adjusted - b.Adjusted
	})
	one := s.judge(t, query, judgement(verdict(true, dear.Sale)))
	if one.Chosen != 1 || one.Indication == nil || one.Value <= one.Model || one.Value >= *one.Indication || one.Model != all.Model {
		t.Errorf("the dearest picked: %+v", one)
	}
	if one.High-one.Low <= all.High-all.Low {
		t.Errorf("the interval of one pick, %d to %d, is no wider than the model's, %d to %d", one.Low, one.High, all.Low, all.High)
	}
	rest := s.judge(t, query, judgement(verdict(false, dear.Sale)))
	if rest.Chosen != len(first)-1 {
		t.Errorf("of %d comparables with one rejected %d count", len(first), rest.Chosen)
	}
	shares := 0.0
	for _, c := range rest.Comparables {
		shares += c.Share
		if c.Sale == dear.Sale && (c.Pick == nil || *c.Pick || c.Share != 0 || *c.Reason != "same street") {
			t.Errorf("the rejected is answered %+v", c)
		}
	}
	if shares < 0.999 || shares > 1.001 {
		t.Errorf("the shares add up to %v", shares)
	}
}

func TestAWorksheetTakesCorrections(t *testing.T) {
	s := openSite(t)
	query := at(s.caseAt(t, demo.CaseOrdinary))
	want := s.judge(t, query+"&useSurface=180&energyLabel=A%2B%2B", "{}")
	got := s.judge(t, query, `{"corrections": [{"characteristic": "useSurface", "value": 180, "source": "measured"},
		{"characteristic": "energyLabel", "value": "A++", "source": "EP-Online"}]}`)
	if got.Model != want.Model || got.Model == s.judge(t, query, "{}").Model {
		t.Errorf("corrected %d, want %d", got.Model, want.Model)
	}
}

func TestAWorksheetNamesWhatIsWrong(t *testing.T) {
	s := openSite(t)
	query := at(s.caseAt(t, demo.CaseOrdinary))
	long := strings.Repeat("x", 301)
	for body, want := range map[string]string{
		``:                                       "body",
		`{} {}`:                                  "body",
		`{"picks": []}`:                          "body",
		`{"comparables": "all"}`:                 "body",
		judgement(verdict(true, "no such sale")): "comparables[0].sale",
		judgement(verdict(true, "a"), verdict(false, "a")):                                             "comparables[1].sale",
		`{"comparables": [{"sale": "a", "pick": true, "reason": " "}]}`:                                "comparables[0].reason",
		`{"comparables": [{"sale": "a", "pick": true, "reason": "` + long + `"}]}`:                     "comparables[0].reason",
		`{"corrections": [{"characteristic": "useSurface", "value": 90, "source": ""}]}`:               "corrections[0].source",
		`{"corrections": [{"characteristic": "useSurface", "value": null, "source": "measured"}]}`:     "corrections[0].value",
		`{"corrections": [{"characteristic": "useSurface", "value": -3, "source": "measured"}]}`:       "useSurface",
		`{"corrections": [{"characteristic": "swimmingPool", "value": true, "source": "seen"}]}`:       "swimmingPool",
		`{"corrections": [{"characteristic": "postalCode", "value": "2511CV", "source": "measured"}]}`: "postalCode",
	} {
		got := s.ask(t, request{method: http.MethodPost, target: "/page/worksheet?" + query, body: body})
		if got.StatusCode != http.StatusBadRequest || !slices.Contains(got.reasons(), want) {
			t.Errorf("%.80s is answered %d with the reasons %v, want %s", body, got.StatusCode, got.reasons(), want)
		}
	}
	for _, c := range []struct {
		method, body string
		want         int
	}{
		{http.MethodGet, "", http.StatusMethodNotAllowed},
		{http.MethodPost, `{"comparables": [` + strings.Repeat(" ", 70_000) + `]}`, http.StatusRequestEntityTooLarge},
	} {
		got := s.ask(t, request{method: c.method, target: "/page/worksheet?" + query, body: c.body})
		if got.StatusCode != c.want {
			t.Errorf("%s of %d bytes is answered %d, want %d", c.method, len(c.body), got.StatusCode, c.want)
		}
	}
	if got := s.ask(t, request{method: http.MethodPost, target: "/v1/homevalue?" + query}); got.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST of /v1 is answered %d", got.StatusCode)
	}
}

func TestJudgementsAreLoggedAndRepeated(t *testing.T) {
	tw, err := theTown()
	if err != nil {
		t.Fatal(err)
	}
	c, _ := tw.made.Case(demo.CaseOrdinary)
	list := openSite(t).judge(t, at(c), "{}").Comparables
	corrected := `"corrections": [{"characteristic": "monument", "value": false, "source": "seen"}]`
	s, dir := loggedRequests(t,
		request{method: http.MethodPost, target: "/page/worksheet?" + at(c), body: judgement(verdict(true, list[0].Sale), verdict(true, list[2].Sale))},
		request{method: http.MethodPost, target: "/page/worksheet?" + at(c), body: `{"comparables": [` + verdict(false, list[1].Sale) + `], ` + corrected + `}`},
		request{method: http.MethodPost, target: "/page/worksheet?" + at(c), body: `{"comparables": [` + verdict(true, "none") + `]}`},
	)
	n := 0
	for r, err := range valuationlog.Read(dir) {
		if n++; err != nil || r.Endpoint != "/page/worksheet" || !strings.Contains(string(r.Worksheet), `"reason":"same street"`) {
			t.Errorf("recorded %+v (%v)", r, err)
		}
	}
	if same := replay(t, s, dir); n != 2 || same.Same != 2 {
		t.Errorf("%d entries, repeated %+v", n, same)
	}
	tamper(t, dir, func(r *valuationlog.Entry) { addDigit(&r.Worksheet, "value") })
	changed := replay(t, s, dir)
	if changed.Same != 1 || len(changed.Different) != 1 || changed.Different[0].Fields[0].Name != "worksheet.value" {
		t.Errorf("a changed worksheet was not noticed: %+v", changed)
	}
}

func TestAReportHasTheWorksheet(t *testing.T) {
	s := openSite(t)
	query := at(s.caseAt(t, demo.CaseOrdinary))
	list := s.judge(t, query, "{}").Comparables
	body := `{"comparables": [{"sale": "` + list[0].Sale + `", "pick": true, "reason": "same <street>"}],
		"corrections": [{"characteristic": "useSurface", "value": 93, "source": "NEN 2580"}]}`
	got := s.ask(t, request{method: http.MethodPost, target: "/page/worksheet/report?language=nl&issuer=Jansen&" + query, body: body})
	for _, want := range []string{"Werkblad", "Gekozen", "same &lt;street&gt;", "NEN 2580", "Waarde volgens het werkblad", "Jansen"} {
		if got.StatusCode != http.StatusOK || !strings.Contains(got.text, want) {
			t.Errorf("answered %d without %q", got.StatusCode, want)
		}
	}
	plain := s.ask(t, request{target: "/page/report?language=nl&" + query})
	if strings.Contains(plain.text, "Werkblad") {
		t.Error("a report without a judgement has a worksheet")
	}
}
