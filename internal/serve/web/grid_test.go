// The grid: the home beside its comparables, by mouse, keyboard and finger.

package web_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/tidwall/gjson"

	"github.com/gevel/gevel/internal/offline/demo"
)

// columnOf lists the lines of a sale in the grid of all comparables: name, text and whether it is quiet.
const columnOf = `[...document.querySelectorAll('.comparables .sale')[%d].querySelectorAll('td')].map((e) => ({
	Name: e.dataset.line, Quiet: e.classList.contains('same'),
	Has: e.querySelector(':scope > span')?.textContent ?? '', Euros: e.querySelector(':scope > b')?.textContent.replace('−', '-').replace(/[^0-9-]/g, '') ?? '',
}))`

// TestTheGridShowsWhatEachPriceIsAdjustedFor compares the grid with the API, line by line.
func TestTheGridShowsWhatEachPriceIsAdjustedFor(t *testing.T) {
	s := openSite(t, fullKey)
	home := s.caseAt(t, demo.CaseOrdinary)
	b := openTab(t, wide, s.at(home))
	b.wait(valued)
	if n := b.askedFor("/v1/homevalue/comparables"); n != 0 {
		t.Errorf("differences were asked for %d times before anybody looked", n)
	}
	b.run(chromedp.Focus(".comparables > summary", chromedp.ByQuery))
	b.press(kb.Enter, 1)
	b.wait(foldedOut)
	answer := gjson.Get(s.ask(t, "/v1/homevalue/comparables?"+query(home).Encode()), "data.comparables").Array()
	quiet, different := 0, 0
	for i, sale := range answer {
		shown := map[string]struct {
			Name, Has, Euros string
			Quiet            bool
		}{}
		for _, line := range evaluate[[]struct {
			Name, Has, Euros string
			Quiet            bool
		}](b, fmt.Sprintf(columnOf, i)) {
			shown[line.Name] = line
		}
		for _, d := range sale.Get("differences").Array() {
			line, there := shown[d.Get("name").Str]
			if euros := d.Get("euros").Int(); euros != 0 {
				different++
				if !there || line.Quiet || line.Euros != fmt.Sprint(euros) {
					t.Errorf("sale %d, %s: the grid says %+v, the API %d", i, d.Get("name"), line, euros)
				}
			} else if there && line.Quiet {
				quiet++
			}
			if had := d.Get("had").Str; there && had != "" && line.Has != had {
				t.Errorf("sale %d, %s: the grid says %q, the API %q", i, d.Get("name"), line.Has, had)
			}
		}
		for name, want := range map[string]string{"price": "price", "indexed": "indexedPrice", "adjusted": "adjusted"} {
			if got := amountOf(shown[name].Has); got != sale.Get(want).String() {
				t.Errorf("sale %d: %s is %s in the grid, %s by the API", i, name, got, sale.Get(want))
			}
		}
	}
	if quiet == 0 || different == 0 {
		t.Errorf("%d lines are quiet, %d adjust a price", quiet, different)
	}
	if per := evaluate[int](b, `[...document.querySelectorAll('.grid .sale')[0].querySelectorAll('[data-line=price], [data-line=indexed], [data-line=adjusted]')].filter((e) => e.innerText.includes('/\u00a0m²')).length`); per != 3 {
		t.Errorf("%d of three prices are per square metre too", per)
	}
	b.press(kb.Enter, 2)
	b.wait(foldedOut)
	if n := b.askedFor("/v1/homevalue/comparables"); n != 1 {
		t.Errorf("the differences of one answer were asked for %d times", n)
	}
	b.quiet()
}

// shownHomes are the homes in the grid of all comparables, in their order.
const shownHomes = `[...document.querySelectorAll('.comparables .sale')].map((e) => e.dataset.home)`

