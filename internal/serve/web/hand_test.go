// Input by mouse, keyboard and finger as real events of the browser, and a slow link.

package web_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/tidwall/gjson"

	"github.com/gevel/gevel/internal/offline/demo"
)

// slowLink is a phone's link in the country: 1.6 Mbit/s, and 150 ms for each answer.
func slowLink() chromedp.Action {
	const bytesPerSecond = 1_600_000 / 8
	link := network.Conditions{Latency: 150, DownloadThroughput: bytesPerSecond, UploadThroughput: bytesPerSecond}
	return chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := network.EmulateNetworkConditionsByRule([]*network.Conditions{&link}).Do(ctx)
		return err
	})
}

// finger turns on touch input.
func finger() chromedp.Action { return emulation.SetTouchEmulationEnabled(true) }

// point is a place in the window, CSS pixels.
type point struct{ X, Y float64 }

func (p point) towards(q point, share float64) point {
	return point{p.X + share*(q.X-p.X), p.Y + share*(q.Y-p.Y)}
}

// middle scrolls an element into view and returns its centre.
func (b *tab) middle(selector string) point {
	b.t.Helper()
	return evaluate[point](b, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.scrollIntoView({block: 'center'});
		const r = e.getBoundingClientRect();
		return {X: r.x + r.width / 2, Y: r.y + r.height / 2};
	})()`, selector))
}

// thumb scrolls a slider into view and returns the positions of its thumb and its right end.
func (b *tab) thumb(selector string) (thumb, end point) {
	b.t.Helper()
	middle := b.middle(selector)
	at := evaluate[[]float64](b, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q), r = e.getBoundingClientRect(), half = 8;
		return [r.x + half + (e.value - e.min) / (e.max - e.min) * (r.width - 2 * half), r.right - half];
	})()`, selector))
	return point{at[0], middle.Y}, point{at[1], middle.Y}
}

// tap touches an element.
func (b *tab) tap(selector string) {
	b.t.Helper()
	at := b.middle(selector)
	b.run(touch(input.TouchStart, at), touch(input.TouchEnd))
}

func touch(kind input.TouchType, at ...point) chromedp.Action {
	points := []*input.TouchPoint{}
	for _, p := range at {
		points = append(points, &input.TouchPoint{X: p.X, Y: p.Y})
	}
	return input.DispatchTouchEvent(kind, points)
}

// mouse moves the mouse, or presses or releases its left button.
func mouse(kind input.MouseType, at point) chromedp.Action {
	event := input.DispatchMouseEvent(kind, at.X, at.Y).WithButton(input.Left).WithClickCount(1)
	if kind == input.MouseMoved {
		event = event.WithButtons(1)
	}
	return event
}

// press presses a key several times.
func (b *tab) press(key string, times int) {
	b.t.Helper()
	b.run(chromedp.ActionFunc(func(ctx context.Context) error {
		for range times {
			if err := chromedp.KeyEvent(key).Do(ctx); err != nil {
				return err
			}
		}
		return nil
	}))
}

// click clicks an element once it rests: what comes in above it may still move it.
func (b *tab) click(selector string) {
	b.t.Helper()
	b.wait(fmt.Sprintf(`(async () => {
		const at = () => JSON.stringify(document.querySelector(%q)?.getBoundingClientRect());
		const frame = () => new Promise(requestAnimationFrame);
		const before = at();
		await frame();
		await frame();
		return before !== undefined && at() === before;
	})()`, selector))
	b.run(chromedp.Click(selector, chromedp.ByQuery))
}

// slash presses the shortcut of the search box as one event with its text. The page cancels it, so nothing is typed.
func (b *tab) slash() {
	b.t.Helper()
	const code = 191
	b.run(input.DispatchKeyEvent(input.KeyDown).WithKey("/").WithCode("Slash").WithText("/").WithWindowsVirtualKeyCode(code),
		input.DispatchKeyEvent(input.KeyUp).WithKey("/").WithCode("Slash").WithWindowsVirtualKeyCode(code))
	b.wait(`document.activeElement.id === 'query'`)
}

// slide moves the slider of a parameter by keyboard.
func (b *tab) slide(parameter string, to int) {
	b.t.Helper()
	selector := "#what-" + parameter
	b.run(chromedp.Focus(selector, chromedp.ByQuery))
	by := to - evaluate[int](b, fmt.Sprintf(`Number(document.querySelector(%q).value)`, selector))
	if by < 0 {
		b.press(kb.ArrowLeft, -by)
	} else {
		b.press(kb.ArrowRight, by)
	}
	b.wait(fmt.Sprintf(`Number(document.querySelector(%q).value) === %d`, selector, to))
}

// valueOf is the shown value, to the euro.
const valueOf = `document.querySelector('#value')?.value`

// whole returns the value as the page knows it, to the euro.
func (b *tab) whole() string {
	b.t.Helper()
	return evaluate[string](b, valueOf)
}

// noted records every notice that the page shows instead of an answer or above one.
const noted = `(() => {
	window.notices = [];
	new MutationObserver(() => {
		const notice = document.querySelector('#sheet .notice, #sheet .busy');
		if (notice) window.notices.push(notice.textContent);
	}).observe(document.querySelector('#sheet'), {childList: true, subtree: true});
})()`

// undisturbed checks that the page showed an answer all the time.
func (b *tab) undisturbed() {
	b.t.Helper()
	if said := evaluate[[]string](b, `window.notices`); len(said) > 0 {
		b.t.Errorf("instead of an answer the page said %q", said)
	}
}

