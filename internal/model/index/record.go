package index

import (
	"context"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/stats"
)

// The forecasts of the whole market's level that would have been made in the past, and what they teach: how much
// each outlook is worth, and how far the level may be off.

// forecastRecord holds the forecasts of the whole market's level that would have been made in the past.
type forecastRecord struct {
	level, noise []float64 // of each month: the level, and its variance; NaN without sales
	seasonal     bool      // whether there are enough months to estimate a season
	season       Season    // what is expected if neither they nor the price series show one
	first        gevel.Month
	series       gevel.PriceSeries
	seriesPrior  float64 // see priorOf
	trials       []forecast
}

// forecast is one past forecast, made from what was known then.
type forecast struct {
	lead
	end      int                 // the last month known
	level    float64             // in it
	variance float64             // of the error of that level
	shares   [Horizons]ByOutlook // that were used then
	series   BySeries            // of the price series
}

// newForecastRecord forecasts from the start of each month with enough history, under a prior of the
// whole market's path. The weights of sales, and what figures of the series err by, come from the whole history.
func newForecastRecord(ctx context.Context, observations []Observation, over Window, prior Prior) *forecastRecord {
	first, last := over.First, over.Last
	f, all := newFitter(observations, first, last)
	p := f.robust(all, prior)
	level := p.solve(f.scaled(prior))
	weights := make([]float64, len(all))
	for i := range all {
		weights[i] = stats.HuberWeight((f.residual[i] - levelAt(level, f.time(int32(i)))) / f.scale)
	}
	r := &forecastRecord{
		seasonal: f.seasonal, season: over.Season, first: first, series: over.Series, seriesPrior: priorOf(over.Series),
	}
	r.observe(f, level, weights)
	for month := first + forecastHistory; month <= last && ctx.Err() == nil; month++ {
		gevel.Report(ctx, int(month-first), int(last-first))
		if past, ok := f.forecastAt(month, prior, weights, over.Series.Before(month.First())); ok {
			past.shares = r.shares(past.end)
			past.series = r.seriesShares(past.end)
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
func (f *fitter) forecastAt(month gevel.Month, prior Prior, weights []float64, series gevel.PriceSeries) (forecast, bool) {
	known := make([]Observation, 0, len(weights))
	then := fitter{first: f.first, months: int(month-f.first) + Horizons + 1, scale: f.scale, series: series}
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
	level := p.solve(then.scaled(prior))
	then.end, past.level = past.end, level[past.end]
	past.variance = float64(then.errorOf(p, prior)[0])
	past.lead = then.leadOf(p, level, past.end)
	return past, true
}

// counts is the weight of a forecast a number of months ahead of the level of a month: little if the level
// is hardly known.
func (r *forecastRecord) counts(months, month int) float64 {
	if month >= len(r.level) || math.IsNaN(r.level[month]) {
		return 0
	}
	expected := priorVariance(months) + settled*settled
	return square(expected / (expected + r.noise[month]))
}

// each calls use for every forecast of a month up to end, a number of months ahead, with its weight and with how far
// the level moved.
func (r *forecastRecord) each(months, end int, use func(past *forecast, weight, moved float64)) {
	for i := range r.trials {
		past := &r.trials[i]
		month := past.end + months
		if month > end {
			return
		}
		if w := r.counts(months, month); w > 0 {
			use(past, w*math.Exp2(-float64(end-month)/errorHalfLife), r.level[month]-past.level)
		}
	}
}

// shares returns the weights of the outlooks in a forecast after month end, judged by the earlier forecasts of
// months up to it.
func (r *forecastRecord) shares(end int) (shares [Horizons]ByOutlook) {
	for k := 1; k <= Horizons; k++ {
		var squares ByOutlook
		n := 0.0
		r.each(k, end, func(past *forecast, weight, moved float64) {
			n += weight
			for of := range squares {
				squares[of] += (square(moved-past.rise(outlook(of), k)) - squares[of]) * weight / n
			}
		})
		shares[k-1] = sharesAfter(n/float64(k), squares)
	}
	return shares
}

// seriesShares returns the weights of the price series in a forecast after month end, beside the market's own
// outlooks, judged by the earlier forecasts of months up to it. The error of each is its own mean square, mixed with
// the mean of both.
func (r *forecastRecord) seriesShares(end int) BySeries {
	if len(r.series) == 0 {
		return nil
	}
	share, prior := make(BySeries, Horizons), r.seriesPrior
	for k := 1; k <= Horizons; k++ {
		var own, series, n float64
		r.each(k, end, func(past *forecast, weight, moved float64) {
			rise, ok := past.risePublished(k)
			if !ok {
				return
			}
			n += weight
			own += (square(moved-past.own(&past.shares[k-1], k)) - own) * weight / n
			series += (square(moved-rise) - series) * weight / n
		})
		windows := n / float64(k)
		over := func(e float64) float64 {
			return (windows*e+shareWindows*(own+series)/2)/(windows+shareWindows) + leastError
		}
		share[k-1] = prior / over(series) / (prior/over(series) + 1/over(own))
	}
	return share
}

// ahead returns what the record implies for forecasts after month end.
func (r *forecastRecord) ahead(end int) *Ahead {
	a := &Ahead{Shares: r.shares(end), Series: r.seriesShares(end)}
	published, says := extend(r.series, r.first, len(r.level), end)
	for k := 1; k <= Horizons; k++ {
		var squares, n float64
		r.each(k, end, func(past *forecast, weight, moved float64) {
			e := moved - past.mean(&past.shares[k-1], past.series.at(k), k)
			squares += weight * (e*e - r.noise[past.end+k] - past.variance)
			n += weight
		})
		windows, expected := n/float64(k), priorVariance(k)
		if !r.seasonal && !(says && published.season != nil) {
			expected += r.season.unseen(k)
		}
		variance := priorWindows * expected
		if n > 0 {
			variance += windows * math.Max(0, squares/n)
		}
		a.Variance[k-1] = variance / (priorWindows + windows)
		if k > 1 {
			a.Variance[k-1] = math.Max(a.Variance[k-1], a.Variance[k-2])
		}
	}
	return a
}

// Scores of an index apart from repeat sales.

// volatilityWindow is the number of changes in a standard deviation: the default of hpiR, a
// quarter of a year of monthly changes.
const volatilityWindow = 3

// Volatility returns the volatility of a series of log levels: the mean, over all runs of three consecutive
// changes, of their standard deviation (with n - 1), as a fraction. A level that grows by the same share each month
// has none, however fast it grows. With fewer than four levels ok is false. After calcVolatility of the R package
// hpiR 0.3.2 (Krause), in which changes are shares too, not logarithms.
func Volatility(levels []float64) (volatility float64, ok bool) {
	runs := len(levels) - volatilityWindow
	if runs < 1 {
		return math.NaN(), false
	}
	changes := make([]float64, len(levels)-1)
	for i := range changes {
		changes[i] = math.Expm1(levels[i+1] - levels[i])
	}
	sum := 0.0
	for i := range runs {
		sum += deviation(changes[i : i+volatilityWindow])
	}
	return sum / float64(runs), true
}

// deviation returns the standard deviation of a sample of two or more.
func deviation(x []float64) float64 {
	mean, squares := 0.0, 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		squares += square(v - mean)
	}
	return math.Sqrt(squares / float64(len(x)-1))
}
