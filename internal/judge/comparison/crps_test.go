package comparison

import (
	"math"
	"testing"

	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/num/stats"
)

// TestCRPSOfANormalPromise holds the score to the closed form of normal distributions (Gneiting and Raftery 2007).
func TestCRPSOfANormalPromise(t *testing.T) {
	const value, fsd = 300_000.0, 0.1
	for _, price := range []float64{200_000, 280_000, 300_000, 350_000} {
		z := (price - value) / (fsd * value)
		density := math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
		below := 0.5 * math.Erfc(-z/math.Sqrt2)
		want := 100 * fsd * (z*(2*below-1) + 2*density - 1/math.Sqrt(math.Pi))
		o := ratio.Observation{Price: price, Value: value, HasValue: true, FSD: fsd}
		if got := promised(&o).crps(price, value); math.Abs(got.V-want) > 0.02 {
			t.Errorf("a price of %v scores %v, want %v", price, got.V, want)
		}
		z80, _ := stats.NormalQuantile(0.9)
		byInterval := ratio.Observation{Value: value, Low80: value * (1 - z80*fsd), High80: value * (1 + z80*fsd)}
		if got := promised(&byInterval).crps(price, value); math.Abs(got.V-want) > 0.02 {
			t.Errorf("a price of %v scores %v by the interval, want %v", price, got.V, want)
		}
	}
	if got := promised(&ratio.Observation{Value: value}).crps(1, value); got.Known {
		t.Errorf("a value without a promise scores %v", got)
	}
}
