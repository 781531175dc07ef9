package photos

// Keeping the pictures that were made last.

import (
	"math"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// kept holds pictures by name, up to a number of bytes: those asked for longest ago go first. Not safe for concurrent use.
type kept struct {
	pictures *simplelru.LRU[string, []byte]
	most     int // bytes
	bytes    int
}

func newKept(most int) *kept {
	k := &kept{most: most}
	k.pictures, _ = simplelru.NewLRU(math.MaxInt, func(_ string, picture []byte) { k.bytes -= len(picture) }) // fails for no room alone
	return k
}

func (k *kept) get(name string) ([]byte, bool) { return k.pictures.Get(name) }

// add keeps a picture that is not kept yet, unless it alone would push out an eighth of the others.
func (k *kept) add(name string, picture []byte) {
	if len(picture) > k.most/8 || k.pictures.Contains(name) {
		return
	}
	k.pictures.Add(name, picture)
	for k.bytes += len(picture); k.bytes > k.most; {
		k.pictures.RemoveOldest()
	}
}