// same is true while the element that a test remembers is still in the page under its id, and has kept the focus if it had it.
const same = `(() => {
	window.focused ||= document.activeElement === window.held;
	return document.getElementById(window.held.id) === window.held && (!window.focused || document.activeElement === window.held);
})()`

func hold(selector string) chromedp.Action {
	return chromedp.Evaluate(fmt.Sprintf(`window.held = document.querySelector(%q)`, selector), nil)
}

// slider is the slider that tests move.
const slider = "#what-useSurface"

// follows checks that each step of a slider has its own answer, and that the slider stays in the user's hand.
func (b *tab) follows(steps int, step func(i int)) {
	b.t.Helper()
	for i := range steps {
		b.wait(same)
		before, at := b.whole(), evaluate[string](b, `window.held.value`)
		step(i)
		b.wait(fmt.Sprintf(`window.held.value !== %q && %s !== undefined && %s !== %q && !document.querySelector('#sheet').hasAttribute('aria-busy')`, at, valueOf, valueOf, before))
		if !evaluate[bool](b, same) {
			b.t.Fatalf("step %d: the slider is gone, the focus is on %s", i,
				evaluate[string](b, `document.activeElement.outerHTML.slice(0, 80)`))
		}
	}
}

func TestASliderFollowsTheMouse(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued)
	b.run(chromedp.Evaluate(noted, nil), hold(slider))
	from, to := b.thumb(slider)
	b.run(mouse(input.MousePressed, from))
	const steps = 5
	b.follows(steps, func(i int) { b.run(mouse(input.MouseMoved, from.towards(to, 0.08*float64(i+1)))) })
	b.run(mouse(input.MouseReleased, from.towards(to, 0.08*steps)))
	s.agrees(t, b)
	b.undisturbed()
	b.quiet()
}

func TestASliderFollowsTheKeyboard(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)), slowLink())
	b.wait(valued)
	b.run(chromedp.Evaluate(noted, nil), hold(slider), chromedp.Focus(slider, chromedp.ByQuery))
	b.follows(5, func(int) { b.press(kb.ArrowRight, 3) })
	s.agrees(t, b)
	b.undisturbed()
	b.quiet()
}

// TestALateAnswerLeavesTheSlider keeps a key down while answers to earlier steps arrive.
func TestALateAnswerLeavesTheSlider(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued)
	for _, to := range []int{300, 60} {
		b.slide("useSurface", to)
	}
	b.quiet()
}

func TestASliderFollowsAFinger(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, phone, s.at(s.caseAt(t, demo.CaseOrdinary)), finger(), slowLink())
	b.wait(valued)
	b.run(chromedp.Evaluate(noted, nil), hold(slider))
	from, to := b.thumb(slider)
	b.run(touch(input.TouchStart, from))
	const steps = 4
	b.follows(steps, func(i int) { b.run(touch(input.TouchMove, from.towards(to, 0.1*float64(i+1)))) })
	b.run(touch(input.TouchEnd))
	s.agrees(t, b)
	b.undisturbed()
	b.quiet()
}

// agrees compares the shown value with the API's for the inquiry in the page's address.
func (s *site) agrees(t *testing.T, b *tab) {
	t.Helper()
	b.wait(`[...document.querySelectorAll('.control.set input[type=range]')].every((i) => location.hash.includes(i.id.slice(5) + '=' + i.value))`)
	asked := evaluate[string](b, `location.hash.split('?')[1]`)
	if got, want := b.whole(), gjson.Get(s.ask(t, "/v1/homevalue?"+asked), "data.weightedValue").String(); got != want {
		t.Errorf("of %s the page says %s, the API %s", asked, got, want)
	}
}

// TestTheValueStaysInSight moves a slider and picks a comparable far below the headline, on a wide window and a phone.
func TestTheValueStaysInSight(t *testing.T) {
	s := openSite(t, fullKey)
	home := s.caseAt(t, demo.CaseOrdinary)
	const inBar = `document.querySelector('#valuebar:not([hidden]) data')?.value`
	for _, window := range []size{wide, phone} {
		b := openTab(t, window, s.at(home)+"&open=comparables")
		b.wait(valued + " && " + judgable)
		if hidden := evaluate[bool](b, `document.querySelector('#valuebar').hidden`); !hidden {
			t.Error("the bar repeats a value that is in sight")
		}
		b.run(chromedp.Evaluate(`document.querySelector('#whatif').scrollIntoView()`, nil))
		b.wait(inBar + ` !== undefined`)
		at := `document.querySelector('#what-useSurface').getBoundingClientRect().top`
		before := evaluate[float64](b, at)
		b.slide("useSurface", 160)
		b.wait(valued + ` && document.querySelector('#valuebar .change') !== null && document.querySelector('#valuebar data').textContent === document.querySelector('#value').textContent`)
		if after := evaluate[float64](b, at); math.Abs(after-before) >= 1 { // browsers scroll by whole pixels
			t.Errorf("the slider jumped from %v to %v", before, after)
		}
		b.run(chromedp.Focus(".comparables .sale .pick", chromedp.ByQuery))
		b.press(kb.Enter, 1)
		b.wait(`document.activeElement?.matches('.comparables .sale .reason')`)
		b.write("same street")
		b.press(kb.Enter, 1)
		b.wait(fmt.Sprintf(`%s !== undefined && %s === %s && document.querySelector('#valuebar .judged') !== null`,
			sheetValue, inBar, sheetValue))
		if over := evaluate[int](b, `document.documentElement.scrollWidth - window.innerWidth`); over > 0 {
			t.Errorf("the page is %d pixels wider than a window of %d", over, window.width)
		}
		b.run(chromedp.Click("#worksheet-clear", chromedp.ByQuery))
		b.quiet()
	}
}
