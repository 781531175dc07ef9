package backtest

// Which days a study of many origins forecasts from.

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/offline/train"
)

// OriginPlan says from which days forecasts are made that nothing follows: one model a day, the
// origin, which knows no sale known on it or later.
type OriginPlan struct {
	Every   int        `json:"every"`   // months from origin to origin, counted in the calendar year
	Months  int        `json:"months"`  // that are forecast from each
	History int        `json:"history"` // months of sales that lie before an origin, at least
	From    gevel.Date `json:"from"`    // no origin lies before; NoDate is the first possible
	Until   gevel.Date `json:"until"`   // no tested sale is dated on or after it; NoDate is after the last
	Seed    uint64     `json:"seed"`
}

// leastBehind is how many months of sales lie behind an origin, at least; the last may be cut
// short.
const leastBehind = 3

// origins returns the origins that the sales allow, ascending, and fills in the plan's end.
// Errors: gevel.Invalid when there is none.
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
