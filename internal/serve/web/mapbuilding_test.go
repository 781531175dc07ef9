// What the map says and leads to: names of the register, homes of a building; each tile asked for once.

package web_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/gevel/gevel/internal/offline/demo"
)

// onBuildings are points of the window in the even colour of a building, away from marks and the dots of sales.
const onBuildings = `(() => {
	const map = document.querySelector('#map canvas'), at = map.getBoundingClientRect(), c = new OffscreenCanvas(map.width, map.height).getContext('2d');
	c.drawImage(map, 0, 0);
	const p = c.getImageData(0, 0, map.width, map.height).data;
	const pixel = (x, y) => p.slice(4 * (y * map.width + x), 4 * (y * map.width + x) + 3).join(), paper = '243,243,239';
	const found = [];
	for (let y = 60; y < map.height - 60; y += 9) for (let x = 20; x < map.width - 60; x += 9) {
		const colour = pixel(x, y);
		const even = [[-4, 0], [4, 0], [0, -4], [0, 4]].every(([dx, dy]) => pixel(x + dx, y + dy) === colour);
		if (even && colour !== paper && document.elementFromPoint(at.x + x, at.y + y) === map) found.push({X: at.x + x, Y: at.y + y});
	}
	return found;
})()`

// TestABuildingLeadsToItsHomes presses buildings by mouse and by finger until one has homes, and goes to one of them.
func TestABuildingLeadsToItsHomes(t *testing.T) {
	s := openSite(t, fullKey)
	for name, view := range map[string]struct {
		window size
		more   []chromedp.Action
		press  func(*tab, point)
	}{
		"mouse": {wide, nil, func(b *tab, at point) { b.run(mouse(input.MousePressed, at), mouse(input.MouseReleased, at)) }},
		"finger": {phone, []chromedp.Action{finger()}, func(b *tab, at point) {
			b.run(touch(input.TouchStart, at), touch(input.TouchEnd))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			b := openTab(t, view.window, s.at(s.caseAt(t, demo.CaseOrdinary)), view.more...)
			b.wait(valued + " && " + drawn)
			b.run(chromedp.Evaluate(`document.querySelector('#map').scrollIntoView({block: 'center'})`, nil))
			const homes = `document.querySelectorAll('.maplibregl-popup .homes button').length`
			for _, at := range evaluate[[]point](b, onBuildings) {
				view.press(b, at)
				b.wait(`document.querySelector('.maplibregl-popup')?.innerText.trim().length > 0 && document.querySelector('.maplibregl-popup [role=status]:not(:has(*))') === null`)
				if evaluate[int](b, homes) > 0 {
					break
				}
			}
			if evaluate[int](b, homes) == 0 {
				t.Fatal("no building lists a home")
			}
			b.wait(`(() => { // the list is within the map, whatever side of it was pressed
				const list = document.querySelector('.maplibregl-popup-content').getBoundingClientRect(), map = document.querySelector('#map').getBoundingClientRect();
				return list.top >= map.top - 1 && list.bottom <= map.bottom + 1;
			})()`)
			if over := evaluate[int](b, `Math.abs(Math.round(document.documentElement.scrollHeight - scrollY - document.querySelector('#split').getBoundingClientRect().bottom))`); over > 1 {
				t.Errorf("the page goes on for %d pixels below its end", over)
			}
			street := evaluate[string](b, `document.querySelector('.homes button').textContent`)
			b.run(chromedp.Focus(".homes button", chromedp.ByQuery), chromedp.KeyEvent("\r"))
			b.wait(valued + ` && document.querySelector('#address').textContent.startsWith(` + quoted(strings.SplitN(street, "-",
				2)[0]) + `)`)
			b.quiet()
		})
	}
}

func quoted(text string) string { return "`" + text + "`" }

// TestEachTileIsAskedForOnce opens a home, whose valuation date is today and so the map's.
func TestEachTileIsAskedForOnce(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued + " && " + drawn)
	seen := map[string]bool{}
	for _, asked := range b.requests() {
		u, err := url.Parse(asked)
		if err != nil || !strings.Contains(u.Path, "/page/tiles/") {
			continue
		}
		if seen[u.Path] {
			t.Errorf("%s was asked for twice: %q", u.Path, b.requests())
		}
		seen[u.Path] = true
	}
	if len(seen) == 0 {
		t.Error("no tile was asked for")
	}
}

// TestTheMapNamesStreets watches the letters that the map draws in the page's font.
func TestTheMapNamesStreets(t *testing.T) {
	s := openSite(t, fullKey)
	home := s.caseAt(t, demo.CaseOrdinary)
	b := openTab(t, wide, s.at(home), drawnOn())
	b.wait(valued + " && " + drawn)
	drawn := strings.Join(evaluate[[]string](b, `window.written.filter((text) => text.length === 1)`), "")
	for _, letter := range strings.ReplaceAll(home.Street, " ", "") {
		if !strings.ContainsRune(drawn, letter) {
			t.Errorf("of %s the map draws no %c: %q", home.Street, letter, drawn)
		}
	}
	b.quiet()
}

// TestThePrintedMapIsLightAndWhole prints a dark page: the map has buildings from edge to edge on light paper.
func TestThePrintedMapIsLightAndWhole(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}))
	b.wait(valued + " && " + drawn + ` && document.querySelector('.papermap')?.dataset.drawn === 'true'`)
	got := evaluate[struct{ Width, Height, Light, Left, Right float64 }](b, `(() => {
		window.dispatchEvent(new Event('beforeprint'));
		const map = document.querySelector('.printed'), {width, height} = map;
		const p = map.getContext('2d').getImageData(0, 0, width, height).data;
		window.dispatchEvent(new Event('afterprint'));
		const share = (from, to, holds) => {
			let n = 0;
			for (let y = 0; y < height; y++) for (let x = from; x < to; x++) n += holds(...p.slice(4 * (y * width + x), 4 * (y * width + x) + 3));
			return n / height / (to - from);
		};
		const paper = (r, g, b) => Math.abs(r - 243) + Math.abs(g - 243) + Math.abs(b - 239) < 6, built = (...c) => !paper(...c);
		return {Width: width, Height: height, Light: share(0, width, paper), Left: share(0, width >> 2, built), Right: share(width - (width >> 2), width, built)};
	})()`)
	if got.Width != 686 || got.Height != 308 || got.Light < 0.3 || got.Left < 0.01 || got.Right < 0.01 {
		t.Errorf("the printed map is %+v", got)
	}
	b.quiet()
}
