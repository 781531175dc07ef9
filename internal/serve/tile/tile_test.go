package tile

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/paulmach/orb"
	"github.com/paulmach/orb/encoding/mvt"
	"github.com/paulmach/orb/geojson"
	"github.com/paulmach/orb/planar"
	"go.uber.org/goleak"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/serve/kept"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// at returns the tile that contains a position.
func at(p gevel.Point, zoom int) Address {
	lat, lon := geo.ToWGS84(p)
	x, y := Address{Z: zoom}.steps(lat, lon)
	return Address{zoom, int(x / extent), int(y / extent)}
}

// layersOf decodes a tile with orb's decoder.
func layersOf(t testing.TB, tile []byte) map[string]*mvt.Layer {
	t.Helper()
	layers := map[string]*mvt.Layer{}
	if len(tile) == 0 {
		return layers
	}
	all, err := mvt.UnmarshalGzipped(tile)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range all {
		if l.Version != 2 || l.Extent != extent || layers[l.Name] != nil {
			t.Fatalf("layer %s has version %d and extent %d, or is there twice", l.Name, l.Version, l.Extent)
		}
		layers[l.Name] = l
	}
	return layers
}

func tileOf(t testing.TB, m *Maker, a Address, day gevel.Date) map[string]*mvt.Layer {
	t.Helper()
	return layersOf(t, m.Tile(a, day, Published))
}

func TestTilesShowATown(t *testing.T) {
	town := smalltown.Shared(t)
	m := New(town.Valuer)
	home := town.Dwellings[0]
	for zoom := MinZoom; zoom <= MaxZoom; zoom++ {
		got := tileOf(t, m, at(home.At, zoom), smalltown.End)
		for name, want := range map[string]bool{
			"areas": zoom <= 13, "buildings": zoom >= 14, "homes": zoom >= 16, "sales": zoom >= 12,
		} {
			if (got[name] != nil) != want {
				t.Errorf("zoom %d has a layer %s: %t", zoom, name, got[name] != nil)
			}
		}
	}
	a := at(home.At, MaxZoom)
	got := tileOf(t, m, a, smalltown.End)
	f := featureAt(got["homes"], a, home.At)
	if f == nil || f.Properties["bagId"] != string(home.ID) || f.Properties["label"] != "Straat 0 1" {
		t.Errorf("the home is drawn as %+v", f)
	}
	wall := gevel.Point{X: home.At.X + 2.5, Y: home.At.Y + 4.5}
	b := featureAt(got["buildings"], a, wall)
	if b == nil || b.Properties["year"] != float64(home.BuildYear.V) || b.Properties["type"] != "terraced" || b.Properties["homes"] != 1.0 {
		t.Fatalf("the building is drawn as %+v", b)
	}
	if ring := b.Geometry.(orb.Polygon)[0]; ring.Orientation() != orb.CCW { // y downwards: clockwise on the screen
		t.Errorf("its outline runs the wrong way round: %v", ring)
	}
	sale := got["sales"].Features[0].Properties
	if sale["price"].(float64) <= 0 || !strings.HasPrefix(sale["label"].(string), "Straat ") || len(sale["date"].(string)) != 10 || sale["type"] == nil {
		t.Errorf("a sale is drawn as %v", sale)
	}
	area := tileOf(t, m, at(home.At, 12), smalltown.End)["areas"].Features[0].Properties
	if change := area["change"].(float64); math.Abs(change) > 0.5 || change == 0 || !strings.HasPrefix(area["name"].(string), "Dorp 10") {
		t.Errorf("an area is drawn as %v", area)
	}
}

// TestChangeOfAYearWithoutSalesIsNotKnown draws areas long after the last sale.
func TestChangeOfAYearWithoutSalesIsNotKnown(t *testing.T) {
	town := smalltown.Shared(t)
	last := town.Edition().Sales().LastKnownDay(smalltown.End)
	for day, want := range map[gevel.Date]bool{last + 300: true, last + 400: false} {
		area := tileOf(t, New(town.Valuer), at(town.Dwellings[0].At, 12), day)["areas"].Features[0].Properties
		if _, known := area["change"]; known != want || area["name"] == nil {
			t.Errorf("%d days after the last sale an area is drawn as %v", day-last, area)
		}
	}
}

