package train

// The accuracy that a vintage stores: the errors of earlier models, and its own, on sales that they had not seen.

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/vintage"
)

// accuracyOf returns the accuracy of a calibrated vintage on holdouts that it did not learn from.
func accuracyOf(v *vintage.Vintage, holdouts []holdout, missed []int32) vintage.Record {
	r := vintage.Record{
		Model: v.AsOf, Learned: v.Learned, Quantiles: v.Spread.Quantiles, Resold: v.Spread.Resold, Missed: missed,
	}
	for i := range holdouts {
		risk, logError := reconciled(v, &holdouts[i])
		size := v.Spread.SizeOf(&risk)
		r.Add(holdouts[i].row, float32(logError), float32(size), risk.IsResold())
	}
	return r
}

// accuracySince returns the parts of accuracies on sales from a day on, without empty ones.
func (c *calibration) accuracySince(day gevel.Date) []vintage.Record {
	var since []vintage.Record
	for i := range c.accuracies {
		if r := c.accuracies[i].Since(day, c.sales); len(r.Rows)+len(r.Missed) > 0 {
			since = append(since, r)
		}
	}
	return since
}
