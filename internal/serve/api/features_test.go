package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/geo"
)

// Features by OGC's interface, below /ogc.

// collected is a page of features.
type collected struct {
	Type           string
	NumberMatched  int
	NumberReturned int
	Links          []struct{ Href, Rel, Type string }
	Features       []struct {
		ID         string
		Geometry   struct{ Coordinates json.RawMessage }
		Properties map[string]any
	}
}

func (c collected) link(rel string) string {
	for _, l := range c.Links {
		if l.Rel == rel {
			return l.Href
		}
	}
	return ""
}

func publishing(c *setup) { c.OGC.PublishSales = true }

// features asks for a page of features.
func (s *site) features(t *testing.T, target string) (page collected) {
	t.Helper()
	got := s.ask(t, request{target: strings.TrimPrefix(target, s.server.URL)})
	if got.StatusCode != http.StatusOK || got.Header.Get("Content-Type") != "application/geo+json" {
		t.Fatalf("%s: %s %s\n%s", target, got.Status, got.Header.Get("Content-Type"), got.text)
	}
	if err := json.Unmarshal([]byte(got.text), &page); err != nil {
		t.Fatal(err)
	}
	if page.Type != "FeatureCollection" || page.NumberReturned != len(page.Features) {
		t.Errorf("%s: a %s with %d features, said to be %d", target, page.Type, len(page.Features), page.NumberReturned)
	}
	return page
}

// all asks for all features, page by page: a slow machine can't value a thousand homes in the time that an answer has.
func (s *site) all(t *testing.T, target string) (all collected) {
	t.Helper()
	for next := target; next != ""; {
		page := s.features(t, next)
		next, all.NumberMatched = page.link("next"), page.NumberMatched
		all.Features = append(all.Features, page.Features...)
	}
	return all
}

func TestPagesOfFeaturesHaveEachOnce(t *testing.T) {
	s := openSite(t, publishing)
	for _, tt := range []struct{ collection, query string }{
		{"areas", "limit=2"}, {"sales", "limit=400"}, {"homes", "limit=300"},
	} {
		seen, want := map[string]bool{}, -1
		for next := "/ogc/collections/" + tt.collection + "/items?" + tt.query; next != ""; {
			page := s.features(t, next)
			if want >= 0 && page.NumberMatched != want {
				t.Errorf("%s: %d match, and %d did before", next, page.NumberMatched, want)
			}
			want = page.NumberMatched
			for _, f := range page.Features {
				if seen[f.ID] {
					t.Fatalf("%s comes twice", f.ID)
				}
				seen[f.ID] = true
			}
			next = page.link("next")
		}
		if len(seen) != want || want == 0 {
			t.Errorf("%s: %d features on all pages, and %d match", tt.collection, len(seen), want)
		}
	}
}

func TestAHomeAmongFeaturesHasTheValueOfV1(t *testing.T) {
	s := openSite(t)
	valued, completed := 0, 0
	for _, f := range s.features(t, "/ogc/collections/homes/items?limit=150").Features {
		home, _ := s.live.Edition.MainAddress(gevel.BAGID(f.ID))
		query := url.Values{"postalCode": {string(home.PostalCode)}, "houseNumber": {strconv.Itoa(home.HouseNumber)}}
		if home.HouseLetter != "" {
			query.Set("houseLetter", home.HouseLetter)
		}
		if home.HouseNumberExt != "" {
			query.Set("houseNumberExt", home.HouseNumberExt)
		}
		got := s.ask(t, request{target: "/v1/homevalue?" + query.Encode()})
		if reason, _ := f.Properties["reason"].(string); reason != "" {
			if !strings.Contains(got.text, `"reason":"`+reason+`"`) {
				t.Errorf("%s is %s as a feature, and by /v1: %s", home, reason, got.text)
			}
			continue
		}
		data, _ := got.body["data"].(map[string]any)
		if got.StatusCode != http.StatusOK || data["weightedValue"] != f.Properties["value"] {
			t.Errorf("%s is worth %v as a feature, and by /v1: %s", home, f.Properties["value"], got.text)
		}
		for _, name := range []string{"buildType", "buildYear", "useSurface", "parcelSurface", "energyLabel"} {
			if data[name] != f.Properties[name] {
				t.Errorf("%s has the %s %v as a feature, and by /v1 %v", home, name, f.Properties[name], data[name])
			}
		}
		valued++
		if registered, _ := s.live.Edition.Dwelling(gevel.BAGID(f.ID)); registered.EnergyLabel.String() == "" && f.Properties["energyLabel"] != nil {
			completed++
		}
	}
	if valued == 0 || completed == 0 {
		t.Errorf("%d features have a value, %d a label that their own sale recorded", valued, completed)
	}
}

