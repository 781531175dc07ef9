package backtest

// The score of the index, by the three measures of the R package hpiR 0.3.2 (Krause): accuracy on repeat
// sales, volatility, revision.

import (
	"math"

	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/stats"
)

// IndexScore is the score of the index. Figures are percentages.
type IndexScore struct {
	// Pairs is the number of tested sales of homes that had been sold a year or more before; Sooner the
	// number sold again within a year, which do not count.
	Pairs  int `json:"pairs"`
	Sooner int `json:"sooner"`
	// The errors of moving the first price of a pair to the second.
	ByIndex  RepeatErrors `json:"byIndex"`  // by the index of the home's area and house type group
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
	changes := make([]float64, len(levels))
	for i, level := range levels {
		changes[i] = level.Revision()
	}
	sizes := absolute(changes)
	return Revision{
		Months: len(changes), MedianAbsolute: percent(stats.Median(sizes)),
		MeanAbsolute: percent(stats.Mean(sizes)), Mean: percent(stats.Mean(changes)),
	}
}

func absolute(x []float64) []float64 {
	sizes := make([]float64, len(x))
	for i, v := range x {
		sizes[i] = math.Abs(v)
	}
	return sizes
}

// percent returns a fraction as a percentage, or no figure.
func percent(fraction float64, exists bool) ratio.Figure {
	if !exists {
		return ratio.Figure{}
	}
	return ratio.Figure{Value: 100 * fraction, Known: true}
}
