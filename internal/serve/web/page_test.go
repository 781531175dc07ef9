// What a user sees and does on the page, in a real browser.

package web_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/tidwall/gjson"

	"github.com/gevel/gevel/internal/offline/demo"
)

// outside is a proxy for all requests beyond this machine, also of workers and of the browser itself. It
// answers none and records each.
var outside struct {
	once   sync.Once
	server *httptest.Server

	mu    sync.Mutex
	asked []string
}

// ownErrands are hosts that Chromium itself contacts.
var ownErrands = []string{
	"accounts.google.com", "android.clients.google.com", "clients2.google.com", "clientservices.googleapis.com",
	"content-autofill.googleapis.com", "optimizationguide-pa.googleapis.com", "redirector.gvt1.com", "safebrowsing.googleapis.com",
	"update.googleapis.com", "www.google.com",
}

func outsideProxy() string {
	outside.once.Do(func() {
		outside.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			outside.mu.Lock()
			if host := r.URL.Hostname(); !slices.Contains(ownErrands, host) {
				outside.asked = append(outside.asked, r.Method+" "+host)
			}
			outside.mu.Unlock()
			w.WriteHeader(http.StatusForbidden)
		}))
	})
	return outside.server.URL
}

func askedOutside() []string {
	outside.mu.Lock()
	defer outside.mu.Unlock()
	return slices.Clone(outside.asked)
}

// valued is true once a value and everything after it is shown.
const valued = `document.querySelector('#value') !== null && document.querySelector('#chart canvas') !== null && !document.querySelector('#sheet').hasAttribute('aria-busy')`

// drawn is true once the map has drawn all its tiles.
const drawn = `document.querySelector('#map').dataset.drawn === 'true'`

// amountOf returns the digits of an amount.
func amountOf(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text)
}

// quiet requires that the page logged no warning or error.
func (b *tab) quiet() {
	b.t.Helper()
	if said := b.console(); len(said) > 0 {
		b.t.Errorf("the console says %q", said)
	}
	if asked := askedOutside(); len(asked) > 0 {
		b.t.Errorf("somebody else was asked: %q", asked)
	}
	for _, url := range b.requests() {
		if !strings.HasPrefix(url, "http://127.0.0.1:") && !strings.HasPrefix(url, "data:") && !strings.HasPrefix(url, "blob:") {
			b.t.Errorf("the page asked for %s", url)
		}
	}
}

// TestSearchLeadsToTheValue types an address, picks the suggestion by keyboard, and compares the page with
// the API.
func TestSearchLeadsToTheValue(t *testing.T) {
	s := openSite(t, fullKey)
	home := s.caseAt(t, demo.CaseOrdinary)
	b := openTab(t, wide, s.server.URL+"/")
	b.wait(`document.querySelector('.start') !== null`)
	b.run(chromedp.SendKeys("#query", fmt.Sprintf("%s %d", strings.ToLower(home.Street), home.HouseNumber), chromedp.ByQuery))
	// Results for the unfinished text come before.
	b.wait(fmt.Sprintf(`document.querySelector('#found-0')?.textContent.startsWith(%q) && document.querySelector('#query').getAttribute('aria-expanded') === 'true'`,
		fmt.Sprintf("%s %d", home.Street, home.HouseNumber)))
	b.run(chromedp.SendKeys("#query", kb.ArrowDown+kb.Enter, chromedp.ByQuery))
	b.wait(valued)
	answer := s.ask(t, "/v1/homevalue?"+query(home).Encode())
	if got, want := b.whole(), gjson.Get(answer, "data.weightedValue").String(); got != want {
		t.Errorf("the page shows %s, the API says %s", got, want)
	}
	b.wait(drawn)
	b.quiet()
}

