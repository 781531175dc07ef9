package admission

import (
	"context"
	"math"
	"runtime"
	"sync/atomic"

	"github.com/gevel/gevel/internal/num/parallel"
)

// Processors are shared out, in turn by key, for work on many homes: rows of uploads, and pages of homes on a map.
type Processors struct {
	*Turns
	singles  func() int64 // single requests that have come
	all      int
	seen     atomic.Int64 // single requests that are known of
	quietFor atomic.Int64 // homes since the last of them
}

// NewProcessors returns all processors, for work beside single requests. Singles says how many of those have come.
func NewProcessors(singles func() int64) *Processors {
	p := &Processors{singles: singles, all: runtime.GOMAXPROCS(0)}
	p.Turns = NewTurns(p.most, p.most, math.MaxInt)
	p.quietFor.Store(quietHomes)
	return p
}

// quietHomes is how many homes are valued without a single request coming, some half a second,
// before all processors are taken.
const quietHomes = 8192

// most returns how many may be taken. While single requests come, half are theirs: where all are busy with
// many homes, a request waits for tens of milliseconds until the scheduler looks at its connection.
func (p *Processors) most() int {
	if p.quietFor.Load() < quietHomes {
		return max(1, p.all/2)
	}
	return p.all
}

// Count counts a home that is done, and notices single requests.
func (p *Processors) Count() {
	if now := p.singles(); p.seen.Swap(now) != now {
		p.quietFor.Store(0)
	} else {
		p.quietFor.Add(1)
	}
	runtime.Gosched() // waiting goroutines go first
}

// turnHomes is how many homes are done in one turn, some milliseconds.
const turnHomes = 16

// Each calls do for every i in [0, n), side by side. Error: the first that happened, or of ctx; not all are done then.
func (p *Processors) Each(ctx context.Context, key string, n int, do func(i int) error) error {
	within, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	parallel.Blocks(p.all, n, turnHomes, func(from, to int) {
		if err := p.turn(within, key, from, to, do); err != nil {
			stop(err)
		}
	})
	return context.Cause(within)
}

func (p *Processors) turn(ctx context.Context, key string, from, to int, do func(i int) error) error {
	if err := p.Take(ctx, key); err != nil {
		return err
	}
	defer p.Give(key)
	for i := from; i < to; i++ {
		if err := do(i); err != nil {
			return err
		}
		p.Count()
	}
	return ctx.Err()
}
