// Unfolding comparables, the file of the evidence, and keeping an answer while the service is busy.

package web_test

import (
	"encoding/csv"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/tidwall/gjson"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo"
)

const (
	// foldedOut is true once all comparables have their adjustments.
	foldedOut = `document.querySelectorAll('.comparables .sale').length > 3 && document.querySelector('.comparables [data-complete]') !== null`
	// hurried shortens the pauses between tries, which are a second or more.
	hurried = `(() => { const wait = window.setTimeout; window.setTimeout = (then, ms) => wait(then, ms < 10_000 ? ms / 100 : ms); })()`
)

// askedFor returns the number of requests for a path.
func (b *tab) askedFor(path string) (n int) {
	for _, url := range b.requests() {
		if strings.Contains(url, path+"?") {
			n++
		}
	}
	return n
}

// withhold answers chosen requests with a status while the test wants it.
type withhold struct {
	status int
	ask    func(*http.Request) bool
	off    atomic.Bool
}

func (w *withhold) wrap(service http.Handler) http.Handler {
	return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		if w.off.Load() || !w.ask(r) {
			service.ServeHTTP(out, r)
			return
		}
		out.WriteHeader(w.status)
		fmt.Fprintf(out, `{"error": {"code": %d, "message": "not now", "errors": []}}`, w.status)
	})
}

func TestReferencesOnOneSideOfTheValueAreSaidToBe(t *testing.T) {
	s := openSite(t, fullKey)
	for a := range s.live.Edition.Addresses {
		asked := gevel.AddressQuery{
			PostalCode: a.PostalCode, HouseNumber: a.HouseNumber, HouseLetter: a.HouseLetter,
			HouseNumberExt: a.HouseNumberExt,
		}
		v, err := s.live.Valuer.Value(gevel.Inquiry{AddressQuery: asked, Date: gevel.DayOf(clock)})
		if err != nil || v.ReferencesSide() == "" {
			continue
		}
		answer := gjson.Parse(s.ask(t, "/v1/homevalue/explanation?"+query(a).Encode()))
		want := answer.Get("data.words.references").Str
		b := openTab(t, wide, s.at(a))
		b.wait(valued)
		if got := b.text("#referencesside"); got != want || want == "" ||
			answer.Get("meta.references").Str != string(v.ReferencesSide()) {
			t.Errorf("the page says %q, the answer %q", got, want)
		}
		b.quiet()
		return
	}
	t.Fatal("no home of the town has all references on one side of its value")
}

// TestTheGridFollowsTheAnswer changes the home while the grid of all comparables is open.
func TestTheGridFollowsTheAnswer(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary))+"&open=comparables")
	b.wait(valued + " && " + foldedOut)
	const surface = `document.querySelector('.comparables .subject [data-line=useSurface]')`
	before := b.text(".comparables .subject [data-line=useSurface]")
	b.slide("useSurface", 160)
	b.wait(fmt.Sprintf(`%s?.innerText.includes('160') && %s`, surface, foldedOut))
	if strings.Contains(before, "160") || !slices.ContainsFunc(b.requests(), func(url string) bool {
		return strings.Contains(url, "/v1/homevalue/comparables?") && strings.Contains(url, "useSurface=160")
	}) {
		t.Errorf("the page did not ask what comparables are adjusted for now: %q", b.requests())
	}
	b.quiet()
}

func TestComparablesWithoutTheirAdjustmentsAreStillThere(t *testing.T) {
	out := withhold{status: 500, ask: func(r *http.Request) bool { return r.URL.Path == "/v1/homevalue/comparables" }}
	s := openSiteBehind(t, fullKey, out.wrap)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary))+"&open=comparables")
	const note = `document.querySelector('.comparables > .note')`
	b.wait(valued + ` && ` + note + `?.textContent.includes('could not be loaded')`)
	if rows := evaluate[int](b, `[...document.querySelectorAll('.comparables .sale')].filter((e) => e.checkVisibility()).length`); rows < 4 {
		t.Errorf("%d comparables are shown", rows)
	}
	b.run(chromedp.Click(".file button", chromedp.ByQuery))
	b.wait(`document.querySelector('.file .note').textContent.includes('could not be loaded')`)
	if n := evaluate[int](b, `document.querySelectorAll('.notice').length`); n != 0 {
		t.Error("a notice took the place of the answer")
	}
	out.off.Store(true)
	b.run(chromedp.Click(".comparables > .note button", chromedp.ByQuery))
	b.wait(foldedOut)
}

func TestTheGridIsPrinted(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary))+"&open=comparables")
	b.wait(valued + " && " + foldedOut)
	const paper = 688 // pixels: A4 without its margins
	b.run(emulation.SetEmulatedMedia().WithMedia("print"), emulation.SetDeviceMetricsOverride(paper, 972, 1, false))
	for selector, shown := range map[string]bool{".comparables .sale": true, ".gridcontrols": false, ".comparables > .note": false} {
		if got := evaluate[bool](b, fmt.Sprintf(`document.querySelector(%q).checkVisibility()`, selector)); got != shown {
			t.Errorf("%s: shown in print is %v, want %v", selector, got, shown)
		}
	}
	for _, over := range evaluate[[]float64](b, `[...document.querySelectorAll('.grid td')].map((e) => e.getBoundingClientRect().right - document.querySelector('.evidence').getBoundingClientRect().right)`) {
		if over > 0.5 {
			t.Fatalf("a printed figure is %v pixels beside the paper", over)
		}
	}
}

