package impute

import (
	"math"
	"testing"
)

func TestTheMedianIsOfWhatIsKnown(t *testing.T) {
	unknown := math.NaN()
	for _, test := range []struct {
		values []float64
		share  float64
		want   float64
	}{
		{[]float64{3, 1, 2}, 1, 2},
		{[]float64{4, 1}, 1, 2.5},
		{[]float64{5, unknown, 7, unknown}, 0.5, 6},
		{[]float64{5, unknown, unknown}, 0.5, unknown},
		{[]float64{unknown}, 0, unknown},
		{nil, 0, unknown},
	} {
		got := median(test.values, test.share, func(v float64) float64 { return v })
		if got != test.want && !(math.IsNaN(got) && math.IsNaN(test.want)) {
			t.Errorf("the median of %v is %v, want %v", test.values, got, test.want)
		}
	}
}

func TestTheModeIsOfWhatIsKnown(t *testing.T) {
	unknown := math.NaN()
	for _, test := range []struct {
		values []float64
		share  float64
		want   float64
	}{
		{[]float64{2, 0, 0, 2, 2}, 1, 2},
		{[]float64{2, 0, 0, 2}, 1, 0}, // a tie goes to what came to it first,
		{[]float64{0, 2, 2, 0}, 1, 2}, // whatever its code
		{[]float64{unknown, unknown, unknown, 1, 1, 3}, 0.5, 1},
		{[]float64{unknown, unknown, 1}, 0.5, unknown},
		{[]float64{unknown}, 0, unknown},
		{nil, 0, unknown},
	} {
		got := mode(test.values, test.share, func(v float64) float64 { return v })
		if got != test.want && !(math.IsNaN(got) && math.IsNaN(test.want)) {
			t.Errorf("the mode of %v is %v, want %v", test.values, got, test.want)
		}
	}
}
