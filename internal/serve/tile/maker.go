package tile

import (
	"bytes"
	"container/list"
	"sync"

	"github.com/klauspost/compress/gzip"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/model/index"
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
	cache   *cache

	mu    sync.Mutex
	drawn map[*index.Areas]func() []area
}

// New returns the Maker of an edition.
func New(v *valuation.Valuer) *Maker {
	e := v.Edition()
	return &Maker{
		edition: e, valuer: v, cache: newCache(cacheBytes), drawn: map[*index.Areas]func() []area{},
		homesAt: sync.OnceValue(func() *positions { return newPositions(e.HomePositions()) }),
		salesAt: sync.OnceValue(func() *positions { return newPositions(e.Sales().At) }),
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

// Tile returns an encoded Mapbox vector tile, gzipped; nil for an empty one. The day must not be before the
// edition's first model, and the zoom level must be from MinZoom to MaxZoom.
func (m *Maker) Tile(a Address, day gevel.Date) ([]byte, error) {
	key := cacheKey{a, day}
	if tile, ok := m.cache.get(key); ok {
		return tile, nil
	}
	tile, err := zipped(m.draw(a, day))
	if err == nil {
		m.cache.put(key, tile)
	}
	return tile, err
}

// draw returns the tile uncompressed.
func (m *Maker) draw(a Address, day gevel.Date) (tile []byte) {
	f, ok := frameOf(a)
	if !ok {
		return nil
	}
	for _, draw := range []func(*frame, gevel.Date) *layer{m.areas, m.buildings, m.homes, m.sales, m.names} {
		tile = draw(&f, day).appendTo(tile)
	}
	return tile
}

// zippers are reused: each takes a megabyte.
var zippers = sync.Pool{New: func() any {
	z, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	if err != nil {
		panic(err) // no such compression level
	}
	return z
}}

func zipped(tile []byte) ([]byte, error) {
	if len(tile) == 0 {
		return nil, nil
	}
	var b bytes.Buffer
	z := zippers.Get().(*gzip.Writer)
	defer zippers.Put(z)
	z.Reset(&b)
	if _, err := z.Write(tile); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// cacheKey is a tile on a valuation date.
type cacheKey struct {
	Address
	day gevel.Date
}

// cache holds the most recently used tiles within a limit of bytes. Safe for concurrent use.
type cache struct {
	mu    sync.Mutex
	most  int
	bytes int
	last  *list.List // of *cached, the most recently used in front
	tiles map[cacheKey]*list.Element
}

type cached struct {
	key  cacheKey
	tile []byte
}

// overhead is about the memory of an entry beside its tile, bytes.
const overhead = 256

func newCache(most int) *cache {
	return &cache{most: most, last: list.New(), tiles: map[cacheKey]*list.Element{}}
}

func (c *cache) get(key cacheKey) (tile []byte, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.tiles[key]
	if !ok {
		return nil, false
	}
	c.last.MoveToFront(e)
	return e.Value.(*cached).tile, true
}

// put adds a tile, unless it would take a large part of the cache.
func (c *cache) put(key cacheKey, tile []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, there := c.tiles[key]; there || len(tile) > c.most/4 {
		return
	}
	c.tiles[key] = c.last.PushFront(&cached{key, tile})
	c.bytes += len(tile) + overhead
	for c.bytes > c.most {
		oldest := c.last.Remove(c.last.Back()).(*cached)
		delete(c.tiles, oldest.key)
		c.bytes -= len(oldest.tile) + overhead
	}
}
