// Tests of dates and rounding: the chart's years, values based on old sales, values to the euro.

package web_test

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/tidwall/gjson"

	"github.com/gevel/gevel/internal/offline/demo"
)

// drawnOn makes a page record the texts and line dashes that it draws on canvases.
func drawnOn() chromedp.Action {
	return atFirst(`(() => {
		window.written = [];
		window.dashes = [];
		for (const {prototype: c} of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D]) {
			const {fillText, setLineDash} = c;
			c.fillText = function (text, ...at) { window.written.push(String(text)); return fillText.call(this, text, ...at); };
			c.setLineDash = function (dash) { window.dashes.push(dash.join(' ')); return setLineDash.call(this, dash); };
		}
	})()`)
}

// TestTheChartsYearsAreThoseOfItsMonths reads the labels of the chart's axis.
func TestTheChartsYearsAreThoseOfItsMonths(t *testing.T) {
	s := openSite(t, fullKey)
	home := s.caseAt(t, demo.CaseOrdinary)
	months := gjson.Get(s.ask(t, "/page/index?"+query(home).Encode()), "data.months").Array()
	first, last := months[0].Str[:4], months[len(months)-1].Str[:4]
	for _, zone := range []string{dutch, "UTC", "America/New_York"} {
		b := openTab(t, wide, s.at(home), emulation.SetTimezoneOverride(zone), drawnOn())
		b.wait(valued)
		years := evaluate[[]string](b, `window.written.filter((text) => /^(19|20)\d\d$/.test(text))`)
		if len(years) == 0 || slices.Min(years) <= first && months[0].Str[5:] != "01" || slices.Max(years) > last {
			t.Errorf("%s: months from %s to %s have the years %q", zone, months[0], months[len(months)-1], years)
		}
		// The newest year is labelled: its January lies among the months, and steps of years end at even ones.
		if newest := slices.Max(years); newest != last {
			t.Errorf("%s: the last year is called %s, want %s", zone, newest, last)
		}
		b.quiet()
	}
}

// later is a time when the town's newest sale is nine months old.
var later = clock.AddDate(0, 9, 0)

// TestAForecastLooksLikeOne looks at a value nine months after the newest sale, on the screen and on paper.
func TestAForecastLooksLikeOne(t *testing.T) {
	const dashed, band, warning = `window.dashes.includes('5 4')`, `document.querySelector('.chart .key .swatch') !== null`, `document.querySelector('.old')`
	now := openSite(t, fullKey)
	home := now.caseAt(t, demo.CaseOrdinary)
	b := openTab(t, wide, now.at(home))
	b.wait(valued)
	if evaluate[bool](b, warning+" !== null") {
		t.Error("a value that rests on new sales is warned of")
	}
	s := openInstallation(t, installation{key: fullKey, wrap: asItIs, at: later})
	b = openTab(t, wide, s.at(home), drawnOn())
	b.wait(valued)
	if !evaluate[bool](b, dashed) || !strings.Contains(b.text(".chart .key"), "forecast, after") {
		t.Errorf("the forecast is drawn as what is known: %q", b.text(".chart .key"))
	}
	if !evaluate[bool](b, band) {
		t.Error("no band of the error is drawn")
	}
	if text := b.text(".old"); !strings.Contains(text, "9 months old") || !strings.Contains(text, "forecast") {
		t.Errorf("the warning is %q", text)
	}
	b.run(emulation.SetEmulatedMedia().WithMedia("print"))
	if !evaluate[bool](b, warning+".checkVisibility()") {
		t.Error("on paper there is no warning")
	}
	b.quiet()
}

