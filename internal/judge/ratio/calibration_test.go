package ratio

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
)

// TestAShareHasWilsonsInterval checks shares of ten with intervals worked out by hand.
func TestAShareHasWilsonsInterval(t *testing.T) {
	for k, want := range map[int]Range{0: {0, 27.75}, 5: {23.66, 76.34}, 8: {49.02, 94.33}, 10: {72.25, 100}} {
		got := shareAlone(k, 10)
		if got.Value != float64(10*k) || math.Abs(got.Range.Low-want.Low) > 0.005 || math.Abs(got.Range.High-want.High) > 0.005 {
			t.Errorf("%d of 10 are %+v, want %+v", k, got, want)
		}
	}
}

// TestSalesOfAMonthThatErrTogetherAreWorthLess counts the same 720 of 1000 sales spread evenly over ten months, and
// with all that fail in three of them.
func TestSalesOfAMonthThatErrTogetherAreWorthLess(t *testing.T) {
	verdict := func(keptIn func(month int) int) (Verdict, float64) {
		var obs []Observation
		for month := range 10 {
			for i := range 100 {
				o := Observation{Value: 100, Price: 130, HasValue: true, Class: gevel.Some[gevel.ConfidenceClass](4), Month: gevel.Month(month)}
				if i < keptIn(month) {
					o.Price = 105
				}
				obs = append(obs, o)
			}
		}
		c := MeasuresOf(obs, Options{Replicates: -1}).Classes[0]
		return c.Verdict, c.Share.Range.High - c.Share.Range.Low
	}
	alone, narrow := verdict(func(int) int { return 72 })
	together, wide := verdict(func(month int) int { return []int{90, 90, 90, 90, 90, 90, 90, 30, 30, 30}[month] })
	if alone != Broken || together != NotRefuted || wide < 3*narrow {
		t.Errorf("evenly spread the promise is %s, with an interval of %.1f points; failing in three months %s, %.1f",
			alone, narrow, together, wide)
	}
}

func TestTheScoreOfAStudyIsTheMeanOfThoseThatHaveOne(t *testing.T) {
	obs := simulated(100, 1)
	obs[0].CRPS, obs[1].CRPS = gevel.Some(3.0), gevel.Some(5.0)
	expect(t, "CRPS", MeasuresOf(obs, Options{Replicates: 1}).CRPS, 4)
	if got := MeasuresOf(simulated(100, 1), Options{Replicates: 1}).CRPS; got.Known {
		t.Errorf("without scores the mean is %v", got)
	}
}
