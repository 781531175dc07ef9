// The worksheet: comparables are judged by keyboard, finger and mouse, and value and range follow.

package web_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/tidwall/gjson"

	"github.com/gevel/gevel/internal/offline/demo"
)

const (
	sheetValue = `document.querySelector('#worksheet-value')?.value`
	judgable   = foldedOut + ` && document.querySelectorAll('.comparables .verdict').length > 3`
)

// judged posts a judgement as the page does.
func (s *site) judged(t *testing.T, query, body string) gjson.Result {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.server.URL+"/page/worksheet?"+query,
		strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+fullKey)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s %v %s", body, answer.Status, err, text)
	}
	return gjson.GetBytes(text, "data")
}

// TestValueAndRangeFollowAJudgement picks a sale by keyboard, rejects another by the mouse, and takes both back.
func TestValueAndRangeFollowAJudgement(t *testing.T) {
	s := openSite(t, fullKey)
	home := s.caseAt(t, demo.CaseOrdinary)
	b := openTab(t, wide, s.at(home)+"&open=comparables&language=nl")
	b.wait(valued + " && " + judgable)
	list := s.judged(t, query(home).Encode(), "{}").Get("comparables").Array()
	verdict := func(i int, pick bool, reason string) string {
		return fmt.Sprintf(`{"sale": %q, "pick": %v, "reason": %q}`, list[i].Get("sale").Str, pick, reason)
	}
	shows := func(body string) {
		t.Helper()
		want := s.judged(t, query(home).Encode(), body)
		b.wait(fmt.Sprintf(`%s === '%d'`, sheetValue, want.Get("value").Int()))
		text := strings.NewReplacer("\u00a0", "", ".", "", " ", "").Replace(b.text(".worksheet [data-line=range]"))
		for _, end := range []string{"low", "high"} {
			if !strings.Contains(text, want.Get(end).String()) {
				t.Errorf("the range says %q, want %s", text, want.Get(end))
			}
		}
	}
	// A pick alone does not count: a reason is asked for.
	b.run(chromedp.Focus(".comparables .sale .pick", chromedp.ByQuery))
	b.press(kb.Enter, 1)
	b.wait(`document.activeElement?.matches('.comparables .sale .reason') && document.querySelector('.worksheet .note').textContent.includes('(1)')`)
	if evaluate[bool](b, sheetValue+` !== undefined`) {
		t.Error("a pick without a reason has a value")
	}
	b.write("zelfde straat")
	b.press(kb.Enter, 1)
	one := `{"comparables": [` + verdict(0, true, "zelfde straat") + `]}`
	shows(one)
	b.run(chromedp.Reload()) // the draft stays
	b.wait(valued + " && " + judgable)
	shows(one)
	// Another is rejected: the picked one still counts alone.
	b.run(chromedp.Click(".comparables .sale:nth-of-type(3) .reject", chromedp.ByQuery))
	b.wait(`document.activeElement?.matches('.comparables .sale:nth-of-type(3) .reason')`)
	b.write("andere ligging")
	b.press(kb.Tab, 1)
	b.wait(`document.querySelector('.worksheet .note').textContent === ''`)
	shows(`{"comparables": [` + verdict(0, true, "zelfde straat") + "," + verdict(1, false, "andere ligging") + `]}`)
	// The pick is taken back: all but the rejected count.
	b.run(chromedp.Focus(".comparables .sale .pick", chromedp.ByQuery))
	b.press(kb.Enter, 1)
	shows(`{"comparables": [` + verdict(1, false, "andere ligging") + `]}`)
	if n := evaluate[int](b, `document.querySelectorAll('.comparables [aria-pressed="true"].pick').length`); n != 0 {
		t.Errorf("%d picks are shown", n)
	}
	b.run(chromedp.Click("#worksheet-clear", chromedp.ByQuery))
	b.wait(sheetValue + ` === undefined && document.querySelectorAll('.verdict [aria-pressed="true"]').length === 0`)
	b.quiet()
}

