package index

import (
	"math"
	"testing"
)

// The level rose by half of what the slow path held out, and by all of the line. The months of a fifth forecast are
// not known yet.
func TestTheSharesAreThoseOfTheForecastsWhoseMonthsAreKnown(t *testing.T) {
	const end, rise = 4, 0.1
	r := forecastRecord{level: make([]float64, end+Horizons+1), noise: make([]float64, end+Horizons+1)}
	for m := range r.level {
		r.level[m] = float64(m) * rise / 2
	}
	for m := range end + 1 {
		f := forecast{end: m, level: r.level[m], lead: lead{
			growth: make([]float64, Horizons+1), season: make([]float64, Horizons+1), slope: rise / 2,
		}}
		for k := range f.growth {
			f.growth[k] = float64(k) * rise
		}
		r.trials = append(r.trials, f)
	}
	r.level[end+1] = 1000
	shares := r.shares(end)
	for k := 1; k <= end; k++ {
		n := 0.0 // forecasts whose month is known, older ones counting less
		for ago := range end + 1 - k {
			n += math.Exp2(-float64(ago) / errorHalfLife)
		}
		e := square(float64(k) * rise / 2) // of slow and still; the line has none
		windows, mean := n/float64(k), 2*e/3
		over := func(e float64) float64 { return (windows*e+shareWindows*mean)/(windows+shareWindows) + leastError }
		want := priorShares[line] / over(0) / (priorShares[line]/over(0) + (1-priorShares[line])/over(e))
		if got := shares[k-1][line]; math.Abs(got-want) > 1e-9 {
			t.Errorf("%d months ahead the line has a share of %v, want %v", k, got, want)
		}
	}
	for of, want := range priorShares {
		if got := shares[end][of]; math.Abs(got-want) > 1e-9 {
			t.Errorf("without a forecast on record outlook %d has a share of %v, want %v", of, got, want)
		}
	}
}
