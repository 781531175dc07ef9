package reports

// The index: its score by repeat sales, volatility and revision, its levels by month, and their chart.

import (
	"fmt"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/judge/drawing"
	"github.com/gevel/gevel/internal/offline/backtest"
	"github.com/gevel/gevel/internal/offline/datasheet"
)

// indexSection is the score of the index, and its levels.
func indexSection(r *backtest.Result) document.Section {
	s := &r.Index
	sooner := ""
	if s.Sooner > 0 {
		sooner = fmt.Sprintf(" (%s were sold again sooner)", document.Count(s.Sooner))
	}
	lead := "No repeat sales: no tested home is known to have been sold a year or more before" + sooner + "."
	t := document.NewTable("moved by", "median absolute %", "median %", "mean %")
	if s.Pairs > 0 {
		lead = fmt.Sprintf("Accuracy on repeat sales: the home's last sale, a year or more before, moved to the tested one "+
			"by the index that was known then, against the price (%s; %s sooner ones left out). Log errors in percent; below "+
			"0, prices were moved too low.", document.Plural(s.Pairs, "pair"),
			document.Count(s.Sooner))
		add := func(by string, e *backtest.RepeatErrors) {
			t.Add(by, figure(e.MedianAbsolute, 2), figure(e.Median, 2), figure(e.Mean, 2))
		}
		add("area, house type, tier", &s.ByIndex)
		add("the whole market", &s.ByMarket)
		add("no index", &s.ByNone)
	}
	return document.Under("The index", document.Paragraph{Text: lead}, t, volatility(&s.Volatility),
		revision(&s.Revision, r.Plan.Walk), levels(&r.Market))
}

func volatility(v *backtest.Volatility) document.Paragraph {
	months := document.Plural(v.Months, "month")
	if !v.Market.Known {
		return document.Say(document.Aside, "Volatility: not measurable over %s.", months)
	}
	return document.Say(document.Aside, "Volatility, the standard deviation of three consecutive monthly changes: %s %% "+
		"in the whole market, %s %% in an area (mean of %s), over %s.",
		figure(v.Market, 2), figure(v.Area, 2), document.Count(v.Areas), months)
}

func revision(r *backtest.Revision, walk backtest.Walk) document.Paragraph {
	switch {
	case walk == backtest.WalkNone:
		return document.Say(document.Aside, "Revision: none, a static test has one index.")
	case r.Months == 0:
		return document.Say(document.Aside, "Revision: none, no tested month is known to two indexes.")
	}
	return document.Say(document.Aside, "Revision, the change of a month's level from when it was first known to the "+
		"last index: %s %% in the median, %s %% on average, %s %% with signs (%s).",
		figure(r.MedianAbsolute, 2), figure(r.MeanAbsolute, 2), figure(r.Mean, 2), document.Plural(r.Months, "month"))
}

