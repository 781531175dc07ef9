package index

// A price series as news of the market's level: it often covers months with hardly a known sale yet, and it forecasts
// from more sales. The past decides how far the market follows it, and how much it is worth.

import (
	"math"

	"github.com/gevel/gevel"
)

const (
	// seriesNoise is what a month's figure of a price series errs by, log units.
	seriesNoise = 0.004
	// seriesHistory is the fewest months of a series from which it forecasts.
	seriesHistory = 12
	// seriesSilence is how many months before the last known one a series may end and still say something.
	seriesSilence = 6
	// seriesPrior is the weight of the series beside the market's own outlooks, which together have 1, before a
	// record speaks.
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

// trendOf returns the trend of a price series from the month first on: as it was published, and then by the growth of
// its own slow path. It has no part of the calendar. begin and newest are the places of its first and newest figure; ok
// is false if too little was published.
func trendOf(series gevel.PriceSeries, first gevel.Month, months int) (trend []float64, begin, newest int, ok bool) {
	figures := series.Newest()
	if len(figures) < seriesHistory {
		return nil, 0, 0, false
	}
	from := min(first, figures[0].Month)
	skip := int(first - from)
	begin, newest = int(figures[0].Month-from), int(figures[len(figures)-1].Month-from)
	p := newPath(max(skip+months, newest+1))
	for _, f := range figures {
		p.observe(float64(f.Month-from), math.Log(f.Value), 1)
	}
	of := fitter{scale: seriesNoise, seasonal: len(figures) >= seasonMonths}
	prior := DefaultParams().Whole
	prior.Season = slowPrior.Season
	trend, _ = p.parts(of.scaled(prior))
	slow, _ := p.parts(of.scaled(slowPrior))
	for m := newest + 1; m < len(trend); m++ {
		trend[m] = trend[newest] + slow[m] - slow[newest]
	}
	return trend[skip : skip+months], begin - skip, newest - skip, true
}

// riseOf returns how far a market's level rises from month end on by a price series, a number of months ahead: nil if
// that says nothing. level is the market's, from the month first on, known up to month end.
func riseOf(series gevel.PriceSeries, first gevel.Month, level []float64, end int) []float64 {
	trend, begin, newest, ok := trendOf(series, first, len(level))
	if !ok || begin > end || newest < end-seriesSilence {
		return nil
	}
	loading := loadingOf(level[:end+1], trend, max(0, begin), newest)
	rise := make([]float64, len(level)-end)
	for k := range rise {
		rise[k] = loading * (trend[end+k] - trend[end])
	}
	return rise
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
