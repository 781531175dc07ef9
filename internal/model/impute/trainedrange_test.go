package impute

import (
	"math"
	"testing"
)

func TestATrainedRangeHoldsNearlyAllSales(t *testing.T) {
	values := []float64{1, 5000} // two outliers
	for i := range 998 {
		values = append(values, 50+float64(i%100))
	}
	r := rangeOf(values)
	if want := (Range{50, 149}); r != want {
		t.Errorf("the range is %v, want %v", r, want)
	}
	for v, want := range map[float64]float64{50: 0, 100: 0, 149: 0, 25: math.Ln2, 298: math.Ln2, 0: math.Log(50)} {
		if got := r.beyond(v); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v lies %v beyond %v, want %v", v, got, r, want)
		}
	}
	if got := (Range{}).beyond(70); got != 0 {
		t.Errorf("where there are no sales, 70 lies %v beyond", got)
	}
}
