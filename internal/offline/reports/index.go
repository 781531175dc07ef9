package reports

// The score of the index: repeat sales, volatility, revision.

import (
	"fmt"

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
	t := document.Table{Key: "repeatSales", Columns: []document.Column{
		{Key: "by", Name: "moved by"},
		{Key: "medianAbsolute", Name: "median absolute %"},
		{Key: "median", Name: "median %"},
		{Key: "mean", Name: "mean %"},
	}}
	if s.Pairs > 0 {
		lead = fmt.Sprintf("Accuracy on repeat sales: the home's last sale, a year or more before, moved to the tested "+
			"one by the index that was known then, against the price (%s; %s sooner ones left out). "+
			"Log errors in percent; below 0, prices were moved too low.", document.Plural(s.Pairs, "pair"), document.Count(s.Sooner))
		for _, row := range []struct {
			by string
			backtest.RepeatErrors
		}{{"area and house type", s.ByIndex}, {"the whole market", s.ByMarket}, {"no index", s.ByNone}} {
			t.Rows = append(t.Rows, []document.Cell{
				document.Word(row.by), figureCell(row.MedianAbsolute, 2), figureCell(row.Median, 2), figureCell(row.Mean, 2),
			})
		}
	}
	return document.Section{Key: "index", Title: "The index", Blocks: []document.Block{
		document.Paragraph{Text: lead}, t,
		document.Paragraph{Text: volatility(&s.Volatility), Size: document.Aside},
		document.Paragraph{Text: revision(&s.Revision, r.Plan.Walk), Size: document.Aside},
		levels(&r.Market),
	}}
}

func volatility(v *backtest.Volatility) string {
	if !v.Market.Known {
		return fmt.Sprintf("Volatility: not measurable over %s.", document.Plural(v.Months, "month"))
	}
	return fmt.Sprintf("Volatility, the standard deviation of three consecutive monthly changes: "+
		"%s %% in the whole market, %s %% in an area (mean of %s), over %s.",
		figure(v.Market, 2), figure(v.Area, 2), document.Count(v.Areas), document.Plural(v.Months, "month"))
}

func revision(r *backtest.Revision, walk backtest.Walk) string {
	switch {
	case walk == backtest.WalkNone:
		return "Revision: none, a static test has one index."
	case r.Months == 0:
		return "Revision: none, no tested month is known to two indexes."
	}
	return fmt.Sprintf("Revision, the change of a month's level from when it was first known to the last index: "+
		"%s %% in the median, %s %% on average, %s %% with signs (%s).",
		figure(r.MedianAbsolute, 2), figure(r.MeanAbsolute, 2), figure(r.Mean, 2), document.Plural(r.Months, "month"))
}
