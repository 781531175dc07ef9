package tile

import (
	"container/list"
	"sync"

	"github.com/gevel/gevel"
)

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
