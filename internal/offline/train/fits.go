package train

import (
	"context"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"sync"

	"golang.org/x/sync/semaphore"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/vintage"
)

// Fits of several vintages side by side: as many as memory allows, and their progress together.

const (
	// bytesPerSale and bytesPerValue are about the memory that a fit takes for each sale known, and for each of its
	// characteristics: estimated from fits of 55 000 sales.
	bytesPerSale, bytesPerValue = 400, 30
	// garbage is the share of memory that is left to what fits have let go of and the collector has not yet found.
	garbage = 0.4
)

// fits are the fits of a schedule.
type fits struct {
	*trainer
	room   *semaphore.Weighted
	budget int64
	ctx    context.Context // of all of them

	mu    sync.Mutex
	share map[gevel.Date]float64 // that is done of each
	sales map[gevel.Date]float64 // known to each
	total float64                // of sales
}

// newFits prepares fits of the vintages of some days.
func (t *trainer) newFits(ctx context.Context, dates []gevel.Date) *fits {
	f := &fits{trainer: t, budget: room(), ctx: ctx, share: map[gevel.Date]float64{}, sales: map[gevel.Date]float64{}}
	f.room = semaphore.NewWeighted(f.budget)
	for _, date := range dates {
		f.sales[date] = float64(len(t.sales.EvidenceBefore(date)))
	}
	for _, n := range f.sales {
		f.total += n
	}
	return f
}

// room returns how many bytes the process may still take: without a limit as many as there are.
func room() int64 {
	limit := debug.SetMemoryLimit(-1) // only reads it
	if limit == math.MaxInt64 {
		return limit
	}
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	return max(1, int64((1-garbage)*float64(limit-int64(live[0].Value.Uint64()))))
}

// fit fits the vintage of a day as trainer.fit does, as soon as there is room. One that needs more than there is runs
// alone.
func (f *fits) fit(ctx context.Context, date gevel.Date, source *vintage.Kriging) (*vintage.Vintage, error) {
	perSale := float64(bytesPerSale + bytesPerValue*len(f.trainer.sales.Attributes))
	need := min(f.budget, int64(f.sales[date]*perSale))
	if err := f.room.Acquire(ctx, need); err != nil {
		return nil, err
	}
	defer f.room.Release(need)
	report := gevel.Progress(func(part string, share float64) { f.report(date, part, share) })
	return f.trainer.fit(report.Within(ctx), date, source)
}

// report turns the progress of one fit into the progress of all: a sale known to a fit is a piece of work.
func (f *fits) report(date gevel.Date, part string, share float64) {
	f.mu.Lock()
	f.share[date] = max(f.share[date], share)
	done := 0.0
	for date, share := range f.share {
		done += share * f.sales[date]
	}
	f.mu.Unlock()
	gevel.Span(f.ctx, date.String()+" "+part, done/max(1, f.total), 1)
}
