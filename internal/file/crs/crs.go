// Package crs defines the coordinate systems in which positions are written, as GeoPackage and GeoParquet name
// them. It computes nothing; see internal/num/geo.
package crs

import (
	_ "embed"
	"encoding/json"

	"github.com/gevel/gevel"
)

// System is a coordinate system. Coordinates are written east first, then north, in both.
type System struct {
	Name     string // as a flag gives it
	EPSG     int32
	Title    string
	WKT      string          // of GeoPackage, OGC 01-009
	PROJJSON json.RawMessage // of GeoParquet
}

//go:embed rdnew.json
var rdNew []byte

//go:embed crs84.json
var crs84 []byte

// The systems. Metres, and degrees.
var (
	RDNew = System{Name: "rd", EPSG: 28992, Title: "Amersfoort / RD New", WKT: rdNewWKT, PROJJSON: rdNew}
	WGS84 = System{Name: "wgs84", EPSG: 4326, Title: "WGS 84", WKT: wgs84WKT, PROJJSON: crs84}
)

const rdNewWKT = `PROJCS["Amersfoort / RD New",GEOGCS["Amersfoort",DATUM["Amersfoort",` +
	`SPHEROID["Bessel 1841",6377397.155,299.1528128,AUTHORITY["EPSG","7004"]],AUTHORITY["EPSG","6289"]],` +
	`PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],` +
	`AUTHORITY["EPSG","4289"]],PROJECTION["Oblique_Stereographic"],PARAMETER["latitude_of_origin",52.1561605555556],` +
	`PARAMETER["central_meridian",5.38763888888889],PARAMETER["scale_factor",0.9999079],PARAMETER["false_easting",155000],` +
	`PARAMETER["false_northing",463000],UNIT["metre",1,AUTHORITY["EPSG","9001"]],AXIS["Easting",EAST],` +
	`AXIS["Northing",NORTH],AUTHORITY["EPSG","28992"]]`

const wgs84WKT = `GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563,AUTHORITY["EPSG","7030"]],` +
	`AUTHORITY["EPSG","6326"]],PRIMEM["Greenwich",0,AUTHORITY["EPSG","8901"]],` +
	`UNIT["degree",0.0174532925199433,AUTHORITY["EPSG","9122"]],AUTHORITY["EPSG","4326"]]`

// Of returns the system that has an EPSG code. A code that is neither has no definition.
func Of(epsg int32) System {
	for _, s := range []System{RDNew, WGS84} {
		if s.EPSG == epsg {
			return s
		}
	}
	return System{EPSG: epsg, WKT: "undefined"}
}

// Parse reads the name of a system.
func Parse(name string) (System, error) {
	for _, s := range []System{RDNew, WGS84} {
		if s.Name == name {
			return s, nil
		}
	}
	return System{}, gevel.Refusal("write rd or wgs84", "%q is no coordinate system", name)
}

// Bounds are the bounds of points.
type Bounds struct {
	Low, High gevel.Point
	Any       bool // there is a point
}

// Add extends the bounds by a point.
func (b *Bounds) Add(p gevel.Point) {
	if !b.Any {
		b.Low, b.High, b.Any = p, p, true
	}
	b.Low = gevel.Point{X: min(b.Low.X, p.X), Y: min(b.Low.Y, p.Y)}
	b.High = gevel.Point{X: max(b.High.X, p.X), Y: max(b.High.Y, p.Y)}
}