// TestTheStartLeadsToTheAccuracy compares the share on the start with the API, and follows its link.
func TestTheStartLeadsToTheAccuracy(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.server.URL+"/")
	b.wait(`document.querySelector('.start .figures a') !== null`)
	share := gjson.Get(s.ask(t, "/page/accuracy"), "data.overall.pe10").Float()
	if got, want := evaluate[string](b, `document.querySelector('.start .figures div:has(a) dd').textContent`), fmt.Sprintf("%.0f", share); amountOf(got) != want {
		t.Errorf("the start shows %q, the API says %.1f", got, share)
	}
	b.run(chromedp.Click(".start .figures a", chromedp.ByQuery))
	b.wait(`!document.querySelector('#accuracy').hidden && document.querySelector('#accuracy h1') !== null`)
	b.quiet()
}

// TestStepsAddUpToTheValue adds up the waterfall.
func TestStepsAddUpToTheValue(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued)
	sum := evaluate[int](b, `[...document.querySelectorAll('.waterfall > .step:not(.last, .rounded) .euros, .waterfall > .rest > .step:not(summary) .euros')]
		.reduce((sum, e) => sum + Number(e.textContent.replace('−', '-').replace(/[^0-9-]/g, '')), 0)`)
	if want := b.whole(); fmt.Sprint(sum) != want {
		t.Errorf("the steps add up to %d, the value is %s", sum, want)
	}
	if n := evaluate[int](b, `document.querySelectorAll('.grid')[0].querySelectorAll('.sale').length`); n != 3 {
		t.Errorf("%d references are shown, want 3", n)
	}
}

func TestAmbiguousAddressOffersItsHomes(t *testing.T) {
	s := openSite(t, fullKey)
	home := s.caseAt(t, demo.CaseAmbiguous)
	home.HouseLetter, home.HouseNumberExt = "", ""
	b := openTab(t, wide, s.at(home))
	b.wait(`document.querySelectorAll('.chip').length > 1`)
	b.wait(`document.querySelectorAll('#map button.price').length === document.querySelectorAll('.chip').length`)
	b.run(chromedp.Click("#map button.price", chromedp.ByQuery))
	b.wait(valued)
	if hash := evaluate[string](b, `location.hash`); !strings.Contains(hash, "houseLetter=") &&
		!strings.Contains(hash, "houseNumberExt=") {
		t.Errorf("the address of the page, %s, does not say which home", hash)
	}
}

func TestRefusedHomeIsSaidInWords(t *testing.T) {
	s := openSite(t, fullKey)
	for name, want := range map[string]string{
		demo.CaseShop: "not_residential", demo.CaseRemote: "too_few_references", demo.CaseOutsideModel: "outside_model",
	} {
		b := openTab(t, wide, s.at(s.caseAt(t, name)))
		b.wait(`document.querySelector('.notice[data-reason]') !== null`)
		if got := evaluate[string](b, `document.querySelector('.notice').dataset.reason`); got != want {
			t.Errorf("%s is refused as %s, want %s", name, got, want)
		}
		if text := b.text(".notice"); !strings.Contains(text, "can’t be valued") ||
			!strings.Contains(text, "The service says:") || strings.Contains(text, want) {
			t.Errorf("%s: %q", name, text)
		}
	}
}

// TestWhatTheRegisterLacksCanBeGiven values a home of unknown surface, by a slider.
func TestWhatTheRegisterLacksCanBeGiven(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseUnknownSurface)))
	b.wait(`document.activeElement?.id === 'what-useSurface' && document.querySelector('#what-useSurface.unknown') !== null`)
	if text := b.text(".notice p"); !strings.HasPrefix(text, "Missing in the register: use surface.") {
		t.Errorf("the notice says %q", text)
	}
	if unknown := evaluate[bool](b, `document.querySelector('#what-buildYear').classList.contains('unknown')`); unknown {
		t.Error("the build year that the register knows is shown as unknown")
	}
	b.slide("useSurface", 200)
	b.wait(valued)
}

