package photos

// Photos of homes that the edition does not have: demolished, or of a municipality that it leaves out.

import (
	"context"
	"math"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/image"
)

// lookEvery is how often is looked whether there is another edition.
const lookEvery = time.Minute

// Orphans counts the photos in a store whose homes the serving edition does not have.
type Orphans struct {
	store *Store
	count atomic.Int64
}

// NewOrphans returns a count that Follow keeps.
func NewOrphans(store *Store) *Orphans {
	o := &Orphans{store: store}
	o.count.Store(-1)
	return o
}

// Count returns how many there were when the edition was taken up; NaN while they are being counted for the first time.
func (o *Orphans) Count() float64 {
	if n := o.count.Load(); n >= 0 {
		return float64(n)
	}
	return math.NaN()
}

// Follow counts whenever there is another edition, until ctx ends. It lists all pictures. A bucket that is away is asked
// again, and so is an edition that can no longer be read.
func (o *Orphans) Follow(ctx context.Context, serving func() (edition string, has func(home gevel.BAGID) bool)) {
	for counted := ""; ; {
		edition, has := serving()
		if edition != counted && image.Guard(func() error { return o.look(ctx, has) }) == nil {
			counted = edition
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(lookEvery):
		}
	}
}

func (o *Orphans) look(ctx context.Context, has func(home gevel.BAGID) bool) error {
	n := int64(0)
	for key, err := range o.store.bucket.List(ctx, imagesFolder) {
		if err != nil {
			return err
		}
		if home, _, ours := objectOf(key); ours && strings.HasSuffix(key, imageSuffix) && !has(home) {
			n++
		}
	}
	o.count.Store(n)
	return nil
}
