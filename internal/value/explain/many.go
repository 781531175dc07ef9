package explain

// Steps to values, without other parts of an explanation.

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/value/valuation"
)

// StepKey names a step of any home.
type StepKey struct {
	Part Part
	Name string // as in Step
}

// Keys returns all steps that values of an edition with these characteristics may have, in their order.
func Keys(table gevel.Attributes) []StepKey {
	keys := []StepKey{{Part: Typical}, {Part: Area}, {Part: Group}, {Part: Place}}
	for i := range table {
		keys = append(keys, StepKey{Having, table[i].Name})
	}
	for a := range reconcile.Approaches {
		if a != reconcile.Hedonic {
			keys = append(keys, StepKey{Reconciling, a.String()})
		}
	}
	return keys
}

// Steps returns the steps to the value of a trace: Part, Name, Log, Euros and Total alone. It fails if
// a model does.
func (x *Explainer) Steps(t *valuation.Trace) ([]Step, error) { return x.explainer(t).undescribed() }