// TestWhatIfFollowsTheSlider moves the surface, compares the value with the API's, and goes back.
func TestWhatIfFollowsTheSlider(t *testing.T) {
	s := openSite(t, fullKey)
	home := s.caseAt(t, demo.CaseOrdinary)
	b := openTab(t, wide, s.at(home))
	b.wait(valued)
	before := b.whole()
	b.slide("useSurface", 150)
	b.slide("useSurface", 160)
	q := query(home)
	q.Set("useSurface", "160")
	answer := s.ask(t, "/v1/homevalue?"+q.Encode())
	b.wait(fmt.Sprintf(`%s === '%s'`, valueOf, gjson.Get(answer, "data.weightedValue")))
	b.wait(`location.hash.includes('useSurface=160')`)
	b.run(chromedp.Click("#undo", chromedp.ByQuery))
	b.wait(fmt.Sprintf(`%s === %q`, valueOf, before))
	if hidden := evaluate[bool](b, `document.querySelector('#undo').hidden && document.activeElement.id === 'whatif'`); !hidden {
		t.Error("the button that undid all is still there, or took the focus along")
	}
	b.quiet()
}

// TestTheValueDoesNotWaitForTheMap requires that the page asks for the value first.
func TestTheValueDoesNotWaitForTheMap(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued + " && " + drawn)
	asked := b.requests()
	first := func(part string) int {
		return slices.IndexFunc(asked, func(url string) bool { return strings.Contains(url, part) })
	}
	if value, library := first("/v1/homevalue/explanation"), first("/maplibre-gl.mjs"); value < 0 || library < value {
		t.Errorf("the value is asked for in place %d, the map's library in place %d of %q", value, library, asked)
	}
}

// TestMapIsDrawn counts the colours of the map: without tiles it is all paper.
func TestMapIsDrawn(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued)
	b.wait(drawn)
	paper := evaluate[float64](b, `(() => {
		const map = document.querySelector('#map canvas'), copy = new OffscreenCanvas(map.width, map.height), c = copy.getContext('2d');
		c.drawImage(map, 0, 0);
		const p = c.getImageData(0, 0, map.width, map.height).data;
		let same = 0;
		for (let i = 0; i < p.length; i += 4) same += Math.abs(p[i] - 243) + Math.abs(p[i + 1] - 243) + Math.abs(p[i + 2] - 239) < 6;
		return same / (p.length / 4);
	})()`)
	if paper < 0.2 || paper > 0.985 {
		t.Errorf("%.3f of the map is paper; buildings should cover some of it", paper)
	}
	if n := evaluate[int](b, `document.querySelectorAll('#map .price').length`); n != 3 {
		t.Errorf("%d references are on the map, want 3", n)
	}
	b.quiet()
}

func TestPhoneNeedsNoScrollingAside(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, phone, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued)
	if over := evaluate[int](b, fmt.Sprintf(`document.documentElement.scrollWidth - %d`, phone.width)); over > 0 { // innerWidth grows with the page
		t.Errorf("the page is %d pixels wider than the phone", over)
	}
	b.quiet()
}

func TestPrintedPageLeavesOutWhatIsPressed(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued)
	b.run(emulation.SetEmulatedMedia().WithMedia("print"))
	for selector, shown := range map[string]bool{"#value": true, ".waterfall": true, ".grid .sale": true, ".search": false, ".menu": false, ".whatif": false} {
		if got := evaluate[bool](b, fmt.Sprintf(`document.querySelector(%q).checkVisibility()`, selector)); got != shown {
			t.Errorf("%s: shown in print is %v, want %v", selector, got, shown)
		}
	}
	pdf := b.print()
	if !strings.HasPrefix(string(pdf), "%PDF-") || strings.Count(string(pdf), "/Type /Page\n") > 6 {
		t.Errorf("the print has %d bytes and %d pages", len(pdf), strings.Count(string(pdf), "/Type /Page\n"))
	}
}

