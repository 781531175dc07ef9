package index

import (
	"context"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/stats"
)

// Horizons is the number of months for which an index forecasts beyond the month in which it was known.
const Horizons = 24

// Ahead says how the whole market's level is extrapolated beyond the last known month, and how wrong
// such forecasts were in the past. Element k is for k+1 months ahead.
type Ahead struct {
	// Growth is the share of slowPrior's forecast growth that is used: 0 to 1.
	Growth [Horizons]float64
	// Variance is the variance of the level's error, log euros squared; it never falls.
	Variance [Horizons]float64
}

// slowPrior is the prior of the path that forecasts growth. It forecast best from the quarters of
// three markets, alone and among others (e186): growth that lasts a year ahead is growth that has
// lasted for years. The path of the level itself follows faster.
var slowPrior = Prior{Persistence: 0.98, Growth: 0.001, Season: 0.02}

const (
	// priorNow and priorRise give the variance that is expected of forecasts in a market without recorded
	// ones, priorNow^2 + (priorRise * months ahead)^2, in log euros. They were measured on the Dutch
	// index of existing homes from 1997 to 2022, Seattle until 2014 and Singapore until 2022
	// together.
	priorNow  = 0.006
	priorRise = 0.0044
	// priorWindows is the pseudo-count of that prior, in forecasts of a market's own: forecasts of overlapping
	// months add little information.
	priorWindows = 1
	// growthWindows is the pseudo-count of forecasts after which growth went on.
	growthWindows = 4
	// leastGrowth is the share of growth below which none is forecast: then a constant
	// level has the smaller squared error.
	leastGrowth = 0.5
	// forecastHistory is the number of months that a recorded forecast needs before it.
	forecastHistory = 12
	// settled is the standard error of a month's level up to which its forecasts count in full, in
	// log euros: the error of the smallest areas.
	settled = 0.01
)

// VarianceAt returns the variance of the level's error so many months after the last known one.
func (a *Ahead) VarianceAt(months float64) float64 {
	if a == nil {
		a = withoutForecasts()
	}
	switch {
	case months <= 1: // in the middle of the last known month the level errs like any other
		return a.Variance[0] * math.Max(0, months)
	case months >= Horizons:
		return a.Variance[Horizons-1] * square(months/Horizons)
	}
	k := int(months)
	return a.Variance[k-1] + (months-float64(k))*(a.Variance[k]-a.Variance[k-1])
}

// priorVariance is the expected variance of a forecast so many months ahead, before any is recorded.
func priorVariance(months int) float64 { return square(priorNow) + square(priorRise*float64(months)) }

// unseenSeason is the variance that a season adds if it was not estimated: the variance of the
// difference of two calendar months so far apart, under the slow path's prior.
func unseenSeason(months int) float64 {
	sum := 0.0
	for wave := 1; wave <= seasonWaves; wave++ {
		sum += 1 - math.Cos(2*math.Pi*float64(wave*months)/yearMonths)
	}
	return 2 * square(slowPrior.Season) / seasonWaves * sum
}

// withoutForecasts returns what is expected of a market without recorded forecasts.
func withoutForecasts() *Ahead {
	var r forecastRecord
	return r.ahead(0)
}

// extrapolate replaces the level after month end by the growth of p, as far as a uses it.
func (f *fitter) extrapolate(level []float64, p *path, end int, a *Ahead) {
	slow := p.solve(f.scaled(slowPrior))
	for m := end + 1; m < f.months; m++ {
		share := a.Growth[min(m-end, Horizons)-1]
		level[m] = level[end] + share*(slow[m]-slow[end])
	}
}

// endOf returns the last month with enough known sales to rely on, counted from first: one that lies
// at least the first quartile of the delays before the newest known time.
func endOf(observations []Observation, first gevel.Month) int {
	if len(observations) == 0 {
		return 0
	}
	delays, known, newest := make([]float64, len(observations)), observations[0].Month, observations[0].Month
	for i, o := range observations {
		delays[i] = math.Max(0, o.Known-o.Month)
		known, newest = math.Max(known, o.Known), math.Max(newest, o.Month)
	}
	delay, _ := stats.QuantileInPlace(delays, 0.25)
	return max(0, int(math.Floor(math.Min(newest, known-delay)+0.5))-int(first))
}

// forecastRecord holds the forecasts of the whole market's level that would have been made in the past.
type forecastRecord struct {
	level, noise []float64 // of each month: the level, and its variance; NaN without sales
	seasonal     bool      // whether there are enough months to estimate a season
	trials       []forecast
}

// forecast is one past forecast, made from what was known then.
type forecast struct {
	end   int                   // the last month known
	level float64               // in it
	rises [Horizons + 1]float64 // share of these that was used then
	share [Horizons + 1]float64 // of these that was share then
}

