package train

import (
	"github.com/gevel/gevel/internal/model/impute"
	"github.com/gevel/gevel/internal/model/reconcile"
)

// maskedHoldouts is about how many holdouts of a vintage are also valued masked, at most twice as many: a
// country's would take minutes and show no more.
const maskedHoldouts = 4000

// masked is a home valued as if none of its imputable characteristics had been observed; see spread.Masked.
type masked struct {
	holdout
	characteristic impute.Characteristic // the one that was then masked alone
	// moved is the squared change of the hedonic estimate by masking that one alone, log euros squared.
	moved float64
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
	w.workspace.Indicate(w.query(v, row, &all), &w.trace) // succeeds, since the home itself had comparables
	return &masked{holdout: w.holdoutOf(row, &w.trace), characteristic: alone, moved: moved * moved}
}
