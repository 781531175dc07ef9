package propertyreport

import (
	"fmt"
	"math"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/present/words"
	"github.com/gevel/gevel/internal/value/explain"
)

// The market's trend: the index of the home's area and house type beside the whole market, and sales nearby.

// Sizes of the trend's drawing.
const (
	trendWidth, trendHeight = 640.0, 150.0
	trendLeft, trendLow     = 34.0, 18.0 // the free space for figures
	trendMonths             = 120        // at most
)

// trendView is the trend as lines; 100 is the valuation date.
type trendView struct {
	Home, Forecast, Market string // SVG paths; months after the last known sale are a forecast
	Band                   string // the 80 % interval of the forecast
	Levels                 []end  // lines across, with their level
	Years                  []end  // with the year that begins there
	Rows                   [][3]string
}

func trendOf(c *Case, l words.Language) *trendView {
	p := &c.Paths
	t := &trendView{Rows: statisticsRows(c.Explanation.Valuation, l)}
	first := max(0, p.Months-trendMonths)
	if p.Months-first < 2 {
		return t
	}
	s := newTrendScale(p, first)
	known := min(p.Months-1, max(first, int(p.End-p.First)))
	t.Home, t.Market = s.path(p.Home, first, known), s.path(p.Market, first, p.Months-1)
	if known < p.Months-1 {
		t.Forecast = s.path(p.Home, known, p.Months-1)
		t.Band = s.band(p)
	}
	step := 10.0
	for (s.high-s.low)/step > 5 {
		step *= 2
	}
	for level := step * math.Ceil(100*s.low/step); level <= 100*s.high; level += step {
		t.Levels = append(t.Levels, end{s.y(level / 100), l.Number(level, 0), ""})
	}
	for month := first; month < p.Months; month++ {
		if at := p.First + gevel.Month(month); at%12 == 0 {
			t.Years = append(t.Years, end{s.x(month), fmt.Sprint(int(at) / 12), ""})
		}
	}
	return t
}

// trendScale places months and levels in the drawing.
type trendScale struct {
	first, last int
	low, high   float64
}

func newTrendScale(p *explain.Paths, first int) trendScale {
	s := trendScale{first, p.Months - 1, 1, 1}
	for _, path := range [][]float64{p.Home[first:], p.Market[first:], p.Low, p.High} {
		for _, level := range path {
			s.low, s.high = min(s.low, level), max(s.high, level)
		}
	}
	margin := max(0.01, 0.05*(s.high-s.low))
	s.low, s.high = s.low-margin, s.high+margin
	return s
}

func (s *trendScale) x(month int) float64 {
	return trendLeft + (trendWidth-trendLeft)*float64(month-s.first)/float64(s.last-s.first)
}

func (s *trendScale) y(level float64) float64 {
	return (trendHeight - trendLow) * (s.high - level) / (s.high - s.low)
}

func (s *trendScale) path(levels []float64, from, to int) string {
	var b strings.Builder
	for month := from; month <= to; month++ {
		fmt.Fprintf(&b, "%c%.1f %.1f", "ML"[min(month-from, 1)], s.x(month), s.y(levels[month]))
	}
	return b.String()
}

// band is the area between the ends of the interval, which the last months have.
func (s *trendScale) band(p *explain.Paths) string {
	var b strings.Builder
	n := min(len(p.Low), s.last-s.first+1)
	for i, level := range p.High[len(p.High)-n:] {
		fmt.Fprintf(&b, "%c%.1f %.1f", "ML"[min(i, 1)], s.x(s.last-n+1+i), s.y(level))
	}
	for i := range n { // and back
		fmt.Fprintf(&b, "L%.1f %.1f", s.x(s.last-i), s.y(p.Low[len(p.Low)-1-i]))
	}
	return b.String() + "Z"
}

// statisticsRows are the sales of the last two years in the street and the area.
func statisticsRows(v gevel.Valuation, l words.Language) (rows [][3]string) {
	names, s := l.Statistics(v.Address.PostalCode), v.Statistics
	for i, c := range []gevel.SaleCount{s.StreetAllTypes, s.StreetSameType, s.ZipAllTypes, s.ZipSameType} {
		median := unknown
		if c.Median.Known {
			median = l.Euros(c.Median.V)
		}
		rows = append(rows, [3]string{names[i], l.Whole(int64(c.Sales)), median})
	}
	return rows
}
