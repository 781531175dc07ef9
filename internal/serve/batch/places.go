package batch

import (
	"cmp"
	"context"
	"log/slog"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/endpoints"
	"github.com/gevel/gevel/internal/serve/keystore"
	"github.com/gevel/gevel/internal/serve/live"
)

// How many batches there are at once, and how they make room for single valuations.

// Batches answers batches.
type Batches struct {
	settings Settings
	options  Options
	// always and whenQuiet hold one for each chunk that may be in work: the first at any time, the
	// others while no single requests come.
	always, whenQuiet chan struct{}
	seen              atomic.Int64 // single requests that batches know of
	quietFor          atomic.Int64 // rows since the last of them
	rows              atomic.Int64 // answered, of all batches
	shed              atomic.Int64 // batches turned away
	// ending ends when the service does: batches then end with a row that says so.
	ending context.Context
	End    context.CancelFunc

	mu   sync.Mutex
	open map[string]int // by key
	all  int
}

// Options are what batches are answered from.
type Options struct {
	Current *live.Current
	Gate    *keystore.Gate
	Values  *endpoints.Values
	Singles func() int64 // single requests that have come
	Log     *slog.Logger
	Now     func() time.Time
	// Wait waits for the rate of a key; nil is by the clock of the machine.
	Wait func(context.Context, time.Duration) error
}

// New returns Batches.
func New(s Settings, o Options) *Batches {
	s.MaxBatches = cmp.Or(s.MaxBatches, DefaultMaxBatches)
	s.MaxBatchBytes = cmp.Or(s.MaxBatchBytes, DefaultMaxBatchBytes)
	processors := runtime.GOMAXPROCS(0)
	half := max(1, processors/2)
	b := &Batches{
		settings: s, options: o, open: map[string]int{},
		always: make(chan struct{}, half), whenQuiet: make(chan struct{}, processors-half),
	}
	for range half {
		b.always <- struct{}{}
	}
	for range processors - half {
		b.whenQuiet <- struct{}{}
	}
	b.quietFor.Store(quietRows)
	b.ending, b.End = context.WithCancel(context.Background())
	if b.options.Wait == nil {
		b.options.Wait = b.waitFor
	}
	return b
}

// enter takes a place for a batch of a key, which may have half of them. Error:
// gevel.Unavailable, with no place taken.
func (b *Batches) enter(key string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.all >= b.settings.MaxBatches || b.open[key] >= max(1, b.settings.MaxBatches/2) {
		b.shed.Add(1)
		return &gevel.Error{Code: gevel.Unavailable, Message: "too many batches are in work", Hint: "try again later"}
	}
	b.all++
	b.open[key]++
	return nil
}

func (b *Batches) leave(key string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.all--
	if b.open[key]--; b.open[key] == 0 {
		delete(b.open, key)
	}
}

// InWork returns how many batches are answered now.
func (b *Batches) InWork() int {
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
func (b *Batches) beginWork(ctx context.Context) (end func(), err error) {
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

// answeredRow counts a row, and notices single requests.
func (b *Batches) answeredRow() {
	b.rows.Add(1)
	if now := b.options.Singles(); b.seen.Swap(now) != now {
		b.quietFor.Store(0)
	} else {
		b.quietFor.Add(1)
	}
	runtime.Gosched() // those who wait go first
}

var errEnding = &gevel.Error{
	Code: gevel.Unavailable, Message: "the service is shutting down", Hint: "send the rest again",
}

// waitFor waits for the rate of a key.
func (b *Batches) waitFor(ctx context.Context, d time.Duration) error {
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
