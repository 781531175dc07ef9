// Visits of the page from beginning to end, by mouse, keyboard and finger, over slow links and in several time zones; and
// what the page removes of a home when the next answer is a refusal.

package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/demo"
)

// write types a text into the focused element, key by key.
func (b *tab) write(text string) {
	b.t.Helper()
	b.run(chromedp.KeyEvent(text))
}

// spell is an address as a user types it.
func spell(a gevel.Address) string {
	return strings.TrimSuffix(fmt.Sprintf("%s %d%s %s", a.Street, a.HouseNumber, a.HouseLetter, a.HouseNumberExt), " ")
}

// TestAVisit searches a home, changes it, goes back to it as it is, and looks at the accuracy.
func TestAVisit(t *testing.T) {
	for _, tt := range []struct {
		name, zone string
		window     size
		more       []chromedp.Action
		press      func(*tab, string)
	}{
		{"mouse in UTC", "UTC", wide, nil, func(b *tab, selector string) { b.run(chromedp.Click(selector, chromedp.ByQuery)) }},
		{"keyboard on a slow link", dutch, wide, []chromedp.Action{slowLink()}, func(b *tab, selector string) {
			b.run(chromedp.Focus(selector, chromedp.ByQuery))
			b.press(kb.Enter, 1)
		}},
		{"finger on a slow link", dutch, phone, []chromedp.Action{slowLink(), finger()}, (*tab).tap},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := openSite(t, fullKey)
			b := openTab(t, tt.window, s.server.URL+"/", append(tt.more, emulation.SetTimezoneOverride(tt.zone))...)
			b.wait(`document.querySelector('.start .figures a') !== null`)
			b.slash()
			b.wait(`document.activeElement.id === 'query'`)
			b.write(spell(s.caseAt(t, demo.CaseOrdinary)))
			b.press(kb.Enter, 1)
			b.wait(valued)
			s.agrees(t, b)
			before := b.whole()
			b.run(chromedp.Focus(slider, chromedp.ByQuery))
			b.press(kb.PageUp, 1)
			b.wait(fmt.Sprintf(`%s && %s !== %q`, valued, valueOf, before))
			s.agrees(t, b)
			tt.press(b, "#undo")
			b.wait(fmt.Sprintf(`%s && %s === %q`, valued, valueOf, before))
			tt.press(b, "#exact")
			b.wait(fmt.Sprintf(`document.querySelector('#value').textContent.replace(/\D/g, '') === %q`, before))
			tt.press(b, "#menu a")
			b.wait(`document.querySelector('#accuracy table') !== null`)
			b.quiet()
		})
	}
}

// TestTypingOnASlowLinkLeavesTheAnswer goes on typing while the answers to earlier keys are on their way.
func TestTypingOnASlowLinkLeavesTheAnswer(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)), slowLink())
	b.wait(valued + " && " + drawn)
	if took := evaluate[float64](b, `performance.getEntriesByType('resource').find((e) => e.name.includes('/v1/homevalue/explanation')).duration`); took < 150 {
		t.Errorf("the link is not slow: a value came in %.0f ms", took)
	}
	b.run(chromedp.Evaluate(noted, nil))
	b.slash()
	home := s.caseAt(t, demo.CaseGroundFloor)
	for _, key := range spell(home) {
		b.write(string(key))
		b.wait(`true`) // one turn of the browser, as between a quick typist's keys
	}
	b.wait(fmt.Sprintf(`document.querySelector('#found-0')?.textContent.startsWith(%q)`,
		fmt.Sprintf("%s %d", home.Street, home.HouseNumber)))
	b.undisturbed()
	b.press(kb.Enter, 1)
	b.wait(fmt.Sprintf(`%s && document.title.includes(%q)`, valued, fmt.Sprintf("%s %d", home.Street, home.HouseNumber)))
	b.quiet()
}

