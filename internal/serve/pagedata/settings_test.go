package pagedata

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gevel/gevel/internal/testing/pmtilestest"
)

func TestTheMapsBackgroundIsChecked(t *testing.T) {
	const good = "https://tiles.example/{z}/{x}/{y}.png?style=grey"
	dir := t.TempDir()
	archive, text := filepath.Join(dir, "town.pmtiles"), filepath.Join(dir, "text.pmtiles")
	tiles := pmtilestest.Archive{Kind: pmtilestest.PNG, Tiles: map[pmtilestest.Tile][]byte{{}: []byte("a picture")}}
	for path, content := range map[string][]byte{archive: tiles.Bytes(), text: []byte("no tiles")} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ given, attribution, kind, url, want string }{
		{"", "", "", "", ""},
		{good, "© the makers", "tiles", good, ""},
		{archive, "© the makers", "pmtiles", "/page/background.pmtiles", ""},
		{"https://maps.example/nl.pmtiles?v=2", "© the makers", "pmtiles", "https://maps.example/nl.pmtiles?v=2", ""},
		{good, "", "", "", "give --map-attribution too"},
		{archive, "", "", "", "give --map-attribution too"},
		{"", "© the makers", "", "", "give --map-background with it"},
		{"https://tiles.example/{z}/{x}.png", "©", "", "", "has no {y}"},
		{"https://tiles.example/{z}/{z}/{x}/{y}", "©", "", "", "has no {z}, or more than one"},
		{"ftp://tiles.example/{z}/{x}/{y}", "©", "", "", "give the URL of tiles"},
		{"https://user:hidden@tiles.example/{z}/{x}/{y}", "©", "", "", "give the URL of tiles"},
		{"https://user:hidden@maps.example/nl.pmtiles", "©", "", "", "give the URL of tiles"},
		{"{z}/{x}/{y}", "©", "", "", "give the URL of tiles"},
		{"town.mbtiles", "©", "", "", "or a file or URL of PMTiles"},
		{text, "©", "", "", "--map-background " + text + " can't lie under the map: it is no PMTiles archive; give"},
		{archive + ".pmtiles", "©", "", "", "can't lie under the map: it can't be read: no such file or directory; name a file"},
	} {
		settings := Settings{MapBackground: tt.given, MapAttribution: tt.attribution}
		b, err := settings.Underlay()
		if tt.want != "" {
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "hidden") {
				t.Errorf("%s: refused with %v, want %s", tt.given, err, tt.want)
			}
			continue
		}
		if err != nil || (b.Shown != nil) != (tt.kind != "") || b.Shown != nil && (b.Shown.Kind != tt.kind || b.Shown.URL != tt.url || b.Shown.Attribution != tt.attribution) {
			t.Errorf("%s: %+v, %v", tt.given, b, err)
		}
		if inFile := tt.given == archive; inFile != (b.File != "") || inFile && b.URL != "" || !inFile && b.URL != tt.given {
			t.Errorf("%s: the file %q, the URL %q", tt.given, b.File, b.URL)
		}
	}
}
