package photos

// Encoding once for several homes: the front of a block of flats is filed under each home in it, but
// re-encoded once.

import (
	"context"
	"slices"
	"sync"
)

// keptPictures is how many re-encoded pictures an import keeps. The homes of a building follow each other in
// a delivery; two pictures per worker bridge the change from one building to the next.
const keptPictures = 2 * maxWorkers

// onceEncoder re-encodes each file of an import once if its rows are close together.
type onceEncoder struct {
	reencode reencoder
	mu       sync.Mutex
	recent   []*encodedFile // newest last
}

// encodedFile is a re-encoded file, or one being re-encoded.
type encodedFile struct {
	original string
	once     sync.Once
	picture  []byte
	err      error
}

// picture returns the re-encoded file, and waits while another worker re-encodes it.
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
