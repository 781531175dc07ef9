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

	"golang.org/x/image/webp"

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
			name, want = photos.Form{Width: width}.Name(id), min(width, whole.X)
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

func TestAPictureIsAnsweredInTheFormatThatIsSigned(t *testing.T) {
	h := newImageHost(t)
	id, whole := h.addWide(t)
	for _, tt := range []struct {
		form photos.Form
		want string
		wide int
	}{
		{photos.Form{Format: "webp"}, "image/webp", whole.X},
		{photos.Form{Width: 320, Format: "webp"}, "image/webp", 320},
		{photos.Form{Width: 1280, Format: "webp"}, "image/webp", whole.X},
		{photos.Form{Format: "jpeg"}, "image/jpeg", whole.X},
		{photos.Form{Width: 320, Format: "jpeg"}, "image/jpeg", 320},
	} {
		for _, accept := range []string{"image/webp", "image/jpeg", "*/*"} {
			response, body := h.ask(t, http.MethodGet, h.signer.URL(h.server.URL, tt.form.Name(id), noon), "Accept", accept)
			kind := response.Header.Get("Content-Type")
			if response.StatusCode != http.StatusOK || kind != tt.want || response.Header.Get("Vary") != "" {
				t.Fatalf("%+v, Accept %s: %s, %v", tt.form, accept, response.Status, response.Header)
			}
			if size := pictureSize(t, kind, body); size.X != tt.wide {
				t.Errorf("%+v: %v", tt.form, size)
			}
		}
	}
	asItIs := photos.Form{Format: "jpeg"}.Name(h.id)
	if _, body := h.ask(t, http.MethodGet, h.signer.URL(h.server.URL, asItIs, noon)); !bytes.Equal(body, h.picture) {
		t.Error("format=jpeg does not answer the picture as it is")
	}
}

func TestAcceptChoosesTheFormatWhereAWidthAloneIsSigned(t *testing.T) {
	h := newImageHost(t)
	ask := func(form photos.Form, accept string) (*http.Response, string) {
		response, body := h.ask(t, http.MethodGet, h.signer.URL(h.server.URL, form.Name(h.id), noon), "Accept", accept)
		return response, string(body)
	}
	narrow := photos.Form{Width: 320}
	asWebP, webpBytes := ask(narrow, "image/avif,image/webp,*/*;q=0.8")
	asUsual, usualBytes := ask(narrow, "*/*")
	if asWebP.Header.Get("Content-Type") != "image/webp" || asUsual.Header.Get("Content-Type") != "image/jpeg" {
		t.Errorf("%v and %v", asWebP.Header, asUsual.Header)
	}
	if asWebP.Header.Get("Vary") != "Accept" || asUsual.Header.Get("Vary") != "Accept" {
		t.Errorf("a cache is not told: %v and %v", asWebP.Header, asUsual.Header)
	}
	if tag := asWebP.Header.Get("ETag"); tag == "" || tag == asUsual.Header.Get("ETag") {
		t.Errorf("both have the tag %s", tag)
	}
	if _, named := ask(photos.Form{Width: 320, Format: "webp"}, "*/*"); named != webpBytes {
		t.Error("the WebP differs from that of a URL that names it")
	}
	if _, named := ask(photos.Form{Width: 320, Format: "jpeg"}, "image/webp"); named != usualBytes {
		t.Error("the JPEG differs from that of a URL that names it")
	}
	if whole, body := ask(photos.Form{}, "image/webp"); whole.Header.Get("Vary") != "" || body != string(h.picture) {
		t.Error("without a width the picture is not as it is")
	}
	unchanged, _ := h.ask(t, http.MethodGet, h.signer.URL(h.server.URL, narrow.Name(h.id), noon), "Accept", "image/webp", "If-None-Match", asWebP.Header.Get("ETag"))
	if unchanged.StatusCode != http.StatusNotModified || unchanged.Header.Get("Vary") != "Accept" {
		t.Errorf("asked again: %s, %v", unchanged.Status, unchanged.Header)
	}
	other, _ := h.ask(t, http.MethodGet, h.signer.URL(h.server.URL, narrow.Name(h.id), noon), "Accept", "*/*", "If-None-Match", asWebP.Header.Get("ETag"))
	if other.StatusCode != http.StatusOK {
		t.Errorf("asked for the other format with the tag of the WebP: %s", other.Status)
	}
}

