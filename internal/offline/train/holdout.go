package train

import (
	"context"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/handpicked"
	"github.com/gevel/gevel/internal/model/impute"
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/model/spread"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/parallel"
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
	return reconcile.Holdout{Month: int(h.Day.Month()), Errors: h.Errors, Basis: h.Basis}
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
