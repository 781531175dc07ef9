package reports

import (
	"fmt"
	"maps"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
)

const (
	// driftLow and driftHigh bound the median ratio of a good walk.
	driftLow, driftHigh = 0.99, 1.01
	// driftRoom is the least margin of the chart around them.
	driftRoom = 0.01
	// leastMonth is the fewest sales for a month's median.
	leastMonth = 10
	// monthRoom is the least width of a month with its own label, pixels.
	monthRoom = 60
)

// month is the median ratio of the sales of one month.
type month struct {
	month        gevel.Month
	n            int
	median, miss ratio.Figure
}

// months returns the months with enough sales, and the number of sales in the others.
func (c *charts) months() (shown []month, left int) {
	by := map[gevel.Month][]sample{}
	for _, s := range c.samples {
		by[s.day.Month()] = append(by[s.day.Month()], s)
	}
	for _, m := range slices.Sorted(maps.Keys(by)) {
		if len(by[m]) < leastMonth {
			left += len(by[m])
			continue
		}
		f := study(by[m], c.report.Seed)
		shown = append(shown, month{m, f.Valued, f.MedianRatio, f.MdAPE})
	}
	return shown, left
}

// drift shows whether the level follows the market.
func (c *charts) drift() document.Chart {
	shown, left := c.months()
	if len(shown) == 0 {
		return document.Chart{}
	}
	levels := span{driftLow - driftRoom, driftHigh + driftRoom}
	for _, m := range shown {
		levels.hold(ends(m.median)...)
	}
	p := newPlot(fullWidth, monthAxis("month of sale", c.first, c.last),
		linear("median of value ÷ price", levels, decimals))
	p.rect("within", p.between(p.x.low, p.x.high, driftLow, driftHigh), "")
	p.level("aim", 1)
	var trace []point
	for _, m := range shown {
		trace = append(trace, p.at(float64(m.month-c.first), m.median.Value))
	}
	p.path("trace", trace)
	for _, m := range shown {
		p.whisker(float64(m.month-c.first), m.median, fmt.Sprintf("%s: median ratio %s (%s), %s %s %%, %s",
			m.month, figure(m.median, 3), interval(m.median, 3), ratio.MdAPE.English, figure(m.miss, 1),
			document.Plural(m.n, "sale")))
	}
	caption := fmt.Sprintf("The median ratio of each month with its 95 %% interval; the shaded band is %.2f to %.2f. "+
		"Where the line leaves it, the level runs behind the market or ahead of it.", driftLow, driftHigh)
	if left > 0 {
		caption += fmt.Sprintf(" %s in months with fewer than %d are not shown.", document.Plural(left, "sale"), leastMonth)
	}
	return document.Chart{Title: "Drift over time", Drawing: p.svg("Median ratio by month"), Caption: caption, Wide: true}
}

// monthAxis labels as many months as fit.
func monthAxis(name string, first, last gevel.Month) axis {
	a := axis{name: name, low: -0.5, high: float64(last-first) + 0.5}
	step := gevel.Month(1)
	for _, step = range []gevel.Month{1, 2, 3, 6, 12, 24, 60} {
		if float64(last-first)/float64(step) <= (fullWidth-marginLeft-marginRight)/monthRoom {
			break
		}
	}
	for m := first; m <= last; m++ {
		if (m-first)%step == 0 {
			a.ticks = append(a.ticks, tick{float64(m - first), m.String()})
		}
	}
	return a
}