// featureAt returns the feature of a layer at or around a position.
func featureAt(l *mvt.Layer, a Address, p gevel.Point) *geojson.Feature {
	lat, lon := geo.ToWGS84(p)
	x, y := a.steps(lat, lon)
	if l == nil {
		return nil
	}
	for _, f := range l.Features {
		b := f.Geometry.Bound()
		if b.Pad(2).Contains(orb.Point{x, y}) {
			return f
		}
	}
	return nil
}

// TestEachHomeAndSaleIsInOneTile counts the homes and sales in all tiles of a town.
func TestEachHomeAndSaleIsInOneTile(t *testing.T) {
	town := smalltown.Shared(t)
	m := New(town.Valuer)
	tiles := map[Address]bool{}
	for _, d := range town.Dwellings {
		a := at(d.At, MaxZoom)
		for dx := -1; dx <= 1; dx++ {
			for dy := -1; dy <= 1; dy++ {
				tiles[Address{a.Z, a.X + dx, a.Y + dy}] = true
			}
		}
	}
	homes, sales, buildings := 0, 0, map[any]bool{}
	for a := range tiles {
		for name, l := range tileOf(t, m, a, smalltown.End) {
			switch name {
			case "homes":
				homes += len(l.Features)
			case "sales":
				sales += len(l.Features)
			case "buildings":
				for _, f := range l.Features {
					buildings[f.ID] = true
				}
			}
		}
	}
	known := 0
	s := town.Edition().Sales()
	for row := range s.Len() {
		if s.Known[row] < smalltown.End && geo.InNetherlands(s.At[row]) {
			known++
		}
	}
	if homes != len(town.Dwellings) || sales != known || len(buildings) != town.Edition().Buildings().Len() {
		t.Errorf("tiles show %d homes of %d, %d sales of %d, %d buildings of %d",
			homes, len(town.Dwellings), sales, known, len(buildings), town.Edition().Buildings().Len())
	}
}

// TestNothingKnownLaterChangesATile adds, changes and removes sales known on the valuation date or later.
func TestNothingKnownLaterChangesATile(t *testing.T) {
	town := smalltown.Shared(t)
	rng := rand.New(rand.NewPCG(5, 6))
	day := smalltown.Dates[1] + 100
	want := drawAll(t, New(town.Valuer), town.Market, day)
	for range 3 {
		attacked := town.Attack(rng, day)
		s := market.NewSales(attacked.Attributes, attacked.Sold)
		got := drawAll(t, New(attacked.Open(t, s, smalltown.Train(t, s, 1, smalltown.Dates...))), town.Market, day)
		for a := range want {
			if !bytes.Equal(got[a], want[a]) {
				t.Errorf("tile %v of %s differs by sales that were not known then", a, day)
			}
		}
	}
	if later := drawAll(t, New(town.Valuer), town.Market, smalltown.End); bytes.Equal(later[at(town.Dwellings[0].At, 15)], want[at(town.Dwellings[0].At, 15)]) {
		t.Error("a later day has the same sales")
	}
}

// drawAll draws the tiles around all homes.
func drawAll(t *testing.T, m *Maker, of *smalltown.Market, day gevel.Date) map[Address][]byte {
	t.Helper()
	all := map[Address][]byte{}
	for _, d := range of.Dwellings {
		for zoom := MinZoom; zoom <= MaxZoom; zoom++ {
			a := at(d.At, zoom)
			if _, known := all[a]; !known {
				all[a] = m.draw(a, day, Published)
			}
		}
	}
	return all
}

func TestABuildingOfALaterYearIsNotThereYet(t *testing.T) {
	town := smalltown.Shared(t)
	m := New(town.Valuer)
	for _, d := range town.Dwellings {
		a, year := at(d.At, MaxZoom), d.BuildYear.V
		before, after := gevel.NewDate(year-1, 12, 31), gevel.NewDate(year, 1, 1)
		f, _ := frameOf(a)
		drawn := func(day gevel.Date) (homes, buildings int) {
			return m.homes(&f, day).features, m.buildings(&f, day).features
		}
		homes, buildings := drawn(before)
		homesThen, buildingsThen := drawn(after)
		flats := d.BuildType == gevel.Portiekflat // one building, with the build year of its first home
		if homes >= homesThen || buildings > buildingsThen || buildings == buildingsThen && !flats {
			t.Fatalf("of %d %d homes and %d buildings are drawn, the year before %d and %d", year, homesThen, buildingsThen, homes, buildings)
		}
	}
}