func TestKeyIsAskedOnceAndKeptForTheSession(t *testing.T) {
	s := openSite(t, "")
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(`document.querySelector('dialog[open] #key') !== null`)
	b.run(chromedp.SendKeys("#key", "no-such-key"+kb.Enter, chromedp.ByQuery))
	b.wait(`document.querySelector('dialog[open] .problem') !== null`)
	b.run(chromedp.SendKeys("#key", fullKey+kb.Enter, chromedp.ByQuery))
	b.wait(valued)
	b.run(chromedp.Reload())
	b.wait(valued)
	if kept := evaluate[int](b, `localStorage.length + document.cookie.length`); kept != 0 {
		t.Error("the key outlives the session")
	}
}

// TestAPageWithoutStorageKeepsItsKey blocks what a browser may keep, as one does that refuses cookies.
func TestAPageWithoutStorageKeepsItsKey(t *testing.T) {
	s := openSite(t, "")
	blocked := `for (const name of ['sessionStorage', 'localStorage']) Object.defineProperty(window, name, {
		get() { throw new DOMException('The operation is insecure.', 'SecurityError'); } })`
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary))+"&open=comparables", atFirst(blocked))
	b.wait(`document.querySelector('dialog[open] #key') !== null`)
	b.run(chromedp.SendKeys("#key", fullKey+kb.Enter, chromedp.ByQuery))
	b.wait(valued + " && " + judgable)
	b.run(chromedp.Focus(".comparables .sale .pick", chromedp.ByQuery))
	b.press(kb.Enter, 1)
	b.wait(`document.activeElement?.matches('.comparables .sale .reason')`)
	b.write("same street")
	b.press(kb.Enter, 1)
	b.wait(sheetValue + ` !== undefined`)
	b.quiet()
}

// TestADraggedSliderMovesTheAddressSeldom moves a slider 120 times, where browsers refuse a hundredth change of an address.
func TestADraggedSliderMovesTheAddressSeldom(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)), atFirst(`const replace = History.prototype.replaceState;
		window.replaced = 0;
		History.prototype.replaceState = function (...given) {
			if (++window.replaced > 100) throw new DOMException('too often', 'SecurityError');
			return replace.apply(this, given);
		};`))
	b.wait(valued)
	b.run(chromedp.Focus(slider, chromedp.ByQuery))
	b.press(kb.ArrowRight, 120)
	surface := evaluate[string](b, fmt.Sprintf(`document.querySelector(%q).value`, slider))
	b.wait(fmt.Sprintf(`%s && location.hash.includes('useSurface=%s')`, valued, surface))
	s.agrees(t, b)
	b.quiet()
}

// TestAKeyThatIsNotGivenIsSaidToBeWrong closes the dialog for a key without entering one.
func TestAKeyThatIsNotGivenIsSaidToBeWrong(t *testing.T) {
	s := openSite(t, "")
	b := openTab(t, wide, s.server.URL+"/")
	b.wait(`document.querySelector('dialog[open] #key') !== null`)
	b.run(chromedp.SendKeys("#key", "no-such-key"+kb.Enter, chromedp.ByQuery))
	b.wait(`document.querySelector('dialog[open] .problem') !== null`)
	b.run(chromedp.Click(`dialog button[value="cancel"]`, chromedp.ByQuery))
	b.wait(`document.querySelector('.notice button') !== null`)
	b.run(chromedp.Click(".notice button", chromedp.ByQuery))
	b.wait(`document.querySelector('dialog[open] #key') !== null`)
}

