package train

import (
	"github.com/gevel/gevel/internal/stats"
	"github.com/gevel/gevel/internal/vintage"
)

const (
	// driftMonths is how many of the last months of errors the drift is fitted to: a market
	// seldom turns faster, and fewer errors would be noise.
	driftMonths = 9
	// driftPrior is the pseudo-count of errors without drift.
	driftPrior = 200
	// staleMonths is from how many months without an index on an error shows drift.
	staleMonths = 2.0
	// driftBelief is the share of an observed drift that is expected to go on: growth
	// persists, but not for ever.
	driftBelief = 0.5
)

// fitDrift fits the drift to the errors of the reconciled values as they would have been
// without any: of those made long without an index. Where indexes follow there are none.
func fitDrift(errors []scored) vintage.Drift {
	var slopes, spans []float64
	for i := range errors {
		if e := &errors[i]; e.Stale >= staleMonths {
			slopes, spans = append(slopes, e.Error/e.Stale), append(spans, e.Stale)
		}
	}
	slope, ok := stats.WeightedMedian(slopes, spans)
	if !ok {
		return 0
	}
	n := float64(len(slopes))
	return vintage.Drift(driftBelief * slope * n / (n + driftPrior))
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
