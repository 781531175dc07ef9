package backtest

// The path of the whole market, by an index that was in use.

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/stats"
)

// MarketPath is the level of the whole market by month in the last index that was in use.
// 100 is the mean of the months before the tested ones, see Base.
type MarketPath struct {
	Known gevel.Date  `json:"known"` // the day on which the index was known
	Sales int         `json:"sales"` // how many sales were known before it
	Base  Base        `json:"base"`  // of the months whose mean is 100
	First gevel.Month `json:"first"` // of Levels
	// the first that the index had not seen to its end; levels from it on are forecast
	Forecast gevel.Month `json:"forecast"`
	Levels   []float64   `json:"levels"` // of the whole market
	// Low and High hold the middle 80 % of the levels of the areas that are divided no
	// further, each by its own mean; empty where there are too few Areas.
	Areas int       `json:"areas"`
	Low   []float64 `json:"low,omitempty"`
	High  []float64 `json:"high,omitempty"`
	// Published are the tested months that an index knew to their end and a later one too.
	Published []PublishedLevel `json:"published,omitempty"`
}

// KnownMonths returns how many of the levels are of months that the index had seen to their
// end.
func (m *MarketPath) KnownMonths() int { return min(int(m.Forecast-m.First), len(m.Levels)) }

// PublishedLevel is the level of the whole market in a month, in the units of a MarketPath.
type PublishedLevel struct {
	Month gevel.Month `json:"month"`
	First float64     `json:"first"` // in the first index that knew the month to its end
	Last  float64     `json:"last"`  // in the last index
}

// Revision is by how much the level was changed, as a fraction.
func (p PublishedLevel) Revision() float64 { return p.Last/p.First - 1 }

// Base are the months, from one until another, that levels are relative to. hpiR has levels
// relative to the first month of all, and so by that month's chance as well.
type Base struct {
	From  gevel.Month `json:"from"`
	Until gevel.Month `json:"until"`
}

const (
	// baseMonths is the most months before the tested ones in the base: a whole year has no
	// season.
	baseMonths = 12
	// monthsAhead is the least number of forecast months in the path: in a walk too the reader
	// sees what the index expects.
	monthsAhead = 3
	// leastAreas is the fewest areas whose middle 80 % leave out more than none.
	leastAreas = 10
)

// baseOf returns the months before the tested ones that all indexes know, at least one.
func baseOf(indexes []vintage.Dated, plan Plan) Base {
	b := Base{Until: plan.From.Month()}
	b.From = b.Until - baseMonths
	for _, d := range indexes {
		b.From = max(b.From, d.Index.First)
	}
	b.From = min(b.From, b.Until-1)
	return b
}

// level returns the level of an area in a month; 100 is the mean of the logs over the base.
func (b Base) level(ix *index.Index, area int32, month gevel.Month) float64 {
	mean, _ := stats.Mean(ix.Series(area, b.From, b.Until))
	return 100 * math.Exp(ix.Level(area, 0, float64(month))-mean)
}

// marketPath returns the path by the last of the indexes; at least one.
func (r *Result) marketPath(indexes []vintage.Dated) MarketPath {
	m := PathOf(indexes[len(indexes)-1], r.Sales, baseOf(indexes, r.Plan), (r.Plan.Until-1).Month()+1)
	m.Published = publishedLevels(indexes, r.Plan)
	return m
}

// PathOf returns the path of the whole market by an index over some sales, at least until a month.
func PathOf(d vintage.Dated, s *market.Sales, base Base, until gevel.Month) MarketPath {
	m := MarketPath{
		Known: d.Known, Base: base, First: d.Index.First, Forecast: max(d.Index.First, d.Until.Month()),
		Sales: len(s.KnownBefore(d.Known)),
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

// YearBefore returns the base of the last twelve months that an index had seen to their end, fewer
// where it has not so many.
func YearBefore(d vintage.Dated) Base {
	b := Base{Until: max(d.Index.First+1, d.Until.Month())}
	b.From = max(d.Index.First, b.Until-baseMonths)
	return b
}

// publishedLevels returns the levels of the tested months that an index knew to their end
// and a later one knows too. Levels are relative to the base: models made anew put the zero of
// the level elsewhere.
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
