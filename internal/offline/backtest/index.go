package backtest

// The score of the index, by the three measures of the R package hpiR 0.3.2 (Krause): accuracy on repeat
// sales, volatility, revision.

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/num/stats"
)

// IndexScore is the score of the index. Figures are percentages.
type IndexScore struct {
	// Pairs is the number of tested sales of homes that had been sold a year or more before; Sooner the
	// number sold again within a year, which do not count.
	Pairs  int `json:"pairs"`
	Sooner int `json:"sooner"`
	// The errors of moving the first price of a pair to the second.
	ByIndex  RepeatErrors `json:"byIndex"`  // by the index of the home's area, house type group and tier
	ByMarket RepeatErrors `json:"byMarket"` // by the level of the whole market
	ByNone   RepeatErrors `json:"byNone"`   // by no index

	Volatility Volatility `json:"volatility"`
	Revision   Revision   `json:"revision"`
}

// RepeatErrors are errors of log prices, moved minus actual: positive when moved prices are too high. They
// equal the errors of calcSeriesAccuracy's test method "forecast": the index was made before the second sale.
type RepeatErrors struct {
	MedianAbsolute ratio.Figure `json:"medianAbsolute"`
	Mean           ratio.Figure `json:"mean"` // the bias, which includes renovations
	Median         ratio.Figure `json:"median"`
}

// Volatility is index.Volatility of the last index in use, over all months that it knew completely.
type Volatility struct {
	Months int          `json:"months"`
	Market ratio.Figure `json:"market"` // the whole market's level
	Areas  int          `json:"areas"`  // undivided areas
	Area   ratio.Figure `json:"area"`   // mean over the areas
}

// Revision is the change of the whole market's levels in the tested months, from their first publication to
// the last index in use.
type Revision struct {
	Months         int          `json:"months"`
	MedianAbsolute ratio.Figure `json:"medianAbsolute"`
	MeanAbsolute   ratio.Figure `json:"meanAbsolute"`
	Mean           ratio.Figure `json:"mean"` // positive: levels were first published too low
}

// leastApart is the least time between the sales of a pair, years: most homes sold again sooner were renovated in
// between, which no index can know. It equals min_period_dist, 12 months, of hpiR's rtCreateTrans.
const leastApart = 1.0

// scoreIndex scores the indexes in use, ascending by the day on which they were known; at least one.
func (r *Result) scoreIndex(indexes []vintage.Dated) IndexScore {
	var s IndexScore
	var errors [Courses][]float64
	for i := range r.Forecasts {
		f := &r.Forecasts[i]
		if !f.HasValue || math.IsNaN(f.OwnYears) {
			continue
		}
		if f.OwnYears < leastApart {
			s.Sooner++
			continue
		}
		s.Pairs++
		for c, moved := range f.Repeat {
			errors[c] = append(errors[c], math.Log(moved/r.Observations[i].Price))
		}
	}
	s.ByIndex, s.ByMarket = repeatErrors(errors[ByIndex]), repeatErrors(errors[ByMarket])
	s.ByNone = repeatErrors(errors[ByNone])
	s.Volatility = volatilityOf(indexes[len(indexes)-1])
	s.Revision = revisionOf(publishedLevels(indexes, r.Plan))
	return s
}

func repeatErrors(errors []float64) RepeatErrors {
	return RepeatErrors{
		MedianAbsolute: percent(stats.Median(absolute(errors))),
		Mean:           percent(stats.Mean(errors)), Median: percent(stats.Median(errors)),
	}
}

func volatilityOf(d vintage.Dated) Volatility {
	from, until := d.Index.First, max(d.Index.First, d.Until.Month())
	areas := d.Index.Areas.Smallest()
	v := Volatility{Months: int(until - from), Areas: len(areas)}
	v.Market = percent(index.Volatility(d.Index.Series(0, from, until)))
	each := make([]float64, len(areas))
	for i, area := range areas {
		each[i], _ = index.Volatility(d.Index.Series(area, from, until))
	}
	v.Area = percent(stats.Mean(each))
	return v
}

// revisionOf summarises revisions by their size. hpiR's calcRevision gives signed means and medians, in which
// opposite revisions would cancel.
func revisionOf(levels []PublishedLevel) Revision {
	changes := list.Of(levels, PublishedLevel.Revision)
	sizes := absolute(changes)
	return Revision{
		Months: len(changes), MedianAbsolute: percent(stats.Median(sizes)),
		MeanAbsolute: percent(stats.Mean(sizes)), Mean: percent(stats.Mean(changes)),
	}
}

func absolute(x []float64) []float64 {
	return list.Of(x, math.Abs)
}

// percent returns a fraction as a percentage, or no figure.
func percent(fraction float64, exists bool) ratio.Figure {
	if !exists {
		return ratio.Figure{}
	}
	return ratio.Figure{Value: 100 * fraction, Known: true}
}

// The path of the whole market by an index in use.

