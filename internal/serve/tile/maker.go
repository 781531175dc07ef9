package tile

import (
	"bytes"
	"slices"
	"sync"

	"github.com/klauspost/compress/gzip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/serve/kept"
	"github.com/gevel/gevel/internal/value/valuation"
)

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
