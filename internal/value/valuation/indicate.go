package valuation

// The indication of each approach for a home.

import (
	"math"

	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/kriging"
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/model/spread"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/stats"
)

// conditioned is the number of sales that a home's residual is conditioned on; twice as many change
// the error of the value by a thousandth of itself.
const conditioned = 32

// indicate asks each approach. The sales near the query's home have been found, and are enough.
func (w *Workspace) indicate(q Query, near *nearby, t *Trace) {
	t.Vintage, t.Day = q.Vintage, q.Day
	copyHome(&t.Home, q.Home)
	t.Risk, t.Imputed = spread.Risk{}, append(t.Imputed[:0], q.Imputed...)
	if !q.Holdout {
		w.completeSubject(q, near, t)
	}
	w.compare(near, t)
	t.Market = marketOf(&q, &t.Home)
	t.Market.Level = t.LevelAt(t.Market.Month)
	t.Indications[reconcile.Hedonic] = t.Market.Level + t.Estimate
	w.krige(near, t)
	w.weighComparables(t)
	w.indicateOwnSale(q, near, t)
	t.setRisk()
}

// copyHome makes dst a copy of a home that shares nothing with it.
func copyHome(dst, home *market.Home) {
	extra := dst.Extra[:0]
	extra = append(extra, home.Extra...)
	*dst = *home
	dst.Extra = extra
}

// completeSubject imputes the unknown characteristics of the subject, and records the variance that they and measures
// outside the trained range add to its error.
func (w *Workspace) completeSubject(q Query, near *nearby, t *Trace) {
	v, group := q.Vintage, t.Home.BuildType.Group()
	t.Imputed = w.complete(v, near, like{&t.Home, q.Day, q.Surface}, t.Imputed)
	t.Risk.Imputed = imputedVariance(v, group, t.Imputed)
	t.Risk.Extrapolated = v.Ranges[group].Variance(w.sales.Sales, &t.Home, v.Floors())
}

// marketOf returns the state of the market for a home, without its level.
func marketOf(q *Query, home *market.Home) Market {
	v := q.Vintage
	m := Market{Index: v.IndexOn(q.Known)}
	ix := m.Index.Index
	m.Area = ix.Areas.Of(home.Place)
	m.Month = index.MonthsSince(0, q.Day)
	m.Stale = math.Max(0, m.Month-index.MonthsSince(0, m.Index.Until))
	m.Variance = ix.WholeVariance(v.IndexParams.Ahead, m.Month)
	m.Local = ix.LocalVariance(m.Area, home.BuildType.Group(), m.Month)
	return m
}

// compare sets the hedonic estimate and chooses the comparables among the sales nearby.
func (w *Workspace) compare(near *nearby, t *Trace) {
	v := t.Vintage
	t.Estimate = v.Hedonic.EstimateWithLeaves(&t.Home, w.leaves[:])
	candidates := near.rank(&t.Home, t.Day)
	prefetch(&w.fetched, candidates, func(c stats.Ranked) int { return int(v.LeavesOf(c.Row)[0]) })
	t.Comparables = Comparables{
		Sales:      comps.Find(w.sales.Sales, near.neighbours, candidates, w.sharedWith(v), comps.Used, t.Comparables.Sales),
		Units:      near.units,
		References: t.Comparables.References[:0], PassedOver: t.Comparables.PassedOver[:0],
	}
}

// sharedWith returns the share of leaves that a sale has in common with the home whose leaves the workspace holds.
func (w *Workspace) sharedWith(v *vintage.Vintage) func(row int32) float64 {
	return func(row int32) float64 { return hedonic.Shared(w.leaves[:], v.LeavesOf(row)) }
}

// krige sets the kriging approach and its indication.
func (w *Workspace) krige(near *nearby, t *Trace) {
	v, k := t.Vintage, &t.Kriging
	if w.solverOf != v {
		w.solver, w.solverOf = kriging.NewSolver(v.Sites(), &v.Kriging.Kernel, conditioned), v
	}
	w.rows = w.rows[:0]
	for _, n := range near.neighbours {
		w.rows = append(w.rows, n.Item)
	}
	v.SetSite(&w.site, &t.Home, t.Market.Month)
	solved := w.solver.Solve(&w.site, w.rows, func(row int32) float64 { return float64(v.Kriging.NoiseScales[row]) })
	k.Rows, k.Weights = append(k.Rows[:0], solved.Sites...), append(k.Weights[:0], solved.Weights...)
	k.Variance, k.Unlike = solved.Variance, w.solver.Unlike()
	k.Trend = v.TrendOf(&t.Home, &w.site)
	prefetch(&w.fetched, k.Rows, func(row int32) int { return priceOf(v, row) + int(v.Kriging.Trends[row]) })
	sum := k.Trend
	for i, row := range k.Rows {
		sum += k.Weights[i] * t.Residual(row)
	}
	t.Indications[reconcile.Kriging] = t.Market.Level + sum
}

