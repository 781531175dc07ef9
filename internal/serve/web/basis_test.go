// What the value rests on: the weights of the approaches lead to their evidence, by keyboard, mouse and finger.

package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/tidwall/gjson"

	"github.com/gevel/gevel/internal/offline/demo"
)

// inSight is true if the focused element belongs to a selector and lies in the window, below the bar.
const inSight = `(() => {
	const e = document.activeElement, at = e.getBoundingClientRect();
	return e.matches(%q) && at.top >= 0 && at.bottom <= innerHeight;
})()`

// TestEachApproachLeadsToItsEvidence compares the weights with the API's, and follows each by keyboard.
func TestEachApproachLeadsToItsEvidence(t *testing.T) {
	s := openSite(t, fullKey)
	home := s.caseAt(t, demo.CaseOrdinary)
	evidence := map[string]string{
		"hedonic": "#steps", "kriging": "#likehomes > summary", "comparables": "#sales > summary", "ownSale": "#ownsale",
	}
	b := openTab(t, wide, s.at(home))
	b.wait(valued)
	rows := evaluate[[]string](b, `[...document.querySelectorAll('.basis li')].map((e) => e.innerText.replaceAll('\u00a0', ' '))`)
	followed := 0
	for _, a := range gjson.Get(s.ask(t, "/v1/homevalue/explanation?"+query(home).Encode()), "data.approaches").Array() {
		if a.Get("indication").Type == gjson.Null {
			continue
		}
		label := a.Get("label").Str[1:] // the page begins it with a capital
		at := -1
		for i, row := range rows {
			if strings.Contains(row, label) {
				at = i
			}
		}
		if at < 0 {
			t.Errorf("%s is not among %q", a.Get("label"), rows)
			continue
		}
		if amount := amountOf(rows[at]); !strings.HasSuffix(amount, a.Get("indication").String()) {
			t.Errorf("%s has the outcome %q, want %s", a.Get("label"), amount, a.Get("indication"))
		}
		b.run(chromedp.Focus(fmt.Sprintf(".basis li:nth-child(%d) button", at+1), chromedp.ByQuery), chromedp.KeyEvent(kb.Enter))
		b.wait(fmt.Sprintf(inSight, evidence[a.Get("name").Str]))
		followed++
	}
	if followed < 3 || followed != len(rows) {
		t.Errorf("%d approaches were followed, %d are shown", followed, len(rows))
	}
	if !evaluate[bool](b, `[...document.querySelectorAll('.like')].every((e) => e.checkVisibility()) && document.querySelectorAll('.like').length > 0`) {
		t.Error("the similar homes are still folded")
	}
	b.quiet()
}

// TestSimilarHomesAreCardsOnAPhone goes to them by a finger.
func TestSimilarHomesAreCardsOnAPhone(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, phone, s.at(s.caseAt(t, demo.CaseOrdinary))+"&language=nl", finger())
	b.wait(valued)
	at := evaluate[int](b, `1 + [...document.querySelectorAll('.basis li')].findIndex((e) => e.innerText.includes('oortgelijke'))`)
	b.tap(fmt.Sprintf(".basis li:nth-child(%d) button", at))
	b.wait(fmt.Sprintf(inSight, "#likehomes > summary") + ` && document.querySelector('.like').checkVisibility()`)
	if over := evaluate[int](b, `document.documentElement.scrollWidth - 390`); over > 0 {
		t.Errorf("the similar homes are %d pixels wider than the phone", over)
	}
	for _, found := range evaluate[[]string](b, small) {
		t.Errorf("too small for a finger: %s", found)
	}
	b.quiet()
}
