package train

import (
	"context"
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/handpicked"
	"github.com/gevel/gevel/internal/model/impute"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/model/spread"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/parallel"
	"github.com/gevel/gevel/internal/num/stats"
	"github.com/gevel/gevel/internal/value/valuation"
)

// holdout is a sale valued before it was known. Its fields are exported for the files of fitted vintages.
type holdout struct {
	Row    int32
	Day    gevel.Date
	Price  float64 // euros
	At     gevel.Point
	Errors reconcile.Values // log price minus indication; NaN without one
	Basis  reconcile.Basis
	Risk   spread.Risk // risk features as if the own sale had no weight
	Masked *masked     // the same home with its characteristics masked; nil if not valued
	Chosen handpicked.Choices
}

// reconciling returns the holdout for fitting weights.
func (h *holdout) reconciling() reconcile.Holdout {
	return reconcile.Holdout{Errors: h.Errors, Basis: h.Basis}
}

// holdouts values the sales that became known from the vintage's date until a day, each on its own date with
// what was known then, or with a static trainer what was known on the vintage's date. missed are the rows
// without a value. Of a deal only its first sale is one. The vintage may be uncalibrated.
func (t *trainer) holdouts(
	ctx context.Context, v *vintage.Vintage, until gevel.Date,
) (kept []holdout, missed []int32) {
	var rows []int32
	for row, known := range t.sales.Evident {
		if known >= v.AsOf && known < until && t.sales.Date[row] >= v.AsOf && t.sales.IsFirst(row) {
			rows = append(rows, int32(row))
		}
	}
	holdouts, valued := make([]holdout, len(rows)), make([]bool, len(rows))
	every := max(1, len(rows)/maskedHoldouts)
	done := gevel.NewMeter(ctx, int64(len(rows)))
	parallel.Rows(len(rows), func(from, to int) {
		defer func() { done.Add(int64(to - from)) }()
		w := &holdoutWorkspace{trainer: t, vintage: v, workspace: valuation.NewWorkspace(t.sales)}
		for i := from; i < to; i++ {
			holdouts[i], valued[i] = w.value(rows[i])
			if i%every == 0 && valued[i] && !holdouts[i].Basis.HasOwnSale { // an own sale would have recorded them
				holdouts[i].Masked = w.mask(rows[i], i/every)
			}
		}
	})
	kept = holdouts[:0]
	for i, h := range holdouts {
		if valued[i] {
			kept = append(kept, h)
		} else {
			missed = append(missed, rows[i])
		}
	}
	return kept, missed
}

// holdoutWorkspace values holdouts; each goroutine has its own.
type holdoutWorkspace struct {
	*trainer
	vintage   *vintage.Vintage
	workspace *valuation.Workspace
	trace     valuation.Trace
	home      market.Home
}

// value values a sale; as in Valuer.Value, fewer than three comparables give no value.
func (w *holdoutWorkspace) value(row int32) (h holdout, ok bool) {
	w.home = w.sales.Home(int(row), w.home.Extra)
	if !w.workspace.Indicate(w.query(w.vintage, row, &w.home), &w.trace) {
		return h, false
	}
	h = w.holdoutOf(row, &w.trace)
	h.Chosen = handpicked.ChoicesOf(w.sales.Sales, w.trace.Comparables.Sales, row)
	return h, true
}

// query is the question about a holdout.
func (t *trainer) query(v *vintage.Vintage, row int32, h *market.Home) valuation.Query {
	q := valuation.Query{
		Vintage: v, Home: h, Day: t.sales.Date[row], Known: t.sales.Date[row], Surface: h.UseSurface, Holdout: true,
	}
	if t.static {
		q.Known = v.AsOf
	}
	return q
}

// holdoutOf compares a trace with the sale's price.
func (t *trainer) holdoutOf(row int32, trace *valuation.Trace) holdout {
	h := holdout{
		Row: row, Day: trace.Day, Price: float64(t.sales.Price[row]), At: trace.Home.Place,
		Basis: trace.Basis, Risk: trace.Risk,
	}
	for i, value := range trace.Indications {
		h.Errors[i] = t.sales.LogPrice(row) - value
	}
	return h
}

// maskedHoldouts is about how many holdouts of a vintage are also valued masked, at most twice as many: a
// country's would take minutes and show no more.
const maskedHoldouts = 4000

// masked is a home valued as if none of its imputable characteristics had been observed; see spread.Masked.
type masked struct {
	Holdout        holdout
	Characteristic impute.Characteristic // the one that was then masked alone
	// moved is the squared change of the hedonic estimate by masking that one alone, log euros squared.
	Moved float64
}

// mask values the home of a sale with its characteristics masked. turn selects the one masked alone. It
// returns nil where none has a typical value.
func (w *holdoutWorkspace) mask(row int32, turn int) *masked {
	v := w.vintage
	h := w.sales.Home(int(row), nil)
	group := &v.Typical[h.BuildType.Group()]
	var imputable []impute.Characteristic
	for c := range impute.Characteristic(len(group.Values)) {
		if group.Has(c) {
			imputable = append(imputable, c)
		}
	}
	if len(imputable) == 0 {
		return nil
	}
	typical, all, one := w.workspace.Typical(w.query(v, row, &h)), h.Clone(), h.Clone()
	for _, c := range imputable {
		typical.Give(w.sales.Sales, &all, c)
	}
	alone := imputable[turn%len(imputable)]
	typical.Give(w.sales.Sales, &one, alone)
	moved := reconcile.Clip(v.Hedonic.Estimate(&one) - float64(v.Estimates[row]))
	q := w.query(v, row, &all)
	q.Imputed = imputable
	w.workspace.Indicate(q, &w.trace) // succeeds, since the home itself had comparables
	return &masked{Holdout: w.holdoutOf(row, &w.trace), Characteristic: alone, Moved: moved * moved}
}

// calibrate fits the vintage's weights and spread to the errors of earlier models on holdouts.
func calibrate(v *vintage.Vintage, holdouts []holdout) {
	v.Learned = len(holdouts)
	list := make([]reconcile.Holdout, len(holdouts))
	for i := range holdouts {
		list[i] = holdouts[i].reconciling()
	}
	v.Reconcile = reconcile.Fit(list)
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

// commonPrior is the pseudo-count of errors of 0 per month.
const commonPrior = 20.0

// commonErrors returns the common error of each month: its median, shrunk as if there were
// commonPrior more errors of 0. It is the level's error, which the index's forecast records cover:
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
		common[month] = median * n / (n + commonPrior)
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