// priceOf reads the memory that moving a sale's price needs; see prefetch.
func priceOf(v *vintage.Vintage, row int32) int {
	s := v.Sales()
	return int(s.Price[row]) + int(v.Area(row)) + int(s.Month[row]) + int(s.BuildType(int(row))) + int(v.Estimates[row])
}

// weighComparables adjusts the comparables and weighs them into their indication.
func (w *Workspace) weighComparables(t *Trace) {
	v, c := t.Vintage, &t.Comparables
	prefetch(&w.fetched, c.Sales, func(c comps.Comparable) int { return priceOf(v, c.Row) })
	w.adjust(t, c.Sales)
	for i := range c.Sales {
		c.Reach = math.Max(c.Reach, c.Sales[i].Distance)
	}
	c.Indication = comps.Weigh(c.Sales)
	for _, sale := range c.Sales {
		c.Adjustment += sale.Weight * math.Abs(t.Estimate-sale.Estimate)
	}
	c.Scatter = c.scatter(v)
	t.Indications[reconcile.Comparables] = c.Indication.Value
}

// scatter returns the weighted standard deviation of the comparables' prices, log euros, adjusted by the mean of
// the two estimates of each. The hedonic model has learned from most of the prices and fits them closer than later
// ones, so by it alone the same comparables would scatter more the older the vintage is; the trends have not seen
// them, but know no neighbours.
func (c *Comparables) scatter(v *vintage.Vintage) float64 {
	mean, squares := 0.0, 0.0
	for _, sale := range c.Sales {
		byBoth := sale.Adjusted - c.Indication.Value + (sale.Estimate-float64(v.Kriging.Trends[sale.Row]))/2
		mean += sale.Weight * byBoth
		squares += sale.Weight * byBoth * byBoth
	}
	return math.Sqrt(math.Max(0, squares-mean*mean))
}

// indicateOwnSale sets the own last sale, its indication and the basis of the weights.
func (w *Workspace) indicateOwnSale(q Query, near *nearby, t *Trace) {
	t.Basis = reconcile.Basis{KrigingDeviation: spread.Deviation(t.Kriging.Variance)}
	t.Indications[reconcile.OwnSale] = math.NaN()
	row, ok := w.sales.LastKnown(t.Home.Dwelling, q.Known)
	if !ok {
		return
	}
	v, b := t.Vintage, &t.Basis
	t.OwnSale.Row, t.OwnSale.Years, b.HasOwnSale = row, w.sales.YearsSince(row, t.Day), true
	sold := w.soldEstimate(q, near, t)
	b.Change = t.Estimate - sold
	t.Indications[reconcile.OwnSale] = t.adjusted(w.sales.LogPrice(row), v.Level(t.Market.Index.Index, row), float64(v.Estimates[row]), sold)
	b.Gap = v.Reconcile.Gap(t.Indications, *b)
}

// soldEstimate restores the home as its own sale sold it, and returns its hedonic estimate, less the index.
func (w *Workspace) soldEstimate(q Query, near *nearby, t *Trace) float64 {
	v, row, sold := t.Vintage, t.OwnSale.Row, &t.OwnSale.Sold
	*sold = w.sales.Home(int(row), sold.Extra)
	if q.Holdout || !v.Typical[sold.BuildType.Group()].Missing(w.sales.Sales, sold) {
		return float64(v.Estimates[row])
	}
	w.imputedOfSold = w.complete(v, near, like{sold, q.Day, sold.UseSurface}, w.imputedOfSold[:0])
	return v.Hedonic.Estimate(sold)
}

// prefetch reads the memory of many sales before it is used. The sales lie scattered: a loop that does nothing but
// read waits for dozens of cache lines at once, a loop that compares for a few. The sum in sink exists only so that
// the compiler does not remove the reads.
func prefetch[T any](sink *int, items []T, read func(T) int) {
	for _, item := range items {
		*sink += read(item)
	}
}