// TestTheGridIsSortedAndFiltered chooses an order by keyboard, and a filter by finger.
func TestTheGridIsSortedAndFiltered(t *testing.T) {
	s := openSite(t, fullKey)
	home := s.caseAt(t, demo.CaseOrdinary)
	b := openTab(t, phone, s.at(home)+"&open=comparables", finger())
	b.wait(valued + " && " + foldedOut)
	all := gjson.Get(s.ask(t, "/v1/homevalue/comparables?"+query(home).Encode()), "data.comparables").Array()
	b.run(chromedp.Focus("#gridorder", chromedp.ByQuery))
	b.write("distance")
	slices.SortStableFunc(all, func(x, y gjson.Result) int {
		return cmp.Compare(x.Get("distance").Float(),
			y.Get("distance").Float())
	})
	var near []string
	for _, sale := range all {
		near = append(near, sale.Get("bagId").Str)
	}
	b.wait(fmt.Sprintf(`document.querySelector('#gridorder').value === 'distance' && %s.join() === %q`, shownHomes,
		strings.Join(near, ",")))
	asked := query(home)
	for _, filter := range []struct{ button, parameter, value string }{{"recent", "months", "24"}, {"surface", "surfaceWithin", "0.2"}} {
		b.tap("#only-" + filter.button)
		asked.Set(filter.parameter, filter.value)
		asked.Set("order", "distance")
		chosen := gjson.Get(s.ask(t, "/v1/homevalue/comparables?"+asked.Encode()), "data.comparables.#.bagId").Array()
		var homes []string
		for _, home := range chosen {
			homes = append(homes, home.Str)
		}
		slices.Sort(homes)
		b.wait(fmt.Sprintf(`document.querySelector('#only-%s').getAttribute('aria-pressed') === 'true' && %s.sort().join() === %q`,
			filter.button, shownHomes, strings.Join(homes, ",")))
		if said := b.text(".gridcontrols .note"); !strings.HasPrefix(said, fmt.Sprintf("%d sales", len(homes))) {
			t.Errorf("of %d sales it says %q", len(homes), said)
		}
	}
	b.tap("#only-recent")
	b.tap("#only-surface")
	b.wait(fmt.Sprintf(`%s.length === %d`, shownHomes, len(all)))
	b.quiet()
}

// lights is true while a home is lit in the grid and on the map, and no other is.
const lights = `(() => {
	const lit = (of) => [...document.querySelectorAll(of)].map((e) => e.dataset.home);
	const grid = new Set(lit('.grid .lit')), map = new Set(lit('#map .lit'));
	return grid.size === 1 && map.size === 1 && grid.has(%q) && map.has(%[1]q);
})()`

// TestGridAndMapLightUpTogether goes over both with the mouse and by keyboard.
func TestGridAndMapLightUpTogether(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary))+"&open=comparables")
	b.wait(valued + " && " + foldedOut + " && " + drawn)
	homes := evaluate[[]string](b, shownHomes)
	first, last := homes[0], homes[len(homes)-1]
	hover := func(selector string) {
		b.run(input.DispatchMouseEvent(input.MouseMoved, b.middle(selector).X, b.middle(selector).Y))
	}
	hover(fmt.Sprintf(`.comparables .sale[data-home=%q]`, first))
	b.wait(fmt.Sprintf(lights, first))
	b.run(input.DispatchMouseEvent(input.MouseMoved, 1, 1)) // else what scrolls below the mouse lights up too
	b.run(chromedp.Focus(fmt.Sprintf(`.comparables .sale[data-home=%q] .place`, last), chromedp.ByQuery))
	b.wait(fmt.Sprintf(lights, last))
	// From the map: the column comes into view beside the names and the home.
	b.run(chromedp.Focus(fmt.Sprintf(`#map button[data-home=%q]`, first), chromedp.ByQuery))
	b.wait(fmt.Sprintf(lights, first))
	b.run(chromedp.Focus(fmt.Sprintf(`#map button[data-home=%q]`, last), chromedp.ByQuery))
	b.wait(fmt.Sprintf(lights, last))
	b.wait(fmt.Sprintf(`(() => {
		const of = (e) => document.querySelector('.comparables ' + e).getBoundingClientRect(), column = of('.sale[data-home="%s"]');
		return column.right <= of('.gridscroll').right + 1 && column.left >= of('.subject').right - 1;
	})()`, last))
	b.run(chromedp.Click(".comparables > summary", chromedp.ByQuery))
	b.wait(`document.querySelectorAll('#map .mark').length === 0`)
	b.quiet()
}
