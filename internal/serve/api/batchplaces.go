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
	// always and whenQuiet hold one for each chunk that may be in work: the first at any time, the
	// others while no single requests come.
	always, whenQuiet chan struct{}
	singles           *atomic.Int64 // single requests that came
	seen              atomic.Int64  // those of them that batches know of
	quietFor          atomic.Int64  // rows since the last of them
	rows              atomic.Int64  // answered, of all batches
	shed              atomic.Int64  // batches turned away
	// ending ends when the service does: batches then end with a row that says so.
	ending context.Context
	finish context.CancelFunc
	wait   func(context.Context, time.Duration) error

	mu   sync.Mutex
	open map[string]int // by key
	all  int
}

func newBatches(most int, maxBytes int64, singles *atomic.Int64) *batches {
	if most == 0 {
		most = DefaultMaxBatches
	}
	if maxBytes == 0 {
		maxBytes = DefaultMaxBatchBytes
	}
	processors := runtime.GOMAXPROCS(0)
	half := max(1, processors/2)
	b := &batches{
		most: most, maxBytes: maxBytes, open: map[string]int{}, singles: singles,
		always: make(chan struct{}, half), whenQuiet: make(chan struct{}, processors-half),
	}
	for range half {
		b.always <- struct{}{}
	}
	for range processors - half {
		b.whenQuiet <- struct{}{}
	}
	b.quietFor.Store(quietRows)
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

// quietRows is how many rows are answered without a single request coming, some half a second,
// before batches take all processors.
const quietRows = 8192

// beginWork waits for a processor, and returns how to give it back. While single requests come, half
// of the processors are theirs: where all are busy with batches, a request waits for tens of
// milliseconds until the scheduler looks at its connection.
func (b *batches) beginWork(ctx context.Context) (end func(), err error) {
	whenQuiet := b.whenQuiet
	if b.quietFor.Load() < quietRows {
		whenQuiet = nil
	}
	select {
	case place := <-b.always:
		return func() { b.always <- place }, nil
	case place := <-whenQuiet:
		return func() { b.whenQuiet <- place }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// answered counts a row, and notices single requests.
func (b *batches) answered() {
	b.rows.Add(1)
	if now := b.singles.Load(); b.seen.Swap(now) != now {
		b.quietFor.Store(0)
	} else {
		b.quietFor.Add(1)
	}
	runtime.Gosched() // whoever waits goes first
}

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
