package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

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

// judging returns a request that posts a judgement.
func judging(query, judgement string) request {
	return posted("/page/worksheet?"+query, nil, judgement)
}

// judge posts a judgement, and returns the worksheet.
func (s *site) judge(t *testing.T, query, judgement string) sheet {
	t.Helper()
	got := s.ask(t, judging(query, judgement))
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
	if one.Chosen != 1 || one.Indication == nil || one.Value <= one.Model || one.Value >= *one.Indication ||
		one.Model != all.Model {
		t.Errorf("the dearest picked: %+v", one)
	}
	if one.High-one.Low <= all.High-all.Low {
		t.Errorf("the interval of one pick, %d to %d, is no wider than the model's, %d to %d",
			one.Low, one.High, all.Low, all.High)
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
		`{"corrections": [{"characteristic": "useSurface", "value": -3, "source": "measured"}]}`:       "corrections[0].value",
		`{"corrections": [{"characteristic": "swimmingPool", "value": true, "source": "seen"}]}`:       "corrections[0].characteristic",
		`{"corrections": [{"characteristic": "postalCode", "value": "2511CV", "source": "measured"}]}`: "corrections[0].characteristic",
	} {
		got := s.ask(t, judging(query, body))
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
	if got := s.ask(t, posted("/v1/homevalue?"+query, nil, "")); got.StatusCode != http.StatusMethodNotAllowed {
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
		judging(at(c), judgement(verdict(true, list[0].Sale), verdict(true, list[2].Sale))),
		judging(at(c), `{"comparables": [`+verdict(false, list[1].Sale)+`], `+corrected+`}`),
		judging(at(c), `{"comparables": [`+verdict(true, "none")+`]}`),
	)
	n := 0
	for r, err := range valuationlog.Read(dir) {
		isJudged := r.Endpoint == "/page/worksheet" && strings.Contains(string(r.Worksheet), `"reason":"same street"`)
		if n++; err != nil || !isJudged {
			t.Errorf("recorded %+v (%v)", r, err)
		}
	}
	if same := replay(t, s, dir); n != 2 || same.Same != 2 {
		t.Errorf("%d entries, repeated %+v", n, same)
	}
	tamper(t, dir, func(r *valuationlog.Entry) { addDigit(&r.Worksheet, "value") })
	changed := replay(t, s, dir)
	if changed.Same != 1 || changed.Different != 1 || changed.Shown[0].Fields[0].Name != "worksheet.value" {
		t.Errorf("a changed worksheet was not noticed: %+v", changed)
	}
}

func TestAReportHasTheWorksheet(t *testing.T) {
	s := openSite(t)
	query := at(s.caseAt(t, demo.CaseOrdinary))
	list := s.judge(t, query, "{}").Comparables
	body := `{"comparables": [{"sale": "` + list[0].Sale + `", "pick": true, "reason": "same <street>"}],
		"corrections": [{"characteristic": "useSurface", "value": 93, "source": "NEN 2580"}]}`
	got := s.ask(t, posted("/page/worksheet/report?language=nl&issuer=Jansen&"+query, nil, body))
	for _, want := range []string{
		"Werkblad", "Gekozen", "same &lt;street&gt;", "NEN 2580", "Beoordeelde waarde", "Jansen", "gebruiksoppervlakte",
	} {
		if got.StatusCode != http.StatusOK || !strings.Contains(got.text, want) {
			t.Errorf("answered %d without %q", got.StatusCode, want)
		}
	}
	plain := s.ask(t, request{target: "/page/report?language=nl&" + query})
	const nobody = "geen taxateur"
	if strings.Contains(plain.text, "Werkblad") || !strings.Contains(plain.text, nobody) || strings.Contains(got.text, nobody) {
		t.Error("a report without a judgement has a worksheet, or one with it says that there is none")
	}
}

// document returns what a worksheet answers with, and its document.
func (s *site) document(t *testing.T, query, body string) (answer gjson.Result, document string) {
	t.Helper()
	got := s.ask(t, judging(query, body))
	if got.StatusCode != http.StatusOK {
		t.Fatalf("%.300s is answered %d: %.1000s", body, got.StatusCode, got.text)
	}
	answer = gjson.Get(got.text, "data")
	return answer, answer.Get("judgement").Raw
}

func TestADocumentIsAnsweredAgainWithoutAQuery(t *testing.T) {
	s := openSite(t)
	query := at(s.caseAt(t, demo.CaseOrdinary))
	first := s.judge(t, query, "{}").Comparables[0]
	body := `{"author": "J. Jansen", "comparables": [` + verdict(true, first.Sale) + `],
		"corrections": [{"characteristic": "num_maintenance", "value": 9, "source": "seen"},
			{"characteristic": "numberOfRooms", "value": 6, "source": "counted"}],
		"value": {"euros": 612345, "reason": "the attic was converted"}}`
	one, kept := s.document(t, query+"&useSurface=120", body)
	if one.Get("value").Int() != 612345 || !one.Get("stated").Bool() || one.Get("weighed").Int() == 612345 ||
		one.Get("model").Int() == 0 {
		t.Errorf("stated: %.300s", one.Raw)
	}
	for path, want := range map[string]string{
		"schema": "gevel-judgement/2", "author": "J. Jansen", "day": today.String(),
		"edition":               one.Get("judgement.found.edition").Str,
		"request.valuationDate": today.String(), "request.given.use_surface": "120",
	} {
		if got := gjson.Get(kept, path).String(); got != want || got == "" {
			t.Errorf("the document has %s %q, want %q", path, got, want)
		}
	}
	id := gjson.Get(kept, "request.bagId").Str
	byID := fmt.Sprintf(`{"request": {"bagId": %q, "given": {"use_surface": 120}}, "comparables"`, id)
	same, _ := s.document(t, "", strings.Replace(body, `{"author": "J. Jansen", "comparables"`, byID, 1))
	if same.Get("weighed").Raw != one.Get("weighed").Raw {
		t.Errorf("asked for by its id alone, the home is worth %s, want %s", same.Get("weighed"), one.Get("weighed"))
	}
	again, _ := s.document(t, "", kept)
	for _, field := range []string{"value", "weighed", "low", "model", "weight", "judgement"} {
		if again.Get(field).Raw != one.Get(field).Raw {
			t.Errorf("sent again, %s is %s, was %s", field, again.Get(field).Raw, one.Get(field).Raw)
		}
	}
	if n := len(again.Get("changes").Array()); n != 0 || !again.Get("before").Exists() {
		t.Errorf("%d changes: %s", n, again.Get("changes"))
	}
	old := strings.Replace(kept, first.Sale+`"]`, first.Sale+`","gone"]`, 1)
	old = strings.Replace(old, `"build_year":`, `"build_year":1`, 1)
	old = strings.Replace(old, `"comparables":[`, `"comparables":[`+verdict(false, "gone")+`,`, 1)
	changed, _ := s.document(t, "", old)
	if text := changed.Get("changes").String(); !strings.Contains(text, `"gone"`) || !strings.Contains(text, `"build_year"`) {
		t.Errorf("changes: %s", text)
	}
	report := s.ask(t, posted("/page/worksheet/report?language=nl", nil, old))
	for _, want := range []string{
		"612.345", "the attic was converted", "aantal kamers", "onderhoud", "Veranderd sinds het oordeel",
		"er geldt geen klasse", "J. Jansen",
	} {
		if !strings.Contains(strings.ToLower(report.text), strings.ToLower(want)) {
			t.Errorf("the report, answered %d, does not say %q", report.StatusCode, want)
		}
	}
	other := s.ask(t, judging(at(s.caseAt(t, demo.CaseRoman)), kept))
	if !slices.Contains(other.reasons(), "request.bagId") {
		t.Errorf("a document about another home is answered %d: %.200s", other.StatusCode, other.text)
	}
}

func TestASaleBeyondTheListCountsAndCostsAUse(t *testing.T) {
	s := openSite(t)
	query := at(s.caseAt(t, demo.CaseOrdinary))
	list := s.judge(t, query, "{}").Comparables
	of := s.judge(t, at(s.caseAt(t, demo.CaseRoman)), "{}").Comparables
	far := of[slices.IndexFunc(of, func(c judgedSale) bool {
		return !slices.ContainsFunc(list, func(l judgedSale) bool { return l.Sale == c.Sale })
	})]
	own := `{"sale": "mine", "pick": true, "reason": "next door", "own": {
		"lon": 5.1553, "lat": 52.587, "price": 500000, "date": "2025-05-01",
		"characteristics": {"buildType": "Tussenwoning", "buildYear": 1908, "useSurface": 110}, "source": "deed"}}`
	smaller := fmt.Sprintf(`{"sale": %q, "pick": true, "reason": "same",
		"corrections": [{"characteristic": "useSurface", "value": 60, "source": "measured"}]}`, list[0].Sale)
	byHand := fmt.Sprintf(`{"sale": %q, "pick": true, "reason": "same",
		"adjustment": {"euros": -10000, "reason": "no garage"}}`, list[1].Sale)
	used := s.uses(t, "full")
	answer, _ := s.document(t, query, judgement(verdict(true, far.Sale), own, smaller, byHand))
	if n := s.charged(t, "full", used+3) - used; n != 3 || answer.Get("beyond").Int() != 2 || answer.Get("chosen").Int() != 4 {
		t.Errorf("two sales beyond the list cost %d uses: %.200s", n, answer.Raw)
	}
	sold := map[string]gjson.Result{}
	for _, c := range answer.Get("comparables").Array() {
		sold[c.Get("sale").Str] = c
	}
	mine := sold["mine"]
	if mine.Get("price").Int() != 500000 || mine.Get("listed").Bool() || mine.Get("useSurface").Int() != 110 ||
		!(mine.Get("chosenWeight").Num > 0) || mine.Get("distance").Num > 200 {
		t.Errorf("one's own is answered %.600s", mine.Raw)
	}
	corrected := sold[list[0].Sale]
	if now := corrected.Get("adjusted").Int(); corrected.Get("useSurface").Int() != 60 || now <= int64(list[0].Adjusted) {
		t.Errorf("said to be smaller, its price is adjusted to %d, before to %d", now, list[0].Adjusted)
	}
	by := sold[list[1].Sale]
	if by.Get("adjusted").Int()-by.Get("indexedPrice").Int() > -9998 || by.Get("differences.0.name").Str != "byHand" {
		t.Errorf("by hand %.900s", by.Raw)
	}
	for body, want := range map[string]string{
		`"price": 500000`:              `"price": 5`,
		`"date": "2025-05-01"`:         `"date": "2999-05-01"`,
		`"lon": 5.1553`:                `"lon": 6.9`,
		`"useSurface": 110`:            `"useSurface": 0`,
		`, "buildYear": 1908`:          ``,
		`"source": "deed"`:             `"source": ""`,
		`"lon": 5.1553, "lat": `:       `"postalCode": "8247AB", "lat": `,
		`"lon"`:                        `"bagId": "9999010000000001", "lon"`,
		`"lon": 5.1553, "lat": 52.587`: `"bagId": "9999019999999999"`,
	} {
		got := s.ask(t, judging(query, judgement(strings.Replace(own, body, want, 1))))
		reasons := got.reasons()
		if got.StatusCode != http.StatusBadRequest || len(reasons) != 1 || !strings.HasPrefix(reasons[0], "comparables[0].own") {
			t.Errorf("%s is answered %d: %v", want, got.StatusCode, reasons)
		}
	}
}
