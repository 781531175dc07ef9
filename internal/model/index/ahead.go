package index

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/num/stats"
)

// Horizons is the number of months for which an index forecasts beyond the month in which it was known.
const Horizons = 24

// Ahead says how the whole market's level is extrapolated beyond the last known month, and how wrong
// such forecasts were in the past. Element k is for k+1 months ahead.
type Ahead struct {
	// Shares are the weights of the outlooks; they add up to 1.
	Shares [Horizons]ByOutlook
	// Series are the weights of the price series beside all of them, from 0 to 1; nil without one.
	Series BySeries
	// Variance is the variance that the level's error gains since the last known month, log euros squared; it never
	// falls. See Index.WholeVariance.
	Variance [Horizons]float64
}

const (
	// priorNow and priorRise give the variance that is expected of forecasts in a market without recorded ones,
	// priorNow^2 + (priorRise * months ahead)^2, in log euros. On the Dutch index of existing homes from 1997 to
	// 2022, Seattle until 2014 and Singapore until 2022 together they are 0.006 and 0.0044. A third more errs less
	// at the origins of four markets (e206): the next market is none of them.
	priorNow  = 0.008
	priorRise = 0.0058
	// priorWindows is the pseudo-count of that prior, in forecasts of a market's own: forecasts of overlapping
	// months add little information.
	priorWindows = 1
	// errorHalfLife is the time in which the weight of a recorded error halves, in months.
	errorHalfLife = 24
	// forecastHistory is the number of months that a recorded forecast needs before it.
	forecastHistory = 12
	// settled is the standard error of a month's level up to which its forecasts count in full, in
	// log euros: the error of the smallest areas.
	settled = 0.01
)

// VarianceAt returns the variance that the level's error gains in a number of months after the last known one, log
// euros squared.
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

// SeriesAt returns the weight of the price series in a forecast a number of months ahead, from 1.
func (a *Ahead) SeriesAt(months int) float64 {
	if a == nil {
		return 0
	}
	return a.Series.at(months)
}

// priorVariance is the expected variance of a forecast a number of months ahead, before any is recorded.
func priorVariance(months int) float64 { return square(priorNow) + square(priorRise*float64(months)) }

// withoutForecasts returns what is expected of a market without recorded forecasts.
func withoutForecasts() *Ahead {
	var r forecastRecord
	return r.ahead(0)
}

// WholeVariance returns the variance of the error of the whole market's level in a month; see Level.
func (ix *Index) WholeVariance(a *Ahead, month float64) float64 {
	return float64(ix.WholeError) + a.VarianceAt(month-float64(ix.End))
}

