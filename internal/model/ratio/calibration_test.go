package ratio

import (
	"math"
	"testing"
)

// TestAShareHasWilsonsInterval checks shares of ten with intervals worked out by hand.
func TestAShareHasWilsonsInterval(t *testing.T) {
	for k, want := range map[int]Range{0: {0, 27.75}, 5: {23.66, 76.34}, 8: {49.02, 94.33}, 10: {72.25, 100}} {
		got := share(k, 10)
		if got.Value != float64(10*k) || math.Abs(got.Range.Low-want.Low) > 0.005 || math.Abs(got.Range.High-want.High) > 0.005 {
			t.Errorf("%d of 10 are %+v, want %+v", k, got, want)
		}
	}
}
