package valuer

import (
	"math"

	"github.com/gevel/gevel/internal/stats"
)

// Drift is what indexes lag behind the market, as out-of-time errors tell it: an
// index knows the market of some weeks ago, and in a market that moves on one way
// that shows as a bias. Fields are exported for encoding only.
type Drift struct {
	Base  float64 // log euros, right behind the index, on the vintage's date
	Month float64 // log euros more for each month without an index
}

const (
	// driftMonths is over how many of the last months of errors the drift is taken:
	// a market seldom turns faster, and fewer errors would be noise.
	driftMonths = 9
	// driftPrior is how many errors without drift the observed ones are mixed with.
	driftPrior = 200
	// freshMonths is up to how long after the index an error tells of the base, and
	// staleMonths from when on of the slope.
	freshMonths = 1.5
	staleMonths = 2.0
	// driftBelief is the share of an observed slope that is expected to go on: growth
	// persists, but not for ever.
	driftBelief = 0.5
	// driftFade is in how many months after the vintage's date the base falls to a
	// third: it was seen in the market before that date.
	driftFade = 6.0
)

// at returns the drift so many months after the index was known, and the vintage
// was made. It ends where the index's own forecast does.
func (d Drift) at(stale, age float64) float64 {
	return d.Base*math.Exp(-math.Max(0, age)/driftFade) + d.Month*math.Min(stale, forecastMonths)
}

// fitDrift takes the drift from the errors of the reconciled values as they would
// have been without any.
func fitDrift(errors []scored) Drift {
	var fresh, slopes, spans []float64
	for _, e := range errors {
		switch {
		case e.stale <= freshMonths:
			fresh = append(fresh, e.err)
		case e.stale >= staleMonths:
			slopes, spans = append(slopes, e.err/e.stale), append(spans, e.stale)
		}
	}
	var d Drift
	if len(slopes) > len(fresh) { // made for forecasts that nothing follows
		slope, _ := stats.WeightedMedian(slopes, spans)
		d.Month = driftBelief * slope * believed(len(slopes))
		return d
	}
	if base, ok := stats.Median(fresh); ok {
		d.Base = base * believed(len(fresh))
	}
	return d
}

func believed(n int) float64 { return float64(n) / (float64(n) + driftPrior) }

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
