package propertyreport

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/drawing"
)

// The band of the value.

// step returns what amounts are rounded to: at most a twentieth of the 80 % interval, as on the page.
func step(i [2]gevel.Euro) gevel.Euro {
	most, step := (i[1]-i[0])/20, gevel.Euro(1)
	for by := gevel.Euro(5); step*by <= most; by = 7 - by { // 1, 5, 10, 50 and so on
		step *= by
	}
	return step
}

// rounded returns an amount as a multiple of a step.
func rounded(amount, step gevel.Euro) gevel.Euro { return (amount + step/2) / step * step }

// band draws the intervals of the value along a line, the widest first.
func (b *builder) band() document.Charts {
	wide, middle := b.why.Interval.NearlyAll, b.why.Interval.Most
	step := step(middle)
	d := drawing.New(640, 76)
	margin := float64(wide[1]-wide[0]) / 10
	low, high := float64(wide[0])-margin, float64(wide[1])+margin
	at := func(amount gevel.Euro) float64 {
		return max(0, min(d.Width, d.Width*(float64(amount)-low)/max(high-low, 1)))
	}
	for i, bounds := range [][2]gevel.Euro{wide, middle, b.why.Interval.Half} {
		from := at(bounds[0])
		d.Rect([]string{"spread wide", "spread", "bar"}[i], drawing.NewBox(from, 26, at(bounds[1])-from, 22), "")
	}
	for i, amount := range []gevel.Euro{wide[0], middle[0], middle[1], wide[1]} {
		d.Text("middle", drawing.XY(at(amount), []float64{73, 60, 60, 73}[i]), b.Euros(rounded(amount, step)))
	}
	value := at(b.leading())
	d.Line("measure", drawing.XY(value, 18), drawing.XY(value, 54))
	d.Text("middle", drawing.XY(value, 13), b.Euros(b.value))
	return document.Charts{{Drawing: d.SVG(b.text.Interval), Caption: b.text.Interval + ".", Wide: true}}
}