// TestWhatComesTooSoonIsAskedAgain moves a slider and the map faster than the key's rate: nothing is lost.
func TestWhatComesTooSoonIsAskedAgain(t *testing.T) {
	s := openSiteBehind(t, fullKey, tooSoon)
	home := s.caseAt(t, demo.CaseOrdinary)
	b := openTab(t, wide, s.at(home))
	b.wait(valued)
	b.slide("useSurface", 160)
	q := query(home)
	q.Set("useSurface", "160")
	b.wait(`document.querySelector('.notice') !== null || location.hash.includes('useSurface=160') && ` + valued)
	answer := s.ask(t, "/v1/homevalue?"+q.Encode())
	b.wait(fmt.Sprintf(`%s === '%s'`, valueOf, gjson.Get(answer, "data.weightedValue")))
	b.wait(drawn)
	if b.statusSeen(http.StatusTooManyRequests) == 0 {
		t.Error("no question came too soon, so that nothing was tried")
	}
	if failed := evaluate[bool](b, `document.querySelector('#map').dataset.failed !== undefined`); failed {
		t.Error("a part of the map was given up")
	}
}

// TestPrintedMapShowsTheHome prints from a wide window, whose map has no shape for paper.
func TestPrintedMapShowsTheHome(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued + " && " + drawn)
	b.run(chromedp.Evaluate(`window.addEventListener('beforeprint', () => {
		const map = document.querySelector('#map').getBoundingClientRect();
		window.printed = [...document.querySelectorAll('#map .pin, #map .price')].map((mark) => {
			const at = mark.getBoundingClientRect();
			return at.left >= map.left && at.right <= map.right && at.top >= map.top && at.bottom <= map.bottom;
		});
		window.printedSize = [map.width, map.height];
	})`, nil))
	printed := b.print()
	if got := evaluate[[]bool](b, `window.printed`); len(got) != 4 || slices.Contains(got, false) {
		t.Errorf("the home and its references lie within the printed map: %v", got)
	}
	if size := evaluate[[]float64](b, `window.printedSize`); size[0] > 690 || size[1] > 320 {
		t.Errorf("the printed map is %v, more than a page is wide", size)
	}
	b.wait(`document.querySelector('#map').getBoundingClientRect().height > 700 && ` + drawn)
	b.run(chromedp.Evaluate(`(() => { const s = new CSSStyleSheet(); s.replaceSync('#map canvas { visibility: hidden }'); document.adoptedStyleSheets = [s]; })()`, nil))
	if blank := b.print(); len(printed) < len(blank)+10_000 {
		t.Errorf("the print has %d bytes, without what the map draws %d", len(printed), len(blank))
	}
}

var pageOfPDF = regexp.MustCompile(`/Type /Page\b`)

// TestTheReportPrintsOnFourPages prints the report of a home in both languages.
func TestTheReportPrintsOnFourPages(t *testing.T) {
	s := openSite(t, fullKey)
	for _, language := range []string{"en", "nl"} {
		parameters := query(s.caseAt(t, demo.CaseOrdinary))
		parameters.Set("language", language)
		report := s.ask(t, "/page/report?"+parameters.Encode())
		alone := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = io.WriteString(w, report)
		}))
		defer alone.Close()
		b := openTab(t, wide, alone.URL)
		if n := len(pageOfPDF.FindAll(b.print(), -1)); n < 3 || n > 4 {
			t.Errorf("in %s it has %d pages", language, n)
		}
		for _, apart := range []string{"€ ", "- €", " %"} {
			if text := b.text("main"); strings.Contains(text, apart) {
				t.Errorf("in %s it says %q, which a line may part", language, apart)
			}
		}
	}
}

// print returns the page as PDF.
func (b *tab) print() (pdf []byte) {
	b.t.Helper()
	b.run(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		pdf, _, err = page.PrintToPDF().WithPreferCSSPageSize(true).WithPrintBackground(true).Do(ctx)
		return err
	}))
	return pdf
}

