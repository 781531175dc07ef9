// What the last turn of the market would do to the value, beside the chart of the market.

package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/tidwall/gjson"

	"github.com/gevel/gevel/internal/offline/demo"
)

// Days on which the town's prices had never fallen, and on which they had: from the middle of 2022 they fell by a tenth.
const beforeTheFall, afterTheFall = "2022-03-01", "2023-06-01"

// TestThePageSaysWhatTheLastTurnWouldDo reads it on a screen, and in the dark on a Dutch phone and on its paper.
func TestThePageSaysWhatTheLastTurnWouldDo(t *testing.T) {
	const turned = `document.querySelector('#turned')`
	s := openSite(t, fullKey)
	home := s.caseAt(t, demo.CaseOrdinary)
	says := func(language string) string {
		q := query(home)
		q.Set("language", language)
		q.Set("valuationDate", afterTheFall)
		return gjson.Get(s.ask(t, "/v1/homevalue/explanation?"+q.Encode()), "data.words.turned").Str
	}
	b := openTab(t, wide, s.at(home)+"&language=en&valuationDate="+afterTheFall)
	b.wait(valued)
	if got, want := b.text("#turned"), says("en"); got != want || !strings.HasPrefix(got, "The market is known to ") {
		t.Errorf("the page says %q, the API %q", got, want)
	}
	if !evaluate[bool](b, `document.querySelector('.market .chart + #turned + .statistics') !== null`) {
		t.Error("it does not stand below the chart of the market")
	}
	b.quiet()

	b = openTab(t, phone, s.at(home)+"&language=nl&valuationDate="+afterTheFall,
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}))
	b.wait(valued)
	if got, want := b.text("#turned"), says("nl"); got != want || !strings.HasPrefix(got, "De markt is bekend ") {
		t.Errorf("in Dutch the page says %q, the API %q", got, want)
	}
	if over := evaluate[float64](b, turned+`.getBoundingClientRect().right - innerWidth`); over > 0 {
		t.Errorf("it is %.0f pixels wider than the phone", over)
	}
	if !evaluate[bool](b, `getComputedStyle(`+turned+`).color === getComputedStyle(document.querySelector('#market')).color`) {
		t.Error("in the dark it has another colour than the text around it")
	}
	b.run(emulation.SetEmulatedMedia().WithMedia("print"))
	if !evaluate[bool](b, turned+`.checkVisibility()`) {
		t.Error("on paper it is gone")
	}
	b.quiet()

	b = openTab(t, wide, s.at(home)+"&valuationDate="+beforeTheFall)
	b.wait(valued + ` && document.querySelector('.statistics') !== null`)
	if evaluate[bool](b, turned+` !== null`) {
		t.Errorf("before prices ever fell the page says %q", b.text("#turned"))
	}
	b.quiet()
}