func TestABoxHoldsTheSameInEitherSystem(t *testing.T) {
	s := openSite(t, publishing)
	middle := s.live.Edition.HomePositions()[0]
	box := func(half float64) string {
		return strings.Join([]string{
			spelled(middle.X - half), spelled(middle.Y - half), spelled(middle.X + half),
			spelled(middle.Y + half),
		}, ",")
	}
	const rd = "http://www.opengis.net/def/crs/EPSG/0/28992"
	for _, collection := range []string{"areas", "sales", "homes"} {
		base := "/ogc/collections/" + collection + "/items?limit=100"
		inside := s.all(t, base+"&bbox-crs="+url.QueryEscape(rd)+"&bbox="+box(150)+"&crs="+url.QueryEscape(rd))
		all := s.all(t, base)
		if inside.NumberMatched == 0 || collection != "areas" && inside.NumberMatched >= all.NumberMatched {
			t.Errorf("%s: %d in the box, %d in all", collection, inside.NumberMatched, all.NumberMatched)
		}
		if collection == "areas" {
			continue
		}
		for _, f := range inside.Features {
			var at [2]float64
			if err := json.Unmarshal(f.Geometry.Coordinates, &at); err != nil ||
				max(at[0]-middle.X, middle.X-at[0], at[1]-middle.Y, middle.Y-at[1]) > 150 {
				t.Errorf("%s %s lies at %s, outside the box (%v)", collection, f.ID, f.Geometry.Coordinates, err)
			}
		}
	}
	lat, lon := geo.ToWGS84(middle)
	near := strings.Join([]string{spelled(lon - 1e-6), spelled(lat - 1e-6), spelled(lon + 1e-6), spelled(lat + 1e-6)}, ",")
	if found := s.features(t, "/ogc/collections/homes/items?bbox="+near); found.NumberMatched == 0 {
		t.Error("a box of degrees around a home does not hold it")
	}
	if found := s.features(t, "/ogc/collections/homes/items?bbox=-10,40,-9,41"); found.NumberMatched != 0 {
		t.Errorf("%d homes in Portugal", found.NumberMatched)
	}
}

func spelled(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

func TestSalesAreFeaturesOnlyWhereTheyArePublished(t *testing.T) {
	s := openSite(t)
	for _, path := range []string{"/ogc/collections/sales", "/ogc/collections/sales/items"} {
		if got := s.ask(t, request{target: path}); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", path, got.Status)
		}
	}
	if got := s.ask(t, request{target: "/ogc/collections"}); strings.Contains(got.text, "sales/items") {
		t.Errorf("the collections name sales: %s", got.text)
	}
	s = openSite(t, publishing)
	all := s.all(t, "/ogc/collections/sales/items?limit=100")
	within := s.all(t, "/ogc/collections/sales/items?limit=100&datetime=2025-01-01/2025-06-30")
	if within.NumberMatched == 0 || within.NumberMatched >= all.NumberMatched {
		t.Fatalf("%d sales of half a year, %d in all", within.NumberMatched, all.NumberMatched)
	}
	for _, f := range within.Features {
		if day := f.Properties["date"].(string); day < "2025-01-01" || day > "2025-06-30" {
			t.Errorf("a sale of %s", day)
		}
	}
	before := s.all(t, "/ogc/collections/sales/items?valuationDate=2025-01-01&limit=100")
	for _, f := range before.Features {
		if day := f.Properties["date"].(string); day >= "2025-01-01" {
			t.Errorf("a sale of %s was known on 2025-01-01", day)
		}
	}
}