// TestKeyOfTheMapIsOfWhatIsSeen looks at areas first, and then at buildings.
func TestKeyOfTheMapIsOfWhatIsSeen(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued + " && " + drawn)
	if key := b.text(".mapkey"); !strings.Contains(key, "build year") {
		t.Errorf("among buildings the key of the map says %q", key)
	}
	for range 5 {
		b.run(chromedp.Click(".maplibregl-ctrl-zoom-out", chromedp.ByQuery))
	}
	// The key says "not known" until the first tile of areas is there.
	b.wait(`/Price change in a year.*[+−][0-9.]+\u{a0}%/su.test(document.querySelector('.mapkey').textContent)`)
	if key := b.text(".mapkey"); strings.Contains(key, "build year") {
		t.Errorf("among areas the key of the map says %q", key)
	}
}

func TestColoursAreNamedOnAPhone(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, phone, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued + " && " + drawn)
	const named = `[...document.querySelectorAll('.mapkey li')].filter((e) => getComputedStyle(e).fontSize !== '0px').map((e) => e.textContent)`
	if ends := evaluate[[]string](b, named); len(ends) != 2 || ends[0] != "before 1906" || ends[1] != "since 2006" {
		t.Errorf("of the periods %q are named", ends)
	}
	b.run(chromedp.Evaluate(`document.querySelectorAll('.mapkey .choice button')[1].click()`, nil))
	if types := evaluate[[]string](b, named); len(types) != 6 {
		t.Errorf("of the house types %q are named", types)
	}
	if over := evaluate[float64](b, `document.querySelector('.mapkey').getBoundingClientRect().right - document.querySelector('.maplibregl-ctrl-attrib').getBoundingClientRect().left`); over > 0 {
		t.Errorf("the key lies over who made the map, by %v pixels", over)
	}
}

func TestKeyOfAnotherScopeIsRefusedInWords(t *testing.T) {
	s := openSite(t, imagesKey)
	b := openTab(t, wide, s.server.URL+"/")
	b.wait(`document.querySelector('.notice') !== null`)
	if text := b.text(".notice"); !strings.Contains(text, "may not ask this") {
		t.Errorf("a key without the scope is answered %q", text)
	}
}

func TestPageSpeaksDutchAndEnglish(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued)
	b.run(chromedp.Click("#menu button", chromedp.ByQuery))
	b.wait(valued + ` && document.documentElement.lang === 'nl' && document.querySelector('#why').textContent === 'Waarom deze waarde'`)
	if text := b.text(".sureness"); !strings.Contains(text, "Van de 100") && !strings.Contains(text, "Van 100") {
		t.Errorf("in Dutch the page says %q", text)
	}
	if hash := evaluate[string](b, `location.hash`); !strings.Contains(hash, "language=nl") {
		t.Errorf("the address of the page, %s, does not say the language", hash)
	}
}

func TestAccuracyIsAView(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.server.URL+"/page/accuracy#/accuracy?language=nl")
	b.wait(`document.querySelector('#accuracy table') !== null`)
	for _, verdict := range evaluate[[]string](b, `[...document.querySelector('#accuracy table').querySelectorAll('td:last-child')].map((e) => e.textContent)`) {
		if !slices.Contains([]string{"", "nagekomen", "mogelijk nagekomen", "niet nagekomen"}, verdict) {
			t.Errorf("in Dutch the verdict is %q", verdict)
		}
	}
	b.quiet()
}

// TestWhatStandsBesideTheAnswerIsThereAfterTheAccuracy opens the accuracy before photos and index have come,
// and returns.
func TestWhatStandsBesideTheAnswerIsThereAfterTheAccuracy(t *testing.T) {
	late := make(chan struct{})
	s := openSiteBehind(t, fullKey, func(service http.Handler) http.Handler {
		return http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/page/index" || r.URL.Path == "/v1/house-images" {
				<-late
			}
			service.ServeHTTP(out, r)
		})
	})
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(`document.querySelector('#value') !== null`)
	b.run(chromedp.Click("#menu a", chromedp.ByQuery))
	b.wait(`document.querySelector('#accuracy table') !== null`)
	close(late)
	b.run(chromedp.NavigateBack())
	b.wait(`document.querySelector('#chart canvas')?.clientWidth > 300 && document.querySelector('#portrait img') !== null`)
	b.quiet()
}

