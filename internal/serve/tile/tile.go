// Package tile draws an edition as Mapbox vector tiles: buildings' footprints, homes, sales and the areas of
// the price index. A tile belongs to a valuation date and shows nothing that became known on or after it.
package tile

import (
	"bytes"
	"math"
	"slices"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/paulmach/orb"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/market/footprint"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/serve/kept"
	"github.com/gevel/gevel/internal/value/valuation"
)

// The zoom levels that have tiles. For higher levels a map enlarges the tiles of the last one, where a step is 9 cm.
const (
	MinZoom = 6
	MaxZoom = 16
)

// Media is the media type of a tile.
const Media = "application/vnd.mapbox-vector-tile"

// Address is a tile's address: column X from the west and row Y from the north, of 1<<Z each, in Web Mercator.
type Address struct{ Z, X, Y int }

const (
	// extent is the side of a tile, steps.
	extent = 4096
	// buffer is the margin around a tile, steps, so that lines across the border are drawn whole.
	buffer = 64
)

// The bounding box of the Netherlands, degrees. Outside of it the conversion to RD New is inaccurate.
const (
	south, north = 50.6, 53.7
	west, east   = 3.1, 7.4
)

// frame is the part of RD New that a tile shows, and its projection.
type frame struct {
	Address
	bounds footprint.Bounds // buffer included
	projection
}

// frameOf returns the frame of a tile. Not ok: it shows nothing of the Netherlands.
func frameOf(a Address) (f frame, ok bool) {
	f.Address = a
	margin := float64(buffer) / extent
	left, right := max(west, a.lon(-margin)), min(east, a.lon(1+margin))
	top, low := min(north, a.lat(-margin)), max(south, a.lat(1+margin))
	if left >= right || low >= top {
		return f, false
	}
	corner, opposite := Around(left, low, right, top)
	f.bounds = footprint.BoundsOf(corner, opposite)
	f.projection = projectionOf(a, corner, opposite)
	return f, true
}

// Around returns the corners of the bounding box in RD New of a rectangle in degrees, whose sides are curved there.
func Around(left, low, right, top float64) (corner, opposite gevel.Point) {
	const sides = 8 // points on each side
	corner, opposite = gevel.Point{X: math.Inf(1), Y: math.Inf(1)}, gevel.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for i := range sides + 1 {
		for j := range sides + 1 {
			p := geo.FromWGS84(low+(top-low)*float64(i)/sides, left+(right-left)*float64(j)/sides)
			corner = gevel.Point{X: min(corner.X, p.X), Y: min(corner.Y, p.Y)}
			opposite = gevel.Point{X: max(opposite.X, p.X), Y: max(opposite.Y, p.Y)}
		}
	}
	return corner, opposite
}

// lon returns the longitude at a share of the tile's width.
func (a Address) lon(share float64) float64 {
	return (float64(a.X)+share)/math.Exp2(float64(a.Z))*360 - 180
}

// lat returns the latitude at a share of the tile's height, from north.
func (a Address) lat(share float64) float64 {
	y := (float64(a.Y) + share) / math.Exp2(float64(a.Z))
	return math.Atan(math.Sinh(math.Pi*(1-2*y))) * 180 / math.Pi
}

// steps converts a position in degrees to steps from the tile's north-western corner.
func (a Address) steps(lat, lon float64) (x, y float64) {
	n := math.Exp2(float64(a.Z))
	x = (lon + 180) / 360 * n
	y = (1 - math.Asinh(math.Tan(lat*math.Pi/180))/math.Pi) / 2 * n
	return (x - float64(a.X)) * extent, (y - float64(a.Y)) * extent
}

// projection converts positions in RD New to steps of a tile. Over a tile a polynomial of the second degree
// in each direction, through nine points, deviates by less than a step.
type projection struct {
	middle gevel.Point
	scale  gevel.Point // half the sides, metres
	x, y   [9]float64  // of u^i v^j at 3i + j
}

func projectionOf(a Address, corner, opposite gevel.Point) projection {
	p := projection{
		middle: gevel.Point{X: (corner.X + opposite.X) / 2, Y: (corner.Y + opposite.Y) / 2},
		scale:  gevel.Point{X: (opposite.X - corner.X) / 2, Y: (opposite.Y - corner.Y) / 2},
	}
	var x, y [9]float64
	for i := range 3 {
		for j := range 3 {
			at := gevel.Point{X: p.middle.X + float64(i-1)*p.scale.X, Y: p.middle.Y + float64(j-1)*p.scale.Y}
			x[3*i+j], y[3*i+j] = a.steps(geo.ToWGS84(at))
		}
	}
	p.x, p.y = through(x), through(y)
	return p
}

