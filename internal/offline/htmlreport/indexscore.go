package htmlreport

import (
	"fmt"

	"github.com/gevel/gevel/internal/offline/backtest"
)

// indexView is the score of the index.
type indexView struct {
	Lead       string
	Rows       []repeatRow // none without repeat sales
	Volatility string
	Revision   string
	Levels     []levelRow // none without a path
}

// repeatRow is the errors of repeat sales moved by one index.
type repeatRow struct{ Name, MedianAbsolute, Median, Mean string }

func newIndexView(r *backtest.Result) indexView {
	s := &r.Index
	v := indexView{
		Lead:       "No repeat sales: no tested home is known to have been sold a year or more before.",
		Volatility: volatilityText(&s.Volatility), Revision: revisionText(&s.Revision, r.Plan.Walk),
		Levels: levelRows(&r.Market),
	}
	if s.Pairs > 0 {
		v.Lead = fmt.Sprintf("Accuracy on repeat sales: the home's last sale, a year or more before, moved to the tested "+
			"one by the index that was known then, against the price (%s; %s sooner ones left out). "+
			"Log errors in percent; below 0, prices were moved too low.", plural(s.Pairs, "pair"), count(s.Sooner))
		row := func(name string, e backtest.RepeatErrors) repeatRow {
			return repeatRow{name, figure(e.MedianAbsolute, 2), figure(e.Median, 2), figure(e.Mean, 2)}
		}
		v.Rows = []repeatRow{
			row("area and house type", s.ByIndex), row("the whole market", s.ByMarket), row("no index", s.ByNone),
		}
	}
	return v
}

func volatilityText(v *backtest.Volatility) string {
	if !v.Market.Known {
		return fmt.Sprintf("Volatility: not measurable over %s.", plural(v.Months, "month"))
	}
	return fmt.Sprintf("Volatility, the standard deviation of three consecutive monthly changes: "+
		"%s %% in the whole market, %s %% in an area (mean of %s), over %s.",
		figure(v.Market, 2), figure(v.Area, 2), count(v.Areas), plural(v.Months, "month"))
}

func revisionText(r *backtest.Revision, walk backtest.Walk) string {
	switch {
	case walk == backtest.WalkNone:
		return "Revision: none, a static test has one index."
	case r.Months == 0:
		return "Revision: none, no tested month is known to two indexes."
	}
	return fmt.Sprintf("Revision, the change of a month's level from when it was first known to the last index: "+
		"%s %% in the median, %s %% on average, %s %% with signs (%s).",
		figure(r.MedianAbsolute, 2), figure(r.MeanAbsolute, 2), figure(r.Mean, 2), plural(r.Months, "month"))
}
