// The width of windows: what the page does with it, and that nothing is cut off.

package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gevel/gevel/internal/offline/demo"
)

// columnsShown counts comparables in the grid: those shown whole, and those that its right edge cuts.
const columnsShown = `(() => {
	const frame = document.querySelector('.comparables .gridscroll').getBoundingClientRect();
	const at = [...document.querySelectorAll('.comparables .gridscroll .sale')].map((e) => e.getBoundingClientRect());
	return {
		Whole: at.filter((c) => c.right <= frame.right + 1).length,
		Cut: at.filter((c) => c.left < frame.right - 1 && c.right > frame.right + 1).length,
		Beside: document.querySelector('#map').getBoundingClientRect().left - frame.right,
	};
})()`

// tablesCut counts tables that are wider than their frame, or than the window where they have none.
const tablesCut = `[...document.querySelectorAll('#accuracy table')].filter((e) => {
	const frame = e.closest('.scroll');
	const right = frame ? frame.getBoundingClientRect().left + frame.clientWidth : document.documentElement.clientWidth;
	return e.getBoundingClientRect().right > right + 1;
}).length`

func TestWidthIsUsedAndNothingIsCut(t *testing.T) {
	s := openSite(t, fullKey)
	home := s.caseAt(t, demo.CaseOrdinary)
	for _, tt := range []struct {
		window size
		most   bool // a phone, or little more: tables may scroll in their frames
		least  int  // comparables beside each other
	}{
		{phone, true, 0}, {size{768, 1024}, true, 0}, {wide, false, 5}, {size{1920, 1080}, false, 8}, {size{2560, 1440}, false, 12},
	} {
		t.Run(fmt.Sprint(tt.window.width), func(t *testing.T) {
			b := openTab(t, tt.window, s.at(home)+"&open=comparables")
			b.wait(valued + " && " + judgable)
			over := fmt.Sprintf(`document.documentElement.scrollWidth - %d`, tt.window.width)
			if px := evaluate[int](b, over); px > 0 {
				t.Errorf("a home is %d px wider than the window", px)
			}
			if tt.least > 0 {
				b.wait(`(document.querySelector('.comparables .gridscroll').scrollIntoView(), document.querySelector('.beside') !== null)`)
				b.wait(fmt.Sprintf(`(%s).Beside >= 0`, columnsShown)) // the map has become a strip
				shown := evaluate[struct {
					Whole, Cut int
					Beside     float64
				}](b, columnsShown)
				if shown.Whole < tt.least || shown.Cut > 0 || shown.Beside > 80 {
					t.Errorf("%d comparables are shown, want %d; %d are cut, and the map is %.0f px away", shown.Whole, tt.least, shown.Cut, shown.Beside)
				}
				b.wait(`(window.scrollTo(0, 0), document.querySelector('.beside') === null)`)
			}
			b.run(chromedp.Navigate(s.server.URL + "/#/accuracy"))
			b.wait(`document.querySelector('#accuracy table') !== null`)
			if px := evaluate[int](b, over); px > 0 {
				t.Errorf("the record is %d px wider than the window", px)
			}
			if n := evaluate[int](b, tablesCut); n > 0 && !tt.most {
				t.Errorf("%d tables of the record are cut", n)
			}
			b.quiet()
		})
	}
}
