package explain

// Steps to many values, without other parts of an explanation; homes are explained together.

import (
	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/hedonic"
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
	keys = append(keys, StepKey{Part: Time})
	for a := range reconcile.Approaches {
		if a != reconcile.Hedonic {
			keys = append(keys, StepKey{Reconciling, a.String()})
		}
	}
	return keys
}

// Steps returns the steps to the value of each trace: Part, Name, Log, Euros and Total alone. Similar
// homes next to each other cost less. It fails if a model does.
func (x *Explainer) Steps(traces []*valuation.Trace) ([][]Step, error) {
	out := make([][]Step, 0, len(traces))
	for len(traces) > 0 {
		first, n := traces[0], 0
		var homes []*market.Home
		for ; n < len(traces) && traces[n].Vintage == first.Vintage && traces[n].Day == first.Day; n++ {
			homes = append(homes, &traces[n].Home)
		}
		_, explained, err := x.split(first, homes)
		if err != nil {
			return nil, err
		}
		for i, t := range traces[:n] {
			out = append(out, stepsOf(t, explained[i]))
		}
		traces = traces[n:]
	}
	return out, nil
}

func stepsOf(t *valuation.Trace, split hedonic.Explained) []Step {
	one := &explainer{sales: t.Vintage.Sales(), trace: t, hedonic: split}
	return one.undescribed()
}
