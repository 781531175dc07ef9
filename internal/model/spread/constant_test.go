package spread

import (
	"math"
	"testing"
)

func TestOneWidthForAllHoldsItsShareOfTheErrors(t *testing.T) {
	var errors []Holdout
	for i := range 100 { // log errors from -0.50 to 0.49, of homes of 100 000 euros
		errors = append(errors, Holdout{Price: 100_000, Error: float64(i-50) / 100, Weight: 1})
	}
	old := Holdout{Price: 100_000, Error: 3, Weight: 0}
	got := fitConstant(append(errors, old))
	inside := 0
	for _, e := range errors {
		if value := e.Price * math.Exp(-e.Error); math.Abs(e.Price-value) <= got.Euros {
			inside++
		}
	}
	if math.Abs(got.Low+0.405) > 1e-9 || math.Abs(got.High-0.395) > 1e-9 || inside != 80 {
		t.Errorf("fitConstant = %+v, which holds %d of 100 in euros; want -0.405 to 0.395, and 80", got, inside)
	}
	if none := fitConstant(nil); none != (Constant{}) {
		t.Errorf("without errors: %+v, want nothing", none)
	}
}

func TestWithoutErrorsThereAreNoIntervalsOfOneWidth(t *testing.T) {
	if byLog, byEuros, ok := (Constant{}).Intervals(1, 0); ok || byLog[1] != 0 || byEuros[1] != 0 {
		t.Errorf("intervals to %v and %v, want none", byLog[1], byEuros[1])
	}
}
