// The real browser for tests of the page.

package web_test

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// patience is how long a test waits for the page. Working pages need far less.
const patience = 3 * time.Minute

// browser is the shared browser; each test opens its own tab.
var browser struct {
	once sync.Once
	ctx  context.Context
	stop func()
	err  error
}

// closeBrowser ends the browser if a test opened it.
func closeBrowser() {
	if browser.stop != nil {
		browser.stop()
	}
}

// needBrowser skips a test where no browser was asked for, since few machines have one.
func needBrowser(t testing.TB) {
	t.Helper()
	if os.Getenv("GEVEL_TEST_BROWSER") == "" {
		t.Skip("set GEVEL_TEST_BROWSER=1 to try the page in Chromium")
	}
}

func startBrowser() {
	path, err := exec.LookPath("chromium")
	if err != nil {
		browser.err = err
		return
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(path), chromedp.NoSandbox)
	for _, flag := range []string{
		"disable-quic", "no-first-run", "disable-background-networking", "disable-component-update", "disable-sync",
		"enable-unsafe-swiftshader", "hide-scrollbars", "disable-lcd-text",
	} {
		options = append(options, chromedp.Flag(flag, true))
	}
	// The map needs WebGL; this draws it without a graphics card.
	options = append(options, chromedp.Flag("disable-gpu", false), chromedp.Flag("use-gl", "angle"),
		chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("font-render-hinting", "none"), chromedp.Flag("force-color-profile", "srgb"), chromedp.Flag("lang",
			"en-GB"), chromedp.ProxyServer(outsideProxy()))
	allocated, stopAll := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, stop := chromedp.NewContext(allocated, chromedp.WithErrorf(func(string, ...any) {})) // events that it doesn't know
	browser.ctx, browser.err = ctx, chromedp.Run(ctx)
	browser.stop = func() { stop(); stopAll() }
}

// tab is a page in the browser, with its requests and console messages.
type tab struct {
	t   testing.TB
	ctx context.Context

	mu       sync.Mutex
	asked    []string // URLs
	statuses map[string]int64
	answers  map[int64]int // answers by status
	said     []string      // warnings and errors of the console, and exceptions
}

// size is the size of a window, CSS pixels.
type size struct{ width, height int64 }

var (
	wide  = size{1440, 900}
	phone = size{390, 844}
)

// dutch is the time zone of most users; tests of days and years try others too.
const dutch = "Europe/Amsterdam"

// openTab opens an address of the site.
func openTab(t testing.TB, window size, address string, more ...chromedp.Action) *tab {
	t.Helper()
	needBrowser(t)
	browser.once.Do(startBrowser)
	if browser.err != nil {
		t.Fatalf("start the browser: %v", browser.err)
	}
	ctx, stop := chromedp.NewContext(browser.ctx)
	t.Cleanup(stop)
	b := &tab{t: t, ctx: ctx, statuses: map[string]int64{}, answers: map[int64]int{}}
	chromedp.ListenTarget(ctx, b.listen)
	actions := []chromedp.Action{
		page.BringToFront(), // a tab in the background draws nothing
		network.Enable(), log.Enable(), runtime.Enable(),
		emulation.SetDeviceMetricsOverride(window.width, window.height, 1, window.width < 600),
		emulation.SetTimezoneOverride(dutch),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}),
	}
	b.run(append(append(actions, more...), chromedp.Navigate(address))...)
	return b
}

// atFirst runs a script in each page before the page's own.
func atFirst(script string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := page.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
		return err
	})
}

func (b *tab) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		b.asked = append(b.asked, e.Request.URL)
	case *network.EventResponseReceived:
		b.statuses[e.Response.URL] = e.Response.Status
		b.answers[e.Response.Status]++
	case *log.EventEntryAdded:
		if e.Entry.Level == log.LevelError || e.Entry.Level == log.LevelWarning {
			b.said = append(b.said, string(e.Entry.Source)+": "+e.Entry.Text+" "+e.Entry.URL)
		}
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.APITypeError || e.Type == runtime.APITypeWarning || e.Type == runtime.APITypeAssert {
			b.said = append(b.said, describe(e.Args))
		}
	case *runtime.EventExceptionThrown:
		b.said = append(b.said, e.ExceptionDetails.Error())
	}
}

func describe(args []*runtime.RemoteObject) string {
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = strings.Trim(string(a.Value), `"`) + a.Description
	}
	return strings.Join(words, " ")
}

// run performs actions. When they fail it fails the test, with the page's console messages.
func (b *tab) run(actions ...chromedp.Action) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	// The first action on a tab must not have the timeout: when it ends it would close the tab.
	if err := chromedp.Run(b.ctx); err != nil {
		b.t.Fatal(err)
	}
	if err := chromedp.Run(ctx, actions...); err != nil {
		var text string
		_ = chromedp.Run(b.ctx, chromedp.Evaluate(`document.body.innerText`, &text))
		b.t.Fatalf("%v\nthe console: %q\nthe page: %.1500s", err, b.console(), text)
	}
}

// wait waits until an expression of the page is true.
func (b *tab) wait(expression string) {
	b.t.Helper()
	b.run(chromedp.Poll(expression, nil, chromedp.WithPollingInterval(20*time.Millisecond),
		chromedp.WithPollingTimeout(patience-time.Second)))
}

// text returns what an element shows.
func (b *tab) text(selector string) (text string) {
	b.t.Helper()
	b.run(chromedp.Text(selector, &text, chromedp.ByQuery))
	return text
}

// evaluate returns the value of an expression on the page; it awaits a promise.
func evaluate[T any](b *tab, expression string) (value T) {
	b.t.Helper()
	b.run(chromedp.Evaluate(expression, &value, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }))
	return value
}

// console returns what the page warned of.
func (b *tab) console() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.said)
}

// requests returns the URLs that the page asked for.
func (b *tab) requests() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.asked)
}

// statusSeen returns the number of answers with a status.
func (b *tab) statusSeen(status int64) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.answers[status]
}
