// The operator's background of the map, in a real browser.

package web_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/mvt"
	"github.com/paulmach/orb/geojson"

	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/offline/demo"
	"github.com/gevel/gevel/internal/serve/pagedata"
	"github.com/gevel/gevel/internal/testing/pmtilestest"
)

// fileOf writes an archive under its name on the operator's disk.
func fileOf(t *testing.T, a pmtilestest.Archive) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "town.pmtiles")
	replace(t, path, a)
	return path
}

// replace replaces one archive by another, as an operator does.
func replace(t *testing.T, path string, a pmtilestest.Archive) {
	t.Helper()
	if err := os.WriteFile(path+".new", a.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
}

// steps returns the position of the ordinary home in the grid of a zoom level: columns from west, rows from
// north.
func steps(t *testing.T, zoom int) (x, y float64) {
	t.Helper()
	tw, err := theTown()
	if err != nil {
		t.Fatal(err)
	}
	a, ok := tw.made.Case(demo.CaseOrdinary)
	d, known := tw.live.Edition.Dwelling(a.ObjectID)
	if !ok || !known {
		t.Fatal("the town has no ordinary home")
	}
	lat, lon := geo.ToWGS84(d.At)
	n := math.Exp2(float64(zoom))
	return (lon + 180) / 360 * n, (1 - math.Asinh(math.Tan(lat*math.Pi/180))/math.Pi) / 2 * n
}

// greys are images of one grey around the home, at all zoom levels of the map.
func greys(t *testing.T, grey uint8) pmtilestest.Archive {
	t.Helper()
	picture := image.NewGray(image.Rect(0, 0, 256, 256))
	draw.Draw(picture, picture.Bounds(), image.NewUniform(color.Gray{grey}), image.Point{}, draw.Src)
	var b bytes.Buffer
	if err := png.Encode(&b, picture); err != nil {
		t.Fatal(err)
	}
	a := pmtilestest.Archive{Kind: pmtilestest.PNG, Tiles: map[pmtilestest.Tile][]byte{}}
	const around = 4
	for zoom := 12; zoom <= 17; zoom++ {
		x, y := steps(t, zoom)
		for dx := -around; dx <= around; dx++ {
			for dy := -around; dy <= around; dy++ {
				a.Tiles[pmtilestest.Tile{Z: zoom, X: int(x) + dx, Y: int(y) + dy}] = b.Bytes()
			}
		}
	}
	return a
}

// basemap is in the schema of Protomaps: water everywhere, and a motorway past the home from north to south.
// Versions of the schema differ in their name for kinds.
func basemap(t *testing.T, kind string) pmtilestest.Archive {
	t.Helper()
	const zoom, extent = 10, 4096
	a := pmtilestest.Archive{
		Kind: pmtilestest.Vector, Tiles: map[pmtilestest.Tile][]byte{}, Layers: []string{"earth", "landuse", "roads", "water"},
	}
	x, y := steps(t, zoom)
	for dx := -1; dx <= 1; dx++ {
		for dy := -1; dy <= 1; dy++ {
			column, row := int(x)+dx, int(y)+dy
			sea := geojson.NewFeature(orb.Polygon{{
				{-64, -64},
				{extent + 64, -64},
				{extent + 64, extent + 64},
				{-64, extent + 64},
				{-64, -64},
			}})
			sea.Properties = geojson.Properties{kind: "ocean"}
			past := math.Round((x-float64(column))*extent) + 4
			road := geojson.NewFeature(orb.LineString{{past, -64}, {past, extent + 64}})
			road.Properties = geojson.Properties{kind: "highway", "name": "Weg langs het huis"}
			layers := mvt.Layers{layerOf("water", extent, sea), layerOf("roads", extent, road)}
			tile, err := mvt.Marshal(layers)
			if err != nil {
				t.Fatal(err)
			}
			a.Tiles[pmtilestest.Tile{Z: zoom, X: column, Y: row}] = tile
		}
	}
	return a
}

func layerOf(name string, extent uint32, f *geojson.Feature) *mvt.Layer {
	return &mvt.Layer{Name: name, Version: 2, Extent: extent, Features: []*geojson.Feature{f}}
}

// shareOf is the share of the map's pixels with a colour.
func shareOf(r, g, b int) string {
	return fmt.Sprintf(`(() => {
		const map = document.querySelector('#map canvas');
		if (!map) return 0;
		const copy = new OffscreenCanvas(map.width, map.height), c = copy.getContext('2d');
		c.drawImage(map, 0, 0);
		const p = c.getImageData(0, 0, map.width, map.height).data;
		let same = 0;
		for (let i = 0; i < p.length; i += 4) same += Math.abs(p[i] - %d) + Math.abs(p[i + 1] - %d) + Math.abs(p[i + 2] - %d) < 9;
		return same / (p.length / 4);
	})()`, r, g, b)
}

// shareOfGrey is the share of pixels with a grey of the background, drawn thinly on paper (243, 243, 239).
func shareOfGrey(grey float64) string {
	mixed := func(paper float64) int { return int(math.Round(0.7*grey + 0.3*paper)) }
	return shareOf(mixed(243), mixed(243), mixed(239))
}

func TestPicturesOfAFileLieUnderTheMap(t *testing.T) {
	s := openSiteOver(t, ground{file: fileOf(t, greys(t, 80))}, fullKey, asItIs)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued + " && " + shareOfGrey(80) + " > 0.3")
	if n := evaluate[int](b, `document.querySelectorAll('#map .price').length`); n != 3 {
		t.Errorf("%d references are on the map, want 3", n)
	}
	if text := evaluate[string](b, `document.querySelector('.maplibregl-ctrl-attrib').textContent`); !strings.Contains(text, "the makers of the ground") {
		t.Errorf("the map is said to be of %q", text)
	}
	// A print names the makers, even if they were folded away.
	b.run(chromedp.Evaluate(`document.querySelector('.maplibregl-ctrl-attrib-button').click()`, nil))
	const named = `document.querySelector('.maplibregl-ctrl-attrib-inner').checkVisibility()`
	b.wait("!" + named)
	b.run(emulation.SetEmulatedMedia().WithMedia("print"))
	b.wait(named)
	if n := b.statusSeen(http.StatusPartialContent); n == 0 {
		t.Error("the file was not asked by ranges")
	}
	b.quiet()
}