// extrapolate replaces the level after month end by the weighted mean of the outlooks of p.
func (f *fitter) extrapolate(level []float64, p *path, end int, a *Ahead) {
	l := f.leadOf(p, level, end)
	f.followed = l.series != nil
	for m := end + 1; m < f.months; m++ {
		level[m] = level[end] + l.mean(&a.Shares[min(m-end, Horizons)-1], a.SeriesAt(m-end), m-end)
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

// A price series as news of the market's level: it often covers months with hardly a known sale yet, and it forecasts
// from more sales. The past decides how far the market follows it, and how much it is worth.

const (
	// leastSeriesNoise and mostSeriesNoise are the least and the most that a figure of a price series is taken to err by,
	// log units.
	leastSeriesNoise, mostSeriesNoise = 0.004, 0.2
	// seriesHistory is the fewest months of a series from which it forecasts.
	seriesHistory = 12
	// seriesSilence is how many months before the last known one a series may end and still say something.
	seriesSilence = 6
	// seriesPrior is the weight of a series without noise beside the market's own outlooks, which together have 1,
	// before a record speaks.
	seriesPrior = 2
	// loadingPrior is how much evidence says beforehand that the market follows the series one to one: two years of
	// months whose yearly growth is 5 %, log units squared.
	loadingPrior = 24 * 0.05 * 0.05
)

// BySeries has the weight of a price series for each number of months ahead, nil for none. Exported for encoding only.
type BySeries []float64

// at returns the weight a number of months ahead, from 1.
func (w BySeries) at(months int) float64 {
	if w == nil {
		return 0
	}
	return w[min(months, Horizons)-1]
}

// published is a price series as observations of a path, log units above its first figure.
type published struct {
	path   *path
	growth []float64 // the figures
	noise  float64   // what they err by
}

// extended is a price series from a month on: as it was published, and then by the growth of its own slow path.
type extended struct {
	trend         []float64
	season        []float64 // the calendar's part, which the trend is without; nil from too few figures, and from quarters
	begin, newest int       // the places of its first and newest figure
}

// extend returns a price series from the month first on, for a market known up to month end; ok is false if it says nothing
// of what follows.
func extend(series gevel.PriceSeries, first gevel.Month, months, end int) (e extended, ok bool) {
	figures := series.Newest()
	if len(figures) < seriesHistory {
		return extended{}, false
	}
	from := min(first, figures[0].Month)
	skip := int(first - from)
	begin, newest := int(figures[0].Month-from), int(figures[len(figures)-1].Month-from)
	p := newPublished(figures, from, max(skip+months, newest+1))
	trend, season := p.path.parts(p.scaled(p.noise, seriesPath))
	slow, _ := p.path.parts(p.scaled(p.noise, slowPrior))
	for m := newest + 1; m < len(trend); m++ {
		trend[m] = trend[newest] + slow[m] - slow[newest]
	}
	e = extended{trend: trend[skip : skip+months], begin: begin - skip, newest: newest - skip}
	if p.seasonal() && ofEveryMonth(figures) {
		e.season = season[skip : skip+months]
	}
	return e, e.begin <= end && e.newest >= end-seriesSilence
}

// ofEveryMonth reports whether there is a figure of each month of the calendar. Figures of quarters can't tell a wave of a
// year from one of a third of it.
func ofEveryMonth(figures []gevel.Published) bool {
	of := map[gevel.Month]bool{}
	for _, f := range figures {
		of[f.Month%yearMonths] = true
	}
	return len(of) == yearMonths
}

// seriesPath is the prior of the path of a price series: of a market, with any season.
var seriesPath = func() Prior {
	prior := DefaultParams().Whole
	prior.Season = slowPrior.Season
	return prior
}()

// newPublished returns figures as observations of a path of some months. What they err by is the likeliest of steps: an
// index of all sales hardly errs, a median of twenty sales by a tenth.
func newPublished(figures []gevel.Published, from gevel.Month, months int) *published {
	p := &published{path: newPath(months)}
	for _, f := range figures {
		growth := math.Log(f.Value / figures[0].Value)
		p.growth = append(p.growth, growth)
		p.path.observe(float64(f.Month-from), growth, 1)
	}
	least := math.Inf(1)
	for noise := leastSeriesNoise; noise < mostSeriesNoise; noise *= math.Sqrt2 {
		if loss := p.loss(noise); loss < least {
			p.noise, least = noise, loss
		}
	}
	return p
}

// seasonal reports whether there are enough figures to estimate a season.
func (p *published) seasonal() bool { return len(p.growth) >= seasonMonths }

// scaled returns a prior relative to figures that err by so much.
func (p *published) scaled(noise float64, prior Prior) pathPrior {
	return (&fitter{scale: noise, seasonal: p.seasonal()}).scaled(prior)
}

// loss returns twice the negative log likelihood of the figures if they err by so much, with the season as it is
// estimated and less what does not depend on the noise.
func (p *published) loss(noise float64) float64 {
	prior := p.scaled(noise, seriesPath)
	trend, season := p.path.parts(prior)
	misfit := dot(p.growth, p.growth) - dot(p.path.right, trend) - dot(p.path.right, season)
	figures, steps := float64(len(p.growth)), float64(p.path.months-1)
	loss := 2*figures*math.Log(noise) + misfit/square(noise) + steps*math.Log(prior.innovation)
	for _, d := range p.path.factor(prior).d {
		loss += math.Log(d)
	}
	return loss
}

// priorOf returns the weight of a price series beside the market's own outlooks before a record speaks: the less the
// more its figures err beside a forecast.
func priorOf(series gevel.PriceSeries) float64 {
	figures := series.Newest()
	if len(figures) < seriesHistory {
		return 0 // it forecasts nothing
	}
	from := figures[0].Month
	p := newPublished(figures, from, int(figures[len(figures)-1].Month-from)+1)
	return seriesPrior / (1 + square(p.noise/priorNow))
}

// rise returns how far a market's level rises from month end on by the series, a number of months ahead. level is the
// market's, from the series' month on, known up to month end.
func (e *extended) rise(level []float64, end int) []float64 {
	loading := loadingOf(level[:end+1], e.trend, max(0, e.begin), e.newest)
	return list.Make(len(level)-end, func(k int) float64 { return loading * (e.trend[end+k] - e.trend[end]) })
}

// loadingOf returns how much of the growth of a series over a year the market takes part in, 0 or more.
func loadingOf(level, trend []float64, begin, newest int) float64 {
	both, squares := loadingPrior, loadingPrior
	for m := begin + yearMonths; m < len(level) && m <= newest; m++ {
		grew := trend[m] - trend[m-yearMonths]
		both += grew * (level[m] - level[m-yearMonths])
		squares += grew * grew
	}
	return math.Max(0, both/squares)
}
