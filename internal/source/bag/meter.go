package bag

import (
	"context"
	"math"
	"slices"
	"sync"

	"github.com/gevel/gevel"
)

// joinShare is the share of the delivery's size that the joining counts for: a fifth of the progress bar.
const joinShare = 0.25

// within returns a context whose work reports to the options how much of a delivery of some size is read and joined.
func (o *Options) within(ctx context.Context, size int64) context.Context {
	var mu sync.Mutex
	done, total := int64(0), size+int64(joinShare*float64(size))
	return gevel.Progress(func(_ string, share float64) {
		mu.Lock()
		defer mu.Unlock()
		done = max(done, int64(math.Round(share*float64(total))))
		if o.Progress != nil {
			o.Progress(done, total)
		}
	}).Within(ctx)
}

// readSpan is the reading of a delivery.
func readSpan(ctx context.Context) context.Context { return gevel.Span(ctx, "", 0, 1/(1+joinShare)) }

// joinSpan is a step of the joining, from one per cent of it to another.
func joinSpan(ctx context.Context, from, to float64) context.Context {
	return gevel.Span(gevel.Span(ctx, "", 1/(1+joinShare), 1), "", from/100, to/100)
}

// tick is the number of rows between two reports, some hundredths of a second.
const tick = 1 << 15

// atRow reports row i of n, at every tick: the rows up to the next are done soon.
func atRow(ctx context.Context, i, n int) {
	if i%tick == 0 {
		gevel.Report(ctx, i+tick, n)
	}
}

// sortFunc sorts rows, and reports its comparisons as a share of the most that it may need. Nearly sorted
// rows need fewer.
func sortFunc[T any](ctx context.Context, rows []T, compare func(a, b T) int) {
	const every = 1 << 18 // comparisons
	// A quarter more than with perfect pivots.
	n, most := 0, int(1.25*float64(len(rows))*math.Log2(float64(len(rows)+2)))
	slices.SortFunc(rows, func(a, b T) int {
		if n++; n%every == 0 {
			gevel.Report(ctx, n, most)
		}
		return compare(a, b)
	})
	gevel.Report(ctx, 1, 1)
}
