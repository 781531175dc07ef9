package valuer

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/gevel/gevel"
)

func TestWhatAllMissAlikeInAMonthMovesNoWeight(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 11))
	steady := randomOutcomes(rng, 6000)
	moving := randomOutcomes(rand.New(rand.NewPCG(11, 11)), 6000)
	for i := range moving {
		day := gevel.Date(16000 + i%360)
		steady[i].day, moving[i].day = day, day
		missed := 0.2 * math.Sin(float64(day.Month())) // some months too low, some too high
		for a := range moving[i].err {
			moving[i].err[a] += missed
		}
	}
	apart := func(a, b Reconciliation) (most float64) {
		for _, e := range []basis{{unsure: 0.5}, {unsure: 1.5}, {own: true, years: 1}, {own: true, years: 10}} {
			x, y := a.weights(e), b.weights(e)
			for i := range x {
				most = math.Max(most, math.Abs(x[i]-y[i]))
			}
		}
		return most
	}
	want := fitReconciliation(levelled(steady))
	if got := apart(fitReconciliation(levelled(moving)), want); got > 0.02 {
		t.Errorf("weights differ by %.3f where the market moved", got)
	}
	if got := apart(fitReconciliation(moving), want); got < 0.1 {
		t.Errorf("weights differ by %.3f with the level left in: the test shows nothing", got)
	}
}

func TestFewOutcomesOfAMonthHardlyTellItsLevel(t *testing.T) {
	one := outcome{day: 16000, err: [approaches]float64{0.3, 0.3, 0.3, math.NaN()}}
	got := levelled([]outcome{one})[0].err
	if want := 0.3 * levelPrior / (levelPrior + 1); math.Abs(got[byHedonic]-want) > 1e-12 {
		t.Errorf("of an error of 0.3 that a single outcome made %v are left, want %v", got[byHedonic], want)
	}
	if !math.IsNaN(got[byOwnSale]) {
		t.Errorf("the own sale that there is not errs by %v", got[byOwnSale])
	}
}

func TestAVintageLearnsItsWeightsFromErrorsLessTheirLevel(t *testing.T) {
	outcomes := randomOutcomes(rand.New(rand.NewPCG(11, 11)), 1000)
	for i := range outcomes {
		outcomes[i].day = townDates[0] + gevel.Date(i%90)
		for a := range outcomes[i].err {
			outcomes[i].err[a] += 0.2
		}
	}
	v := *newTown(t).vintages[0]
	v.calibrate(outcomes)
	if want := fitReconciliation(levelled(outcomes)); !reflect.DeepEqual(v.Reconciliation, want) {
		t.Errorf("the vintage weighs by\n%+v, want\n%+v", v.Reconciliation, want)
	}
}
