package api

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gevel/gevel"
)

// How many batches there are at once, and how they make room for single valuations.

// DefaultMaxBatches is how many batches are answered at once unless said otherwise.
const DefaultMaxBatches = 4

// DefaultMaxBatchBytes is how long the body of a batch is at most unless said otherwise, as sent
// and unzipped: some ten million rows.
const DefaultMaxBatchBytes = 1 << 30

// batches are those that are answered now.
type batches struct {
	most     int
	maxBytes int64
	workers  chan struct{} // holds one for each chunk in work
	rows     atomic.Int64  // answered, of all batches
	shed     atomic.Int64  // batches turned away
	// ending ends when the service does: batches then end with a row that says so.
	ending context.Context
	finish context.CancelFunc
	wait   func(context.Context, time.Duration) error

	mu   sync.Mutex
	open map[string]int // by key
	all  int
}

func newBatches(most int, maxBytes int64) *batches {
	if most == 0 {
		most = DefaultMaxBatches
	}
	if maxBytes == 0 {
		maxBytes = DefaultMaxBatchBytes
	}
	b := &batches{
		most: most, maxBytes: maxBytes, open: map[string]int{},
		workers: make(chan struct{}, runtime.GOMAXPROCS(0)),
	}
	b.ending, b.finish = context.WithCancel(context.Background())
	b.wait = b.waitFor
	return b
}

// enter takes a place for a batch of a key, which may have half of them. Error:
// gevel.Unavailable, with no place taken.
func (b *batches) enter(key string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.all >= b.most || b.open[key] >= max(1, b.most/2) {
		b.shed.Add(1)
		return &gevel.Error{Code: gevel.Unavailable, Message: "too many batches are in work", Hint: "try again later"}
	}
	b.all++
	b.open[key]++
	return nil
}

func (b *batches) leave(key string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.all--
	if b.open[key]--; b.open[key] == 0 {
		delete(b.open, key)
	}
}

func (b *batches) inWork() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.all
}

func (b *batches) beginWork(ctx context.Context) error {
	select {
	case b.workers <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (b *batches) endWork() { <-b.workers }

var errEnding = &gevel.Error{
	Code: gevel.Unavailable, Message: "the service is shutting down", Hint: "send the rest again",
}

// waitFor waits for the rate of a key.
func (b *batches) waitFor(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-b.ending.Done():
		return errEnding
	case <-ctx.Done():
		return ctx.Err()
	}
}

// giveWay lets single requests that have come meanwhile go first.
func (s *Service) giveWay() {
	runtime.Gosched()
	for range yields {
		if s.answers.present.Load() == 0 {
			return
		}
		runtime.Gosched()
	}
}

// yields is how often a row lets others go first while single requests are in work.
const yields = 16