// TestFileOfEvidenceSaysWhatEachPriceIsAdjustedFor reads the file that the button downloads.
func TestFileOfEvidenceSaysWhatEachPriceIsAdjustedFor(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued)
	b.run(chromedp.Evaluate(`(() => {
		HTMLAnchorElement.prototype.click = function () { window.kept = this.download; };
		URL.createObjectURL = (blob) => { window.file = blob.text(); return ''; };
	})()`, nil))
	b.run(chromedp.Click(".file button", chromedp.ByQuery))
	b.wait(`window.kept !== undefined`)
	rows, err := csv.NewReader(strings.NewReader(evaluate[string](b, `window.file`))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	head := rows[0]
	column := func(row []string, name string) int {
		n, err := strconv.Atoi(row[slices.Index(head, name)])
		if err != nil {
			t.Fatalf("%s of %q: %v", name, row, err)
		}
		return n
	}
	seen := map[string]int{}
	for _, row := range rows[1:] {
		seen[row[0]]++
		price := column(row, "indexedPrice")
		for _, name := range head {
			if strings.HasPrefix(name, "difference.") {
				price += column(row, name)
			}
		}
		if price != column(row, "adjusted") || !slices.Contains(head, "difference.place") {
			t.Errorf("the differences lead to %d: %q, %q", price, head, row)
		}
	}
	if seen["reference"] != 3 || seen["comparable"] < 4 || b.askedFor("/v1/homevalue/comparables") != 1 {
		t.Errorf("the file has %v, and differences were asked for %d times", seen, b.askedFor("/v1/homevalue/comparables"))
	}
	b.quiet()
}

// TestAnAnswerStandsWhileTheServiceIsBusy changes the home while the service is busy even at the last try.
func TestAnAnswerStandsWhileTheServiceIsBusy(t *testing.T) {
	out := withhold{status: 503, ask: func(r *http.Request) bool { return r.URL.Query().Has("useSurface") }}
	s := openSiteBehind(t, fullKey, out.wrap)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued)
	before := b.whole()
	b.run(chromedp.Evaluate(hurried, nil), chromedp.Focus(slider, chromedp.ByQuery))
	b.press(kb.PageUp, 1)
	b.wait(`document.querySelector('.busy') !== null && !document.querySelector('#sheet').hasAttribute('aria-busy')`)
	if text := b.text(".busy"); !strings.Contains(text, "too busy") || !strings.Contains(text, "previous answer") {
		t.Errorf("the note says %q", text)
	}
	if now := b.whole(); now != before || evaluate[bool](b, `document.querySelector('.notice') !== null`) {
		t.Errorf("the answer %s did not stand, it is %s", before, now)
	}
	if tries := b.statusSeen(http.StatusServiceUnavailable); tries != 6 {
		t.Errorf("the service was asked %d times", tries)
	}
	out.off.Store(true)
	b.run(chromedp.Click(".busy button", chromedp.ByQuery))
	b.wait(fmt.Sprintf(`%s !== %q && document.querySelector('.busy') === null`, valueOf, before))
}

// TestAnAnswerStandsWhereTheReportCannotBeHad asks for a report while the service is busy.
func TestAnAnswerStandsWhereTheReportCannotBeHad(t *testing.T) {
	out := withhold{status: 503, ask: func(r *http.Request) bool { return r.URL.Path == "/page/report" }}
	s := openSiteBehind(t, fullKey, out.wrap)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued)
	// A real download would make the browser ask about it.
	b.run(chromedp.Evaluate(hurried, nil), chromedp.Evaluate(`HTMLAnchorElement.prototype.click = function () { document.title = this.download }`, nil))
	b.run(chromedp.Click(".foot button:last-of-type", chromedp.ByQuery))
	b.wait(`document.querySelector('.foot .note').textContent.includes('too busy')`)
	if !evaluate[bool](b, valued) || evaluate[bool](b, `document.querySelector('.notice') !== null`) {
		t.Error("the answer did not stand")
	}
	if tries := b.statusSeen(http.StatusServiceUnavailable); tries != 6 {
		t.Errorf("the service was asked %d times", tries)
	}
	out.off.Store(true)
	b.run(chromedp.Click(".foot button:last-of-type", chromedp.ByQuery))
	b.wait(`document.querySelector('.foot .note').textContent === '' && document.title.endsWith('.html')`)
}

// TestAReportSaysWhoAskedForIt types a client and asks for the report; on paper the client stands above the value.
func TestAReportSaysWhoAskedForIt(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued)
	b.run(chromedp.Evaluate(`HTMLAnchorElement.prototype.click = function () { document.title = this.download }`, nil))
	b.run(
		chromedp.Click("details.order summary", chromedp.ByQuery), chromedp.WaitVisible("input[name=client]", chromedp.ByQuery),
		chromedp.SendKeys("input[name=client]", "Bank & Zn.", chromedp.ByQuery), chromedp.Click(".foot button:last-of-type",
			chromedp.ByQuery),
	)
	b.wait(`document.title.endsWith('.html')`)
	if !evaluate[bool](b, `performance.getEntriesByType('resource').some((e) => new URL(e.name).searchParams.get('client') === 'Bank & Zn.')`) {
		t.Error("the report was asked for without its client")
	}
	const printed = `document.querySelector('dl.order').checkVisibility()`
	if evaluate[bool](b, printed) {
		t.Error("what is for paper is on the screen")
	}
	b.run(emulation.SetEmulatedMedia().WithMedia("print"))
	b.wait(printed)
	above := `document.querySelector('dl.order').getBoundingClientRect().bottom <= document.querySelector('#address').getBoundingClientRect().top`
	if text := b.text("dl.order"); !strings.Contains(text, "Bank & Zn.") || !evaluate[bool](b, above) {
		t.Errorf("on paper the order is %q", text)
	}
}
