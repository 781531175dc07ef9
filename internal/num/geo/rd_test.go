package geo_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/gevel/gevel/internal/num/geo"
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
		lat, lon := geo.ToWGS84(geo.Point{X: tt.x, Y: tt.y})
		if math.Abs(lat-(tt.lat-etrsLat)) > 6e-8 || math.Abs(lon-(tt.lon-etrsLon)) > 6e-8 {
			t.Errorf("ToWGS84(%v, %v) = %.7f, %.7f, want %.7f, %.7f", tt.x, tt.y, lat, lon,
				tt.lat-etrsLat, tt.lon-etrsLon)
		}
	}
}

func TestTheWayBackPutsAmersfoortWhereETRS89HasIt(t *testing.T) {
	// The exact projection and datum shift (EPSG:28992 to EPSG:4258) give this.
	const wantLat, wantLon = 52.155172, 5.387204
	lat, lon := geo.ToWGS84(geo.Point{X: 155000, Y: 463000})
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
		if d := geo.Distance(p, geo.FromWGS84(geo.ToWGS84(p))); d > tolerance {
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
		got := geo.Distance(plane.Project(geo.ToWGS84(a)), plane.Project(geo.ToWGS84(b)))
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

// etrsLat and etrsLon are the offset of ETRS89 that the published vectors lack, degrees.
const etrsLat, etrsLon = 2.1e-6, 2.7e-6
