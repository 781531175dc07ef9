// Package kept holds bytes that were made for callers, up to a size in all: those asked for longest ago go first.
package kept

import (
	"math"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// overhead is about the memory of an entry beside its bytes.
const overhead = 256

// Bytes holds bytes by a key. Safe for concurrent use.
type Bytes[K comparable] struct {
	most int

	mu   sync.Mutex
	list *simplelru.LRU[K, []byte]
	size int // with the overhead
}

// New returns a holder of so many bytes, overhead included.
func New[K comparable](most int) *Bytes[K] {
	b := &Bytes[K]{most: most}
	dropped := func(_ K, made []byte) { b.size -= len(made) + overhead }
	b.list, _ = simplelru.NewLRU(math.MaxInt, dropped) // fails for no room alone
	return b
}

// Get returns the bytes of a key, if they are kept.
func (b *Bytes[K]) Get(key K) ([]byte, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.list.Get(key)
}

// Add keeps bytes that are not kept yet, unless they alone would push out an eighth of the others.
func (b *Bytes[K]) Add(key K, made []byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(made) > b.most/8 || b.list.Contains(key) {
		return
	}
	b.list.Add(key, made)
	for b.size += len(made) + overhead; b.size > b.most; {
		b.list.RemoveOldest()
	}
}

// Size returns how many entries there are, and their bytes.
func (b *Bytes[K]) Size() (entries, bytes int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.list.Len(), b.size - b.list.Len()*overhead
}
