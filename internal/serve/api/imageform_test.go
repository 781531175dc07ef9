package api_test

import (
	"bytes"
	"image/jpeg"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/image/webp"

	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/photos"
	"github.com/gevel/gevel/internal/testing/s3test"
)

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
	}
	named := s.ask(t, request{target: home + "&format=webp"})
	at, err := url.Parse(named.body["data"].(map[string]any)["images"].([]any)[0].(string))
	if err != nil {
		t.Fatal(err)
	}
	for _, target := range []string{at.RequestURI(), strings.Replace(at.RequestURI(), "-webp", "-jpeg", 1)} {
		picture := s.ask(t, request{target: target, key: noKey})
		if _, err := webp.Decode(strings.NewReader(picture.text)); (err == nil) != (target == at.RequestURI()) {
			t.Errorf("%s: %s, %s (%v)", target, picture.Status, picture.Header.Get("Content-Type"), err)
		}
	}
	front := s.ask(t, request{target: "/v1/get_front_view?width=640&format=webp&bagNumIds=" + string(a.NumberID)})
	if front.StatusCode != http.StatusOK || strings.Contains(front.text, "imageUrl") && !strings.Contains(front.text, "-w640-webp?") {
		t.Errorf("%s", front.text)
	}
	if refused := s.ask(t, request{target: home + "&format=WebP"}); refused.StatusCode != http.StatusBadRequest || !strings.Contains(refused.text, `"reason":"format"`) {
		t.Errorf("a format that is neither: %s", refused.text)
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
		for query, reasons := range map[string][]string{
			"&width=320": {"width"}, "&format=jpeg": {"format"}, "&format=webp": {"format"}, "&width=640&format=webp": {"width", "format"},
		} {
			got := s.ask(t, request{target: target + query})
			if got.StatusCode != http.StatusBadRequest {
				t.Errorf("%s: %s", target+query, got.text)
				continue
			}
			faults := got.body["error"].(map[string]any)["errors"].([]any)
			for i, reason := range reasons {
				if len(faults) != len(reasons) || faults[i].(map[string]any)["reason"] != reason {
					t.Errorf("%s: %s", target+query, got.text)
				}
			}
		}
	}
}
