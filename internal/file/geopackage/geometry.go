package geopackage

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/gevel/gevel"
)

// Polygon is an area: its rings, the outer one first, then its holes. A ring's last point is its first.
type Polygon = [][]gevel.Point

// Geometry is a parsed geometry without heights and measures. Parse may be called again and then reuses the
// memory, which overwrites the earlier result.
type Geometry struct {
	System   int32 // srs_id of the file
	Points   []gevel.Point
	Polygons []Polygon

	points []gevel.Point // of all rings
	rings  [][]gevel.Point
}

// ErrEmpty is the error of a geometry that is empty or missing.
var ErrEmpty = errors.New("the geometry is empty")

// errShort is the error of a blob that ends too early.
var errShort = errors.New("the geometry is cut short")

// The header of a geometry (OGC 12-128, clause 2.1.3): "GP", version, flags, srs_id, envelope.
const (
	blobHeader   = 8
	flagLittle   = 1 << 0 // byte order of the header
	flagEnvelope = 7 << 1
	flagEmpty    = 1 << 4
	flagExtended = 1 << 5 // a geometry type outside the standard
)

// What a geometry may have at most, several times what the largest of a country has. Memory and time grow with it,
// where polygons are laid over one another too.
const (
	mostPoints = 1 << 18
	mostRings  = 1 << 14
)

// envelopeSizes are the sizes of the envelope types, bytes: none, x y, x y z, x y m, x y z m.
var envelopeSizes = [...]int{0, 32, 48, 48, 64}

// Parse reads a geometry: a point, a polygon, or several of these. For any other type the error names the
// type. ErrEmpty: there is no geometry. Parse does not check whether rings are closed, have an area or cross.
// Coordinates are finite.
func (g *Geometry) Parse(blob []byte) error {
	*g = Geometry{Points: g.Points[:0], Polygons: g.Polygons[:0], points: g.points[:0], rings: g.rings[:0]}
	if len(blob) == 0 {
		return ErrEmpty
	}
	wkb, err := g.header(blob)
	if err != nil {
		return err
	}
	r := &wkbReader{rest: wkb}
	if err := g.parse(r, 0); err != nil {
		return err
	}
	switch {
	case len(r.rest) > 0:
		return fmt.Errorf("%d bytes follow the geometry", len(r.rest))
	case len(g.Points)+len(g.Polygons) == 0:
		return ErrEmpty
	}
	return nil
}

// header reads the header of a blob and returns the rest.
func (g *Geometry) header(blob []byte) (wkb []byte, err error) {
	if len(blob) < blobHeader {
		return nil, errShort
	}
	if blob[0] != 'G' || blob[1] != 'P' {
		return nil, fmt.Errorf("no geometry of a GeoPackage: it begins with %q", blob[:2])
	}
	flags := blob[3]
	if version := blob[2]; version != 0 {
		return nil, fmt.Errorf("the geometry is of version %d, later than is known", version+1)
	}
	if flags&flagExtended != 0 {
		return nil, errors.New("the geometry is of an extension")
	}
	order := binary.ByteOrder(binary.BigEndian)
	if flags&flagLittle != 0 {
		order = binary.LittleEndian
	}
	g.System = int32(order.Uint32(blob[4:]))
	envelope := int(flags&flagEnvelope) >> 1
	if envelope >= len(envelopeSizes) {
		return nil, fmt.Errorf("the geometry has an envelope of the unknown kind %d", envelope)
	}
	begins := blobHeader + envelopeSizes[envelope]
	switch {
	case flags&flagEmpty != 0:
		return nil, ErrEmpty
	case len(blob) < begins:
		return nil, errShort
	}
	return blob[begins:], nil
}

// Geometry types in well-known binary (ISO 13249-3). Heights add 1000, measures 2000, both 3000; an older
// form sets bits for these and for the coordinate system.
const (
	kindPoint        = 1
	kindPolygon      = 3
	kindMultiPoint   = 4
	kindMultiPolygon = 6

	bitHeights, bitMeasures, bitSystem = 1 << 31, 1 << 30, 1 << 29
)

var kindNames = map[uint32]string{
	0: "GEOMETRY", 2: "LINESTRING", 5: "MULTILINESTRING", 7: "GEOMETRYCOLLECTION", 8: "CIRCULARSTRING",
	9: "COMPOUNDCURVE", 10: "CURVEPOLYGON", 11: "MULTICURVE", 12: "MULTISURFACE", 15: "POLYHEDRALSURFACE", 16: "TIN",
	17: "TRIANGLE",
}

