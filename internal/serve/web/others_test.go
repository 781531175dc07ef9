// The main visits in Firefox and WebKit.

package web_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/gevel/gevel/internal/offline/demo"
)

// others are the browsers beside Chromium.
var others = map[string]func(testing.TB) *driven{
	"Firefox":                      func(t testing.TB) *driven { return openFirefox(t, map[string]any{}) },
	"Firefox with cookies blocked": func(t testing.TB) *driven { return openFirefox(t, map[string]any{"network.cookie.cookieBehavior": 2}) },
	"WebKit":                       func(t testing.TB) *driven { return openWebKit(t) },
}

// misplaced counts the figures of the grid that do not stand in the line of their name.
const misplaced = `[...document.querySelectorAll('.comparables .grid tbody tr:not([hidden])')].flatMap((row) => [...row.querySelectorAll('td')].filter((cell) => {
	const name = document.querySelector('.comparables .grid thead [data-line="' + cell.dataset.line + '"]');
	return Math.abs(cell.getBoundingClientRect().top - name.getBoundingClientRect().top) > 1;
})).length`

func TestOtherBrowsersServe(t *testing.T) {
	needBrowser(t)
	for name, open := range others {
		t.Run(name, func(t *testing.T) {
			s := openSite(t, fullKey)
			b := open(t)
			b.size(wide)
			home := s.caseAt(t, demo.CaseOrdinary)
			b.open(s.at(home) + "&open=comparables")
			b.wait(valued + " && " + judgable)
			agrees := func() {
				t.Helper()
				b.wait(`!document.querySelector('#sheet').hasAttribute('aria-busy') && [...document.querySelectorAll('.control.set input[type=range]')].every((i) => location.hash.includes(i.id.slice(5) + '=' + i.value))`)
				asked := strings.ReplaceAll(ask[string](b, `location.hash.split("?")[1]`), "&open=comparables", "")
				if got, want := ask[string](b, valueOf), gjson.Get(s.ask(t, "/v1/homevalue?"+asked), "data.weightedValue").String(); got != want {
					t.Errorf("of %s the page says %s, the API %s", asked, got, want)
				}
			}
			agrees()
			if n := ask[int](b, misplaced); n > 0 {
				t.Errorf("%d figures are not in the line of their name", n)
			}
			// More moves of a slider than these browsers let an address have within ten seconds.
			before := ask[string](b, valueOf)
			ask[any](b, fmt.Sprintf(`(() => { const s = document.querySelector(%q); for (let i = 0; i < 300; i++) { s.value = 100 + i %% 50; s.dispatchEvent(new Event('input', {bubbles: true})); } })()`, slider))
			b.wait(valueOf + fmt.Sprintf(` !== %q`, before))
			agrees()
			b.click("#undo")
			b.wait(valueOf + fmt.Sprintf(` === %q`, before))
			// A result that appears above the grid moves nothing under the pointer: the second press counts too.
			b.wait(judgable)
			ask[any](b, `[...document.querySelectorAll('.comparables .verdict .reject')].slice(0, 2).forEach((e, i) => { e.id = 'reject' + i; })`)
			b.click("#reject0")
			b.click("#reject1")
			b.wait(`document.querySelectorAll('.verdict .reject[aria-pressed="true"]').length === 2`)
			// A day that is out of bounds is answered.
			ask[any](b, `(() => { const i = document.querySelector('#what-valuationDate'); i.addEventListener('invalid', () => { window.toldSo = true; }); i.value = '1900-01-01'; i.dispatchEvent(new Event('change')); return true; })()`)
			b.wait(`window.toldSo`)
			b.open(s.server.URL + "/#/portfolio")
			b.wait(`document.querySelector('#loans') !== null`)
			loans := filepath.Join(t.TempDir(), "loans.csv")
			row := fmt.Sprintf("postal_code,house_number,loan_amount\n%s,%d,100000\n", home.PostalCode, home.HouseNumber)
			if err := os.WriteFile(loans, []byte(row), 0o600); err != nil {
				t.Fatal(err)
			}
			b.write("#loans", loans)
			b.wait(`document.querySelector('#portfolio .figures dd') !== null`)
			if text := ask[string](b, `document.querySelector('#portfolio').innerText`); !strings.Contains(text, "100,000") {
				t.Errorf("the portfolio says %q", text)
			}
		})
	}
}