// TestTheGroundsMakersAreNamedOnAPhone checks that the map's key does not cover the name.
func TestTheGroundsMakersAreNamedOnAPhone(t *testing.T) {
	s := openSiteOver(t, ground{file: fileOf(t, greys(t, 80))}, fullKey, asItIs)
	b := openTab(t, phone, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued + " && " + shareOfGrey(80) + " > 0.3")
	if gap := evaluate[float64](b, `document.querySelector('.maplibregl-ctrl-attrib').getBoundingClientRect().top - document.querySelector('.mapkey').getBoundingClientRect().bottom`); gap < 0 {
		t.Errorf("the key of the map lies %.0f pixels over the name of its ground's makers", -gap)
	}
}

func TestABasemapLiesUnderTheMap(t *testing.T) {
	for _, kind := range []string{"kind", "pmap:kind"} { // versions 4 and 3
		s := openSiteOver(t, ground{file: fileOf(t, basemap(t, kind))}, fullKey, asItIs)
		b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
		b.wait(valued + " && " + shareOf(0xcf, 0xdf, 0xe5) + " > 0.3 && " + shareOf(0xfd, 0xf6, 0xe6) + " > 0.003")
		b.wait(drawn)
		b.quiet()
	}
}

// TestAVectorTileOfAnotherSchemaIsLeftOut gives the browser a file that the service would refuse.
func TestAVectorTileOfAnotherSchemaIsLeftOut(t *testing.T) {
	other := basemap(t, "kind")
	other.Layers = []string{"water", "transportation"}
	s := openSiteOver(t, ground{file: fileOf(t, other)}, fullKey, asItIs)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued + " && document.querySelector('#map').dataset.ground === 'unknown' && " + drawn)
	if said := b.console(); len(said) != 1 || !strings.Contains(said[0], "is not drawn") {
		t.Errorf("the console says %q", said)
	}
	if share := evaluate[float64](b, shareOf(0xcf, 0xdf, 0xe5)); share > 0.01 {
		t.Errorf("%.2f of the map is water", share)
	}
}

// TestAnotherFileInItsPlaceIsDrawn replaces the file under an open map.
func TestAnotherFileInItsPlaceIsDrawn(t *testing.T) {
	path := fileOf(t, greys(t, 80))
	s := openSiteOver(t, ground{file: path}, fullKey, asItIs)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued + " && " + shareOfGrey(80) + " > 0.3")
	other := greys(t, 150)
	for tile := range other.Tiles {
		if tile.Z == 17 { // so that it is shorter, and the old offsets are wrong
			delete(other.Tiles, tile)
		}
	}
	replace(t, path, other)
	b.run(chromedp.Click(".maplibregl-ctrl-zoom-out", chromedp.ByQuery))
	b.wait(shareOfGrey(150) + " > 0.3")
	if failed := evaluate[bool](b, `document.querySelector('#map').dataset.failed !== undefined`); failed {
		t.Error("a part of the map was given up")
	}
}

// TestRangesThatComeTooSoonAreAskedAgain refuses the first one.
func TestRangesThatComeTooSoonAreAskedAgain(t *testing.T) {
	s := openSiteOver(t, ground{file: fileOf(t, greys(t, 80))}, fullKey, tooSoon)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(shareOfGrey(80) + " > 0.3")
	if !slices.ContainsFunc(b.console(), func(said string) bool {
		return strings.Contains(said, "429") && strings.Contains(said, pagedata.BackgroundURL)
	}) {
		t.Errorf("no range came too soon: %q", b.console())
	}
}

// TestTheKeyIsForThisServiceAlone uses a background from another host.
func TestTheKeyIsForThisServiceAlone(t *testing.T) {
	path := fileOf(t, greys(t, 80))
	var mu sync.Mutex
	asked, keys := 0, 0
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked++
		if r.Header.Get("Authorization") != "" || r.Header.Get("Referer") != "" {
			keys++
		}
		mu.Unlock()
		w.Header().Set("Access-Control-Allow-Origin", "*")
		http.ServeFile(w, r, path)
	}))
	t.Cleanup(other.Close)
	s := openSiteOver(t, ground{url: other.URL + "/town.pmtiles"}, fullKey, asItIs)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued + " && " + shareOfGrey(80) + " > 0.3")
	mu.Lock()
	defer mu.Unlock()
	if asked == 0 || keys > 0 {
		t.Errorf("of %d requests to the other host %d reveal the key, or the page", asked, keys)
	}
	b.quiet()
}

// TestPagesWithoutAFileLoadNothingForIt checks that only pages with a file load its library.
func TestPagesWithoutAFileLoadNothingForIt(t *testing.T) {
	s := openSite(t, fullKey)
	b := openTab(t, wide, s.at(s.caseAt(t, demo.CaseOrdinary)))
	b.wait(valued + " && " + drawn)
	for _, url := range b.requests() {
		if strings.Contains(url, "pmtiles") {
			t.Errorf("the page asked for %s", url)
		}
	}
}