// parse reads a geometry. Within a multi geometry, inside is the type that the parts must have.
func (g *Geometry) parse(r *wkbReader, inside uint32) error {
	kind, dims, err := r.head()
	if err != nil {
		return err
	}
	if inside != 0 && kind != inside {
		return fmt.Errorf("a geometry of kind %d stands within one of several of kind %d", kind, inside)
	}
	switch kind {
	case kindPoint:
		return g.point(r, dims)
	case kindPolygon:
		return g.polygon(r, dims)
	case kindMultiPoint, kindMultiPolygon:
		const least = 5 // bytes of a part
		n, err := r.count(least)
		if n > mostPoints {
			return fmt.Errorf("the geometry has more than %d parts", mostPoints)
		}
		for ; n > 0 && err == nil; n-- {
			err = g.parse(r, kind-kindMultiPoint+kindPoint)
		}
		return err
	}
	if name, ok := kindNames[kind]; ok {
		return fmt.Errorf("the geometry is a %s, neither points nor polygons", name)
	}
	return fmt.Errorf("the geometry is of the unknown kind %d", kind)
}

func (g *Geometry) point(r *wkbReader, dims int) error {
	if len(r.rest) >= 16 && math.IsNaN(r.float(0)) && math.IsNaN(r.float(8)) {
		r.rest = r.rest[min(8*dims, len(r.rest)):]
		return nil // an empty point
	}
	p, err := r.point(dims)
	if err == nil {
		g.Points = append(g.Points, p)
	}
	return err
}

func (g *Geometry) polygon(r *wkbReader, dims int) error {
	n, err := r.count(4)
	if err != nil || n == 0 {
		return err
	}
	first := len(g.rings)
	for range n {
		if err := g.ring(r, dims); err != nil {
			return err
		}
	}
	g.Polygons = append(g.Polygons, g.rings[first:len(g.rings):len(g.rings)])
	return nil
}

func (g *Geometry) ring(r *wkbReader, dims int) error {
	n, err := r.count(8 * dims)
	if err != nil {
		return err
	}
	switch {
	case len(g.points)+n > mostPoints:
		return fmt.Errorf("the geometry has more than %d points", mostPoints)
	case len(g.rings) == mostRings:
		return fmt.Errorf("the geometry has more than %d rings", mostRings)
	}
	first := len(g.points)
	for range n {
		p, err := r.point(dims)
		if err != nil {
			return err
		}
		g.points = append(g.points, p)
	}
	g.rings = append(g.rings, g.points[first:len(g.points):len(g.points)])
	return nil
}

// wkbReader reads well-known binary. Each geometry gives its own byte order.
type wkbReader struct {
	rest  []byte
	order binary.ByteOrder
}

// head reads the start of a geometry: byte order, type and number of dimensions.
func (r *wkbReader) head() (kind uint32, dims int, err error) {
	const size = 5
	if len(r.rest) < size {
		return 0, 0, errShort
	}
	switch r.rest[0] {
	case 0:
		r.order = binary.BigEndian
	case 1:
		r.order = binary.LittleEndian
	default:
		return 0, 0, fmt.Errorf("the geometry has a byte order of %d, neither 0 nor 1", r.rest[0])
	}
	code := r.order.Uint32(r.rest[1:])
	r.rest = r.rest[size:]
	dims = 2
	if code&bitSystem != 0 {
		if len(r.rest) < 4 {
			return 0, 0, errShort
		}
		r.rest = r.rest[4:]
	}
	for _, bit := range []uint32{bitHeights, bitMeasures} {
		if code&bit != 0 {
			dims++
		}
	}
	code &^= bitHeights | bitMeasures | bitSystem
	switch code / 1000 {
	case 0:
	case 1, 2:
		dims = 3
	case 3:
		dims = 4
	default:
		return 0, 0, fmt.Errorf("the geometry is of the unknown kind %d", code)
	}
	return code % 1000, dims, nil
}

// count reads the number of parts that follow, and refuses more than the remaining bytes can hold.
func (r *wkbReader) count(least int) (int, error) {
	if len(r.rest) < 4 {
		return 0, errShort
	}
	n := int64(r.order.Uint32(r.rest))
	r.rest = r.rest[4:]
	if n*int64(least) > int64(len(r.rest)) {
		return 0, errShort
	}
	return int(n), nil
}

// point reads the coordinates of a point.
func (r *wkbReader) point(dims int) (gevel.Point, error) {
	if len(r.rest) < 8*dims {
		return gevel.Point{}, errShort
	}
	p := gevel.Point{X: r.float(0), Y: r.float(8)}
	r.rest = r.rest[8*dims:]
	if !isFinite(p.X) || !isFinite(p.Y) {
		return p, fmt.Errorf("the geometry has a point at %v, %v", p.X, p.Y)
	}
	return p, nil
}

func (r *wkbReader) float(at int) float64 { return math.Float64frombits(r.order.Uint64(r.rest[at:])) }

func isFinite(v float64) bool { return v-v == 0 }
