package api_test

import (
	"bytes"
	"image/jpeg"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/photos"
	"github.com/gevel/gevel/internal/testing/s3test"
)

// narrowPhotoBudget limits a photo of the invented town at 320 pixels, bytes. Photos are counted apart from the page's own
// files, which TestPageIsLight weighs.
const narrowPhotoBudget = 40_000

func TestPhotosAreAskedForAtAWidth(t *testing.T) {
	s := openSite(t)
	a := s.caseAt(t, demo.CaseOrdinary)
	home := "/v1/house-images?postalCode=" + string(a.PostalCode) + "&houseNumber=" + strconv.Itoa(a.HouseNumber)
	usual := s.ask(t, request{target: home})
	if strings.Contains(usual.text, `"width"`) || strings.Contains(usual.text, "-w320") {
		t.Errorf("without a width the answer speaks of one: %s", usual.text)
	}
	got := s.ask(t, request{target: home + "&width=320"})
	images := got.body["data"].(map[string]any)["images"].([]any)
	if len(images) == 0 || got.body["params"].(map[string]any)["width"] != "320" {
		t.Fatalf("%s", got.text)
	}
	for _, image := range images {
		at, err := url.Parse(image.(string))
		if err != nil {
			t.Fatal(err)
		}
		picture := s.ask(t, request{target: at.RequestURI(), key: noKey})
		shape, err := jpeg.DecodeConfig(bytes.NewReader([]byte(picture.text)))
		if err != nil || picture.StatusCode != http.StatusOK || shape.Width != 320 {
			t.Errorf("%s: %s, %d pixels wide (%v)", image, picture.Status, shape.Width, err)
		}
		if len(picture.text) > narrowPhotoBudget {
			t.Errorf("%s weighs %d bytes, more than %d", image, len(picture.text), narrowPhotoBudget)
		}
	}
	front := s.ask(t, request{target: "/v1/get_front_view?width=640&format=jpeg&bagNumIds=" + string(a.NumberID)})
	if front.StatusCode != http.StatusOK || strings.Contains(front.text, "imageUrl") && !strings.Contains(front.text, "-w640?") {
		t.Errorf("%s", front.text)
	}
	if zeros := s.ask(t, request{target: home + "&width=640.0"}); !strings.Contains(zeros.text, `"width":"640"`) || !strings.Contains(zeros.text, "-w640?") {
		t.Errorf("a width with a fraction of zeros: %s", zeros.text)
	}
	for _, width := range []string{"640.5", "0640", "%2B640"} { // as any whole number
		refused := s.ask(t, request{target: home + "&width=" + width})
		if refused.StatusCode != http.StatusBadRequest || !strings.Contains(refused.text, "is none of 320, 640, 1280") {
			t.Errorf("width %s: %s", width, refused.text)
		}
	}
	if refused := s.ask(t, request{target: home + "&width=321"}); refused.StatusCode != http.StatusBadRequest || !strings.Contains(refused.text, `"reason":"width"`) {
		t.Errorf("a width that is none of the three: %s", refused.text)
	}
}

func TestPhotosAreJPEGAndARefusalSaysWhatMakesWebP(t *testing.T) {
	s := openSite(t)
	a := s.caseAt(t, demo.CaseOrdinary)
	home := "/v1/house-images?postalCode=" + string(a.PostalCode) + "&houseNumber=" + strconv.Itoa(a.HouseNumber)
	front := "/v1/get_front_view?bagNumIds=" + string(a.NumberID)
	for _, target := range []string{home, front} {
		named := s.ask(t, request{target: target + "&format=jpeg"})
		if named.StatusCode != http.StatusOK || named.body["params"].(map[string]any)["format"] != "jpeg" {
			t.Errorf("%s in JPEG: %s", target, named.text)
		}
		for _, format := range []string{"webp", "WebP", "avif", "JPEG"} {
			refused := s.ask(t, request{target: target + "&format=" + format})
			if refused.StatusCode != http.StatusBadRequest || !strings.Contains(refused.text, `"reason":"format"`) ||
				!strings.Contains(refused.text, "image proxy") || !strings.Contains(refused.text, "WebP") {
				t.Errorf("%s in %s: %s", target, format, refused.text)
			}
		}
	}
}

// TestABucketHasPhotosAsTheyAre asks a service whose photos are in S3, which makes the URLs and answers them itself.
func TestABucketHasPhotosAsTheyAre(t *testing.T) {
	location := s3test.Start(t).Bucket("pictures")
	s := openSite(t, func(c *setup) {
		store, err := photos.Create(location)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { store.Close() })
		c.Photos = store
		links, ok := store.Presigned()
		if !ok {
			t.Fatal("the bucket makes no URLs")
		}
		c.ImageURLs, c.Images = links, nil
	})
	a := s.caseAt(t, demo.CaseOrdinary)
	home := "/v1/house-images?postalCode=" + string(a.PostalCode) + "&houseNumber=" + strconv.Itoa(a.HouseNumber)
	front := "/v1/get_front_view?bagNumIds=" + string(a.NumberID)
	for _, target := range []string{home, front} {
		if got := s.ask(t, request{target: target}); got.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", target, got.text)
		}
		if got := s.ask(t, request{target: target + "&format=jpeg"}); got.StatusCode != http.StatusOK {
			t.Errorf("%s in JPEG: %s", target, got.text)
		}
		got := s.ask(t, request{target: target + "&width=320"})
		if got.StatusCode != http.StatusBadRequest || !strings.Contains(got.text, `"reason":"width"`) {
			t.Errorf("%s at a width: %s", target, got.text)
		}
	}
}
