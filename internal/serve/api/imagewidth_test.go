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
	front := s.ask(t, request{target: "/v1/get_front_view?width=640&bagNumIds=" + string(a.NumberID)})
	if front.StatusCode != http.StatusOK || strings.Contains(front.text, "imageUrl") && !strings.Contains(front.text, "-w640?") {
		t.Errorf("%s", front.text)
	}
	if refused := s.ask(t, request{target: home + "&width=321"}); refused.StatusCode != http.StatusBadRequest || !strings.Contains(refused.text, `"reason":"width"`) {
		t.Errorf("a width that is none of the three: %s", refused.text)
	}
}
