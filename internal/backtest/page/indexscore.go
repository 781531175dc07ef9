package page

// The score of the index.

import (
	"fmt"

	"github.com/gevel/gevel/internal/backtest"
)

// indexView is how good the index by itself is.
type indexView struct {
	Lead       string
	Rows       []carryRow // none without pairs
	Volatility string
	Revision   string
	Levels     []levelRow // none without a path
}

// carryRow is a line on how far prices were carried off by something.
type carryRow struct{ Name, MedianAbsolute, Median, Mean string }

func newIndexView(r *backtest.Result) indexView {
	s := &r.Index
	v := indexView{
		Lead:       "No tested home is known to have been sold a year or more before, so no price could be carried to a later one.",
		Volatility: volatilityText(&s.Volatility), Revision: revisionText(&s.Revision, r.Plan.Walk),
		Levels: levelRows(&r.Market),
	}
	if s.Pairs > 0 {
		v.Lead = fmt.Sprintf("Accuracy: the home's last sale, a year or more before, is carried to the tested one by the index that was known then and held against the price (%s; %s sooner ones left out). "+
			"Log errors in percent; below 0, prices were carried too low.", plural(s.Pairs, "pair"), count(s.Sooner))
		v.Rows = []carryRow{
			carryRowOf("area and house type", s.ByIndex), carryRowOf("the whole market", s.ByMarket), carryRowOf("no index", s.ByNone),
		}
	}
	return v
}

func carryRowOf(name string, e backtest.RepeatErrors) carryRow {
	return carryRow{name, figure(e.MedianAbsolute, 2), figure(e.Median, 2), figure(e.Mean, 2)}
}

func volatilityText(v *backtest.Volatility) string {
	if !v.Market.Known {
		return fmt.Sprintf("Volatility: none can be told of %s.", plural(v.Months, "month"))
	}
	return fmt.Sprintf("Volatility, the standard deviation of three monthly changes on end: %s %% in the whole market, %s %% in an area (mean of %s), over %s.",
		figure(v.Market, 2), figure(v.Area, 2), count(v.Areas), plural(v.Months, "month"))
}

func revisionText(r *backtest.Revision, walk backtest.Walk) string {
	switch {
	case walk == backtest.WalkNone:
		return "Revision: none, a static test has one index."
	case r.Months == 0:
		return "Revision: none, no tested month is known to two indexes."
	}
	return fmt.Sprintf("Revision, by how much the level of a month was changed from when it was first known to the last index: %s %% in the middle, %s %% on average, %s %% with signs (%s).",
		figure(r.MedianAbsolute, 2), figure(r.MeanAbsolute, 2), figure(r.Mean, 2), plural(r.Months, "month"))
}
