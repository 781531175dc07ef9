package geo_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/gevel/gevel/internal/geo"
)

func TestTheWayBackAgreesWithPublishedVectors(t *testing.T) {
	// The vectors are the plain polynomial's; the offset to ETRS89 comes off.
	for _, tt := range []struct{ x, y, lat, lon float64 }{
		{155000, 463000, 52.1551744, 5.3872062},
		{206335.699, 447529.842, 52.0137516, 6.1349934},
		{104647.676, 490206.575, 52.3973897, 4.6474021},
		{270000, 600000, 53.3739355, 7.1151641},
		{20000, 370000, 51.3031573, 3.4511985},
	} {
		lat, lon := toWGS84(geo.Point{X: tt.x, Y: tt.y})
		if math.Abs(lat-(tt.lat-etrsLat)) > 6e-8 || math.Abs(lon-(tt.lon-etrsLon)) > 6e-8 {
			t.Errorf("toWGS84(%v, %v) = %.7f, %.7f, want %.7f, %.7f", tt.x, tt.y, lat, lon,
				tt.lat-etrsLat, tt.lon-etrsLon)
		}
	}
}

func TestTheWayBackPutsAmersfoortWhereETRS89HasIt(t *testing.T) {
	// The exact projection and datum shift (EPSG:28992 to EPSG:4258) give this.
	const wantLat, wantLon = 52.155172, 5.387204
	lat, lon := toWGS84(geo.Point{X: 155000, Y: 463000})
	if math.Abs(lat-wantLat) > 1e-6 || math.Abs(lon-wantLon) > 1e-6 {
		t.Errorf("Amersfoort is at %.7f, %.7f, want %v, %v", lat, lon, wantLat, wantLon)
	}
}

func TestRDRoundTripIsExactToMillimetresOnLand(t *testing.T) {
	const tolerance = 0.005 // metres
	rapid.Check(t, func(t *rapid.T) {
		p := geo.Point{
			X: rapid.Float64Range(13_000, 280_000).Draw(t, "x"),
			Y: rapid.Float64Range(305_000, 615_000).Draw(t, "y"),
		}
		if d := geo.Distance(p, geo.FromWGS84(toWGS84(p))); d > tolerance {
			t.Fatalf("round trip of %v is off by %v m", p, d)
		}
	})
}

func TestInNetherlandsKnowsItsBounds(t *testing.T) {
	for _, tt := range []struct {
		p    geo.Point
		want bool
	}{
		{geo.Point{X: 80_000, Y: 455_000}, true},
		{geo.Point{X: 0, Y: 300_000}, true},
		{geo.Point{}, false},
		{geo.Point{X: 455_000, Y: 80_000}, false}, // axes swapped
		{geo.Point{X: 4.3, Y: 52.1}, false},       // degrees
		{geo.Point{X: math.NaN(), Y: 455_000}, false},
	} {
		if got := geo.InNetherlands(tt.p); got != tt.want {
			t.Errorf("InNetherlands(%v) = %v, want %v", tt.p, got, tt.want)
		}
	}
}

func TestLocalPlaneKeepsDistances(t *testing.T) {
	const tolerance = 0.005 // of the distance, some 20 km from the centre
	plane := geo.NewLocalPlane(52.1, 5.1)
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) geo.Point {
			return geo.Point{
				X: rapid.Float64Range(120_000, 150_000).Draw(t, name+"x"),
				Y: rapid.Float64Range(440_000, 470_000).Draw(t, name+"y"),
			}
		}
		a, b := draw("a"), draw("b")
		got := geo.Distance(plane.Project(toWGS84(a)), plane.Project(toWGS84(b)))
		if want := geo.Distance(a, b); math.Abs(got-want) > tolerance*want+0.001 {
			t.Fatalf("distance of %v and %v in the local plane is %v, want %v", a, b, got, want)
		}
	})
}

func TestLocalPlaneNeverLooksUnknownOrDutch(t *testing.T) {
	p := geo.NewLocalPlane(47.5, -122.2).Project(47.5, -122.2)
	if geo.NewGrid([]geo.Point{p}).Len() != 1 || geo.InNetherlands(p) {
		t.Errorf("the centre of a local plane is %v", p)
	}
}

func TestLocalPlaneCrossesTheDateLine(t *testing.T) {
	plane := geo.NewLocalPlane(-17, 179.9)
	got := geo.Distance(plane.Project(-17, 179.9), plane.Project(-17, -179.9))
	if want := 21_300.0; math.Abs(got-want) > 100 {
		t.Errorf("0.2 degrees across the date line = %v m, want about %v", got, want)
	}
}

// What the way back is made of: the tower in Amersfoort, the offset of ETRS89 in
// degrees, and polynomials.
const (
	rdX0, rdY0       = 155_000.0, 463_000.0    // metres
	rdLat0, rdLon0   = 52.15517440, 5.38720621 // degrees
	etrsLat, etrsLon = 2.1e-6, 2.7e-6          // degrees
)

// term is one term c * a^p * b^q of a polynomial.
type term struct{ p, q, c float64 }

var (
	latTerms = []term{ // seconds of arc, by 100 km
		{0, 1, 3235.65389},
		{2, 0, -32.58297},
		{0, 2, -0.24750},
		{2, 1, -0.84978},
		{0, 3, -0.06550},
		{2, 2, -0.01709},
		{1, 0, -0.00738},
		{4, 0, 0.00530},
		{2, 3, -0.00039},
		{4, 1, 0.00033},
		{1, 1, -0.00012},
	}
	lonTerms = []term{ // seconds of arc, by 100 km
		{1, 0, 5260.52916},
		{1, 1, 105.94684},
		{1, 2, 2.45656},
		{3, 0, -0.81885},
		{1, 3, 0.05594},
		{3, 1, -0.05607},
		{0, 1, 0.01199},
		{3, 2, -0.00256},
		{1, 4, 0.00128},
		{0, 2, 0.00022},
		{2, 0, -0.00022},
		{5, 0, 0.00026},
	}
)

func polynomial(terms []term, a, b float64) float64 {
	sum := 0.0
	for _, t := range terms {
		sum += t.c * math.Pow(a, t.p) * math.Pow(b, t.q)
	}
	return sum
}

// toWGS84 returns the position of an RD New point in degrees: the way back from geo.FromWGS84, by
// polynomials of the same authors, which is a few millimetres off on land.
func toWGS84(p geo.Point) (lat, lon float64) {
	a, b := (p.X-rdX0)*1e-5, (p.Y-rdY0)*1e-5
	lat = rdLat0 + polynomial(latTerms, a, b)/3600 - etrsLat
	lon = rdLon0 + polynomial(lonTerms, a, b)/3600 - etrsLon
	return lat, lon
}
