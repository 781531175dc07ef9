package web_test

import (
	"os"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

func TestLook(t *testing.T) {
	url := os.Getenv("LOOK")
	if url == "" {
		t.Skip()
	}
	window := wide
	if os.Getenv("PHONE") != "" {
		window = phone
	}
	var more []chromedp.Action
	if os.Getenv("DARK") != "" {
		more = append(more, emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}}))
	}
	b := openTab(t, window, url, more...)
	if w := os.Getenv("WAIT"); w != "" {
		b.wait(w)
	}
	time.Sleep(3 * time.Second)
	if js := os.Getenv("JS"); js != "" {
		t.Log(evaluate[any](b, js))
		time.Sleep(2 * time.Second)
	}
	var shot []byte
	if os.Getenv("FULL") != "" {
		b.run(chromedp.FullScreenshot(&shot, 100))
	} else {
		b.run(chromedp.CaptureScreenshot(&shot))
	}
	if err := os.WriteFile(os.Getenv("OUT"), shot, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Log(b.console())
}
