// The page on a phone: touch targets are as large as a finger, and tables fit.

package web_test

import (
	"slices"
	"testing"

	"github.com/chromedp/cdproto/input"

	"github.com/gevel/gevel/internal/offline/demo"
)

// small lists the touch targets smaller than 44 by 44 pixels, except links within a sentence. A label or a larger parent
// that takes the touch counts.
const small = `(() => {
	const least = 44 - 0.5;
	const sizeOf = (e) => {
		const r = e.getBoundingClientRect(), more = getComputedStyle(e, '::before');
		const inset = more.position === 'absolute' ? [parseFloat(more.top), parseFloat(more.left)] : [0, 0];
		return [r.width - 2 * Math.min(0, inset[1] || 0), r.height - 2 * Math.min(0, inset[0] || 0)];
	};
	return [...document.querySelectorAll('a[href], button, input, select, summary, [role=option]')]
		.filter((e) => e.checkVisibility({visibilityProperty: true}) && !e.closest('.visually-hidden, .skip, .maplibregl-ctrl-attrib-inner'))
		.filter((e) => { const [w, h] = sizeOf(e); return w < least || h < least; })
		.map((e) => e.outerHTML.slice(0, 90) + ' ' + sizeOf(e).map(Math.round));
})()`

func TestWhatIsPressedIsAsLargeAsAFinger(t *testing.T) {
	s := openSite(t, fullKey)
	home := s.at(s.caseAt(t, demo.CaseOrdinary))
	several := s.caseAt(t, demo.CaseGroundFloor)
	for name, view := range map[string]struct{ address, ready string }{
		"start":        {s.server.URL + "/", `document.querySelector('.start .figures a') !== null`},
		"home":         {home + "&useSurface=120&open=comparables", valued + " && " + foldedOut + " && " + drawn},
		"the accuracy": {s.server.URL + "/#/accuracy", `document.querySelector('#accuracy table') !== null`},
		"a choice":     {s.server.URL + "/#/?query=" + string(several.PostalCode), `document.querySelectorAll('.chip').length > 1`},
	} {
		b := openTab(t, phone, view.address, finger())
		b.wait(view.ready)
		for _, found := range evaluate[[]string](b, small) {
			t.Errorf("%s: %s", name, found)
		}
	}
}

// TestComparablesAreCardsOnAPhone checks that each figure of a comparable is visible with its name.
func TestComparablesAreCardsOnAPhone(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, phone, s.at(s.caseAt(t, demo.CaseOrdinary))+"&open=comparables", finger())
	b.wait(valued + " && " + foldedOut)
	if over := evaluate[int](b, `(() => { const e = document.querySelector('.comparables .scroll'); return Math.max(e.scrollWidth - e.clientWidth, document.documentElement.scrollWidth - 390); })()`); over > 0 {
		t.Errorf("the comparables are %d pixels wider than the phone", over)
	}
	names := evaluate[[]string](b, `[...document.querySelectorAll('.comparables .sale')[0].querySelectorAll('td:not(.none)')].map((e) => getComputedStyle(e, '::before').content)`)
	for _, want := range []string{`"Price paid"`, `"Indexed price"`, `"Adjusted price"`, `"Distance"`, `"Likeness (of 100)"`, `"Weight"`, `"Use surface"`} {
		if !slices.Contains(names, want) {
			t.Errorf("the figures are called %q, without %s", names, want)
		}
	}
	for _, tall := range evaluate[[]bool](b, `[...document.querySelectorAll('.comparables .sale td.none')].map((e) => e.checkVisibility())`) {
		if tall {
			t.Error("a card has an empty line")
		}
	}
}

// TestAFingerOnTheMapMovesThePage draws one finger over the map, which moves with two.
func TestAFingerOnTheMapMovesThePage(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, phone, s.at(s.caseAt(t, demo.CaseOrdinary)), finger())
	b.wait(valued + " && " + drawn)
	middle := b.middle("#map")
	before := evaluate[float64](b, `window.scrollY`)
	b.run(touch(input.TouchStart, middle))
	for y := range 16 {
		b.run(touch(input.TouchMove, point{middle.X, middle.Y + float64(10*y)}))
	}
	b.run(touch(input.TouchEnd))
	if moved := before - evaluate[float64](b, `window.scrollY`); moved < 100 {
		t.Errorf("150 pixels of a finger over the map moved the page by %v", moved)
	}
}
