package reports

// The index: its score by repeat sales, volatility and revision, and its levels by month.

import (
	"fmt"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/document"
	"github.com/gevel/gevel/internal/offline/backtest"
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
		add("area and house type", &s.ByIndex)
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
