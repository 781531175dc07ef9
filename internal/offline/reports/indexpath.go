package reports

// The chart of the monthly index.

import (
	"fmt"

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
func indexPath(l indexLines) document.Chart {
	m := l.path
	if len(m.Levels) == 0 {
		return document.Chart{}
	}
	p := newIndexPlot(l)
	if l.first <= l.last {
		p.rect("within", p.between(float64(l.first-m.First)-0.5, float64(l.last-m.First)+0.5, p.y.low, p.y.high), "")
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
		p.circle("ring", p.at(float64(l.Month-m.First), l.First), 3.5, fmt.Sprintf("%s: first known as %s, now %s (%s %%)",
			l.Month, document.Number(l.First, 1), document.Number(l.Last, 1), document.Signed(100*l.Revision(), 1)))
	}
	return document.Chart{
		Title: "The index by month", Drawing: p.svg("Level of the whole market by month"),
		Caption: indexCaption(l), Wide: true,
		Basis: fmt.Sprintf("%s known before %s.", document.Plural(m.Sales, "sale"), m.Known),
	}
}

// newIndexPlot makes room for all lines of a path.
func newIndexPlot(l indexLines) *plot {
	held, m := span{100, 100}, l.path
	held.hold(m.Levels...)
	held.hold(m.Low...)
	held.hold(m.High...)
	for _, l := range m.Published {
		held.hold(l.First)
	}
	for _, other := range l.beside {
		for _, at := range other.Points {
			held.hold(at.Level)
		}
	}
	x := monthAxis("month", m.First, m.First+gevel.Month(len(m.Levels)-1))
	return newPlot(fullWidth, x, linear("level of the market", held, decimals))
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
		caption += " A ring is the level of a tested month when an index first knew it to its end; its distance to the line " +
			"is the revision."
	}
	return caption
}
