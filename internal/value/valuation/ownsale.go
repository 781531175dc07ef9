package valuation

import (
	"math"

	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/model/spread"
)

// indicateOwnSale sets the own last sale, its indication and the basis of the weights.
func (w *Workspace) indicateOwnSale(q Query, near *nearby, t *Trace) {
	t.Basis = reconcile.Basis{KrigingDeviation: spread.Deviation(t.Kriging.Variance)}
	t.Indications[reconcile.OwnSale] = math.NaN()
	row, ok := w.sales.LastKnown(t.Home.Dwelling, q.Known)
	if !ok {
		return
	}
	v, b := t.Vintage, &t.Basis
	t.OwnSale.Row, b.HasOwnSale, b.Years = row, true, w.sales.YearsSince(row, t.Day)
	b.Change = t.Estimate - w.soldEstimate(q, near, t)
	then := v.Level(t.Market.Index.Index, row)
	t.Indications[reconcile.OwnSale] = w.sales.LogPrice(row) + t.Market.Level - then + b.Change
	b.Gap = v.Reconcile.Gap(t.Indications, *b)
}

// soldEstimate restores the home as its own sale sold it, and returns its hedonic estimate, less
// the index.
func (w *Workspace) soldEstimate(q Query, near *nearby, t *Trace) float64 {
	v, row, sold := t.Vintage, t.OwnSale.Row, &t.OwnSale.Sold
	*sold = w.sales.Home(int(row), sold.Extra)
	if q.Holdout || !v.Typical[sold.BuildType.Group()].Missing(w.sales.Sales, sold) {
		return float64(v.Estimates[row])
	}
	w.imputedOfSold = w.complete(v, near, like{sold, q.Day, sold.UseSurface}, w.imputedOfSold[:0])
	return v.Hedonic.Estimate(sold)
}
