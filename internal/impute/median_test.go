package impute

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
)

func TestTheMiddleIsOfWhatIsKnown(t *testing.T) {
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
		got := middle(test.values, test.share, func(v float64) float64 { return v })
		if got != test.want && !(math.IsNaN(got) && math.IsNaN(test.want)) {
			t.Errorf("the middle of %v is %v, want %v", test.values, got, test.want)
		}
	}
}

func TestTheMostFrequentIsOfWhatIsKnown(t *testing.T) {
	for _, test := range []struct {
		codes []int32
		share float64
		want  gevel.Opt[int32]
	}{
		{[]int32{2, 0, 0, 2, 2}, 1, gevel.Some[int32](2)},
		{[]int32{2, 0, 0, 2}, 1, gevel.Some[int32](0)}, // a tie goes to what came to it first,
		{[]int32{0, 2, 2, 0}, 1, gevel.Some[int32](2)}, // whatever its code
		{[]int32{-1, -1, -1, 1, 1, 3}, 0.5, gevel.Some[int32](1)},
		{[]int32{-1, -1, 1}, 0.5, gevel.Opt[int32]{}},
		{[]int32{-1}, 0, gevel.Opt[int32]{}},
		{nil, 0, gevel.Opt[int32]{}},
	} {
		if got := mostFrequent(test.codes, test.share, coded); got != test.want {
			t.Errorf("the most frequent of %v is %+v, want %+v", test.codes, got, test.want)
		}
	}
}
