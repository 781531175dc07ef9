package photos_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"net/http"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/serve/photos"
)

func TestAPictureIsAnsweredAtTheWidthThatIsSigned(t *testing.T) {
	h := newImageHost(t)
	whole := image.Pt(1000, 600)
	var file bytes.Buffer
	if err := jpeg.Encode(&file, image.NewGray(image.Rectangle{Max: whole}), nil); err != nil {
		t.Fatal(err)
	}
	a := addition(t, homeB, 1)
	a.File = file.Bytes()
	mustAdd(t, h.store, a)
	id := mustOf(t, h.store, homeB)[0].ID
	tags := map[string]bool{}
	for _, width := range append([]int{0}, photos.Widths...) {
		name, want := id, whole.X
		if width > 0 {
			name, want = photos.Sized(id, width), min(width, whole.X)
		}
		for range 2 { // made, and kept
			response, body := h.ask(t, http.MethodGet, h.signer.URL(h.server.URL, name, noon))
			got, err := jpeg.DecodeConfig(bytes.NewReader(body))
			if err != nil || response.StatusCode != http.StatusOK || got.Width != want {
				t.Fatalf("width %d: %s, %d pixels wide (%v)", width, response.Status, got.Width, err)
			}
			if high := whole.Y * want / whole.X; got.Height < high-1 || got.Height > high+1 {
				t.Errorf("width %d: %d x %d of %d x %d", width, got.Width, got.Height, whole.X, whole.Y)
			}
			tags[response.Header.Get("ETag")] = true
		}
	}
	if len(tags) != 1+len(photos.Widths) {
		t.Errorf("%d tags of %d widths", len(tags), 1+len(photos.Widths))
	}
}

func TestAURLIsGoodForItsWidthAlone(t *testing.T) {
	h := newImageHost(t)
	signed := h.signer.URL(h.server.URL, photos.Sized(h.id, 320), noon)
	for _, other := range []string{
		strings.Replace(signed, "-w320", "-w640", 1), strings.Replace(signed, "-w320", "", 1), strings.Replace(h.url, "?", "-w320?", 1),
	} {
		if response, _ := h.ask(t, http.MethodGet, other); response.StatusCode == http.StatusOK {
			t.Errorf("%s is answered", other)
		}
	}
	if response, _ := h.ask(t, http.MethodGet, h.signer.URL(h.server.URL, photos.Sized(h.id, 321), noon)); response.StatusCode == http.StatusOK {
		t.Error("a width that is none of the Widths is answered")
	}
	if err := h.store.Remove(t.Context(), h.id); err != nil {
		t.Fatal(err)
	}
	if response, _ := h.ask(t, http.MethodGet, signed); response.StatusCode == http.StatusOK {
		t.Error("a picture that was taken down is answered at a width")
	}
}
