package backtest

// The origins of a study of forecasts.

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/offline/train"
)

// OriginPlan selects the origins of forecasts by models that are not retrained: one model an origin, which
// knows only sales known before it.
type OriginPlan struct {
	Every   int        `json:"every"`   // months between origins, aligned with the calendar year
	Months  int        `json:"months"`  // forecast from each origin
	History int        `json:"history"` // least number of months of sales before an origin
	From    gevel.Date `json:"from"`    // the earliest origin allowed; NoDate: any
	Until   gevel.Date `json:"until"`   // tested sales are dated before it; NoDate: no limit
	Seed    uint64     `json:"seed"`

	Season index.Season       `json:"season,omitempty"` // see train.Options
	Series gevel.PriceSeries  `json:"-"`                // see train.Options
	Tested func(row int) bool `json:"-"`                // see Plan
}

// leastBehind is the least number of months with sales after an origin; the last month may be incomplete.
const leastBehind = 3

// origins returns the possible origins, ascending, and sets the plan's end. Errors: gevel.Invalid when there
// is none.
func (p *OriginPlan) origins(s *market.Sales) ([]gevel.Date, error) {
	if p.Every < 1 || p.Months < 1 || p.History < 0 {
		return nil, refuse("origins need a step and a horizon of a month or more", "")
	}
	if s.Len() == 0 {
		return nil, refuse("there are no sales", "")
	}
	first, last := span(s)
	enough := first.Month().First().AddMonths(p.History)
	if p.Until == gevel.NoDate {
		p.Until = last + 1
	}
	var origins []gevel.Date
	for month := first.Month(); month.First() < p.Until; month++ {
		origin := month.First()
		if int(month)%p.Every != 0 || origin < p.From || origin < enough {
			continue
		}
		if month+leastBehind-1 <= (p.Until-1).Month() && train.Suffices(s, origin) {
			origins = append(origins, origin)
		}
	}
	if len(origins) == 0 {
		return nil, refuse(
			fmt.Sprintf("no origin has %d months of sales before and %d behind it", p.History, leastBehind),
			fmt.Sprintf("the sales run from %s to %s", first, last))
	}
	return origins, nil
}

// tested returns the sales that are forecast from an origin, by day and id.
func (p *OriginPlan) tested(s *market.Sales, origin gevel.Date) (rows []int) {
	for row, day := range s.Date {
		if day >= origin && int(day.Month()-origin.Month()) < p.Months && day < p.Until && (p.Tested == nil || p.Tested(row)) {
			rows = append(rows, row)
		}
	}
	slices.SortFunc(rows, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.Date[a], s.Date[b]), cmp.Compare(s.ID(a), s.ID(b)))
	})
	return rows
}
