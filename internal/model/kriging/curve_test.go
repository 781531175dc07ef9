package kriging

import (
	"math"
	"testing"
)

func TestCurvesAreTheirFunctions(t *testing.T) {
	worst := 0.0
	for exponent := -70.0; exponent < 12; exponent += 0.00071 {
		square := math.Exp2(exponent)
		r := math.Sqrt(3 * square)
		for name, got := range map[string][2]float64{
			"rough":  {rough.at(square), math.Exp(-math.Sqrt(square))},
			"smooth": {smooth.at(square), (1 + r) * math.Exp(-r)},
		} {
			if diff := math.Abs(got[0] - got[1]); diff > 1e-9 {
				t.Fatalf("%s.at(%v) = %v, want %v", name, square, got[0], got[1])
			} else {
				worst = max(worst, diff)
			}
		}
	}
	t.Log(worst)
	for _, square := range []float64{math.Inf(1), math.NaN()} {
		if got := rough.at(square); got != 0 {
			t.Errorf("rough.at(%v) = %v, want 0", square, got)
		}
	}
	if got := rough.at(0); math.Abs(got-1) > 1e-9 {
		t.Errorf("rough.at(0) = %v, want 1", got)
	}
}
