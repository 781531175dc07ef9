package reconcile

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gevel/gevel"
)

func TestWhatAllMissAlikeInAMonthMovesNoWeight(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 11))
	steady := randomHoldouts(rng, 6000)
	moving := randomHoldouts(rand.New(rand.NewPCG(11, 11)), 6000)
	for i := range moving {
		month := int(gevel.Date(16000 + i%360).Month())
		steady[i].Month, moving[i].Month = month, month
		missed := 0.2 * math.Sin(float64(month)) // some months too low, some too high
		for a := range moving[i].Errors {
			moving[i].Errors[a] += missed
		}
	}
	apart := func(a, b Model) (most float64) {
		for _, e := range []Basis{{KrigingDeviation: 0.5}, {KrigingDeviation: 1.5}, {HasOwnSale: true, Years: 1}, {HasOwnSale: true, Years: 10}} {
			x, y := a.Weights(e), b.Weights(e)
			for i := range x {
				most = math.Max(most, math.Abs(x[i]-y[i]))
			}
		}
		return most
	}
	want := Fit(Demean(steady))
	if got := apart(Fit(Demean(moving)), want); got > 0.02 {
		t.Errorf("weights differ by %.3f where the market moved", got)
	}
	if got := apart(Fit(moving), want); got < 0.1 {
		t.Errorf("weights differ by %.3f with the level left in: the test shows nothing", got)
	}
}

func TestFewHoldoutsOfAMonthHardlyShowItsLevel(t *testing.T) {
	one := Holdout{Month: 16, Errors: Values{0.3, 0.3, 0.3, math.NaN()}}
	got := Demean([]Holdout{one})[0].Errors
	if want := 0.3 * DemeanPrior / (DemeanPrior + 1); math.Abs(got[Hedonic]-want) > 1e-12 {
		t.Errorf("of an error of 0.3 that a single holdout made %v are left, want %v", got[Hedonic], want)
	}
	if !math.IsNaN(got[OwnSale]) {
		t.Errorf("the own sale that there is not errs by %v", got[OwnSale])
	}
}