// TestPageHasNoSeriousFaultForWhoCannotSeeIt runs axe on each view, light and dark.
func TestPageHasNoSeriousFaultForWhoCannotSeeIt(t *testing.T) {
	s := openSite(t, fullKey)
	axe, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatalf("%v; run npm ci in internal/serve/web", err)
	}
	home := s.at(s.caseAt(t, demo.CaseOrdinary))
	for _, view := range []struct {
		name, address, ready string
		window               size
		light                string
	}{
		{"start", s.server.URL + "/", `document.querySelector('.start .figures a') !== null`, wide, "light"},
		{"home", home, valued, wide, "light"},
		{"all comparables", home + "&open=comparables", valued + " && " + foldedOut, wide, "light"},
		{"all comparables on a phone", home + "&open=comparables", valued + " && " + foldedOut, phone, "dark"},
		{"home in the dark", home, valued, wide, "dark"},
		{"home on a phone", home, valued, phone, "light"},
		{"accuracy", s.server.URL + "/#/accuracy", `document.querySelector('#accuracy table') !== null`, wide, "dark"},
	} {
		b := openTab(t, view.window, view.address, emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: view.light}, {Name: "prefers-reduced-motion", Value: "reduce"},
		}))
		b.wait(view.ready)
		b.run(chromedp.Evaluate(string(axe), nil))
		faults := evaluate[[]string](b, `axe.run(document, {resultTypes: ['violations']}).then((r) => r.violations
			.filter((v) => v.impact === 'serious' || v.impact === 'critical')
			.map((v) => v.id + ': ' + v.help + ': ' + v.nodes.map((n) => n.html.slice(0, 160)).join(' | ')))`)
		for _, fault := range faults {
			t.Errorf("%s: %s", view.name, fault)
		}
	}
}

// TestTheStartOffersHomesToTry takes the first, empties the box after nothing was found, and visits a path that there is not.
func TestTheStartOffersHomesToTry(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.server.URL)
	b.wait(`document.querySelectorAll('.start .chip').length === 3`)
	label := b.text(".start .chip")
	b.click(".start .chip")
	b.wait(valued)
	if got := b.text("#address"); !strings.Contains(got, label) {
		t.Errorf("%s was taken, and %s is shown", label, got)
	}
	b.click("#query")
	if selected := evaluate[bool](b, `(({ selectionStart, selectionEnd, value }) => value !== '' && selectionStart === 0 && selectionEnd === value.length)(document.querySelector('#query'))`); !selected {
		t.Error("a click into the box does not select its text")
	}
	b.write("nowhere at all 99")
	b.press(kb.Enter, 1)
	b.wait(`document.querySelector('#query').value === '' && document.querySelector('.found.note').textContent.includes('nowhere at all 99')`)
	b.quiet()

	b = openTab(t, wide, s.server.URL+"/nothing")
	b.wait(`document.querySelector('.notice h1')?.textContent === 'There is nothing at this address'`)
	if to := evaluate[string](b, `document.querySelector('.notice a').href`); to != s.server.URL+"/" {
		t.Errorf("it leads to %s", to)
	}
	for path, media := range map[string]string{"/v1/nothing": "application/json", "/nothing": "text/html; charset=utf-8"} {
		ask, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, s.server.URL+path, http.NoBody)
		ask.Header.Set("Accept", "text/html")
		got, err := http.DefaultClient.Do(ask)
		if err != nil {
			t.Fatal(err)
		}
		got.Body.Close()
		if got.StatusCode < 400 || got.Header.Get("Content-Type") != media {
			t.Errorf("%s is answered %s, %s", path, got.Status, got.Header.Get("Content-Type"))
		}
	}
}
