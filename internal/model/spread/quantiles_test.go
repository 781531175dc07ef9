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

func TestCRPSOfOnePointIsTheAbsoluteError(t *testing.T) {
	d := Quantiles{0, 0, 0, 0}
	for _, ratio := range []float64{0.7, 1, 1.25} {
		if got, want := d.CRPS(ratio, 0.1), math.Abs(ratio-1); math.Abs(got-want) > 1e-12 {
			t.Errorf("CRPS(%v) = %v, want %v", ratio, got, want)
		}
	}
}

// The score by its definition: the squared distance of the two distribution functions, summed
// over small steps.
func TestCRPSIsTheAreaBetweenTheDistributions(t *testing.T) {
	d := Quantiles{-1.4, -0.5, -0.1, 0.2, 0.7, 2.1}
	const size, step = 0.12, 1e-5
	for _, ratio := range []float64{0.8, 0.99, 1.01, 1.4} {
		want := 0.0
		for x := 0.5; x < 2; x += step {
			below, paid := 0.0, 0.0
			for _, z := range d {
				if math.Exp(z*size) <= x {
					below += 1 / float64(len(d))
				}
			}
			if ratio <= x {
				paid = 1
			}
			want += (below - paid) * (below - paid) * step
		}
		if got := d.CRPS(ratio, size); math.Abs(got-want) > 1e-4 {
			t.Errorf("CRPS(%v) = %v, want %v", ratio, got, want)
		}
	}
}
