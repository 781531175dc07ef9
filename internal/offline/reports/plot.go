package reports

// Charts with two axes.

import (
	"math"

	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
)

// axis maps a range of values to a range of the canvas.
type axis struct {
	low, high float64
	log       bool
	ticks     []tick
	name      string
}

type tick struct {
	at    float64
	label string
}

// share returns the position of v along the axis, 0 to 1 inside.
func (a axis) share(v float64) float64 {
	if a.log {
		return (math.Log(v) - math.Log(a.low)) / (math.Log(a.high) - math.Log(a.low))
	}
	return (v - a.low) / (a.high - a.low)
}

// span is a range that an axis must hold.
type span struct{ low, high float64 }

// hold widens a range to hold values.
func (s *span) hold(values ...float64) {
	for _, v := range values {
		s.low, s.high = min(s.low, v), max(s.high, v)
	}
}

// ends are the ends of a figure's interval.
func ends(f ratio.Figure) []float64 {
	low, high := f.Ends()
	return []float64{low, high}
}

// wantedTicks is about the number of ticks of an axis.
const wantedTicks = 6

// linear returns an axis over a range, extended to whole steps; label formats a value.
func linear(name string, of span, label func(v, step float64) string) axis {
	step := niceStep((of.high - of.low) / wantedTicks)
	a := axis{name: name, low: math.Floor(of.low/step+nearly) * step, high: math.Ceil(of.high/step-nearly) * step}
	if a.high <= a.low {
		a.high = a.low + step
	}
	for i := math.Round(a.low / step); i <= math.Round(a.high/step); i++ {
		a.ticks = append(a.ticks, tick{i * step, label(i*step, step)})
	}
	return a
}

// nearly is the rounding error allowed in a whole number of steps.
const nearly = 1e-9

// niceStep returns the least number of the form 1, 2 or 5 times a power of ten that is at least v.
func niceStep(v float64) float64 {
	if !(v > 0) {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, nice := range []float64{1, 2, 5} {
		if v <= nice*power*(1+nearly) {
			return nice * power
		}
	}
	return 10 * power
}

// Limits for the number of labels on a logarithmic axis.
const leastLogTicks, mostLogTicks = 3, 8

// logarithmic returns an axis of amounts.
func logarithmic(name string, low, high float64) axis {
	a := axis{name: name, low: low, high: high, log: true}
	for _, leading := range [][]float64{{1, 1.5, 2, 3, 5, 7}, {1, 2, 5}, {1}} {
		a.ticks = powerTicks(low, high, leading)
		if len(a.ticks) <= mostLogTicks {
			break
		}
	}
	if len(a.ticks) < leastLogTicks { // a narrow range: even steps will do
		a.ticks = nil
		for _, t := range linear("", span{low, high}, func(v, _ float64) string { return shortAmount(v) }).ticks {
			if t.at >= low && t.at <= high {
				a.ticks = append(a.ticks, t)
			}
		}
	}
	return a
}

// powerTicks returns the leading digits times the powers of ten within a range.
func powerTicks(low, high float64, leading []float64) (ticks []tick) {
	for power := math.Pow(10, math.Floor(math.Log10(low))); power <= high; power *= 10 {
		for _, digit := range leading {
			if v := digit * power; v >= low && v <= high {
				ticks = append(ticks, tick{v, shortAmount(v)})
			}
		}
	}
	return ticks
}

// decimals formats a value with as many decimals as the step needs.
func decimals(v, step float64) string {
	places := int(max(0, math.Ceil(-math.Log10(step)-nearly)))
	return document.Number(v, places)
}

func percentLabel(v, step float64) string { return decimals(v, step) + "%" }

// Margins around a chart for its labels, pixels.
const (
	marginLeft   = 56
	marginRight  = 18
	marginTop    = 14
	marginBottom = 46
)

// plot is a canvas with two axes.
type plot struct {
	canvas
	x, y axis
}

// newPlot draws the grid and the labels of a chart.
func newPlot(width float64, x, y axis) *plot {
	p := &plot{canvas: canvas{width: width, height: chartHeight}, x: x, y: y}
	const bottom = chartHeight - marginBottom
	for _, t := range y.ticks {
		at := p.at(x.low, t.at).y
		p.line("grid", point{marginLeft, at}, point{width - marginRight, at})
		p.text("tick end", point{marginLeft - 7, at + 4}, t.label)
	}
	for _, t := range x.ticks {
		at := p.at(t.at, y.low).x
		p.line("grid", point{at, bottom}, point{at, bottom + 4})
		p.text("tick middle", point{at, bottom + 18}, t.label)
	}
	p.line("axis", point{marginLeft, bottom}, point{width - marginRight, bottom})
	p.text("name middle", point{(marginLeft + width - marginRight) / 2, chartHeight - 8}, x.name)
	p.upright("name middle", point{13, (marginTop + bottom) / 2}, y.name)
	return p
}

// at returns the position of a pair of values; values beyond an axis are drawn at its end.
func (p *plot) at(x, y float64) point {
	across, up := p.x.share(x), p.y.share(y)
	return point{
		x: marginLeft + max(0, min(1, across))*(p.width-marginLeft-marginRight),
		y: p.height - marginBottom - max(0, min(1, up))*(p.height-marginTop-marginBottom),
	}
}

// level draws a line across the chart at a value of the y axis.
func (p *plot) level(class string, y float64) { p.line(class, p.at(p.x.low, y), p.at(p.x.high, y)) }

// between returns the box between two values of each axis.
func (p *plot) between(from, to, low, high float64) box {
	a, b := p.at(from, high), p.at(to, low)
	return box{a.x, a.y, b.x - a.x, b.y - a.y}
}

// bar draws a bar from the x axis on, with a gap beside the next.
func (p *plot) bar(from, to, high float64, title string) {
	b := p.between(from, to, 0, high)
	p.rect("bar", box{b.x + 0.5, b.y, b.width - 1, b.height}, title)
}

// whisker draws a figure's interval upright, with a dot at the figure.
func (p *plot) whisker(x float64, f ratio.Figure, title string) {
	if low, high := f.Ends(); low < high {
		p.line("whisker", p.at(x, low), p.at(x, high))
	}
	p.circle("dot", p.at(x, f.Value), 4, title)
}
