// Package geo turns positions into metres and finds what is near: RD New from
// WGS84, distances, and a spatial index over points that do not move.
package geo

import "math"

// Point is a position in metres, in RD New or a local plane. It is an alias of an unnamed type, so that points of
// other packages with the same fields are assignable to it. The zero Point means "not known".
type Point = struct{ X, Y float64 }

// The reference point of the Dutch grid, the tower in Amersfoort.
const (
	rdX0   = 155_000.0   // metres
	rdY0   = 463_000.0   // metres
	rdLat0 = 52.15517440 // degrees
	rdLon0 = 5.38720621  // degrees
)

// The polynomial below was fitted to an older realisation of WGS84. These constants move what the Dutch register of
// addresses (PDOK) publishes, which is ETRS89, by about 0.3 m to it.
const (
	etrsLat = 2.1e-6 // degrees
	etrsLon = 2.7e-6 // degrees
)

// The bounds outside which coordinates are no position in the Netherlands, metres.
const (
	minRDX = 0
	maxRDX = 300_000
	minRDY = 300_000
	maxRDY = 625_000
)

// term is one term c * a^p * b^q of a polynomial.
type term struct {
	p, q int
	c    float64
}

// The polynomials of F.H. Schreutelkamp and G.L. Strang van Hees, "Benaderings-
// formules voor de transformatie tussen RD- en WGS84-kaartcoördinaten" (2001).
var (
	xTerms = []term{ // metres, by 0.36 degrees
		{0, 1, 190094.945},
		{1, 1, -11832.228},
		{2, 1, -114.221},
		{0, 3, -32.391},
		{1, 0, -0.705},
		{3, 1, -2.340},
		{1, 3, -0.608},
		{0, 2, -0.008},
		{2, 3, 0.148},
	}
	yTerms = []term{ // metres, by 0.36 degrees
		{1, 0, 309056.544},
		{0, 2, 3638.893},
		{2, 0, 73.077},
		{1, 2, -157.984},
		{3, 0, 59.788},
		{0, 1, 0.433},
		{2, 2, -6.439},
		{1, 1, -0.032},
		{0, 4, 0.092},
		{1, 4, -0.054},
	}
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

const maxPower = 5 // the highest power of either variable in the polynomials

func polynomial(terms []term, a, b float64) float64 {
	var as, bs [maxPower + 1]float64
	as[0], bs[0] = 1, 1
	for i := 1; i <= maxPower; i++ {
		as[i], bs[i] = as[i-1]*a, bs[i-1]*b
	}
	sum := 0.0
	for _, t := range terms {
		sum += t.c * as[t.p] * bs[t.q]
	}
	return sum
}

// FromWGS84 returns the RD New point of a position in degrees, as PDOK publishes it (ETRS89). The error is about
// 0.1 m, at most 0.25 m, within the bounds of InNetherlands, and grows fast outside them.
func FromWGS84(lat, lon float64) Point {
	a, b := 0.36*(lat+etrsLat-rdLat0), 0.36*(lon+etrsLon-rdLon0)
	return Point{X: rdX0 + polynomial(xTerms, a, b), Y: rdY0 + polynomial(yTerms, a, b)}
}

// ToWGS84 returns the position of an RD New point in degrees: the way back from FromWGS84, by
// polynomials of the same authors, which is a few millimetres off on land.
func ToWGS84(p Point) (lat, lon float64) {
	a, b := (p.X-rdX0)*1e-5, (p.Y-rdY0)*1e-5
	lat = rdLat0 + polynomial(latTerms, a, b)/3600 - etrsLat
	lon = rdLon0 + polynomial(lonTerms, a, b)/3600 - etrsLon
	return lat, lon
}

// InNetherlands reports whether p lies within the bounds of RD New.
func InNetherlands(p Point) bool {
	return p.X >= minRDX && p.X <= maxRDX && p.Y >= minRDY && p.Y <= maxRDY
}

// Distance returns the metres between two known points of the same plane.
func Distance(a, b Point) float64 {
	dx, dy := a.X-b.X, a.Y-b.Y
	return math.Sqrt(dx*dx + dy*dy)
}