// levels has, for each year of a path, the known, the forecast and the first published levels.
func levels(m *backtest.MarketPath) document.Table {
	t := document.NewTable("")
	t.Title, t.Fold, t.Drawn = "Levels of the chart", document.Folded, true
	for month := time.January; month <= time.December; month++ {
		t.Columns = append(t.Columns, document.Column{Name: month.String()[:3]})
	}
	last := m.First + gevel.Month(len(m.Levels)) - 1
	for year := int(m.First) / 12; year <= int(last)/12; year++ {
		var known, forecast, published [12]document.Cell
		for month := max(m.First, gevel.Month(12*year)); month <= min(last, gevel.Month(12*year+11)); month++ {
			row := &known
			if month >= m.Forecast {
				row = &forecast
			}
			row[month%12].Text = document.Number(m.Levels[month-m.First], 1)
		}
		for _, l := range m.Published {
			if int(l.Month)/12 == year {
				published[l.Month%12].Text = document.Number(l.First, 1)
			}
		}
		add := func(kind string, levels [12]document.Cell) {
			if levels != ([12]document.Cell{}) {
				t.Add(fmt.Sprint(year, kind), levels[:])
			}
		}
		add("", known)
		add(", forecast", forecast)
		add(", first known", published)
	}
	return t
}

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
		p.Rect("within", p.Between(float64(l.first-m.First)-0.5, float64(l.last-m.First)+0.5, p.Y.Low, p.Y.High), "")
	}
	if len(m.Low) > 0 {
		p.Band("spread wide", p.Series(0, m.Low), p.Series(0, m.High))
	}
	p.Level("aim", 100)
	for _, other := range l.beside {
		var line []drawing.Point
		for _, at := range other.Points {
			line = append(line, p.At(float64(at.Month-m.First), at.Level))
		}
		p.Path("trace other", line)
	}
	trace := p.Series(0, m.Levels)
	known := m.KnownMonths()
	if known > 0 {
		p.Path("trace", trace[:known])
	}
	p.Path("trace forecast", trace[max(0, known-1):]) // from the last known month
	for _, l := range m.Published {
		p.Circle("ring", p.At(float64(l.Month-m.First), l.First), 3.5, fmt.Sprintf("%s: first known as %s, now %s (%s %%)",
			l.Month, document.Number(l.First, 1), document.Number(l.Last, 1), document.Signed(100*l.Revision(), 1)))
	}
	return document.Chart{
		Title: "The index by month", Drawing: p.SVG("Level of the whole market by month"),
		Caption: indexCaption(l), Wide: true,
		Basis: fmt.Sprintf("%s known before %s.", document.Plural(m.Sales, "sale"), m.Known),
	}
}

// newIndexPlot makes room for all lines of a path.
func newIndexPlot(l indexLines) *drawing.Plot {
	held, m := drawing.Over(100, 100), l.path
	held.Hold(m.Levels...)
	held.Hold(m.Low...)
	held.Hold(m.High...)
	for _, l := range m.Published {
		held.Hold(l.First)
	}
	for _, other := range l.beside {
		for _, at := range other.Points {
			held.Hold(at.Level)
		}
	}
	x := drawing.Months("month", m.First, m.First+gevel.Month(len(m.Levels)-1))
	return drawing.NewPlot(drawing.Full, x, drawing.Linear("level of the market", held, drawing.Decimals))
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

// The charts of an edition's data.

// onRegisterDay names the day of the register, "" where it has none.
func onRegisterDay(s *datasheet.DataSheet) string {
	for _, source := range s.Sources {
		if source.Name == edition.SourceBAG && source.AsOf != nil {
			return " on " + source.AsOf.String()
		}
	}
	return ""
}

// age formats a number of days.
func age(days int) string {
	switch {
	case days < 0:
		return "ahead"
	case days >= 2*366:
		return document.Number(float64(days)/365.25, 1) + " years"
	}
	return document.Plural(days, "day")
}

// salesChart shows the number of sales per quarter.
func salesChart(s *datasheet.DataSheet) document.Chart {
	quarters := s.Sales.Quarters
	if len(quarters) == 0 {
		return document.Chart{}
	}
	var held drawing.Span
	for _, q := range quarters {
		held.Hold(float64(q.Sales))
	}
	first := quarters[0].From.Month()
	x := drawing.Months("day of sale, by quarter", first, quarters[len(quarters)-1].From.Month()+2)
	p := drawing.NewPlot(drawing.Full, x, drawing.Linear("sales", held, drawing.Decimals))
	for _, q := range quarters {
		title := fmt.Sprintf("quarter from %s: %s", q.From, document.Plural(q.Sales, "sale"))
		if q.Sales > 0 {
			title += ", median price € " + amount(float64(q.Median))
		}
		at := float64(q.From.Month()-first) - 0.5
		p.Bar(at, at+3, float64(q.Sales), title)
	}
	return document.Chart{
		Title: "Sales by quarter", Drawing: p.SVG("Number of sales by quarter"), Wide: true,
		Caption: fmt.Sprintf("The sales kept after screening. In the median a sale became known %s after it.",
			age(int(s.Sales.Delay+0.5))),
		Basis: fmt.Sprintf("%s, %s to %s.", document.Plural(s.Sales.N, "sale"), s.Sales.First, s.Sales.Last),
	}
}
