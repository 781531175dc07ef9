package reports

// The monthly index: a chart, and a table of the same levels.

import (
	"fmt"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/offline/backtest"
	"github.com/gevel/gevel/internal/offline/datasheet"
)

// indexLines are the path of an index, the months tested with it, and other publishers' indexes.
type indexLines struct {
	path        *backtest.MarketPath
	first, last gevel.Month // of the tested months; no months if first is after last
	beside      []datasheet.Line
}

// indexPath shows the market's level, its forecast and revisions, and other publishers' indexes.
func indexPath(l indexLines) (document.Chart, bool) {
	m := l.path
	if len(m.Levels) == 0 {
		return document.Chart{}, false
	}
	p := newIndexPlot(l)
	if l.first <= l.last {
		p.rect("within", p.between(float64(l.first-m.First)-0.5, float64(l.last-m.First)+0.5), "")
	}
	if len(m.Low) > 0 {
		p.band("spread wide", p.monthly(m.Low), p.monthly(m.High))
	}
	p.level("aim", 100)
	for _, other := range l.beside {
		var line []point
		for _, at := range other.Points {
			line = append(line, p.at(float64(at.Month-m.First), at.Level))
		}
		p.path("trace other", line)
	}
	trace := p.monthly(m.Levels)
	known := m.KnownMonths()
	if known > 0 {
		p.path("trace", trace[:known])
	}
	p.path("trace forecast", trace[max(0, known-1):]) // from the last known month
	for _, l := range m.Published {
		p.ring(p.at(float64(l.Month-m.First), l.First), 3.5, fmt.Sprintf("%s: first known as %s, now %s (%s %%)",
			l.Month, document.Number(l.First, 1), document.Number(l.Last, 1), document.Signed(100*l.Revision(), 1)))
	}
	return document.Chart{
		Title: "The index by month", Drawing: p.svg("Level of the whole market by month"),
		Caption: indexCaption(l), Wide: true,
		Basis: fmt.Sprintf("%s known before %s.", document.Plural(m.Sales, "sale"), m.Known),
	}, true
}

// newIndexPlot makes room for all lines of a path.
func newIndexPlot(l indexLines) *plot {
	low, high, m := 100.0, 100.0, l.path
	for _, levels := range [][]float64{m.Levels, m.Low, m.High} {
		for _, v := range levels {
			low, high = min(low, v), max(high, v)
		}
	}
	for _, l := range m.Published {
		low, high = min(low, l.First), max(high, l.First)
	}
	for _, other := range l.beside {
		for _, at := range other.Points {
			low, high = min(low, at.Level), max(high, at.Level)
		}
	}
	x := monthAxis(m.First, m.First+gevel.Month(len(m.Levels)-1))
	x.name = "month"
	return newPlot(fullWidth, x, linear("level of the market", low, high, decimals))
}

// monthly returns the positions of consecutive monthly levels.
func (p *plot) monthly(levels []float64) []point {
	points := make([]point, len(levels))
	for i, v := range levels {
		points[i] = p.at(float64(i), v)
	}
	return points
}

func indexCaption(l indexLines) string {
	m := l.path
	caption := fmt.Sprintf("The level of the whole market; 100 is its mean from %s to %s. It is dashed where the index "+
		"had not seen the month to its end: its forecast.", m.Base.From, m.Base.Until-1)
	if l.first <= l.last {
		caption += " The shaded months were tested, and the index is the last of the test."
	}
	for _, other := range l.beside {
		caption += fmt.Sprintf(" The dotted line is %s.", other.Name)
	}
	if len(m.Low) > 0 {
		caption += fmt.Sprintf(" The band holds the levels of the middle 80 %% of %d areas.", m.Areas)
	}
	if len(m.Published) > 0 {
		caption += " A ring is the level of a tested month when an index first knew it to its end; " +
			"its distance to the line is the revision."
	}
	return caption
}

// levels has, for each year of a path, the known, the forecast and the first published levels.
func levels(m *backtest.MarketPath) document.Table {
	t := document.Table{Key: "levels", Title: "Levels of the chart", Fold: document.Folded, Drawn: true, Columns: []document.Column{{Key: "year"}}}
	for month := time.January; month <= time.December; month++ {
		t.Columns = append(t.Columns, document.Column{Key: month.String(), Name: month.String()[:3]})
	}
	last := m.First + gevel.Month(len(m.Levels)) - 1
	for year := int(m.First) / 12; year <= int(last)/12; year++ {
		var known, forecast, published [12]document.Cell
		for month := max(m.First, gevel.Month(12*year)); month <= min(last, gevel.Month(12*year+11)); month++ {
			row := &known
			if month >= m.Forecast {
				row = &forecast
			}
			row[month%12] = document.Float(m.Levels[month-m.First], 1)
		}
		for _, l := range m.Published {
			if int(l.Month)/12 == year {
				published[l.Month%12] = document.Float(l.First, 1)
			}
		}
		for _, row := range []struct {
			kind   string
			levels [12]document.Cell
		}{{"", known}, {", forecast", forecast}, {", first known", published}} {
			if row.levels != ([12]document.Cell{}) {
				t.Rows = append(t.Rows, append([]document.Cell{document.Word(fmt.Sprint(year) + row.kind)}, row.levels[:]...))
			}
		}
	}
	return t
}