func TestWhatIsAskedOfFeaturesIsReadStrictly(t *testing.T) {
	s := openSite(t, publishing)
	for _, tt := range []struct {
		query  string
		status int
		reason string
	}{
		{"bbox=1,2,3", 400, "bbox"},
		{"bbox=1,2,x,4", 400, "bbox"},
		{"bbox=1,.,3,4", 400, "bbox"},
		{"bbox=4,52,5,51", 400, "bbox"},
		{"crs=EPSG:28992", 400, "crs"},
		{"bbox-crs=rd", 400, "bbox-crs"},
		{"datetime=yesterday", 400, "datetime"},
		{"datetime=2025-02-01/2025-01-01", 400, "datetime"},
		{"datetime=../..", 400, "datetime"},
		{"limit=0", 400, "limit"},
		{"offset=-1", 400, "offset"},
		{"f=xml", 400, "f"},
		{"colour=red", 400, "colour"},
		{"limit=1000000", 200, ""},
		{"datetime=2025-01-01T00:00:00Z/..", 200, ""},
	} {
		got := s.ask(t, request{target: "/ogc/collections/sales/items?" + tt.query})
		if got.StatusCode != tt.status || tt.reason != "" && !strings.Contains(got.text, `"reason":"`+tt.reason+`"`) {
			t.Errorf("%s: %s, want %d for %s\n%.300s", tt.query, got.Status, tt.status, tt.reason, got.text)
		}
	}
	for _, path := range []string{"/areas/items/none", "/sales/items/-1", "/sales/items/01", "/homes/items/0518010000000000", "/parcels", "/parcels/items"} {
		if got := s.ask(t, request{target: "/ogc/collections" + path}); got.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %s", path, got.Status)
		}
	}
}

func TestFeaturesNeedAKeyThatMayValue(t *testing.T) {
	s := openSite(t)
	for _, tt := range []struct {
		path, key string
		status    int
	}{
		{"/ogc", noKey, 401},
		{"/ogc/collections/homes/items", noKey, 401},
		{"/ogc/collections/homes/items", "images only", 403},
		{"/ogc/collections/areas/items", "valuation only", 200},
		{"/ogc/openapi.json", noKey, 200},
	} {
		if got := s.ask(t, request{target: tt.path, key: tt.key}); got.StatusCode != tt.status {
			t.Errorf("%s with %s: %s, want %d", tt.path, tt.key, got.Status, tt.status)
		}
	}
}

func TestEachHomeOfAPageIsAUseOfTheKey(t *testing.T) {
	s := openSite(t)
	got := s.ask(t, request{target: "/ogc/collections/homes/items?limit=50", key: "ten"})
	var page collected
	if err := json.Unmarshal([]byte(got.text), &page); err != nil {
		t.Fatal(err)
	}
	if len(page.Features) != 10 || page.link("next") == "" || page.NumberMatched <= 10 {
		t.Errorf("a key of ten uses gets %d homes of %d, and then %q", len(page.Features), page.NumberMatched, page.link("next"))
	}
	if got := s.ask(t, request{target: "/ogc/collections/areas/items", key: "ten"}); got.StatusCode != http.StatusForbidden {
		t.Errorf("the next request: %s", got.Status)
	}
}

func TestFeaturesArePagesToo(t *testing.T) {
	s := openSite(t, publishing)
	for _, path := range []string{
		"/ogc", "/ogc/conformance", "/ogc/collections", "/ogc/collections/areas", "/ogc/collections/areas/items", "/ogc/collections/homes/items?limit=3",
	} {
		got := s.ask(t, request{target: path, header: http.Header{"Accept": {"text/html,application/xhtml+xml;q=0.9"}}})
		if got.StatusCode != http.StatusOK || !strings.HasPrefix(got.Header.Get("Content-Type"), "text/html") ||
			!strings.Contains(got.text, "</h1>") {
			t.Errorf("%s: %s %s\n%.200s", path, got.Status, got.Header.Get("Content-Type"), got.text)
		}
		if got := s.ask(t, request{target: path}); !json.Valid([]byte(got.text)) {
			t.Errorf("%s is no JSON: %.200s", path, got.text)
		}
	}
}

func TestAnAreaHasItsIndexByMonth(t *testing.T) {
	s := openSite(t)
	areas := s.features(t, "/ogc/collections/areas/items")
	got := s.ask(t, request{target: "/ogc/collections/areas/items/" + areas.Features[0].ID})
	var area struct {
		Properties struct {
			IndexFrom string
			Index     []float64
			Change1y  *float64
		}
	}
	if err := json.Unmarshal([]byte(got.text), &area); err != nil {
		t.Fatalf("%v: %s", err, got.text)
	}
	p := area.Properties
	if len(p.Index) < 13 || len(p.IndexFrom) != len("2020-01") || p.Change1y == nil {
		t.Fatalf("%s", got.text)
	}
	last := len(p.Index) - 1
	if rise := p.Index[last]/p.Index[last-12] - 1; max(rise-*p.Change1y, *p.Change1y-rise) > 0.02 {
		t.Errorf("the index rose by %.3f in a year, and the change is %.3f", rise, *p.Change1y)
	}
}

