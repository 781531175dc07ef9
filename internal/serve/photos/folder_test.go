package photos

import (
	"testing"

	"github.com/gevel/gevel"
)

func TestWordsForAFrontView(t *testing.T) {
	for name, want := range map[string]bool{
		"0518200000001234_front.jpg": true, "0518200000001234-Voorgevel (2).jpg": true, "0518200000001234_FRONT1.jpg": true,
		"0518200000001234 aan de voorkant.png": true, "0518200000001234_foto_straatzijde.webp": true,
		"0518200000001234_VoorGevel.jpeg": true, "0518200000001234_voor-gevel.jpg": true, "0518200000001234_fotovoorgevel2.jpg": true,
		"0518200000001234_vooraanzicht.jpg": true,
		"0518200000001234.jpg":              false, "0518200000001234_achtergevel.jpg": false, "0518200000001234_confrontatie.jpg": false,
		"0518200000001234_voor verbouwing.jpg": false, "0518200000001234_zijgevel.jpg": false, "0518200000001234_achterkant.jpg": false,
		"0518200000001234_niet_voorgevel.jpg": false, "0518200000001234 geen voor-gevel.jpg": false,
	} {
		c, err := Import{Kind: gevel.ImagePhoto}.named("photos", "photos/"+name)
		if err != nil || (c.kind == gevel.ImageFront) != want {
			t.Errorf("%s is of the kind %s, %v, want a front view: %t", name, c.kind, err, want)
		}
	}
	for text, want := range map[string]gevel.ImageKind{
		"Voorgevel": gevel.ImageFront, "FRONT": gevel.ImageFront, "foto": gevel.ImagePhoto, "Photo": gevel.ImagePhoto, "side": "side",
		"Hoofdfoto": gevel.ImagePhoto, "achtergevel": gevel.ImagePhoto, "niet voorgevel": "niet voorgevel",
	} {
		c := candidate{kind: gevel.ImagePhoto}
		if err := c.readKind(text); err != nil || c.kind != want {
			t.Errorf("the kind %q is %q, %v, want %q", text, c.kind, err, want)
		}
	}
}
