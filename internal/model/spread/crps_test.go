package spread

import (
	"math"
	"testing"
)

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
