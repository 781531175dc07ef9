package propertyreport

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/drawing"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/value/explain"
)

// steps are the steps to the value, as a waterfall: each bar begins where the one before it ended.
func (b *builder) steps() document.Section {
	steps := b.why.Steps
	low, high := steps[0].Total, steps[0].Total
	for _, s := range steps {
		low, high = min(low, s.Total), max(high, s.Total)
	}
	low -= (high-low)/10 + 1 // so that the lowest total is seen
	at := func(total gevel.Euro) int { return int(100*float64(total-low)/float64(high-low) + 0.5) }
	t := table(b.text.Step, document.Meanings.Column(""), b.text.Change, b.text.Euros, b.text.Total,
		document.Barred.Column(""))
	total := func(label string, amount gevel.Euro) {
		bold := document.Neutral.Says
		t.Add(bold(label), "", "", "", bold(b.Euros(amount)), document.Cell{Bar: at(amount)})
	}
	before := low
	for i, s := range steps {
		if b.why.Reconciles(i) {
			total("= "+b.text.HedonicValue, b.why.Valuation.PredictedValue)
		}
		if i == 0 {
			total(capital(s.Label), s.Total)
		} else if s.Euros != 0 || s.Part != explain.Having {
			text := ""
			if s.Text != nil {
				text = *s.Text
			}
			from, to, tone := at(before), at(s.Total), document.Good
			if to < from {
				from, to, tone = to, from, document.Bad
			}
			row(&t, s.Label, text, b.Percent(s.Log), b.Signed(s.Euros), b.Euros(s.Total),
				document.Cell{Start: from, Bar: max(1, to-from), Tone: tone})
		}
		before = s.Total
	}
	name := b.text.Value
	if b.judged {
		name = b.text.Worksheet.Model
	}
	total("= "+name, b.why.Valuation.WeightedValue)
	return document.Under(b.text.Steps, aside(b.text.StepsNote), t, paragraphs(b.why.Notes.Steps...))
}

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

// The market: the index of the home's area, house type and tier beside the whole market, and sales nearby.

// trendSize is the size of the trend's drawing, trendMonths the most months in it.
var trendSize = drawing.Size{Width: 720, Height: 230}

const trendMonths = 120

func (b *builder) market() document.Section {
	said := b.why.Words
	t := table(b.text.Statistics, b.text.Sales, b.text.Median)
	v := &b.report.Explanation.Valuation
	names, s := b.Statistics(v.Address.PostalCode), v.Statistics
	for i, c := range []gevel.SaleCount{s.StreetAllTypes, s.StreetSameType, s.ZipAllTypes, s.ZipSameType} {
		median := unknown
		if c.Median.Known {
			median = b.Euros(c.Median.V)
		}
		row(&t, names[i], b.Whole(int64(c.Sales)), median)
	}
	return whole(b.text.Trend, paragraphs(said.Market, said.Series, said.Turned), document.Charts{b.trend()}, t)
}

// trend draws the index by month; 100 is the valuation date. Months after the last known one are a forecast.
func (b *builder) trend() document.Chart {
	p := &b.report.Paths
	first := max(0, p.Months-trendMonths)
	if p.Months-first < 2 {
		return document.Chart{}
	}
	home, market := hundreds(p.Home[first:]), hundreds(p.Market[first:])
	low, high := hundreds(p.Low[max(0, len(p.Low)-len(home)):]), hundreds(p.High[max(0, len(p.High)-len(home)):])
	held := drawing.Over(95, 105)
	for _, levels := range [][]float64{home, market, low, high} {
		held.Hold(levels...)
	}
	x := drawing.Axis{High: float64(len(home) - 1)}
	for i := range home {
		if month := p.First + gevel.Month(first+i); month%12 == 0 {
			x.Ticks = append(x.Ticks, drawing.Tick{At: float64(i), Label: fmt.Sprint(int(month) / 12)})
		}
	}
	d := drawing.NewPlot(trendSize, x, drawing.Linear("", held, func(v, _ float64) string { return b.Number(v, 0) }))
	known := min(len(home)-1, max(0, int(p.End-p.First)-first))
	d.Band("spread wide", d.Series(len(home)-len(low), low), d.Series(len(home)-len(high), high))
	d.Path("trace other", d.Series(0, market))
	d.Path("trace", d.Series(0, home[:known+1]))
	legend := []struct{ class, text string }{{"trace", b.text.TrendHome}, {"trace other", b.text.TrendMarket}}
	if known < len(home)-1 {
		d.Path("trace forecast", d.Series(known, home[known:]))
		legend = append(legend, struct{ class, text string }{"trace forecast", b.text.TrendAhead})
	}
	for i, line := range legend {
		from, y := []float64{56, 270, 420}[i], trendSize.Height-12
		d.Line(line.class, drawing.XY(from, y), drawing.XY(from+24, y))
		d.Text("tick", drawing.XY(from+30, y+4), line.text)
	}
	return document.Chart{Drawing: d.SVG(b.text.TrendNote), Caption: b.text.TrendNote, Wide: true}
}

// hundreds are levels as percentages.
func hundreds(levels []float64) []float64 {
	return list.Of(levels, func(level float64) float64 { return 100 * level })
}
