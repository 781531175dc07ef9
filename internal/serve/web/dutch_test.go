// A Dutch page is Dutch where a home is refused, and its map is dark in the dark.

package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/gevel/gevel/internal/offline/demo"
)

// TestARefusalOnADutchPageIsDutch unfolds the service's own message, which is English, by a click.
func TestARefusalOnADutchPageIsDutch(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseRemote))+"&language=nl")
	b.wait(`document.querySelector('.notice[data-reason]') !== null`)
	const message = `document.querySelector('.notice [lang=en]')`
	if text := b.text(".notice"); !strings.Contains(text, "minder dan drie verkopen") ||
		evaluate[bool](b, message+".checkVisibility({contentVisibilityAuto: true})") {
		t.Errorf("the refusal says %q, with the English message in sight", text)
	}
	b.run(chromedp.Click(".notice summary", chromedp.ByQuery))
	b.wait(message + ".checkVisibility()")
}

// TestTheMapsButtonsAreDarkInTheDark reads the colours of the buttons and of the makers' names.
func TestTheMapsButtonsAreDarkInTheDark(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)),
		emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}))
	b.wait(valued + " && " + drawn)
	for _, selector := range []string{".maplibregl-ctrl-group", ".maplibregl-ctrl-attrib"} {
		if colour := evaluate[string](b, `getComputedStyle(document.querySelector('`+selector+`')).backgroundColor`); colour != "rgb(26, 30, 28)" {
			t.Errorf("%s is %s", selector, colour)
		}
	}
}
