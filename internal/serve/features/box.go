package features

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/paulmach/orb"
	"github.com/paulmach/orb/clip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/serve/tile"
)

// Coordinate systems, and boxes in them.

// The systems, as OGC names them.
const (
	crs84URI = "http://www.opengis.net/def/crs/OGC/1.3/CRS84"
	rdURI    = "http://www.opengis.net/def/crs/EPSG/0/28992"
)

// system is a coordinate system, by its name.
type system string

// systemOf returns the system that a parameter names, and the system of GeoJSON without one.
func systemOf(name, uri string) (system, error) {
	switch uri {
	case "", crs84URI:
		return crs84URI, nil
	case rdURI:
		return rdURI, nil
	}
	return "", fault(name, "is neither "+crs84URI+" nor "+rdURI)
}

// point returns a position of RD New in the system: degrees to a centimetre, or metres to a centimetre.
func (s system) point(p gevel.Point) orb.Point {
	if s == rdURI {
		return orb.Point{round(p.X, 1e2), round(p.Y, 1e2)}
	}
	lat, lon := geo.ToWGS84(p)
	return orb.Point{round(lon, 1e7), round(lat, 1e7)}
}

func round(v, parts float64) float64 { return math.Round(v*parts) / parts }

// box is a rectangle in a system. The zero box holds everything.
type box struct {
	of                       system
	west, south, east, north float64
}

func readBox(text string, of system) (b box, err error) {
	if text == "" {
		return box{}, nil
	}
	var v []float64
	for part := range strings.SplitSeq(text, ",") {
		number, err := strconv.ParseFloat(part, 64)
		if err != nil || math.IsInf(number, 0) {
			return box{}, fault("bbox", "has "+strconv.Quote(part)+", which is no number")
		}
		v = append(v, number)
	}
	if len(v) == 6 { // with heights, which features don't have
		v = []float64{v[0], v[1], v[3], v[4]}
	}
	b = box{of, v[0], v[1], v[2], v[3]}
	if of == crs84URI && b.west > b.east { // across the antimeridian: the country lies in one of the two parts
		if b.west < beyond[2] {
			b.east = 180
		} else {
			b.west = -180
		}
	}
	switch {
	case b.south > b.north:
		return box{}, fault("bbox", "has its south beyond its north")
	case b.west > b.east && of == rdURI:
		return box{}, fault("bbox", "has its west beyond its east")
	}
	return b, nil
}

func (b box) all() bool { return b.of == "" }

// holds reports whether a position of RD New lies in the box.
func (b box) holds(p gevel.Point) bool {
	if b.all() {
		return true
	}
	at := p
	if b.of == crs84URI {
		at.Y, at.X = geo.ToWGS84(p)
	}
	return at.X >= b.west && at.X <= b.east && at.Y >= b.south && at.Y <= b.north
}

// meets reports whether a box and grounds in RD New have something in common.
func (b box) meets(grounds orb.MultiPolygon) bool {
	if b.all() {
		return true
	}
	low, high := b.around() // most grounds are elsewhere, and need not be converted
	near := orb.Bound{Min: orb.Point{low.X, low.Y}, Max: orb.Point{high.X, high.Y}}
	bound := orb.Bound{Min: orb.Point{b.west, b.south}, Max: orb.Point{b.east, b.north}}
	return slices.ContainsFunc(grounds, func(ground orb.Polygon) bool {
		return ground.Bound().Intersects(near) && len(clip.Ring(bound, polygonsIn(b.of, orb.MultiPolygon{ground[:1]})[0][0])) > 0
	})
}

// polygonsIn returns grounds in RD New as they are in another system.
func polygonsIn(of system, grounds orb.MultiPolygon) orb.MultiPolygon {
	out := grounds.Clone()
	for _, ground := range out {
		for _, ring := range ground {
			for i, p := range ring {
				ring[i] = of.point(gevel.Point{X: p[0], Y: p[1]})
			}
		}
	}
	return out
}

// The country, where positions are known: RD New, and the same in degrees.
var (
	country       = [2]gevel.Point{{X: 0, Y: 300_000}, {X: 300_000, Y: 630_000}}
	countryExtent = [4]float64{3.2, 50.7, 7.3, 53.7}
	beyond        = [4]float64{2, 50, 9, 55} // outside it nothing is
)

// around returns two corners, in RD New, of a rectangle around the box.
func (b box) around() (low, high gevel.Point) {
	if b.all() {
		return country[0], country[1]
	}
	if b.of == rdURI {
		return gevel.Point{X: b.west, Y: b.south}, gevel.Point{X: b.east, Y: b.north}
	}
	const margin = 100 // m: between the points that tile.Around takes, sides bend out by up to 66
	west, east := max(b.west, beyond[0]), min(b.east, beyond[2])
	south, north := max(b.south, beyond[1]), min(b.north, beyond[3])
	if west > east || south > north {
		return gevel.Point{X: -1, Y: -1}, gevel.Point{X: -1, Y: -1}
	}
	low, high = tile.Around(west, south, east, north)
	return gevel.Point{X: low.X - margin, Y: low.Y - margin}, gevel.Point{X: high.X + margin, Y: high.Y + margin}
}
