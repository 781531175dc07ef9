package index

import (
	"math"
	"testing"
)

// Half of the growth that four forecasts held out came true. The months of a fifth are not known yet.
func TestTheShareOfGrowthIsThatOfTheForecastsWhoseMonthsAreKnown(t *testing.T) {
	const end, rise = 4, 0.1
	r := forecastRecord{level: make([]float64, end+Horizons+1), noise: make([]float64, end+Horizons+1)}
	for m := range r.level {
		r.level[m] = float64(m) * rise / 2
	}
	for m := range end + 1 {
		f := forecast{end: m, level: r.level[m]}
		for k := range f.rises {
			f.rises[k] = float64(k) * rise
		}
		r.trials = append(r.trials, f)
	}
	r.level[end+1] = 1000
	shares := r.shares(end)
	for k := 1; k <= end; k++ {
		n := float64(end + 1 - k) // forecasts, and growthWindows*k pseudo-forecasts that came true
		if want := (n/2 + growthWindows*float64(k)) / (n + growthWindows*float64(k)); math.Abs(shares[k]-want) > 1e-12 {
			t.Errorf("%d months ahead %v of the growth is believed, want %v", k, shares[k], want)
		}
	}
	if shares[end+1] != 1 {
		t.Errorf("without a forecast on record %v of the growth is believed, want all", shares[end+1])
	}
}
