package index

// The outlooks that the whole market's level may take after the last known month. What is forecast is their weighted
// mean: each alone is right in one market and wrong in the next.

import (
	"math"

	"github.com/gevel/gevel"
)

// outlook is a way in which the level goes on. All have the same season, where there is one.
type outlook int

const (
	slow  outlook = iota // the growth of slowPrior's path
	line                 // a straight line through the levels of a year
	still                // no change
	outlooks
)

// ByOutlook has a number for each outlook. Exported for encoding only.
type ByOutlook [outlooks]float64

// slowPrior is the prior of the path that forecasts growth. It forecast best from the quarters of
// three markets, alone and among others (e186): growth that lasts a year ahead is growth that has
// lasted for years. The path of the level itself follows faster.
var slowPrior = Prior{Persistence: 0.98, Growth: 0.001, Season: 0.02}

// priorShares are the weights of the outlooks before a record speaks.
var priorShares = ByOutlook{slow: 0.5, line: 0.4, still: 0.1}

const (
	// shareWindows is the pseudo-count of forecasts in which all outlooks erred alike.
	shareWindows = 4
	// slowStart is the share of the slow path's level in the last known month by which forecasts start there: it
	// knows that month from more sales than the path of the level does.
	slowStart = 0.5
	// lineMonths is the fewest months that a line goes through.
	lineMonths = 3
	// leastError keeps the weight of an outlook that never erred finite, log euros squared.
	leastError = 1e-9
)

// lead is what a forecast knows of the months after the last known one.
type lead struct {
	start  float64   // at which forecasts start, less the level of the path
	growth []float64 // of the slow path since then, by months ahead
	slope  float64   // of the line, a month
	season []float64 // the calendar's part of the rise, by months ahead
	series []float64 // of the price series since then, by months ahead; nil if it says nothing
}

// leadOf returns the lead after month end of a path whose level is given. A market whose own record is too short for a
// season takes the season of the price series.
func (f *fitter) leadOf(p *path, level []float64, end int) lead {
	trend, season := p.parts(f.scaled(slowPrior))
	published, says := extend(f.series, f.first, len(level), end)
	if says && !f.seasonal && published.season != nil {
		season = published.season
		trend, _ = p.less(season).parts(f.scaled(slowPrior))
	}
	l := lead{
		start:  slowStart * (trend[end] + season[end] - level[end]),
		growth: make([]float64, len(trend)-end), season: make([]float64, len(trend)-end),
	}
	for k := range l.growth {
		l.growth[k], l.season[k] = trend[end+k]-trend[end], season[end+k]-season[end]
	}
	var n, x, y, xx, xy float64
	for m := max(0, end-yearMonths+1); m <= end; m++ {
		ago, height := float64(end-m), level[m]-season[m]
		n, x, y, xx, xy = n+1, x-ago, y+height, xx+ago*ago, xy-ago*height
	}
	if n >= lineMonths {
		l.slope = (n*xy - x*y) / (n*xx - x*x)
	}
	if says {
		l.series = published.rise(level, end)
	}
	return l
}

// rise returns how far an outlook moves from the path's last level in a number of months.
func (l *lead) rise(of outlook, months int) float64 {
	rise := l.start + l.season[months]
	switch of {
	case slow:
		rise += l.growth[months]
	case line:
		rise += l.slope * float64(months)
	}
	return rise
}

// own returns the weighted mean of the rises of the market's own outlooks.
func (l *lead) own(shares *ByOutlook, months int) float64 {
	sum := 0.0
	for of, share := range shares {
		sum += share * l.rise(outlook(of), months)
	}
	return sum
}

// risePublished returns how far the price series moves from the path's last level; ok is false if it says nothing.
func (l *lead) risePublished(months int) (rise float64, ok bool) {
	if l.series == nil {
		return 0, false
	}
	return l.start + l.season[months] + l.series[months], true
}

// mean returns the mean of the market's own outlooks and the price series, which has this share of the weight.
func (l *lead) mean(shares *ByOutlook, share float64, months int) float64 {
	own := l.own(shares, months)
	if rise, ok := l.risePublished(months); ok {
		return own + share*(rise-own)
	}
	return own
}

// sharesAfter returns the weights of the outlooks after a number of forecasts of overlapping months, in which each had
// a mean squared error: the weights without a record over its mean squared error, which is mixed with the mean of all.
func sharesAfter(windows float64, squares ByOutlook) (shares ByOutlook) {
	all := 0.0
	for _, e := range squares {
		all += e / float64(outlooks)
	}
	total := 0.0
	for of, e := range squares {
		shares[of] = priorShares[of] / ((windows*e+shareWindows*all)/(windows+shareWindows) + leastError)
		total += shares[of]
	}
	for of := range shares {
		shares[of] /= total
	}
	return shares
}

// The last turn of the whole market. No variance of past forecasts mends a turn, so a value says what the last one
// would do to it.

// Turn is the last time that the whole market's prices fell.
type Turn struct {
	Peak  gevel.Month
	falls []float64 // the lowest level so far less the level of the peak, by months after it; logs
}

// leastTurn is the fall from a peak, or the rise from a trough, that makes a turn, log euros. Errors of a month's level
// are smaller, but in markets of some ten sales a month.
const leastTurn = 0.03

// LastTurn returns the last turn among the months that were known; ok is false if prices never fell.
func (ix *Index) LastTurn() (last Turn, ok bool) {
	levels := ix.Series(0, ix.First, ix.End+1)
	peak, falling, extreme := 0, false, 0
	for m, level := range levels {
		// extreme is the highest month of a rise, the lowest of a fall.
		if level > levels[extreme] != falling {
			extreme = m
		}
		if math.Abs(level-levels[extreme]) < leastTurn {
			continue
		}
		if !falling {
			peak, ok = extreme, true
		}
		falling, extreme = !falling, m
	}
	if !ok {
		return Turn{}, false
	}
	last.Peak = ix.First + gevel.Month(peak)
	low := levels[peak]
	for _, level := range levels[peak:min(len(levels), peak+Horizons+1)] {
		low = math.Min(low, level)
		last.falls = append(last.falls, low-levels[peak])
	}
	return last, true
}

// Fall returns the deepest fall of prices up to a number of months after the peak: 0 or a negative number, in logs.
func (t *Turn) Fall(months float64) float64 { return levelAt(t.falls, months) }

// Stress returns the change of a value of a month, 0 or a negative number in logs, had the whole market turned in the
// last known month as it last did, instead of going on as it is forecast.
func (ix *Index) Stress(t *Turn, month float64) float64 {
	end := float64(ix.End)
	if month <= end {
		return 0
	}
	return math.Min(0, t.Fall(month-end)-(ix.Level(0, 0, month)-ix.Level(0, 0, end)))
}
