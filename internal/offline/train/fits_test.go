package train

import (
	"context"
	"errors"
	"math"
	"runtime/debug"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/vintage"
)

func TestFitsHaveWhatTheMemoryLimitLeaves(t *testing.T) {
	before := debug.SetMemoryLimit(math.MaxInt64)
	defer debug.SetMemoryLimit(before)
	if got := room(); got != math.MaxInt64 {
		t.Errorf("without a limit there is room for %d bytes", got)
	}
	const limit = 1 << 40
	debug.SetMemoryLimit(limit)
	if got := room(); got > limit*6/10 || got < limit/2 {
		t.Errorf("under a limit of %d bytes there is room for %d", int64(limit), got)
	}
	debug.SetMemoryLimit(1)
	if got := room(); got != 1 {
		t.Errorf("beyond the limit there is room for %d bytes", got)
	}
}

// A fit that needs more than there is runs alone: another waits until it ends, or its context.
func TestAFitWaitsForRoom(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(1))
	trainer := newTrainer(vintage.NewSales(market.NewSales(gevel.Standard(), nil)), Options{})
	day := gevel.NewDate(2025, 1, 1)
	fits := trainer.newFits(t.Context(), []gevel.Date{day})
	fits.sales[day] = 100
	if err := fits.room.Acquire(t.Context(), 1); err != nil { // as a fit that runs
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := fits.fit(ctx, day, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a fit without room gives %v", err)
	}
	fits.room.Release(1)
	if _, err := fits.fit(t.Context(), day, nil); gevel.CodeOf(err) != gevel.Unavailable { // there are no sales
		t.Errorf("a fit with room gives %v", err)
	}
}
