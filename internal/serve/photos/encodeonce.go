package photos

// One picture for several homes: the front of a block of flats is filed under each
// home in it, and re-encoded once.

import (
	"context"
	"slices"
	"sync"
)

// keptPictures is how many re-encoded pictures an import remembers. The homes of a
// building follow each other in a delivery; two a worker bridge where one building
// ends and the next begins.
const keptPictures = 2 * maxWorkers

// onceEncoder re-encodes the files of an import, each once when its rows are near
// each other.
type onceEncoder struct {
	reencode reencoder
	mu       sync.Mutex
	recent   []*encodedFile // newest last
}

// encodedFile is a file that is re-encoded, or on the way to be.
type encodedFile struct {
	original string
	once     sync.Once
	picture  []byte
	err      error
}

// picture returns the re-encoded file, and waits for it when another worker has it
// in hand.
func (o *onceEncoder) picture(ctx context.Context, file []byte) ([]byte, error) {
	f := o.find(contentOf(file))
	f.once.Do(func() { f.picture, f.err = o.reencode(ctx, file) })
	return f.picture, f.err
}

func (o *onceEncoder) find(original string) *encodedFile {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, f := range o.recent {
		if f.original == original {
			return f
		}
	}
	if len(o.recent) == keptPictures {
		o.recent = slices.Delete(o.recent, 0, 1)
	}
	f := &encodedFile{original: original}
	o.recent = append(o.recent, f)
	return f
}