// newForecastRecord forecasts from the start of each month with enough history, under a prior of the
// whole market's path. The weights of sales come from the whole history.
func newForecastRecord(ctx context.Context, observations []Observation, over Window, prior Prior) *forecastRecord {
	first, last := over.First, over.Last
	f, all := newFitter(observations, first, last)
	p := f.robust(all, prior)
	level := p.solve(f.scaled(prior))
	weights := make([]float64, len(all))
	for i := range all {
		weights[i] = stats.HuberWeight((f.residual[i] - levelAt(level, f.time(int32(i)))) / f.scale)
	}
	r := &forecastRecord{seasonal: f.seasonal}
	r.observe(f, level, weights)
	for month := first + forecastHistory; month <= last && ctx.Err() == nil; month++ {
		gevel.Report(ctx, int(month-first), int(last-first))
		if past, ok := f.forecastAt(month, prior, weights); ok {
			past.share = r.shares(past.end)
			r.trials = append(r.trials, past)
		}
	}
	return r
}

// observe sets the true level of each month: a path's level plus the mean residual to it.
func (r *forecastRecord) observe(f *fitter, level, weights []float64) {
	sums, counts := make([]float64, f.months), make([]float64, f.months)
	for i, weight := range weights {
		t := f.time(int32(i))
		m, _ := position(t+0.5, f.months)
		sums[m], counts[m] = sums[m]+weight*(f.residual[i]-levelAt(level, t)), counts[m]+weight
	}
	r.level, r.noise = slices.Clone(level), make([]float64, f.months)
	for m, n := range counts {
		if n == 0 {
			r.level[m] = math.NaN()
			continue
		}
		r.level[m], r.noise[m] = level[m]+sums[m]/n, f.scale*f.scale/n
	}
}

// forecastAt forecasts at the start of a month from what was known then.
func (f *fitter) forecastAt(month gevel.Month, prior Prior, weights []float64) (forecast, bool) {
	known := make([]Observation, 0, len(weights))
	then := fitter{first: f.first, months: int(month-f.first) + Horizons + 1, scale: f.scale}
	p := newPath(then.months)
	for i, o := range f.observations {
		if math.Max(o.Month, o.Known) < startOf(month) {
			known = append(known, o)
			p.observe(f.time(int32(i)), o.Value, weights[i])
		}
	}
	then.observations = known
	if len(known) == 0 {
		return forecast{}, false
	}
	then.seasonal = then.observedMonths() >= seasonMonths
	past := forecast{end: endOf(known, f.first)}
	past.level = p.solve(then.scaled(prior))[past.end]
	slow := p.solve(then.scaled(slowPrior))
	for k := range past.rises {
		past.rises[k] = slow[min(past.end+k, len(slow)-1)] - slow[past.end]
	}
	return past, true
}

// counts is the weight of a forecast so many months ahead of the level of a month: little if the level
// is hardly known.
func (r *forecastRecord) counts(months, month int) float64 {
	if month >= len(r.level) || math.IsNaN(r.level[month]) {
		return 0
	}
	expected := priorVariance(months) + settled*settled
	return square(expected / (expected + r.noise[month]))
}

// shares returns the share of the slow path's forecast growth that is used in month end,
// judged by the earlier forecasts of months up to it.
func (r *forecastRecord) shares(end int) (shares [Horizons + 1]float64) {
	for k := 1; k <= Horizons; k++ {
		var both, squares, n float64
		for i := range r.trials {
			past := &r.trials[i]
			if past.end+k > end {
				break
			}
			if w := r.counts(k, past.end+k); w > 0 {
				both += w * past.rises[k] * (r.level[past.end+k] - past.level)
				squares, n = squares+w*square(past.rises[k]), n+w
			}
		}
		shares[k] = 1
		if squares > 0 {
			prior := growthWindows * float64(k) * squares / n
			shares[k] = math.Min(1, (both+prior)/(squares+prior))
		}
		if shares[k] < leastGrowth {
			shares[k] = 0
		}
	}
	return shares
}

// ahead returns what the record implies for forecasts after month end.
func (r *forecastRecord) ahead(end int) *Ahead {
	a, shares := &Ahead{}, r.shares(end)
	for k := 1; k <= Horizons; k++ {
		var squares, n float64
		for i := range r.trials {
			past := &r.trials[i]
			if past.end+k > end {
				break
			}
			if w := r.counts(k, past.end+k); w > 0 {
				e := r.level[past.end+k] - past.level - past.share[k]*past.rises[k]
				squares, n = squares+w*(e*e-r.noise[past.end+k]), n+w
			}
		}
		windows, expected := n/float64(k), priorVariance(k)
		if !r.seasonal {
			expected += unseenSeason(k)
		}
		variance := priorWindows * expected
		if n > 0 {
			variance += windows * math.Max(0, squares/n)
		}
		a.Growth[k-1], a.Variance[k-1] = shares[k], variance/(priorWindows+windows)
		if k > 1 {
			a.Variance[k-1] = math.Max(a.Variance[k-1], a.Variance[k-2])
		}
	}
	return a
}
