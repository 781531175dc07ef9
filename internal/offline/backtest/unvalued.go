package backtest

import (
	"fmt"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/comps"
)

// unvalued returns the reasons for tested sales without a value, with sample ids.
func (r *Result) unvalued() []gevel.Reject {
	alone := fmt.Sprintf("fewer than three other homes of known type, year and surface sold before within %d km",
		comps.Reach/1000)
	var rejects gevel.Rejects
	for _, f := range r.Forecasts {
		if f.Valued {
			continue
		}
		reason := alone
		if !r.Sales.Place[f.Row].Known() {
			reason = "no position"
		}
		rejects.Add(reason, "sale "+r.Sales.ID(int(f.Row)), "")
	}
	return rejects.List()
}
