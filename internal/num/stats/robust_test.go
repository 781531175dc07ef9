package stats

import "testing"

func TestHuberWeightHoldsTheTails(t *testing.T) {
	for _, test := range []struct{ z, want float64 }{{0, 1}, {-HuberWidth, 1}, {2 * HuberWidth, 0.5}, {-4 * HuberWidth, 0.25}} {
		if got := HuberWeight(test.z); got != test.want {
			t.Errorf("HuberWeight(%v) = %v, want %v", test.z, got, test.want)
		}
	}
}
