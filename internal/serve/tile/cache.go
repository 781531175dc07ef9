package tile

import (
	"container/list"
	"sync"

	"github.com/gevel/gevel"
)

// cacheKey is a tile of a valuation date.
type cacheKey struct {
	Address
	day gevel.Date
}

// cache holds the tiles that were asked for last, up to so many bytes. It is safe for concurrent use.
type cache struct {
	mu    sync.Mutex
	most  int
	bytes int
	last  *list.List // of *cached, the one asked for last in front
	tiles map[cacheKey]*list.Element
}

type cached struct {
	key  cacheKey
	tile []byte
}

// overhead is about what an entry takes beside its tile, bytes.
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

// put keeps a tile, unless it would take a good part of all the room.
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