// TestACorrectionHasASource changes the surface by the slider on a phone, and writes its source by finger and keyboard.
func TestACorrectionHasASource(t *testing.T) {
	s := openSite(t, fullKey)
	home := s.caseAt(t, demo.CaseOrdinary)
	b := openTab(t, phone, s.at(home)+"&open=comparables&language=nl", finger())
	b.wait(valued + " && " + judgable)
	b.tap(".comparables .sale .pick")
	b.wait(`document.activeElement?.matches('.comparables .sale .reason')`)
	b.write("zelfde straat")
	b.press(kb.Enter, 1)
	b.wait(sheetValue + ` !== undefined`)
	b.tap("#worksheet-correct")
	b.wait(`document.activeElement?.id === 'whatif'`)
	b.run(chromedp.Focus(slider, chromedp.ByQuery))
	b.press(kb.ArrowRight, 1)
	b.wait(`document.querySelector('#source-useSurface') !== null && ` + judgable)
	surface := evaluate[string](b, fmt.Sprintf(`document.querySelector(%q).value`, slider))
	b.tap("#source-useSurface")
	b.write("meetrapport")
	b.press(kb.Enter, 1)
	corrected := fmt.Sprintf(`"corrections": [{"characteristic": "useSurface", "value": %s, "source": "meetrapport"}]`, surface)
	first := s.judged(t, query(home).Encode(), "{}").Get("comparables.0.sale").Str
	want := s.judged(t, query(home).Encode(), fmt.Sprintf(`{"comparables": [{"sale": %q, "pick": true, "reason": "zelfde straat"}], %s}`, first, corrected))
	b.wait(fmt.Sprintf(`%s === '%d'`, sheetValue, want.Get("value").Int()))
	if tiny := evaluate[[]string](b, small); len(tiny) > 0 {
		t.Errorf("too small for a finger: %v", tiny)
	}
	b.quiet()
}

// TestAStatedValueLeads adds a sale of the appraiser's own by finger and keyboard, and states a value with its reason.
func TestAStatedValueLeads(t *testing.T) {
	s := openSite(t, fullKey)
	home := s.caseAt(t, demo.CaseOrdinary)
	b := openTab(t, phone, s.at(home)+"&open=comparables&language=nl", finger())
	b.wait(valued + " && " + judgable)
	near := s.judged(t, query(home).Encode(), "{}").Get("comparables.1")
	b.tap(".addsale summary")
	field := func(id, text string) {
		b.run(chromedp.Focus("#add-"+id, chromedp.ByQuery))
		b.write(text)
	}
	field("postalCode", near.Get("postalCode").Str)
	field("houseNumber", near.Get("houseNumber").String())
	field("addition", near.Get("houseNumberExt").Str)
	field("price", "300000")
	b.run(chromedp.SetValue("#add-date", "2025-06-02", chromedp.ByQuery))
	field("source", "makelaar")
	field("reason", "zelfde straat")
	if tiny := evaluate[[]string](b, small); len(tiny) > 0 {
		t.Errorf("too small for a finger: %v", tiny)
	}
	b.press(kb.Enter, 1)
	b.wait(`document.querySelectorAll('.added li').length === 1 && document.activeElement?.matches('.addsale summary')`)
	own := fmt.Sprintf(`{"comparables": [{"sale": "eigen verkoop 1", "pick": true, "reason": "zelfde straat", "own": {"postalCode": %q, "houseNumber": %d,
		"houseNumberExt": %q, "price": 300000, "date": "2025-06-02", "source": "makelaar"}}]}`,
		near.Get("postalCode").Str, near.Get("houseNumber").Int(), near.Get("houseNumberExt").Str)
	want := s.judged(t, query(home).Encode(), own)
	const leading = `document.querySelector('#judged-value')?.value`
	b.wait(fmt.Sprintf(`%s === '%d' && %s === %s`, leading, want.Get("value").Int(), leading, sheetValue))
	b.tap("#worksheet-author")
	b.write("J. Jansen")
	b.press(kb.Tab, 1) // a second tap in the middle of the window at once would be a double click
	b.wait(`document.activeElement?.id === 'worksheet-stated'`)
	b.write("432100")
	b.press(kb.Enter, 1)
	b.wait(`document.activeElement?.id === 'worksheet-stated-reason'`)
	b.write("bezichtigd")
	b.press(kb.Enter, 1)
	stated := leading + ` === '432100' && !document.querySelector('.head .class').checkVisibility()`
	b.wait(stated)
	b.run(chromedp.Reload()) // the draft stays
	b.wait(valued + " && " + judgable + " && " + stated + ` && document.querySelector('#worksheet-author').value === 'J. Jansen'`)
	b.tap(".added button")
	b.wait(stated + ` && document.querySelectorAll('.added li').length === 0`)
	b.tap("#worksheet-clear")
	b.wait(leading + ` === undefined && document.querySelector('#worksheet-stated').value === '' && document.querySelector('.head .class').checkVisibility()`)
	b.quiet()
}