func TestThereIsNothingElsewhere(t *testing.T) {
	m := New(smalltown.Shared(t).Valuer)
	for _, a := range []Address{{6, 0, 0}, {6, 63, 63}, {16, 0, 0}, {16, 65535, 65535}, {12, 2200, 1300}, {16, 33000, 21500}} {
		if tile := m.Tile(a, smalltown.End, Published); tile != nil {
			t.Errorf("tile %v has %d bytes", a, len(tile))
		}
	}
}

// TestProjectionMatchesTheFormulas compares the polynomials with the conversion through degrees, for tiles
// all over the country.
func TestProjectionMatchesTheFormulas(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 20_000 {
		p := gevel.Point{X: 15_000 + 260_000*rng.Float64(), Y: 307_000 + 310_000*rng.Float64()}
		a := at(p, MinZoom+rng.IntN(MaxZoom-MinZoom+1))
		f, ok := frameOf(a)
		if !ok {
			t.Fatalf("tile %v has no frame", a)
		}
		lat, lon := geo.ToWGS84(p)
		x, y := a.steps(lat, lon)
		got := f.of(p)
		if off := math.Hypot(got[0]-x, got[1]-y); off > 1.5 {
			t.Fatalf("tile %v has %v %.2f steps off", a, p, off)
		}
		if c := f.bounds; p.X/0.25 < float64(c.Left) || p.X/0.25 > float64(c.Right) || p.Y/0.25 < float64(c.Low) || p.Y/0.25 > float64(c.High) {
			t.Fatalf("tile %v does not reach to %v", a, p)
		}
	}
}

func TestStepsAreThoseOfTheMap(t *testing.T) {
	// The Dom tower of Utrecht by OpenStreetMap's tile scheme.
	lat, lon := 52.0907, 5.1214
	n := math.Exp2(15)
	x, y := Address{Z: 15}.steps(lat, lon)
	wantX := (lon + 180) / 360 * n
	wantY := (1 - math.Log(math.Tan(lat*math.Pi/180)+1/math.Cos(lat*math.Pi/180))/math.Pi) / 2 * n
	if math.Abs(x/extent-wantX) > 1e-9 || math.Abs(y/extent-wantY) > 1e-9 || int(wantX) != 16850 || int(wantY) != 10810 {
		t.Errorf("it lies at %v, %v, want %v, %v", x/extent, y/extent, wantX, wantY)
	}
	a := Address{15, 16850, 10810}
	if a.lon(0) > lon || a.lon(1) < lon || a.lat(0) < lat || a.lat(1) > lat {
		t.Errorf("the tile is from %v to %v and from %v to %v", a.lon(0), a.lon(1), a.lat(1), a.lat(0))
	}
}

// TestTilesAreDrawnAtTheSameTime asks for tiles from many goroutines, for the race detector too.
func TestTilesAreDrawnAtTheSameTime(t *testing.T) {
	town := smalltown.Shared(t)
	want, m := New(town.Valuer), New(town.Valuer)
	m.cache = kept.New[cacheKey](20_000) // small, so that tiles are evicted
	var group sync.WaitGroup
	for n := range 8 {
		group.Go(func() {
			for i := range 40 {
				d, day := town.Dwellings[(17*n+7*i)%len(town.Dwellings)], smalltown.End-gevel.Date(i%3)
				a := at(d.At, MinZoom+(n+i)%(MaxZoom-MinZoom+1))
				if got := m.Tile(a, day, Published); !bytes.Equal(got, want.Tile(a, day, Published)) {
					t.Errorf("tile %v differs", a)
				}
			}
		})
	}
	group.Wait()
}

func TestWhatReachesFarBeyondATileIsCut(t *testing.T) {
	left := ringOf(orb.Ring{{-9000, 100}, {9000, 100}, {9000, 300}, {-9000, 300}}, false, false)
	for _, p := range left {
		if p[0] < -buffer || p[0] > extent+buffer {
			t.Errorf("a corner lies at %v", p)
		}
	}
	if len(left) != 5 || ringOf(orb.Ring{{-900, 100}, {-800, 100}, {-800, 300}}, false, false) != nil {
		t.Errorf("cut to %v", left)
	}
}

