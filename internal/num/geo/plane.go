package geo

import "math"

// The WGS84 ellipsoid.
const (
	equatorRadius = 6_378_137.0       // metres
	flattening    = 1 / 298.257223563 // of the poles, a ratio
)

// planeOrigin is where a local plane's centre lies, in metres on both axes: a
// position must never come out as the zero Point, which means "not known", nor
// within the bounds of RD New.
const planeOrigin = 1_000_000.0

// LocalPlane projects positions around a centre to metres, for sales from outside
// the Netherlands. The projection is equirectangular with the ellipsoid's radii at
// the centre: 20 km from it distances are right to 0.5 %, 100 km from it to 2 %.
type LocalPlane struct {
	lat0, lon0           float64 // degrees
	perDegLat, perDegLon float64 // metres
}

// NewLocalPlane returns the plane around a centre in degrees.
func NewLocalPlane(lat0, lon0 float64) LocalPlane {
	const e2 = flattening * (2 - flattening)
	sin, cos := math.Sincos(lat0 * math.Pi / 180)
	w := 1 - e2*sin*sin
	meridian := equatorRadius * (1 - e2) / (w * math.Sqrt(w))
	parallel := equatorRadius / math.Sqrt(w) * cos
	return LocalPlane{
		lat0: lat0, lon0: lon0,
		perDegLat: meridian * math.Pi / 180, perDegLon: parallel * math.Pi / 180,
	}
}

// Project returns the position of a latitude and longitude in degrees.
func (l LocalPlane) Project(lat, lon float64) Point {
	east := math.Remainder(lon-l.lon0, 360) // the short way round, also across the date line
	return Point{
		X: planeOrigin + east*l.perDegLon,
		Y: planeOrigin + (lat-l.lat0)*l.perDegLat,
	}
}