func TestFeaturesAreDescribed(t *testing.T) {
	s := openSite(t, publishing)
	described := s.describe("/ogc")
	if err := described.Validate(t.Context()); err != nil {
		t.Error(err)
	}
	limit := described.Components.Parameters["limit"].Value.Schema.Value // where QGIS looks for the length of a page
	if *limit.Max != 1000 || fmt.Sprint(limit.Default) != "100" {
		t.Errorf("pages have %v features, at most %v", limit.Default, *limit.Max)
	}
	for path := range described.Paths.Map() {
		if strings.Contains(path, "{") {
			continue
		}
		if got := s.ask(t, request{target: "/ogc" + path}); got.StatusCode != http.StatusOK {
			t.Errorf("%s is described, and answers %s", path, got.Status)
		}
	}
}

// TestGDALReadsFeatures has QGIS's library read all collections.
func TestGDALReadsFeatures(t *testing.T) {
	ogrinfo, err := exec.LookPath("ogrinfo")
	if err != nil && os.Getenv("GEVEL_TEST_GEO") == "" {
		t.Skip("GDAL is not installed")
	} else if err != nil {
		t.Fatal(err)
	}
	s := openSite(t, publishing)
	info := func(args ...string) string {
		c := exec.CommandContext(t.Context(), ogrinfo, append([]string{"-ro"}, args...)...)
		c.Env = append(os.Environ(), "GDAL_HTTP_HEADERS=Authorization: Bearer "+s.secrets["full"], "no_proxy=127.0.0.1")
		out, err := c.CombinedOutput()
		if err != nil || strings.Contains(string(out), "ERROR") {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	at := "OAPIF:" + s.server.URL + "/ogc"
	if layers := info(at); !strings.Contains(layers, "areas") || !strings.Contains(layers, "sales") ||
		!strings.Contains(layers, "homes") {
		t.Fatalf("GDAL finds %s", layers)
	}
	for collection, fields := range map[string][]string{
		"areas": {"Polygon", "change1y: Real", "homes: Integer"},
		"sales": {"Point", "price: Integer", "date: Date"},
		"homes": {"Point", "value: Integer", "confidenceClass: Integer"},
	} {
		matched := s.features(t, "/ogc/collections/"+collection+"/items?limit=1").NumberMatched
		said := info("-so", at, collection)
		if !strings.Contains(said, "Feature Count: "+strconv.Itoa(matched)+"\n") {
			t.Errorf("%s has %d features, and GDAL says\n%s", collection, matched, said)
		}
		for _, field := range fields {
			if !strings.Contains(said, field) {
				t.Errorf("%s: GDAL does not see %q\n%s", collection, field, said)
			}
		}
		all := info("-al", "-geom=NO", "-q", at, collection)
		if got := strings.Count(all, "OGRFeature("); got != matched {
			t.Errorf("%s: GDAL reads %d features of %d", collection, got, matched)
		}
	}
}

// TestAKeyIsAPasswordBelowOGCAlone sends HTTP Basic, as QGIS and browsers do.
func TestAKeyIsAPasswordBelowOGCAlone(t *testing.T) {
	s := openSite(t)
	a := s.homes[0]
	for _, tt := range []struct {
		target, secret string
		status         int
		challenge      string
	}{
		{"/ogc/collections", s.secrets["full"], 200, ""},
		{"/ogc/collections/homes/items?limit=1", s.secrets["valuation only"], 200, ""},
		{"/ogc/collections", "unknown", 401, `Basic realm="gevel", Bearer`},
		{"/ogc/collections", "", 401, `Basic realm="gevel", Bearer`},
		{"/v1/homevalue?" + at(a), s.secrets["full"], 401, "Bearer"},
		{"/page/edition", s.secrets["full"], 401, "Bearer"},
	} {
		header := http.Header{}
		r := &http.Request{Header: header}
		r.SetBasicAuth("anyone", tt.secret)
		got := s.ask(t, request{target: tt.target, key: noKey, header: header})
		if how := got.Header.Get("WWW-Authenticate"); got.StatusCode != tt.status || how != tt.challenge {
			t.Errorf("%s: %d %q, want %d %q", tt.target, got.StatusCode, how, tt.status, tt.challenge)
		}
	}
}

// TestACollectionSaysWhereItIsAndWhatItMayBeAskedFor compares extents, queryables and filters with the features.
func TestACollectionSaysWhereItIsAndWhatItMayBeAskedFor(t *testing.T) {
	s := openSite(t, publishing)
	for collection, asked := range map[string][]string{
		"homes": {"buildType", "buildYear", "useSurface", "parcelSurface", "energyLabel", "postalCode", "city"},
		"sales": {"buildType", "buildYear", "useSurface", "city"}, "areas": {"name", "city"},
	} {
		var described struct {
			Extent struct {
				Spatial  struct{ BBox [][4]float64 }
				Temporal *struct{ Interval [][2]string }
			}
		}
		text := s.ask(t, request{target: "/ogc/collections/" + collection}).text
		if err := json.Unmarshal([]byte(text), &described); err != nil {
			t.Fatal(err)
		}
		all := s.all(t, "/ogc/collections/"+collection+"/items?limit=100")
		box := described.Extent.Spatial.BBox[0]
		around := [4]float64{box[2], box[3], box[0], box[1]}
		for _, f := range all.Features {
			var p [2]float64
			if collection == "areas" {
				break
			}
			if err := json.Unmarshal(f.Geometry.Coordinates, &p); err != nil {
				t.Fatal(err)
			}
			around = [4]float64{min(around[0], p[0]), min(around[1], p[1]), max(around[2], p[0]), max(around[3], p[1])}
		}
		// The register's metres are turned a little against degrees: their box holds every feature, and little more.
		slack := 0.02 * max(around[2]-around[0], around[3]-around[1])
		for i, beyond := range [4]float64{around[0] - box[0], around[1] - box[1], box[2] - around[2], box[3] - around[3]} {
			if collection != "areas" && all.NumberMatched == len(all.Features) && (beyond < 0 || beyond > slack) {
				t.Errorf("%s lie in %v, and are said to in %v: side %d", collection, around, box, i)
			}
		}
		if days := described.Extent.Temporal; (days != nil) != (collection == "sales") || days != nil && days.Interval[0][0] >= days.Interval[0][1] {
			t.Errorf("%s have the days %v", collection, days)
		}
		listed := gjson.Get(s.ask(t, request{target: "/ogc/collections/" + collection + "/queryables"}).text, "properties").Map()
		if len(listed) != len(asked) {
			t.Errorf("%s may be asked for %v", collection, listed)
		}
		for _, name := range asked {
			var value string
			want := 0
			for _, f := range all.Features {
				if value == "" && f.Properties[name] != nil {
					value = fmt.Sprint(f.Properties[name])
				}
				if value != "" && fmt.Sprint(f.Properties[name]) == value {
					want++
				}
			}
			found := s.all(t, "/ogc/collections/"+collection+"/items?limit=100&"+name+"="+url.QueryEscape(strings.ToLower(value)))
			if listed[name].Get("type").String() == "" || value == "" || want == 0 || found.NumberMatched < want ||
				all.NumberMatched == len(all.Features) && found.NumberMatched != want {
				t.Errorf("%s with %s %q: %d, want %d; its type %s", collection, name, value, found.NumberMatched, want, listed[name])
			}
			for _, f := range found.Features {
				if fmt.Sprint(f.Properties[name]) != value {
					t.Errorf("%s %s has %s %v, asked for %s", collection, f.ID, name, f.Properties[name], value)
				}
			}
		}
	}
	for query, name := range map[string]string{
		"buildYear=new": "buildYear", "buildYear=99999": "buildYear", "useSurface=-1": "useSurface", "buildType=castle": "buildType",
		"energyLabel=Z": "energyLabel", "postalCode=12": "postalCode", "city=" + strings.Repeat("x", 201): "city",
	} {
		got := s.ask(t, request{target: "/ogc/collections/homes/items?" + query})
		if got.StatusCode != http.StatusBadRequest || !strings.Contains(got.text, `"reason":"`+name+`"`) {
			t.Errorf("%s: %s %s, want an error of %s", query, got.Status, got.text, name)
		}
	}
	page := s.features(t, "/ogc/collections/homes/items?limit=1&buildType=tussenwoning")
	if next := page.link("next"); !strings.Contains(next, "buildType=Tussenwoning") {
		t.Errorf("the next page of houses in a row is %s", next)
	}
	if got := s.ask(t, request{target: "/ogc/collections/homes/items?value=1"}); got.StatusCode != http.StatusBadRequest {
		t.Errorf("a property that costs a value is a filter: %s", got.Status)
	}
}