// MarketPath is the monthly level of the whole market in the last index in use, relative to a Base of 100.
type MarketPath struct {
	Known gevel.Date  `json:"known"` // the index uses the sales known before that day
	Sales int         `json:"sales"` // number of sales known before
	Base  Base        `json:"base"`  // the months whose mean is 100
	First gevel.Month `json:"first"` // of Levels
	// the first month that the index did not know completely; levels from it on are forecast
	Forecast gevel.Month `json:"forecast"`
	Levels   []float64   `json:"levels"` // the whole market's
	// Low and High enclose the middle 80 % of the levels of undivided areas, each relative to its own mean;
	// empty with fewer than leastAreas of them.
	Areas int       `json:"areas"`
	Low   []float64 `json:"low,omitempty"`
	High  []float64 `json:"high,omitempty"`
	// Published are the tested months that an index knew completely and a later index covers.
	Published []PublishedLevel `json:"published,omitempty"`
}

// KnownMonths returns the number of levels of months that the index knew completely.
func (m *MarketPath) KnownMonths() int { return min(int(m.Forecast-m.First), len(m.Levels)) }

// PublishedLevel is the level of the whole market in a month, relative to the path's Base.
type PublishedLevel struct {
	Month gevel.Month `json:"month"`
	First float64     `json:"first"` // in the first index that knew the month completely
	Last  float64     `json:"last"`  // in the last index
}

// Revision is the relative change from the first to the last level.
func (p PublishedLevel) Revision() float64 { return p.Last/p.First - 1 }

// Base is the range of months that levels are relative to. hpiR uses the very first month instead, and so
// adds that month's noise to every level.
type Base struct {
	From  gevel.Month `json:"from"`
	Until gevel.Month `json:"until"`
}

const (
	// baseMonths is the most months in the base: a full year has no seasonal effect.
	baseMonths = 12
	// monthsAhead is the least number of forecast months in the path, so that the reader sees what the index expects.
	monthsAhead = 3
	// leastAreas is the fewest areas for a middle 80 %: with fewer it would include them all.
	leastAreas = 10
)

// baseOf returns the months before the tested ones that all indexes cover, at least one.
func baseOf(indexes []vintage.Dated, plan Plan) Base {
	b := Base{Until: plan.From.Month()}
	b.From = b.Until - baseMonths
	for _, d := range indexes {
		b.From = max(b.From, d.Index.First)
	}
	b.From = min(b.From, b.Until-1)
	return b
}

// level returns the level of an area in a month, relative to the geometric mean over the base as 100.
func (b Base) level(ix *index.Index, area int32, month gevel.Month) float64 {
	mean, _ := stats.Mean(ix.Series(area, b.From, b.Until))
	return 100 * math.Exp(ix.Level(area, 0, float64(month))-mean)
}

// marketPath returns the path by the last index; there is at least one.
func (r *Result) marketPath(indexes []vintage.Dated) MarketPath {
	m := PathOf(indexes[len(indexes)-1], r.Sales, baseOf(indexes, r.Plan), (r.Plan.Until-1).Month()+1)
	m.Published = publishedLevels(indexes, r.Plan)
	return m
}

// PathOf returns the path of the whole market by an index over some sales, at least until a month.
func PathOf(d vintage.Dated, s *market.Sales, base Base, until gevel.Month) MarketPath {
	m := MarketPath{
		Known: d.Known, Base: base, First: d.Index.First, Forecast: max(d.Index.First, d.Until.Month()),
		Sales: len(s.EvidenceBefore(d.Known)),
	}
	areas := d.Index.Areas.Smallest()
	m.Areas = len(areas)
	for month := m.First; month < max(m.Forecast+monthsAhead, until); month++ {
		m.Levels = append(m.Levels, m.Base.level(d.Index, 0, month))
		if m.Areas < leastAreas {
			continue
		}
		each := make([]float64, m.Areas)
		for i, area := range areas {
			each[i] = m.Base.level(d.Index, area, month)
		}
		low, _ := stats.Quantile(each, 0.1)
		high, _ := stats.Quantile(each, 0.9)
		m.Low, m.High = append(m.Low, low), append(m.High, high)
	}
	return m
}

// YearBefore returns as base the last twelve months that an index knew completely, fewer where it covers fewer.
func YearBefore(d vintage.Dated) Base {
	b := Base{Until: max(d.Index.First+1, d.Until.Month())}
	b.From = max(d.Index.First, b.Until-baseMonths)
	return b
}

// publishedLevels returns the levels of the tested months that an index knew completely and a later one
// covers. They are relative to the base, because retraining moves the level's zero.
func publishedLevels(indexes []vintage.Dated, plan Plan) []PublishedLevel {
	var levels []PublishedLevel
	base, last := baseOf(indexes, plan), len(indexes)-1
	published := 0
	for m := plan.From.Month(); (m + 1).First() <= plan.Until; m++ {
		for published < last && indexes[published].Known < (m+1).First() {
			published++
		}
		if published == last {
			break
		}
		levels = append(levels, PublishedLevel{
			Month: m, First: base.level(indexes[published].Index, 0, m), Last: base.level(indexes[last].Index, 0, m),
		})
	}
	return levels
}
