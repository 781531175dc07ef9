package valuation

import (
	"math"

	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/model/spread"
	"github.com/gevel/gevel/internal/model/vintage"
)

// setRisk sets the risk, as if an own sale had no weight.
func (t *Trace) setRisk() {
	r := &t.Risk
	r.Features = t.features()
	r.Level, r.Local = t.Market.Variance, t.Market.Local
	r.Segments = spread.Segments{
		spread.Group: int(t.Home.BuildType.Group()), spread.Area: int(t.Market.Area),
		spread.BuildPeriod: vintage.BuildPeriod(t.Home.BuildYear),
	}
	if t.Basis.HasOwnSale {
		r.Segments[spread.OwnSaleAge] = vintage.OwnSaleAge(t.Basis.Years)
	}
}

func (t *Trace) features() spread.Features {
	c, of := &t.Comparables, &t.Indications
	hedonic := of[reconcile.Hedonic]
	return spread.Features{
		spread.ComparablesDiffer: spread.Scatter(c.Scatter),
		spread.KrigingDeviation:  t.Basis.KrigingDeviation,
		spread.ApproachesDiffer:  math.Abs(hedonic-of[reconcile.Comparables]) + math.Abs(hedonic-of[reconcile.Kriging]),
		spread.FewComparables:    1 / c.Indication.Effective,
		spread.FarComparables:    spread.Reach(c.Reach),
		spread.NoOwnSale:         1,
		spread.Adjustment:        c.Adjustment,
		spread.UnlikeHomes:       t.Kriging.Unlike,
		spread.BelowMiddle:       math.Max(0, t.Vintage.Middle-t.Estimate),
		spread.AboveMiddle:       math.Max(0, t.Estimate-t.Vintage.Middle),
	}
}