// TestAnAnswerThatIsNoLongerWantedIsNoFault ends requests in the middle of their bodies.
func TestAnAnswerThatIsNoLongerWantedIsNoFault(t *testing.T) {
	begun := make(chan string, 100)
	s := openSiteBehind(t, fullKey, func(service http.Handler) http.Handler {
		return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
			text := r.URL.Query().Get("query") + r.URL.Query().Get("useSurface")
			if text != "half" && text != "141" {
				service.ServeHTTP(out, r)
				return
			}
			out.Header().Set("Content-Type", "application/json")
			fmt.Fprint(out, `{"data": {"homes": [`)
			_ = http.NewResponseController(out).Flush()
			begun <- text
			<-r.Context().Done()
		})
	})
	home := s.caseAt(t, demo.CaseOrdinary)
	q := query(home)
	q.Set("useSurface", "140")
	b := openTab(t, wide, s.server.URL+"/#/?"+q.Encode())
	b.wait(valued)
	b.run(chromedp.Evaluate(noted, nil), chromedp.Focus(slider, chromedp.ByQuery))
	b.press(kb.ArrowRight, 1)
	waitFor(t, begun, "141")
	b.press(kb.ArrowRight, 1)
	b.wait(valued + ` && location.hash.includes('useSurface=142')`)
	s.agrees(t, b)
	b.slash()
	b.write("half")
	waitFor(t, begun, "half")
	b.write(" " + home.Street)
	b.wait(`!document.querySelector('.found.note').hidden || !document.querySelector('#found').hidden`)
	b.undisturbed()
	b.quiet()
}

// waitFor waits for a text from a channel.
func waitFor(t *testing.T, from <-chan string, text string) {
	t.Helper()
	late := time.After(patience)
	for {
		select {
		case got := <-from:
			if got == text {
				return
			}
		case <-late:
			t.Fatalf("%s was never asked", text)
		}
	}
}

// TestEnterTakesOnlyTheHomeThatIsMeant types texts that fit several homes, and texts that fit one.
func TestEnterTakesOnlyTheHomeThatIsMeant(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued + " && " + drawn)
	several := s.caseAt(t, demo.CaseGroundFloor)
	for _, of := range []struct{ text, offered string }{
		{fmt.Sprintf("%s %d", several.PostalCode, several.HouseNumber), string(several.PostalCode)},
		{several.Street, several.Street + " "}, // more than one place: the text itself, and that there are more
	} {
		text := of.text
		b.slash()
		b.write(text)
		b.press(kb.Enter, 1)
		b.wait(fmt.Sprintf(`document.querySelectorAll('.offer .chip').length > 1 && document.querySelector('.offer p').textContent.includes(%q)
			&& document.querySelector('#query').value === %q`, of.offered, text))
		b.leftNothing(t, text)
	}
	b.run(chromedp.NavigateBack())
	b.wait(fmt.Sprintf(`document.querySelector('.offer p')?.textContent.includes(%q)`, several.PostalCode))
	b.press(kb.Tab, 1) // the focus was on the content, whose first button is the first home
	b.wait(`document.activeElement.classList.contains('chip')`)
	b.press(kb.Enter, 1)
	b.wait(valued)
	if hash := evaluate[string](b, `location.hash`); strings.Contains(hash, "query=") ||
		!strings.Contains(hash, "postalCode="+string(several.PostalCode)) {
		t.Errorf("the address of the page is %s", hash)
	}
	b.slash()
	b.write(spell(several))
	b.press(kb.Enter, 1)
	b.wait(fmt.Sprintf(`%s && location.hash.includes('houseNumberExt=%s')`, valued, several.HouseNumberExt))
	b.quiet()
}

// leftNothing checks that the page shows no home.
func (b *tab) leftNothing(t *testing.T, what string) {
	t.Helper()
	if n := evaluate[int](b, `document.querySelectorAll('#map .pin, #map .price:not(.offered), #value, #chart canvas').length`); n != 0 {
		t.Errorf("%s: %d parts of the home before are still there", what, n)
	}
	if title := evaluate[string](b, `document.title`); strings.Contains(title, "€") {
		t.Errorf("%s: the title is still %q", what, title)
	}
}

func TestARefusalLeavesNothingOfTheHomeBefore(t *testing.T) {
	s := openSite(t, fullKey)
	for _, name := range []string{demo.CaseShop, demo.CaseRemote, demo.CaseAmbiguous} {
		b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
		b.wait(valued + " && " + drawn)
		next := s.caseAt(t, name)
		if name == demo.CaseAmbiguous {
			next.HouseLetter, next.HouseNumberExt = "", ""
		}
		b.run(chromedp.Evaluate(fmt.Sprintf(`location.hash = %q`, "#/?"+query(next).Encode()), nil))
		b.wait(`document.querySelector('.notice') !== null`)
		b.leftNothing(t, name)
		want := strings.TrimSpace(fmt.Sprintf("%s %d", next.PostalCode, next.HouseNumber))
		if got := evaluate[string](b, `document.querySelector('#query').value`); !strings.HasPrefix(got, want) {
			t.Errorf("%s: the search box says %q, want %q", name, got, want)
		}
	}
}

