package photos_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/photos"
)

// addWide adds a picture that is wider than most of the Widths.
func (h *imageHost) addWide(t *testing.T) (id string, size image.Point) {
	t.Helper()
	size = image.Pt(1000, 600)
	var file bytes.Buffer
	if err := jpeg.Encode(&file, image.NewGray(image.Rectangle{Max: size}), nil); err != nil {
		t.Fatal(err)
	}
	a := addition(t, homeB, 1)
	a.File = file.Bytes()
	mustAdd(t, h.store, a)
	return mustOf(t, h.store, homeB)[0].ID, size
}

func TestAPictureIsAnsweredAtTheWidthThatIsSigned(t *testing.T) {
	h := newImageHost(t)
	id, whole := h.addWide(t)
	tags := map[string]bool{}
	for _, width := range append([]int{0}, photos.Widths...) {
		name, want := id, whole.X
		if width > 0 {
			name, want = photos.NameAt(width, id), min(width, whole.X)
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

func TestAPictureIsAJPEGWhateverTheCallerAccepts(t *testing.T) {
	h := newImageHost(t)
	id, _ := h.addWide(t)
	for _, accept := range []string{"image/avif,image/webp,*/*;q=0.8", "image/webp", "*/*"} {
		for _, width := range []int{0, 320} {
			response, body := h.ask(t, http.MethodGet, h.signer.URL(h.server.URL, photos.NameAt(width, id), noon), "Accept", accept)
			if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "image/jpeg" || response.Header.Get("Vary") != "" {
				t.Errorf("width %d, Accept %s: %s, %v", width, accept, response.Status, response.Header)
			}
			if _, err := jpeg.Decode(bytes.NewReader(body)); err != nil {
				t.Errorf("width %d, Accept %s: %v", width, accept, err)
			}
		}
	}
}

func TestATagIsComparedBeforeThePictureIsMade(t *testing.T) {
	h := newImageHost(t)
	signed, tag := h.signer.URL(h.server.URL, photos.NameAt(320, h.id), noon), `"`+photos.NameAt(320, h.id[17:])+`"`
	file := fileOf(t, h.dir, ".jpg")
	for _, broken := range [][]byte{{}, h.picture[:len(h.picture)/2], []byte("no picture")} {
		if err := os.WriteFile(file, broken, 0o644); err != nil {
			t.Fatal(err)
		}
		response, body := h.ask(t, http.MethodGet, signed, "If-None-Match", tag)
		if response.StatusCode != http.StatusNotModified || len(body) > 0 || response.Header.Get("ETag") != tag {
			t.Errorf("have it: %s, %v (%v)", response.Status, response.Header, h.failure())
		}
		response, body = h.ask(t, http.MethodGet, signed, "If-Match", `"x"`)
		h.wantRefused(t, "wants another", gevel.PreconditionFailed, response, body)

		response, body = h.ask(t, http.MethodGet, signed)
		h.wantRefused(t, "damaged", gevel.Internal, response, body)
		if fault := h.failure(); namesAHome(fault) || !strings.Contains(fault.Error(), filepath.Base(file)) {
			t.Errorf("got %v, want an error that names the file and no home", fault)
		}
	}
}

func TestAURLIsGoodForItsWidthAlone(t *testing.T) {
	h := newImageHost(t)
	signed := h.signer.URL(h.server.URL, photos.NameAt(320, h.id), noon)
	for _, other := range []string{
		strings.Replace(signed, "-w320", "-w640", 1), strings.Replace(signed, "-w320", "", 1), strings.Replace(h.url, "?", "-w320?", 1),
	} {
		if response, _ := h.ask(t, http.MethodGet, other); response.StatusCode == http.StatusOK {
			t.Errorf("%s is answered", other)
		}
	}
	for _, name := range []string{photos.NameAt(321, h.id), h.id + "-webp", photos.NameAt(320, h.id) + "-webp"} {
		if response, _ := h.ask(t, http.MethodGet, h.signer.URL(h.server.URL, name, noon)); response.StatusCode == http.StatusOK {
			t.Errorf("%s is answered", name)
		}
	}
	if err := h.store.Remove(t.Context(), h.id, byTest); err != nil {
		t.Fatal(err)
	}
	if response, _ := h.ask(t, http.MethodGet, signed); response.StatusCode == http.StatusOK {
		t.Error("a picture that was taken down is answered at a width")
	}
}
