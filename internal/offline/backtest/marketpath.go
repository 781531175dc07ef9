package backtest

// The path of the whole market by an index in use.

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/stats"
)

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
	// monthsAhead is the least number of forecast months in the path, so that the reader sees what the index
	// expects.
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
