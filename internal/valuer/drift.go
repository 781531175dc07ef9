package valuer

import (
	"math"

	"github.com/gevel/gevel/internal/stats"
)

// Drift is how fast the market leaves a forecast that nothing follows, in log euros for
// each month without an index, as out-of-time errors tell it.
type Drift float64

const (
	// driftMonths is over how many of the last months of errors the drift is taken:
	// a market seldom turns faster, and fewer errors would be noise.
	driftMonths = 9
	// driftPrior is how many errors without drift the observed ones are mixed with.
	driftPrior = 200
	// staleMonths is from how many months without an index on an error tells of drift.
	staleMonths = 2.0
	// driftBelief is the share of an observed drift that is expected to go on: growth
	// persists, but not for ever.
	driftBelief = 0.5
)

// after returns the drift in so many months without an index. It ends where the index's own
// forecast does.
func (d Drift) after(stale float64) float64 { return float64(d) * math.Min(stale, forecastMonths) }

// fitDrift takes the drift from the errors of the reconciled values as they would have been
// without any: of those made long without an index. Where indexes follow there are none.
func fitDrift(errors []scored) Drift {
	var slopes, spans []float64
	for _, e := range errors {
		if e.stale >= staleMonths {
			slopes, spans = append(slopes, e.err/e.stale), append(spans, e.stale)
		}
	}
	slope, ok := stats.WeightedMedian(slopes, spans)
	if !ok {
		return 0
	}
	n := float64(len(slopes))
	return Drift(driftBelief * slope * n / (n + driftPrior))
}

// latest returns the errors of the last months.
func latest(errors []scored) []scored {
	newest := errors[0].day
	for _, e := range errors {
		newest = max(newest, e.day)
	}
	from := newest.AddMonths(-driftMonths)
	var kept []scored
	for _, e := range errors {
		if e.day > from {
			kept = append(kept, e)
		}
	}
	return kept
}