// TestAValueIsAsExactAsItIsKnown sees a rounded value and asks for it to the euro.
func TestAValueIsAsExactAsItIsKnown(t *testing.T) {
	s := openSite(t, fullKey)
	home := s.caseAt(t, demo.CaseOrdinary)
	b := openTab(t, wide, s.at(home))
	b.wait(valued)
	answer := gjson.Get(s.ask(t, "/v1/homevalue/explanation?"+query(home).Encode()), "data")
	value, range80 := answer.Get("valuation.weightedValue").Int(), answer.Get("interval.80.1").Int()-answer.Get("interval.80.0").Int()
	var shown int64
	if _, err := fmt.Sscan(amountOf(b.text("#value")), &shown); err != nil || shown%1000 != 0 ||
		max(shown-value, value-shown) > range80/40 {
		t.Errorf("a value of %d in a range %d wide is shown as %d, %v", value, range80, shown, err)
	}
	if title := evaluate[string](b, `document.title`); !strings.HasPrefix(amountOf(title), fmt.Sprint(shown)) {
		t.Errorf("the title says %q beside %d", title, shown)
	}
	if text := b.text(".step.rounded"); !strings.HasSuffix(amountOf(text), fmt.Sprint(shown)) {
		t.Errorf("the steps end in %q, want %d", text, shown)
	}
	b.run(chromedp.Focus("#exact", chromedp.ByQuery), chromedp.KeyEvent(" "))
	b.wait(fmt.Sprintf(`document.querySelector('#value').textContent.replace(/\D/g, '') === '%d' && location.hash.includes('euro=exact')`, value))
	if !evaluate[bool](b, `document.activeElement.id === 'exact' && document.querySelector('.step.rounded') === null`) {
		t.Error("the button lost the focus, or the steps are still rounded")
	}
	b.run(chromedp.Reload())
	b.wait(valued)
	if got := amountOf(b.text("#value")); got != fmt.Sprint(value) {
		t.Errorf("from a link to the euro the page shows %s, want %d", got, value)
	}
}

// TestTheChartIsOfTheValueInEuros compares the chart's end and its own sales with the API, and chooses the price level by
// keyboard.
func TestTheChartIsOfTheValueInEuros(t *testing.T) {
	s := openSite(t, fullKey)
	home := s.caseAt(t, demo.CaseOrdinary)
	b := openTab(t, wide, s.at(home), drawnOn())
	b.wait(valued)
	const end = `[...document.querySelectorAll('#chart tbody td:first-of-type')].at(-1).textContent.replace(/\D/g, '')`
	got, err := strconv.ParseFloat(evaluate[string](b, end), 64) // of the middle of the month, and not of the day
	if want, _ := strconv.ParseFloat(b.whole(), 64); err != nil || !(math.Abs(got/want-1) < 0.001) {
		t.Errorf("the chart ends at %.0f, the value is %.0f, %v", got, want, err)
	}
	var sold []string
	if price := gjson.Get(s.ask(t, "/v1/homevalue?"+query(home).Encode()), "data.histTransactionPrice"); price.Int() > 0 {
		sold = append(sold, price.String())
	}
	shown := evaluate[[]string](b, `[...document.querySelectorAll('#chart li')].map((e) => e.textContent.split('€')[1].replace(/\D/g, ''))`)
	if !slices.Equal(shown, sold) || len(sold) == 0 {
		t.Errorf("the chart has the own sales %v, the API %v", shown, sold)
	}
	if !slices.ContainsFunc(evaluate[[]string](b, `window.written`),
		func(text string) bool { return strings.HasPrefix(text, "€") }) {
		t.Error("the chart's axis is not in euros")
	}
	b.run(chromedp.Focus("#inlevels", chromedp.ByQuery), chromedp.KeyEvent("\r"))
	b.wait(`document.querySelector('.chart .key')?.innerText.includes('whole market') && document.activeElement.id === 'inlevels'`)
	if got := evaluate[string](b, end); got != "100" {
		t.Errorf("the price level ends at %s", got)
	}
	b.quiet()
}

// TestTheChartIsReadByPointerAndArrowKeys reads the last month, and the one before it.
func TestTheChartIsReadByPointerAndArrowKeys(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued)
	rows := evaluate[[]string](b, `[...document.querySelectorAll('#chart tbody tr')].map((e) => e.innerText.replace(/\s+/g, ' '))`)
	b.run(chromedp.Focus("#chart .u-over", chromedp.ByQuery))
	b.press(kb.End, 1)
	read := func() string { return strings.Join(strings.Fields(b.text("#chart .readout")), " ") }
	last := read()
	if got := strings.Replace(last, ": ", " ", 1); got != rows[len(rows)-1] {
		t.Errorf("the last month reads %q, the table %q", got, rows[len(rows)-1])
	}
	b.press(kb.ArrowLeft, 1)
	b.press(kb.ArrowRight, 1)
	if got := read(); got != last {
		t.Errorf("there and back reads %q, it was %q", got, last)
	}
	b.press(kb.ArrowLeft, 13)
	if got := read(); got == last || !strings.Contains(got, "€") {
		t.Errorf("thirteen months before reads %q", got)
	}
	b.run(input.DispatchMouseEvent(input.MouseMoved, b.middle("#chart .u-over").X, b.middle("#chart .u-over").Y))
	if got := read(); got == last || !strings.Contains(got, "€") {
		t.Errorf("below the pointer is %q", got)
	}
	b.quiet()
}
