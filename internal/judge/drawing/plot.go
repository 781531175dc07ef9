package drawing

// Charts with two axes.

import (
	"math"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/ratio"
)

// Axis maps a range of values to a range of the canvas.
type Axis struct {
	Name      string
	Low, High float64
	Log       bool
	Ticks     []Tick
}

// Tick is a labelled value on an axis.
type Tick struct {
	At    float64
	Label string
}

// Share returns the position of v along the axis, 0 to 1 inside.
func (a Axis) Share(v float64) float64 {
	if a.Log {
		return (math.Log(v) - math.Log(a.Low)) / (math.Log(a.High) - math.Log(a.Low))
	}
	return (v - a.Low) / (a.High - a.Low)
}

// Span is a range that an axis must hold.
type Span struct{ Low, High float64 }

// Over is the range between two values.
func Over(low, high float64) Span { return Span{low, high} }

// Hold widens a range to hold values.
func (s *Span) Hold(values ...float64) {
	for _, v := range values {
		s.Low, s.High = min(s.Low, v), max(s.High, v)
	}
}

// wantedTicks is about the number of ticks of an axis.
const wantedTicks = 6

// Linear returns an axis over a range, extended to whole steps; label formats a value.
func Linear(name string, of Span, label func(v, step float64) string) Axis {
	step := niceStep((of.High - of.Low) / wantedTicks)
	a := Axis{Name: name, Low: math.Floor(of.Low/step+nearly) * step, High: math.Ceil(of.High/step-nearly) * step}
	if a.High <= a.Low {
		a.High = a.Low + step
	}
	for i := math.Round(a.Low / step); i <= math.Round(a.High/step); i++ {
		a.Ticks = append(a.Ticks, Tick{i * step, label(i*step, step)})
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

// Logarithmic returns an axis of amounts.
func Logarithmic(name string, low, high float64) Axis {
	a := Axis{Name: name, Low: low, High: high, Log: true}
	for _, leading := range [][]float64{{1, 1.5, 2, 3, 5, 7}, {1, 2, 5}, {1}} {
		a.Ticks = powerTicks(low, high, leading)
		if len(a.Ticks) <= mostLogTicks {
			break
		}
	}
	if len(a.Ticks) < leastLogTicks { // a narrow range: even steps will do
		a.Ticks = nil
		for _, t := range Linear("", Span{low, high}, func(v, _ float64) string { return ShortAmount(v) }).Ticks {
			if t.At >= low && t.At <= high {
				a.Ticks = append(a.Ticks, t)
			}
		}
	}
	return a
}

// powerTicks returns the leading digits times the powers of ten within a range.
func powerTicks(low, high float64, leading []float64) (ticks []Tick) {
	for power := math.Pow(10, math.Floor(math.Log10(low))); power <= high; power *= 10 {
		for _, digit := range leading {
			if v := digit * power; v >= low && v <= high {
				ticks = append(ticks, Tick{v, ShortAmount(v)})
			}
		}
	}
	return ticks
}

// monthRoom is the least width of a month with its own label, pixels.
const monthRoom = 60

// Months labels as many months as fit in a chart of full width.
func Months(name string, first, last gevel.Month) Axis {
	a := Axis{Name: name, Low: -0.5, High: float64(last-first) + 0.5}
	step := gevel.Month(1)
	for _, step = range []gevel.Month{1, 2, 3, 6, 12, 24, 60} {
		if float64(last-first)/float64(step) <= (Full.Width-marginLeft-marginRight)/monthRoom {
			break
		}
	}
	for m := first; m <= last; m++ {
		if (m-first)%step == 0 {
			a.Ticks = append(a.Ticks, Tick{float64(m - first), m.String()})
		}
	}
	return a
}

// Decimals formats a value with as many decimals as the step needs.
func Decimals(v, step float64) string {
	places := int(max(0, math.Ceil(-math.Log10(step)-nearly)))
	return document.Number(v, places)
}

// Percent is Decimals of a percentage.
func Percent(v, step float64) string { return Decimals(v, step) + "%" }

// ShortAmount formats an amount of money: 350k, 1.5M.
func ShortAmount(v float64) string {
	switch {
	case v >= 1e6:
		return strconv.FormatFloat(v/1e6, 'f', -1, 64) + "M"
	case v >= 1e3:
		return strconv.FormatFloat(v/1e3, 'f', -1, 64) + "k"
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// Margins around a chart for its labels, pixels.
const (
	marginLeft   = 56
	marginRight  = 18
	marginTop    = 14
	MarginBottom = 46
)

// Plot is a canvas with two axes.
type Plot struct {
	Canvas
	X, Y Axis
}

// NewPlot draws the grid and the labels of a chart.
func NewPlot(size Size, x, y Axis) *Plot {
	p := &Plot{Canvas: Canvas{Size: size}, X: x, Y: y}
	width, bottom := size.Width, size.Height-MarginBottom
	for _, t := range y.Ticks {
		at := p.At(x.Low, t.At).Y
		p.Line("grid", Point{marginLeft, at}, Point{width - marginRight, at})
		p.Text("tick end", Point{marginLeft - 7, at + 4}, t.Label)
	}
	for _, t := range x.Ticks {
		at := p.At(t.At, y.Low).X
		p.Line("grid", Point{at, bottom}, Point{at, bottom + 4})
		p.Text("tick middle", Point{at, bottom + 18}, t.Label)
	}
	p.Line("axis", Point{marginLeft, bottom}, Point{width - marginRight, bottom})
	p.Text("name middle", Point{(marginLeft + width - marginRight) / 2, size.Height - 8}, x.Name)
	p.Turned("name middle", Point{13, (marginTop + bottom) / 2}, -90, y.Name)
	return p
}

// At returns the position of a pair of values; values beyond an axis are drawn at its end.
func (p *Plot) At(x, y float64) Point {
	across, up := p.X.Share(x), p.Y.Share(y)
	return Point{
		X: marginLeft + max(0, min(1, across))*(p.Width-marginLeft-marginRight),
		Y: p.Height - MarginBottom - max(0, min(1, up))*(p.Height-marginTop-MarginBottom),
	}
}

// Series returns the positions of values at consecutive whole numbers of the x axis, such as levels by month.
func (p *Plot) Series(from int, values []float64) []Point {
	points := make([]Point, len(values))
	for i, v := range values {
		points[i] = p.At(float64(from+i), v)
	}
	return points
}

// Level draws a line across the chart at a value of the y axis.
func (p *Plot) Level(class string, y float64) { p.Line(class, p.At(p.X.Low, y), p.At(p.X.High, y)) }

// Between returns the box between two values of each axis.
func (p *Plot) Between(from, to, low, high float64) Box {
	a, b := p.At(from, high), p.At(to, low)
	return Box{a.X, a.Y, b.X - a.X, b.Y - a.Y}
}

// Bar draws a bar from the x axis on, with a gap beside the next.
func (p *Plot) Bar(from, to, high float64, title string) {
	b := p.Between(from, to, 0, high)
	p.Rect("bar", Box{b.X + 0.5, b.Y, b.Width - 1, b.Height}, title)
}

// Whisker draws a figure's interval upright, with a dot at the figure.
func (p *Plot) Whisker(x float64, f ratio.Figure, title string) {
	if low, high := f.Ends(); low < high {
		p.Line("whisker", p.At(x, low), p.At(x, high))
	}
	p.Circle("dot", p.At(x, f.Value), 4, title)
}
