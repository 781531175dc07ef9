package train

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/handpicked"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/model/spread"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/stats"
)

// calibrate fits the vintage's weights and spread to the errors of earlier models on holdouts.
func calibrate(v *vintage.Vintage, holdouts []holdout) {
	v.Learned = len(holdouts)
	list := make([]reconcile.Holdout, len(holdouts))
	for i := range holdouts {
		list[i] = holdouts[i].reconciling()
	}
	v.Reconcile = reconcile.Fit(reconcile.Demean(list))
	scores := make([]spread.Holdout, len(holdouts))
	for i := range holdouts {
		scores[i] = score(v, &holdouts[i])
	}
	common, pairs := commonErrors(holdouts, scores), []spread.Masked{}
	for i := range holdouts {
		level := common[holdouts[i].Day.Month()]
		scores[i].Error, scores[i].Common = scores[i].Error-level, level
		if m := holdouts[i].Masked; m != nil {
			masked := score(v, &m.Holdout)
			masked.Error -= level
			pairs = append(pairs, spread.Masked{
				Observed: scores[i], Masked: masked, Characteristic: int(m.Characteristic), Moved: m.Moved,
			})
		}
	}
	v.Spread = spread.Fit(scores, v.SegmentCounts())
	v.Spread.FitImputed(pairs, imputable(v))
	v.Handpicked = handpicked.Fit(chosenOf(v, holdouts, scores))
}

// chosenOf returns what pickers chose for holdouts, beside the errors of their values.
func chosenOf(v *vintage.Vintage, holdouts []holdout, scores []spread.Holdout) []handpicked.Holdout {
	list := make([]handpicked.Holdout, len(holdouts))
	for i := range holdouts {
		s := &scores[i]
		size := v.Spread.SizeOf(&s.Risk)
		low, high := v.Spread.Of(&s.Risk).Interval(0.8, size)
		list[i] = handpicked.Holdout{
			Chosen: holdouts[i].Chosen, Common: s.Common, Model: s.Error, Size: size,
			Low: math.Log(low), High: math.Log(high), Weight: s.Weight,
		}
	}
	return list
}

// commonErrors returns the common error of each month: its median, shrunk as if there were
// reconcile.DemeanPrior more errors of 0. It is the level's error, which the index's forecast records cover:
// with it, the spread would be too small after a year that matched the forecast, and too large after any other.
func commonErrors(holdouts []holdout, scores []spread.Holdout) map[gevel.Month]float64 {
	months := map[gevel.Month][]float64{}
	for i := range scores {
		month := holdouts[i].Day.Month()
		months[month] = append(months[month], scores[i].Error)
	}
	common := map[gevel.Month]float64{}
	for month, errors := range months {
		n := float64(len(errors))
		median, _ := stats.MedianInPlace(errors)
		common[month] = median * n / (n + reconcile.DemeanPrior)
	}
	return common
}

// imputable returns which characteristics have a typical value, per house type group.
func imputable(v *vintage.Vintage) [][]bool {
	list := make([][]bool, len(v.Typical))
	for g := range v.Typical {
		list[g] = v.Typical[g].Imputable()
	}
	return list
}

// score returns a holdout with the error of its reconciled value.
func score(v *vintage.Vintage, h *holdout) spread.Holdout {
	risk, logError := reconciled(v, h)
	s := spread.Holdout{
		Risk: risk, Error: logError,
		Price:  h.Price * math.Exp(-v.MarketSince(index.MonthsSince(0, h.Day), v.Indexes[0].Index)),
		Weight: math.Exp2(-float64(v.AsOf-h.Day) / errorHalfLife),
	}
	s.Level = 0                                       // the common error is subtracted elsewhere
	s.Segments[spread.Area] = int(v.Areas().Of(h.At)) // each model has its own areas
	return s
}

// reconciled returns the risk features of a holdout and the error of its value by the vintage's weights.
func reconciled(v *vintage.Vintage, h *holdout) (risk spread.Risk, logError float64) {
	m, r := &v.Reconcile, h.reconciling()
	basis := r.BasisUnder(m)
	risk = h.Risk
	if basis.HasOwnSale {
		risk.SetOwnSale(m.Weights(basis)[reconcile.OwnSale], basis.Gap, m.Credibility(basis))
	}
	return risk, m.Value(h.Errors, basis)
}

// accuracyOf returns the accuracy of a calibrated vintage on holdouts that it did not learn from.
func accuracyOf(v *vintage.Vintage, holdouts []holdout, missed []int32) vintage.Record {
	r := vintage.Record{
		Model: v.AsOf, Learned: v.Learned, Quantiles: v.Spread.Quantiles, Resold: v.Spread.Resold, Missed: missed,
	}
	for i := range holdouts {
		risk, logError := reconciled(v, &holdouts[i])
		size := v.Spread.SizeOf(&risk)
		r.Add(holdouts[i].Row, float32(logError), float32(size), risk.IsResold())
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
