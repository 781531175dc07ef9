package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestAPageOfYourOwnReadsValuesAndRefusals types into the example of a page at another origin, which one service lets in
// and another does not.
func TestAPageOfYourOwnReadsValuesAndRefusals(t *testing.T) {
	needBrowser(t)
	elsewhere := httptest.NewServer(http.FileServer(http.Dir("../../../examples/page")))
	t.Cleanup(elsewhere.Close)
	open := openInstallation(t, installation{wrap: asItIs, at: clock, cors: []string{elsewhere.URL}})
	shut := openInstallation(t, installation{wrap: asItIs, at: clock})
	b := openTab(t, wide, elsewhere.URL)
	typed := func(name, text string) chromedp.Action {
		field := `document.querySelector('input[name="` + name + `"]')`
		return chromedp.Tasks{chromedp.Evaluate(field+`.select()`, nil), chromedp.KeyEvent(text)}
	}
	for _, tt := range []struct{ service, key, number, want string }{
		{open.server.URL, fullKey, "3", "most likely between"},
		{open.server.URL, "unknown", "3", "401: "},
		{open.server.URL, imagesKey, "3", "403: "},
		{open.server.URL, fullKey, "0", "400: houseNumber"},
		{shut.server.URL, fullKey, "3", "does not let this page in"},
	} {
		b.run(typed("service", tt.service), typed("key", tt.key), typed("houseNumber", tt.number),
			chromedp.Click("button", chromedp.ByQuery))
		b.wait(`document.querySelector('output').textContent.includes(` + "`" + tt.want + "`" + `)`)
		if text := b.text("output"); strings.Contains(text, "undefined") || strings.Contains(text, "null") {
			t.Errorf("the page says %s", text)
		}
	}
}