func TestASaleThatIsNotThereIsSaid(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary))+"&open=comparables")
	b.wait(valued + " && " + judgable)
	b.run(chromedp.Click(".addsale summary", chromedp.ByQuery), chromedp.SetValue("#add-kind", "id", chromedp.ByQuery))
	b.run(chromedp.Evaluate(`document.querySelector('#add-kind').dispatchEvent(new Event('change'))`, nil),
		chromedp.Focus("#add-sale", chromedp.ByQuery))
	b.write("no such sale")
	b.press(kb.Tab, 1)
	b.write("near")
	b.press(kb.Enter, 1)
	b.wait(`document.querySelector('.worksheet .note').textContent.includes('no other sale') && document.querySelector('#add-sale').value === 'no such sale'`)
	b.run(chromedp.Click(".added button", chromedp.ByQuery))
	b.wait(`document.querySelector('.worksheet .note').textContent === ''`)
}

// TestASaleThatAFilterChoseCounts picks a sale beyond the comparables with the mouse, and removes it.
func TestASaleThatAFilterChoseCounts(t *testing.T) {
	s := openSite(t, fullKey)
	home := query(s.caseAt(t, demo.CaseOrdinary))
	listed := gjson.Get(s.ask(t, "/v1/homevalue/comparables?"+home.Encode()), "data.comparables.#.sale").Array()
	home.Set("yearWithin", "10")
	row, id := -1, ""
	for i, sale := range gjson.Get(s.ask(t, "/v1/homevalue/comparables?"+home.Encode()), "data.comparables.#.sale").Array() {
		if row < 0 && !slices.ContainsFunc(listed, func(one gjson.Result) bool { return one.Str == sale.Str }) {
			row, id = i, sale.Str
		}
	}
	home.Del("yearWithin")
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary))+"&open=comparables")
	b.wait(valued + " && " + judgable)
	b.run(chromedp.Click("#only-year", chromedp.ByQuery))
	sold := fmt.Sprintf(`[...document.querySelectorAll('.comparables .sale')][%d]?.querySelector('.pick')`, row)
	b.wait(fmt.Sprintf(`document.querySelector('.gridcontrols .note').textContent !== '' && %s && ![...document.querySelectorAll('.comparables .sale')][%d].querySelector('.reject')`, sold, row))
	b.run(chromedp.Evaluate(sold+`.click()`, nil))
	b.wait(`document.activeElement?.matches('.reason')`)
	b.write("same builder")
	b.press(kb.Enter, 1)
	want := s.judged(t, home.Encode(), fmt.Sprintf(`{"comparables": [{"sale": %q, "pick": true, "reason": "same builder"}]}`, id))
	b.wait(fmt.Sprintf(`%s === '%d' && document.querySelectorAll('.added li').length === 1`, sheetValue, want.Get("value").Int()))
	b.run(chromedp.Click(".added button", chromedp.ByQuery))
	b.wait(`document.querySelectorAll('.added li').length === 0 && document.querySelector('#judged-value') === null`)
	b.run(chromedp.Evaluate(sold+`.click()`, nil)) // and once more
	b.wait(`document.activeElement?.matches('.reason')`)
	b.write("same builder")
	b.press(kb.Enter, 1)
	b.wait(fmt.Sprintf(`%s === '%d'`, sheetValue, want.Get("value").Int()))
	b.run(chromedp.Click("#only-year", chromedp.ByQuery))
	b.wait(`document.querySelector('.gridcontrols .note').textContent === ''`)
	b.run(chromedp.Click("#worksheet-clear", chromedp.ByQuery), chromedp.Click("#only-year", chromedp.ByQuery))
	b.wait(fmt.Sprintf(`document.querySelector('.gridcontrols .note').textContent !== '' && %s?.getAttribute('aria-pressed') === 'false'`, sold))
	b.quiet()
}

