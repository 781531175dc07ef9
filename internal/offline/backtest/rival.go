package backtest

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/judge/ratio"
)

// Comparison compares a result with another model's values for its sales.
type Comparison struct {
	ratio.Comparison
	// Unmatched counts the values that don't count, with samples.
	Unmatched []gevel.Reject `json:"unmatched"`
}

// Compare compares the result with the values of another model that count for its sales. Error: gevel.Invalid when none
// does.
func (r *Result) Compare(rival *comparison.Joined) (*Comparison, error) {
	if rival.RejectOutside(r.Plan.From, r.Plan.Until) == 0 {
		return nil, refuse("the two have no sale in common", "compare predictions for the same sales file and period")
	}
	rows := make([]int32, len(r.Forecasts))
	for i := range r.Forecasts {
		rows[i] = r.Forecasts[i].Row
	}
	c, err := ratio.Compare(r.Observations, rival.Observe(rows), ratio.Options{Seed: r.Plan.Seed})
	if err != nil {
		return nil, err
	}
	return &Comparison{Comparison: c, Unmatched: rival.Rejects.List()}, nil
}
