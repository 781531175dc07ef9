package kriging

import (
	"math"
	"testing"
)

func TestDecayIsTheExponential(t *testing.T) {
	for x := 0.0; x < 30; x += 0.00137 {
		want := math.Exp(-x)
		if x >= decayEnd {
			want = 0
		}
		if got := decay(x); math.Abs(got-want) > 3e-9*want {
			t.Fatalf("decay(%v) = %v, want %v", x, got, want)
		}
	}
	for _, x := range []float64{math.Inf(1), math.NaN()} {
		if got := decay(x); got != 0 {
			t.Errorf("decay(%v) = %v, want 0", x, got)
		}
	}
}