// TestAFormStandsWhereItsChangeIsRefused moves a slider until the home has no value, and back.
func TestAFormStandsWhereItsChangeIsRefused(t *testing.T) {
	s := openSiteBehind(t, fullKey, func(service http.Handler) http.Handler {
		return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
			if surface, err := strconv.Atoi(r.URL.Query().Get("useSurface")); err != nil || surface < 200 {
				service.ServeHTTP(out, r)
				return
			}
			out.WriteHeader(http.StatusNotFound)
			fmt.Fprint(out, `{"error": {"code": 404, "message": "too large", "errors": [{"reason": "outside_model", "message": ""}]}}`)
		})
	})
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued + " && " + drawn)
	before := b.whole()
	b.run(hold(slider), chromedp.Focus(slider, chromedp.ByQuery))
	b.press(kb.End, 1)
	b.wait(`document.querySelector('.notice[data-reason]') !== null`)
	b.leftNothing(t, "too large a surface")
	if !evaluate[bool](b, same) {
		t.Error("the slider went with the answer")
	}
	b.slide("useSurface", 198)
	b.wait(valued)
	if !evaluate[bool](b, same) {
		t.Error("the slider went with the notice")
	}
	s.agrees(t, b)
	b.run(chromedp.Click("#undo", chromedp.ByQuery))
	b.wait(fmt.Sprintf(`%s && %s === %q`, valued, valueOf, before))
}

func TestASlashSelectsTheOldText(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued)
	b.run(chromedp.Focus(slider, chromedp.ByQuery))
	b.slash()
	b.write("kade")
	if got := evaluate[string](b, `document.querySelector('#query').value`); got != "kade" {
		t.Errorf("over the old text %q is written", got)
	}
}

// TestWhatIfDrawsChartAndMapAnew changes the house type, which both depend on.
func TestWhatIfDrawsChartAndMapAnew(t *testing.T) {
	var mu sync.Mutex
	var asked []url.Values
	s := openSiteBehind(t, fullKey, func(service http.Handler) http.Handler {
		return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/page/index" {
				mu.Lock()
				asked = append(asked, r.URL.Query())
				mu.Unlock()
			}
			service.ServeHTTP(out, r)
		})
	})
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued + " && " + drawn)
	const marks = `[...document.querySelectorAll('#map .price')].map((e) => e.textContent).join()`
	line, marked := b.text(".chart .key"), evaluate[string](b, marks)
	b.run(chromedp.Focus("#what-buildType", chromedp.ByQuery))
	b.write("Detached")
	b.wait(fmt.Sprintf(`document.querySelector('.chart .key')?.innerText !== %q && !document.querySelector('#chart').hasAttribute('aria-busy')`, line))
	if now := evaluate[string](b, marks); now == marked {
		t.Errorf("the references on the map are still %s", now)
	}
	if shown := b.text(".chart .key"); !strings.Contains(shown, "detached") {
		t.Errorf("the chart is of %q", shown)
	}
	mu.Lock()
	defer mu.Unlock()
	if n := len(asked); n != 2 || asked[n-1].Get("buildType") != "Vrijstaande woning" {
		t.Errorf("the index was asked for %v", asked)
	}
}

// TestTheQuestionLeavesEarly counts what a browser has asked for before it asks for the value.
func TestTheQuestionLeavesEarly(t *testing.T) {
	s := openSite(t, "")
	b := openTab(t, phone, s.at(s.caseAt(t, demo.CaseOrdinary)),
		atFirst(fmt.Sprintf(`sessionStorage.setItem('gevel-key', %q)`, fullKey)), slowLink())
	b.wait(valued)
	b.mu.Lock()
	defer b.mu.Unlock()
	first := slices.IndexFunc(b.asked, func(address string) bool { return strings.Contains(address, "/v1/homevalue/explanation") })
	const most = 4 // the page, its styles, its script and its font
	if first < 0 || first > most {
		t.Errorf("the question is request %d of %q", first+1, b.asked)
	}
	for _, address := range b.asked[:max(first, 0)] {
		if strings.Contains(address, "vendored/") && !strings.Contains(address, "inter") {
			t.Errorf("the question waits for %s", address)
		}
	}
}
