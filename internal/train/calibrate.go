package train

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/index"
	"github.com/gevel/gevel/internal/reconcile"
	"github.com/gevel/gevel/internal/spread"
	"github.com/gevel/gevel/internal/vintage"
)

// calibrate has the vintage learn its weights, its drift and its spread from the errors that
// models like it made on holdouts.
func calibrate(v *vintage.Vintage, holdouts []holdout) {
	list := make([]reconcile.Holdout, len(holdouts))
	for i := range holdouts {
		list[i] = holdouts[i].reconciling()
	}
	v.Reconcile = reconcile.Fit(reconcile.Demean(list))
	errors := make([]scored, len(holdouts))
	for i := range holdouts {
		errors[i] = score(v, &holdouts[i])
	}
	if len(errors) > 0 {
		v.Drift = fitDrift(latest(errors))
	}
	scores, pairs := make([]spread.Holdout, len(errors)), []spread.Masked{}
	for i := range errors {
		scores[i] = errors[i].drifted(v.Drift)
		if m := holdouts[i].masked; m != nil {
			masked := score(v, &m.holdout)
			pairs = append(pairs, spread.Masked{
				Observed: scores[i], Masked: masked.drifted(v.Drift), Characteristic: int(m.characteristic), Moved: m.moved,
			})
		}
	}
	v.Spread = spread.Fit(scores, v.SegmentCounts())
	v.Spread.FitImputed(pairs, imputable(v))
}

// imputable returns which characteristics have a typical value, per house type group.
func imputable(v *vintage.Vintage) [][]bool {
	list := make([][]bool, len(v.Typical))
	for g := range v.Typical {
		list[g] = v.Typical[g].Imputable()
	}
	return list
}

// scored is the error of a holdout's reconciled value, as it would have been without drift.
type scored struct {
	spread.Holdout
	day gevel.Date
}

// drifted returns the error with the drift taken off.
func (s *scored) drifted(d vintage.Drift) spread.Holdout {
	h := s.Holdout
	h.Error -= d.After(h.Stale)
	return h
}

// score gives a holdout the error of its reconciled value.
func score(v *vintage.Vintage, h *holdout) scored {
	m, r := &v.Reconcile, h.reconciling()
	basis := r.BasisUnder(m)
	s := scored{day: h.day, Holdout: spread.Holdout{
		Risk: h.risk, Error: m.Value(h.errors, basis),
		Price:  h.price * math.Exp(-v.MarketSince(index.MonthsSince(0, h.day), v.Indexes[0].Index)),
		Weight: math.Exp2(-float64(v.AsOf-h.day) / errorHalfLife),
	}}
	if basis.HasOwnSale {
		s.SetOwnSale(m.Weights(basis)[reconcile.OwnSale], basis.Gap, m.Credibility(basis))
	}
	s.Segments[spread.Area] = int(v.Areas().Of(h.at)) // each model has areas of its own
	return s
}
