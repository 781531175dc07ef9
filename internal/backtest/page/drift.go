package page

import (
	"fmt"

	"github.com/gevel/gevel"
)

const (
	// driftLow and driftHigh are within what the median ratio of a walk should stay.
	driftLow, driftHigh = 0.99, 1.01
	// leastMonth is the fewest sales of a month whose median says anything.
	leastMonth = 10
	// monthRoom is the width of a month from which each gets its label, pixels.
	monthRoom = 60
)

// drift shows whether the level keeps up with the market.
func (c *charts) drift() (chart, bool) {
	months := map[gevel.Month][]sample{}
	plan := c.result.Plan
	first, last := plan.From.Month(), (plan.Until - 1).Month()
	for _, s := range c.samples {
		months[s.day.Month()] = append(months[s.day.Month()], s)
	}
	type monthly struct {
		at                     float64
		n                      int
		name                   string
		median, low, high, mad float64
	}
	var shown []monthly
	low, high, few := driftLow-0.01, driftHigh+0.01, 0
	for m := first; m <= last; m++ {
		if len(months[m]) < leastMonth {
			few += len(months[m])
			continue
		}
		f := study(months[m], plan.Seed)
		one := monthly{
			at: float64(m - first), n: f.Valued, name: m.String(), median: f.MedianRatio.Value,
			low: f.MedianRatio.Range.Low, high: f.MedianRatio.Range.High, mad: f.MdAPE.Value,
		}
		shown = append(shown, one)
		low, high = min(low, one.low), max(high, one.high)
	}
	if len(shown) == 0 {
		return chart{}, false
	}
	p := newPlot(fullWidth, monthAxis(first, last), linear("median of value ÷ price", low, high, decimals))
	top, bottom := p.at(p.x.low, driftHigh), p.at(p.x.high, driftLow)
	p.rect("within", box{top.x, top.y, bottom.x - top.x, bottom.y - top.y}, "")
	p.level("aim", 1)
	var trace []point
	for _, m := range shown {
		trace = append(trace, p.at(m.at, m.median))
	}
	p.path("trace", trace)
	for _, m := range shown {
		p.whisker(m.at, m.median, m.low, m.high, fmt.Sprintf("%s: median ratio %.3f (%.3f to %.3f), MdAPE %.1f %%, %s",
			m.name, m.median, m.low, m.high, m.mad, plural(m.n, "sale")))
	}
	caption := fmt.Sprintf("The median ratio of each month with its 95 %% interval; the shaded band is %.2f to %.2f. A line that leaves it says that the level runs behind the market or ahead of it.", driftLow, driftHigh)
	if few > 0 {
		caption += fmt.Sprintf(" %s in months with fewer than %d are not shown.", plural(few, "sale"), leastMonth)
	}
	return chart{Title: "Drift over time", Drawing: p.svg("Median ratio by month"), Caption: caption, Wide: true}, true
}

// monthAxis labels as many months as there is room for.
func monthAxis(first, last gevel.Month) axis {
	a := axis{name: "month of sale", low: -0.5, high: float64(last-first) + 0.5}
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
