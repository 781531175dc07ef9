//go:build linux

package proof

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// homesAsked is the number of homes asked about; each has a photo and a front view.
const homesAsked = 10

// writeEdition writes an edition of the small town with each home enlarged by this many m2, and returns its
// directory and id.
func writeEdition(t *testing.T, larger int) (dir, id string) {
	t.Helper()
	town := smalltown.Shared(t)
	altered := *town.Market
	altered.Dwellings = slices.Clone(altered.Dwellings)
	for i := range altered.Dwellings {
		altered.Dwellings[i].UseSurface.V += larger
	}
	at := t.TempDir()
	sales := market.NewSales(altered.Attributes, altered.Sold)
	id = altered.OpenIn(t, at, sales, town.Vintages()).Edition().ID()
	return filepath.Join(at, id), id
}

// writePhotos writes a photo and a front view of each home that is asked about.
func writePhotos(t *testing.T, homes []gevel.Address) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for i, home := range homes {
		for k, kind := range []string{"", "_front"} {
			picture := image.NewGray(image.Rect(0, 0, 32, 24))
			for p := range picture.Pix {
				picture.Pix[p] = uint8(10*i + 100*k)
			}
			var file bytes.Buffer
			if err := jpeg.Encode(&file, picture, nil); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(dir, string(home.NumberID)+kind+".jpg"), file.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

// question is a request of one of the five endpoints.
type question struct {
	target   string
	ofPhotos bool
}

// questionsAbout asks all five endpoints about some homes.
func questionsAbout(homes []gevel.Address) (questions []question) {
	for _, home := range homes {
		address := fmt.Sprintf("postalCode=%s&houseNumber=%d", home.PostalCode, home.HouseNumber)
		day := "&valuationDate=2021-12-01"
		given := "&buildYear=1990&useSurface=100&buildType=" + url.QueryEscape(gevel.Tussenwoning.String())
		questions = append(questions,
			question{target: "/v1/homevalue?" + address + day},
			question{target: "/v1/homevalue/value?" + address + day + given},
			question{target: "/v1/homevalue/available?" + address + day},
			question{target: "/v1/house-images?" + address, ofPhotos: true},
			question{target: "/v1/get_front_view?bagNumIds=" + string(home.NumberID), ofPhotos: true})
	}
	return questions
}
