package train

// What a vintage keeps of the errors that it was calibrated on, for those who want to know how good
// it is.

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/vintage"
)

// recordOf is how a calibrated vintage did on holdouts, none of which it learned from. learned is
// from how many errors its weights and its spread were learned.
func recordOf(v *vintage.Vintage, holdouts []holdout, missed []int32, learned int) vintage.Record {
	r := vintage.Record{
		Model: v.AsOf, Learned: learned, Quantiles: v.Spread.Quantiles, Resold: v.Spread.Resold, Missed: missed,
	}
	for i := range holdouts {
		risk, logError := reconciled(v, &holdouts[i])
		size := v.Spread.SizeOf(&risk)
		r.Add(holdouts[i].row, float32(logError), float32(size), risk.IsResold())
	}
	return r
}

// recordsSince returns what records hold of sales from a day on, without those that hold none.
func (t *trainer) recordsSince(records []vintage.Record, day gevel.Date) []vintage.Record {
	var since []vintage.Record
	for i := range records {
		if r := records[i].Since(day, t.sales); len(r.Rows)+len(r.Missed) > 0 {
			since = append(since, r)
		}
	}
	return since
}
