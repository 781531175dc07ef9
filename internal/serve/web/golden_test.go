// Screenshots of the page, compared with reviewed ones.

package web_test

import (
	"bytes"
	"flag"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/gevel/gevel/internal/offline/demo"
)

var update = flag.Bool("update", false, "write the pictures anew")

// Tolerances against a golden: other versions of the browser draw letters a little differently.
const (
	visible   = 40    // difference of a channel, of 255, that the eye would see
	different = 0.015 // share of the pixels that may differ so
)

func TestPageLooksAsItDid(t *testing.T) {
	s := openSite(t, fullKey)
	home := s.at(s.caseAt(t, demo.CaseOrdinary))
	for _, tt := range []struct {
		name, address, ready, light string
		window                      size
	}{
		{"start", s.server.URL + "/", `document.querySelector('.start') !== null && document.querySelector('#map') !== null && ` + drawn, "light", wide},
		{"home", home, valued + " && " + drawn, "light", wide},
		{"home-dark", home, valued + " && " + drawn, "dark", wide},
		{"home-phone", home, valued + " && " + drawn, "light", phone},
		{"accuracy", s.server.URL + "/#/accuracy", `document.querySelector('#accuracy table') !== null`, "light", wide},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := openTab(t, tt.window, tt.address, emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
				{Name: "prefers-color-scheme", Value: tt.light}, {Name: "prefers-reduced-motion", Value: "reduce"},
			}))
			b.wait(tt.ready + ` && document.fonts.status === 'loaded' && [...document.images].every((i) => i.complete)`)
			// The edition's id changes with the program that built it.
			b.run(chromedp.Evaluate(`document.querySelector('.foot')?.remove()`, nil))
			var shot []byte
			b.run(chromedp.CaptureScreenshot(&shot))
			compare(t, filepath.Join("testdata", tt.name+".png"), shot)
		})
	}
}

func compare(t *testing.T, path string, shot []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, shot, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	golden, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want, got := decode(t, golden), decode(t, shot)
	if want.Bounds() != got.Bounds() {
		t.Fatalf("the picture is %v, %s is %v", got.Bounds(), path, want.Bounds())
	}
	if off := difference(want, got); off > different {
		kept := filepath.Join(t.ArtifactDir(), filepath.Base(path))
		if err := os.WriteFile(kept, shot, 0o644); err != nil {
			t.Error(err)
		}
		t.Errorf("%.1f %% of the pixels differ from %s; look at %s, and rewrite it with -update", 100*off, path, kept)
	}
}

func decode(t *testing.T, data []byte) image.Image {
	t.Helper()
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

// difference returns the share of pixels that differ visibly.
func difference(a, b image.Image) float64 {
	size := a.Bounds()
	count := 0
	for y := size.Min.Y; y < size.Max.Y; y++ {
		for x := size.Min.X; x < size.Max.X; x++ {
			ar, ag, ab, _ := a.At(x, y).RGBA()
			br, bg, bb, _ := b.At(x, y).RGBA()
			if apart(ar, br) || apart(ag, bg) || apart(ab, bb) {
				count++
			}
		}
	}
	return float64(count) / float64(size.Dx()*size.Dy())
}

func apart(a, b uint32) bool { return max(a, b)-min(a, b) > visible<<8 }

func TestDifferenceOfPicturesIsSeen(t *testing.T) {
	a, b := image.NewGray(image.Rect(0, 0, 10, 10)), image.NewGray(image.Rect(0, 0, 10, 10))
	for x := range 5 {
		b.Pix[x] = 200
	}
	if got := difference(a, b); got != 0.05 {
		t.Errorf("5 of 100 pixels differ, got a share of %v", got)
	}
}
