package train

import (
	"math"
	"testing"

	"github.com/gevel/gevel/internal/spread"
	"github.com/gevel/gevel/internal/vintage"
)

func TestDriftIsHalfOfWhatErrorsGrewByAMonth(t *testing.T) {
	// As many errors as they are mixed with, so that half of the half is left. Those made
	// longer without an index count more: 70 of five months count more than 130 of two.
	errors := make([]scored, driftPrior)
	for i := range errors {
		errors[i] = staleError(0.002*2, 2)
		if i >= 130 {
			errors[i] = staleError(0.01*5, 5)
		}
	}
	if got, want := fitDrift(errors), vintage.Drift(0.01*driftBelief/2); math.Abs(float64(got-want)) > 1e-12 {
		t.Errorf("drift = %v a month, want %v", got, want)
	}
	for i := range errors {
		errors[i].Stale = 1.9
	}
	if got := fitDrift(errors); got != 0 {
		t.Errorf("drift of errors within two months of an index = %v, want none", got)
	}
}

func staleError(err, stale float64) scored {
	return scored{Holdout: spread.Holdout{Error: err, Risk: spread.Risk{Stale: stale}}}
}