// TestAComparableIsCorrected gives a comparable another surface and an adjustment of the appraiser's own.
func TestAComparableIsCorrected(t *testing.T) {
	s := openSite(t, fullKey)
	home := s.caseAt(t, demo.CaseOrdinary)
	b := openTab(t, wide, s.at(home)+"&open=comparables")
	b.wait(valued + " && " + judgable)
	sale := s.judged(t, query(home).Encode(), "{}").Get("comparables.1.sale").Str
	b.click(".addsale summary")
	b.wait(`document.querySelector('.addsale').open`)
	choose := func(id, value string) {
		b.run(chromedp.SetValue("#add-"+id, value, chromedp.ByQuery),
			chromedp.Evaluate(fmt.Sprintf(`document.querySelector('#add-%s').dispatchEvent(new Event('change'))`, id), nil))
	}
	choose("kind", "listed")
	choose("listed", sale)
	choose("characteristic", "useSurface")
	for _, field := range [][2]string{
		{"value", "88"}, {"valueSource", "floor plan"}, {"adjustment", "-5000"}, {"adjustmentReason", "no garden"}, {
			"reason",
			"same street",
		},
	} {
		b.run(chromedp.Focus("#add-"+field[0], chromedp.ByQuery))
		b.write(field[1])
	}
	// From the button: in the last field a list of reasons could take the key for itself.
	b.run(chromedp.Focus("#add-submit", chromedp.ByQuery))
	b.press(kb.Enter, 1)
	b.wait(`!document.querySelector('.addsale').open`)
	want := s.judged(t, query(home).Encode(), fmt.Sprintf(`{"comparables": [{"sale": %q, "pick": true, "reason": "same street",
		"corrections": [{"characteristic": "useSurface", "value": 88, "source": "floor plan"}],
		"adjustment": {"euros": -5000, "reason": "no garden"}}]}`, sale))
	b.wait(fmt.Sprintf(`%s === '%d' && document.querySelectorAll('.added li').length === 1`, sheetValue, want.Get("value").Int()))
	plain := s.judged(t, query(home).Encode(), fmt.Sprintf(`{"comparables": [{"sale": %q, "pick": true, "reason": "same street"}]}`, sale))
	if plain.Get("value").Int() == want.Get("value").Int() {
		t.Error("a correction changes nothing")
	}
	// A second correction is added to the first.
	b.click(".addsale summary")
	b.wait(`document.querySelector('.addsale').open`)
	choose("kind", "listed")
	choose("listed", sale)
	choose("characteristic", "buildYear")
	for _, field := range [][2]string{{"value", "1990"}, {"valueSource", "permit"}, {"reason", "same street"}} {
		b.run(chromedp.Focus("#add-"+field[0], chromedp.ByQuery))
		b.write(field[1])
	}
	// From the button: in the last field a list of reasons could take the key for itself.
	b.run(chromedp.Focus("#add-submit", chromedp.ByQuery))
	b.press(kb.Enter, 1)
	b.wait(`!document.querySelector('.addsale').open`)
	b.wait(`(() => {
		const kept = Object.values(localStorage).map((text) => JSON.parse(text).rest.comparables[0]).find(Boolean);
		return kept.adjustment?.euros === -5000 && kept.corrections.map((c) => c.characteristic).join() === 'useSurface,buildYear';
	})()`)
	cell := `[...document.querySelectorAll('.comparables .sale')][1]`
	b.wait(cell + `.querySelector('.pick').getAttribute('aria-pressed') === 'true' && !` + cell + `.querySelector('.reject')`)
	b.click(".added button")
	b.wait(`document.querySelectorAll('.added li').length === 0 && ` + cell + `.querySelector('.reject') !== null && ` + sheetValue + ` === undefined`)
	b.quiet()
}
