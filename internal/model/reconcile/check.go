package reconcile

import (
	"errors"
	"fmt"
	"math"
)

// Check reports whether a model that was read is sound: weights sum to 1, and
// agreements are distributions.
func (m *Model) Check() error {
	for _, weights := range append(m.WithoutOwn[:], m.WithOwn[:]...) {
		sum := 0.0
		for _, w := range weights {
			if !(w >= 0) {
				return fmt.Errorf("the weight of an approach is %v", w)
			}
			sum += w
		}
		if math.Abs(sum-1) > 1e-6 {
			return fmt.Errorf("the weights of the approaches sum to %v", sum)
		}
	}
	if math.IsNaN(m.Deviations[0]) || math.IsNaN(m.Deviations[1]) {
		return errors.New("the deviations at which weights are set are no numbers")
	}
	for _, a := range m.Agreement {
		if !a.sound() {
			return fmt.Errorf("the agreement of own sales is no distribution: %+v", a)
		}
	}
	return nil
}

func (a *Agreement) sound() bool {
	return a.Strange > 0 && a.Strange < 1 && math.Abs(a.Middle) < math.Inf(1) &&
		a.Narrow > 0 && a.Wide > a.Narrow && a.Wide < math.Inf(1)
}
