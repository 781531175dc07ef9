package reports

// Charts of the ratio of values to prices: against price, as a distribution, and by month.

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/drawing"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/num/list"
)

// mostPriceBins is the most points of the line of ratio against price.
const mostPriceBins = 20

// ratioByPrice shows whether expensive homes are valued as well as cheap ones.
func (c *charts) ratioByPrice() document.Chart {
	split := bins(c.samples, mostPriceBins, leastBin, func(s sample) float64 { return s.Price })
	if len(split) < 3 {
		return document.Chart{}
	}
	shares := [5]float64{0.10, 0.25, 0.50, 0.75, 0.90}
	var values [5][]float64
	var prices []float64
	held := drawing.Over(1, 1)
	for _, bin := range split {
		prices = append(prices, quantile(bin, 0.5, func(s sample) float64 { return s.Price }))
		for i, share := range shares {
			values[i] = append(values[i], quantile(bin, share, sample.ratio))
		}
		held.Hold(values[0][len(prices)-1], values[4][len(prices)-1])
	}
	const pad = 1.04 // room beside the first and the last point
	p := drawing.NewPlot(drawing.Half, drawing.Logarithmic("price paid", prices[0]/pad, prices[len(prices)-1]*pad),
		drawing.Linear("value ÷ price", held, drawing.Decimals))
	lines := [5][]drawing.Point{}
	for i := range values {
		for k, v := range values[i] {
			lines[i] = append(lines[i], p.At(prices[k], v))
		}
	}
	p.Band("spread wide", lines[0], lines[4])
	p.Band("spread", lines[1], lines[3])
	p.Level("aim", 1)
	p.Path("trace", lines[2])
	for k, at := range lines[2] {
		p.Circle("dot", at, 3, fmt.Sprintf("%s sales around %s: median ratio %.3f, half of them %.3f to %.3f",
			document.Count(len(split[k])), amount(prices[k]), values[2][k], values[1][k], values[3][k]))
	}
	return document.Chart{
		Title:   "Ratio against price",
		Drawing: p.SVG("Median and spread of the ratio by price"),
		Caption: fmt.Sprintf("The median of value ÷ price in %d groups of equal number by price; the dark band holds the "+
			"middle half of the ratios, the light one 80 %%. A line that falls to the right values expensive homes too low. "+
			"Some fall is no fault: a price that was high by chance makes its own ratio low; %s corrects for that.",
			len(split), ratio.PRB.English),
	}
}

const (
	errorStep = 2  // width of a bar of the histogram, percent of the price
	errorEnd  = 50 // percent; larger errors are in the outermost bars
	errorBars = 2 * errorEnd / errorStep
)

// errors shows the distribution of the errors.
func (c *charts) errors() document.Chart {
	if len(c.samples) < leastBin {
		return document.Chart{}
	}
	var heights [errorBars]int
	beyond, most := 0, 0
	for _, s := range c.samples {
		at := int(math.Floor((100*(s.ratio()-1) + errorEnd) / errorStep))
		if at < 0 || at >= errorBars {
			beyond++
		}
		at = max(0, min(errorBars-1, at))
		heights[at]++
		most = max(most, heights[at])
	}
	percent := func(n int) float64 { return 100 * float64(n) / float64(len(c.samples)) }
	p := drawing.NewPlot(drawing.Half, errorAxis(),
		drawing.Linear("of the sales", drawing.Over(0, percent(most)), drawing.Percent))
	p.Rect("within", p.Between(-10, 10, p.Y.Low, p.Y.High), "")
	for i, n := range heights {
		from := float64(i)*errorStep - errorEnd
		p.Bar(from, from+errorStep, percent(n), fmt.Sprintf("%s to %s %%: %s (%.1f %%)",
			document.Signed(from, 0), document.Signed(from+errorStep, 0), document.Plural(n, "sale"), percent(n)))
	}
	p.Line("aim", p.At(0, 0), p.At(0, p.Y.High))
	caption := fmt.Sprintf("How far the value lay from the price, in steps of %d %%; right of the middle the value was "+
		"too high. The shaded part is what %s counts.", errorStep, ratio.PE10.English)
	if beyond > 0 {
		caption += fmt.Sprintf(" %s beyond ±%d %% in the outermost bars.", document.Plural(beyond, "sale"), errorEnd)
	}
	return document.Chart{
		Title: "Distribution of the errors", Drawing: p.SVG("Histogram of the relative errors"), Caption: caption,
	}
}

// errorAxisStep is the distance between labels, percent.
const errorAxisStep = 10

func errorAxis() drawing.Axis {
	a := drawing.Axis{Name: "value − price, of the price", Low: -errorEnd, High: errorEnd}
	for v := -errorEnd; v <= errorEnd; v += errorAxisStep {
		a.Ticks = append(a.Ticks, drawing.Tick{At: float64(v), Label: document.Signed(float64(v), 0) + "%"})
	}
	return a
}

const (
	// driftLow and driftHigh bound the median ratio of a good walk.
	driftLow, driftHigh = 0.99, 1.01
	// driftRoom is the least margin of the chart around them.
	driftRoom = 0.01
	// leastMonth is the fewest sales for a month's median.
	leastMonth = 10
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
		f := summaryOf(by[m], c.report.Seed)
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
	levels := drawing.Over(driftLow-driftRoom, driftHigh+driftRoom)
	for _, m := range shown {
		levels.Hold(ends(m.median)...)
	}
	p := drawing.NewPlot(drawing.Full, drawing.Months("month of sale", c.first, c.last),
		drawing.Linear("median of value ÷ price", levels, drawing.Decimals))
	p.Rect("within", p.Between(p.X.Low, p.X.High, driftLow, driftHigh), "")
	p.Level("aim", 1)
	trace := list.Of(shown, func(m month) drawing.Point { return p.At(float64(m.month-c.first), m.median.Value) })
	p.Path("trace", trace)
	for _, m := range shown {
		p.Whisker(float64(m.month-c.first), m.median, fmt.Sprintf("%s: median ratio %s (%s), %s %s %%, %s",
			m.month, figure(m.median, 3), interval(m.median, 3), ratio.MdAPE.English, figure(m.miss, 1),
			document.Plural(m.n, "sale")))
	}
	caption := fmt.Sprintf("The median ratio of each month with its 95 %% interval; the shaded band is %.2f to %.2f. "+
		"Where the line leaves it, the level runs behind the market or ahead of it.", driftLow, driftHigh)
	if left > 0 {
		caption += fmt.Sprintf(" %s in months with fewer than %d are not shown.", document.Plural(left, "sale"), leastMonth)
	}
	return document.Chart{Title: "Drift over time", Drawing: p.SVG("Median ratio by month"), Caption: caption, Wide: true}
}
