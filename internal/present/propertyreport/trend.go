package propertyreport

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/drawing"
)

// The market: the index of the home's area and house type beside the whole market, and sales nearby.

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
	list := make([]float64, len(levels))
	for i, level := range levels {
		list[i] = 100 * level
	}
	return list
}