// A point in a cell lies in the shape of most homes of the cell and in no other; shapes do not overlap, whatever their cells.
func TestShapesHoldTheirHomesAndNoOthers(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 40 {
		const areas, side = 4, 20
		homes := map[areaCell]int{}
		for range 1 + rng.IntN(150) {
			homes[areaCell{shapePoint{rng.Int32N(side) - side/2, rng.Int32N(side) - side/2}, rng.Int32N(areas)}] += 1 + rng.IntN(3)
		}
		owner := ownersOf(homes)
		shapes := shapesOf(areas, homes)
		holders := func(wide int, p orb.Point) (numbers []int32) {
			for area, widths := range shapes {
				if len(widths) != shapeZoom-MinZoom+1 {
					t.Fatalf("an area has %d shapes", len(widths))
				}
				if planar.MultiPolygonContains(widths[wide], p) {
					numbers = append(numbers, int32(area))
				}
			}
			return numbers
		}
		for cell, most := range owner {
			middle := orb.Point{(float64(cell.x) + 0.5) * shapeCell, (float64(cell.y) + 0.5) * shapeCell}
			if got := holders(0, middle); !slices.Equal(got, []int32{most.area}) {
				t.Fatalf("a cell of area %d is in the shapes of %v", most.area, got)
			}
			for wide := range shapeZoom - MinZoom + 1 {
				if got := holders(wide, orb.Point{middle[0] + 7, middle[1] + 3}); len(got) != 1 {
					t.Fatalf("with cells of %d m a home is in the shapes of %v", shapeCell<<wide, got)
				}
			}
		}
		for _, widths := range shapes {
			for _, ground := range widths[0] {
				for i, ring := range ground {
					if !ring.Closed() || (ring.Orientation() == orb.CCW) != (i == 0) {
						t.Fatalf("ring %d of a ground: %v", i, ring)
					}
				}
			}
		}
	}
}

func TestAnEditionWithoutBuildingsHasNoneDrawn(t *testing.T) {
	town := smalltown.Shared(t)
	m := New(town.Valuer)
	f, _ := frameOf(at(town.Dwellings[0].At, 16))
	if (&Maker{edition: &withoutBuildings}).buildings(&f, smalltown.End).features != 0 || m.buildings(&f, smalltown.End).features == 0 {
		t.Error("buildings of no table are drawn")
	}
}

func plain(t testing.TB, tile []byte) int {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(tile))
	if err != nil {
		t.Fatal(err)
	}
	n, err := io.Copy(io.Discard, z)
	if err != nil {
		t.Fatal(err)
	}
	return int(n)
}

// BenchmarkCity draws the tiles around the middle of the edition named by GEVEL_CITY, uncached:
//
//	GEVEL_CITY=<edition> go test -run xx -bench City ./internal/serve/tile
func BenchmarkCity(b *testing.B) {
	v := cityValuer(b)
	m := New(v)
	day := v.Vintages()[len(v.Vintages())-1].AsOf
	homes := v.Edition().HomePositions()
	middle := homes[len(homes)/2]
	b.Logf("%d buildings in %.1f bytes each", v.Edition().Buildings().Len(),
		float64(v.Edition().Buildings().Bytes())/float64(max(1, v.Edition().Buildings().Len())))
	for zoom := MinZoom; zoom <= MaxZoom; zoom++ {
		b.Run(fmt.Sprint("zoom ", zoom), func(b *testing.B) {
			a := fullest(b, m, zoom, middle, day)
			var tile []byte
			for b.Loop() {
				m.cache = kept.New[cacheKey](0)
				tile = m.Tile(a, day, Published)
			}
			if len(tile) == 0 {
				return
			}
			b.ReportMetric(float64(len(tile))/1e3, "kB")
			b.ReportMetric(float64(plain(b, tile))/1e3, "kB-plain")
			for name, l := range layersOf(b, tile) {
				b.ReportMetric(float64(len(l.Features)), name)
			}
		})
	}
}

// fullest returns the largest tile around a place.
func fullest(b *testing.B, m *Maker, zoom int, middle gevel.Point, day gevel.Date) (best Address) {
	b.Helper()
	most := -1
	for dx := -3; dx <= 3; dx++ {
		for dy := -3; dy <= 3; dy++ {
			a := at(middle, zoom)
			a.X, a.Y = a.X+dx, a.Y+dy
			tile := m.Tile(a, day, Published)
			if len(tile) > most {
				most, best = len(tile), a
			}
		}
	}
	return best
}