// through returns the coefficients of the polynomial with these values at -1, 0 and 1 in both directions.
func through(values [9]float64) (c [9]float64) {
	line := func(a, b, c float64) [3]float64 { return [3]float64{b, (c - a) / 2, (c+a)/2 - b} }
	var rows [3][3]float64 // by i, coefficients of v
	for i := range rows {
		rows[i] = line(values[3*i], values[3*i+1], values[3*i+2])
	}
	for j := range 3 {
		for i, k := range line(rows[0][j], rows[1][j], rows[2][j]) {
			c[3*i+j] = k
		}
	}
	return c
}

// of returns the position of a place in the tile, whole steps from its north-western corner.
func (p *projection) of(at gevel.Point) orb.Point {
	u, v := (at.X-p.middle.X)/p.scale.X, (at.Y-p.middle.Y)/p.scale.Y
	along := func(c *[9]float64) float64 {
		return math.Round(c[0] + v*(c[1]+v*c[2]) + u*(c[3]+v*(c[4]+v*c[5])+u*(c[6]+v*(c[7]+v*c[8]))))
	}
	return orb.Point{along(&p.x), along(&p.y)}
}

// holdsPoint reports whether a point is in the tile itself, not in its buffer: each position is in one tile.
func holdsPoint(p orb.Point) bool { return min(p[0], p[1]) >= 0 && max(p[0], p[1]) < extent }

// cacheBytes is the memory for cached tiles of an edition.
const cacheBytes = 32 << 20

// Maker draws the tiles of one edition. It builds its indexes on first use. Safe for concurrent use.
type Maker struct {
	edition *edition.Edition
	valuer  *valuation.Valuer
	homesAt func() *positions
	salesAt func() *positions
	cache   *kept.Bytes[cacheKey]

	mu    sync.Mutex
	drawn map[*index.Areas]func() []area
}

// New returns the Maker of an edition.
func New(v *valuation.Valuer) *Maker {
	e := v.Edition()
	return &Maker{
		edition: e, valuer: v, cache: kept.New[cacheKey](cacheBytes), drawn: map[*index.Areas]func() []area{},
		homesAt: sync.OnceValue(func() *positions { return newPositions(e.HomePositions(), e.IsHome) }),
		salesAt: sync.OnceValue(func() *positions { return newPositions(e.Sales().At, func(int) bool { return true }) }),
	}
}

// areasOf returns the areas to draw, computed once.
func (m *Maker) areasOf(of *index.Areas) []area {
	m.mu.Lock()
	find, known := m.drawn[of]
	if !known {
		find = sync.OnceValue(func() []area { return m.findAreas(of) })
		m.drawn[of] = find
	}
	m.mu.Unlock()
	return find()
}

// Sales says whether tiles show single sales, with their prices.
type Sales string

// Whether they do.
const (
	Published   Sales = "published"
	Unpublished Sales = "unpublished"
)

// Tile returns an encoded Mapbox vector tile, gzipped; nil for an empty one. The day must not be before the
// edition's first model, and the zoom level must be from MinZoom to MaxZoom.
func (m *Maker) Tile(a Address, day gevel.Date, sales Sales) []byte {
	key := cacheKey{a, day, sales}
	tile, isKept := m.cache.Get(key)
	if !isKept {
		tile = zipped(m.draw(a, day, sales))
		m.cache.Add(key, tile)
	}
	return tile
}

// draw returns the tile uncompressed.
func (m *Maker) draw(a Address, day gevel.Date, sales Sales) (tile []byte) {
	f, ok := frameOf(a)
	if !ok {
		return nil
	}
	layers := []func(*frame, gevel.Date) *layer{m.areas, m.buildings, m.homes, m.names}
	if sales == Published {
		layers = slices.Insert(layers, 3, m.sales)
	}
	for _, draw := range layers {
		tile = draw(&f, day).appendTo(tile)
	}
	return tile
}

// zippers are reused: each takes a megabyte.
var zippers = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // fails for an unknown level alone
	return z
}}

func zipped(tile []byte) []byte {
	if len(tile) == 0 {
		return nil
	}
	var b bytes.Buffer
	z := zippers.Get().(*gzip.Writer)
	defer zippers.Put(z)
	z.Reset(&b)
	_, _ = z.Write(tile) // to memory
	_ = z.Close()
	return b.Bytes()
}

// cacheKey is a tile on a valuation date.
type cacheKey struct {
	Address
	day   gevel.Date
	sales Sales
}
