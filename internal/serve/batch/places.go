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

// How many batches there are at once, and how they make room for single valuations. A batch that is open costs memory
// and a connection; only what it does takes a turn.

// Batches answers batches.
type Batches struct {
	settings Settings
	options  Options
	turns    *turns
	all      int          // processors
	seen     atomic.Int64 // single requests that batches know of
	quietFor atomic.Int64 // rows since the last of them
	rows     atomic.Int64 // answered, of all batches
	shed     atomic.Int64 // batches turned away
	// ending ends when the service does: batches then end with a row that says so.
	ending context.Context
	End    context.CancelFunc

	mu   sync.Mutex
	open map[string]int // by key
	sum  int
}

// Options are what batches are answered from.
type Options struct {
	Current *live.Current
	Gate    *keystore.Gate
	Values  *endpoints.Values
	Singles func() int64 // single requests that have come
	Most    int          // batches of all keys that may be open at once
	Log     *slog.Logger
	Now     func() time.Time
	// Wait waits for the rate of a key; nil is by the clock of the machine.
	Wait func(context.Context, time.Duration) error
}

// New returns Batches.
func New(s Settings, o Options) *Batches {
	s.MaxBatches = cmp.Or(s.MaxBatches, DefaultMaxBatches)
	s.MaxBatchBytes = cmp.Or(s.MaxBatchBytes, DefaultMaxBatchBytes)
	b := &Batches{settings: s, options: o, all: runtime.GOMAXPROCS(0), open: map[string]int{}}
	b.turns = newTurns(b.processors)
	b.quietFor.Store(quietRows)
	b.ending, b.End = context.WithCancel(context.Background())
	if b.options.Wait == nil {
		b.options.Wait = b.waitFor
	}
	return b
}

// enter opens a batch of a key. Error: gevel.Unavailable.
func (b *Batches) enter(key string) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.sum >= max(1, b.options.Most) || b.open[key] >= b.settings.MaxBatches {
		b.shed.Add(1)
		return &gevel.Error{Code: gevel.Unavailable, Message: "too many batches are in work", Hint: "try again later"}
	}
	b.sum++
	b.open[key]++
	return nil
}

func (b *Batches) leave(key string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.sum--
	if b.open[key]--; b.open[key] == 0 {
		delete(b.open, key)
	}
}

// InWork returns how many batches are answered now.
func (b *Batches) InWork() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.sum
}

// quietRows is how many rows are answered without a single request coming, some half a second,
// before batches take all processors.
const quietRows = 8192

// processors returns how many batches may have. While single requests come, half are theirs: where all are busy with
// batches, a request waits for tens of milliseconds until the scheduler looks at its connection.
func (b *Batches) processors() int {
	if b.quietFor.Load() < quietRows {
		return max(1, b.all/2)
	}
	return b.all
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
