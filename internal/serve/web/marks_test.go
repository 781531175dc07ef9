// The marks on the map, in a real browser.

package web_test

import (
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gevel/gevel/internal/offline/demo"
)

// overlaps is the number of overlapping pairs of marks.
const overlaps = `(() => {
	const boxes = [...document.querySelectorAll('#map .pin, #map .price')].map((mark) => mark.getBoundingClientRect());
	let n = 0;
	for (const [i, a] of boxes.entries()) for (const b of boxes.slice(i + 1)) n += a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
	return n;
})()`

// struckThrough is the number of labels crossed by the stem of a label that is lifted higher.
const struckThrough = `(() => {
	const labels = [...document.querySelectorAll('#map .price')].map((label) => ({top: label.getBoundingClientRect().top, z: Number(getComputedStyle(label).zIndex) || 0}));
	return labels.filter((low) => labels.some((high) => high.top < low.top && high.z >= low.z)).length;
})()`

// TestLabelsOfReferencesMakeRoomForEachOther zooms out until all references are at one point.
func TestLabelsOfReferencesMakeRoomForEachOther(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued + " && " + drawn)
	if n := evaluate[int](b, overlaps); n != 0 {
		t.Errorf("%d pairs of marks overlap at first", n)
	}
	for range 5 {
		b.run(chromedp.Click(".maplibregl-ctrl-zoom-out", chromedp.ByQuery))
	}
	b.wait(`document.querySelector('.mapkey').textContent.includes('Price change in a year') && ` + drawn)
	if n := evaluate[int](b, overlaps); n != 0 {
		t.Errorf("%d pairs of marks overlap from afar", n)
	}
	lifts := evaluate[[]float64](b, `[...document.querySelectorAll('#map .price')].map((label) => parseFloat(label.style.getPropertyValue('--lift')))`)
	if len(lifts) != 3 || slices.Max(lifts) < 20 {
		t.Errorf("the labels are lifted by %v, although they are in one place", lifts)
	}
	if n := evaluate[int](b, struckThrough); n != 0 {
		t.Errorf("the stems of labels pass over %d others", n)
	}
}