// pictureSize decodes a picture whole.
func pictureSize(t *testing.T, kind string, file []byte) image.Point {
	t.Helper()
	decode := jpeg.Decode
	if kind == "image/webp" {
		decode = webp.Decode
	}
	img, err := decode(bytes.NewReader(file))
	if err != nil {
		t.Fatalf("%s: %v", kind, err)
	}
	return img.Bounds().Size()
}

func TestATagIsComparedBeforeThePictureIsMade(t *testing.T) {
	h := newImageHost(t)
	form := photos.Form{Width: 320, Format: "webp"}
	signed, tag := h.signer.URL(h.server.URL, form.Name(h.id), noon), `"`+form.Name(h.id[17:])+`"`
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

func TestWhatIsKeptIsKeptOnce(t *testing.T) {
	h := newImageHost(t)
	wide, _ := h.addWide(t)
	a := addition(t, homeA, 2)
	picture, err := h.store.Picture(t.Context(), wide)
	if err != nil {
		t.Fatal(err)
	}
	a.File = picture
	mustAdd(t, h.store, a)
	sizes := map[int]bool{}
	for _, image := range append(mustOf(t, h.store, homeA), mustOf(t, h.store, homeB)...) {
		if image.ID == h.id {
			continue
		}
		for _, form := range []photos.Form{{Format: "webp"}, {Width: 1280}, {Width: 1280, Format: "webp"}, {Width: 1280, Format: "jpeg"}} {
			response, body := h.ask(t, http.MethodGet, h.signer.URL(h.server.URL, form.Name(image.ID), noon))
			if response.StatusCode != http.StatusOK {
				t.Errorf("%+v: %s", form, response.Status)
			}
			if form.Format == "webp" {
				sizes[len(body)] = true
			}
		}
	}
	pictures, kept := photos.KeptBytes(h.handler)
	if pictures != 1 || len(sizes) != 1 || !sizes[kept] {
		t.Errorf("%d pictures of %d bytes are kept, want the WebP of %v alone", pictures, kept, sizes)
	}
}

func TestAURLIsGoodForItsFormAlone(t *testing.T) {
	h := newImageHost(t)
	signed := h.signer.URL(h.server.URL, photos.Form{Width: 320}.Name(h.id), noon)
	for _, other := range []string{
		strings.Replace(signed, "-w320", "-w640", 1), strings.Replace(signed, "-w320", "", 1), strings.Replace(h.url, "?", "-w320?", 1),
		strings.Replace(signed, "-w320", "-w320-webp", 1), strings.Replace(signed, "-w320", "-webp", 1), strings.Replace(h.url, "?", "-webp?", 1),
	} {
		if response, _ := h.ask(t, http.MethodGet, other); response.StatusCode == http.StatusOK {
			t.Errorf("%s is answered", other)
		}
	}
	for _, form := range []photos.Form{{Width: 321}, {Format: "png"}, {Width: 320, Format: "png"}} {
		if response, _ := h.ask(t, http.MethodGet, h.signer.URL(h.server.URL, form.Name(h.id), noon)); response.StatusCode == http.StatusOK {
			t.Errorf("%+v is answered", form)
		}
	}
	if err := h.store.Remove(t.Context(), h.id); err != nil {
		t.Fatal(err)
	}
	if response, _ := h.ask(t, http.MethodGet, signed); response.StatusCode == http.StatusOK {
		t.Error("a picture that was taken down is answered at a width")
	}
}
