package valuer

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gevel/gevel/internal/stats"
	"pgregory.net/rapid"
)

// randomOutcomes invents the out-of-time errors of a market: a shared part, a part
// of each approach's own, heavy tails, and an own sale that ages.
func randomOutcomes(rng *rand.Rand, n int) []outcome {
	outcomes := make([]outcome, n)
	for i := range outcomes {
		o := &outcomes[i]
		shared, own := 0.08*heavy(rng), math.NaN()
		o.unsure, o.years = 1+0.3*rng.NormFloat64(), rng.Float64()*20
		if rng.IntN(3) > 0 {
			o.own = true
			own = shared*0.3 + (0.05+0.03*math.Sqrt(o.years))*heavy(rng)
		}
		o.err = [approaches]float64{shared + 0.05*heavy(rng), shared + 0.04*heavy(rng), shared + 0.09*heavy(rng), own}
		o.segments[byGroup] = 1 + rng.IntN(3)
	}
	return outcomes
}

// heavy draws from Student's distribution with four degrees of freedom.
func heavy(rng *rand.Rand) float64 {
	z, _ := stats.StudentQuantile(rng.Float64(), guessDegrees)
	return z
}

// anyBasis draws what a home's approaches may have to go on.
func anyBasis(t *rapid.T) basis {
	return basis{
		unsure: rapid.Float64Range(0, 5).Draw(t, "unsure"), own: rapid.Bool().Draw(t, "own"),
		years:  rapid.Float64Range(0, 60).Draw(t, "years"),
		change: rapid.Float64Range(-3, 3).Draw(t, "change"), gap: rapid.Float64Range(-3, 3).Draw(t, "gap"),
	}
}

func TestWeightsSumToOneAndNoneIsNegative(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		r := fitReconciliation(randomOutcomes(rng, rapid.IntRange(0, 300).Draw(t, "n")))
		e, sum := anyBasis(t), 0.0
		for i, w := range r.weights(e) {
			if !(w >= 0) {
				t.Fatalf("weight of approach %d = %v", i, w)
			}
			if sum += w; !e.own && approach(i) == byOwnSale && w != 0 {
				t.Fatalf("an own sale that is not there weighs %v", w)
			}
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("weights sum to %v, want 1", sum)
		}
	})
}

func TestWeightsRunSmoothly(t *testing.T) {
	r := fitReconciliation(randomOutcomes(rand.New(rand.NewPCG(1, 1)), 2000))
	for name, test := range map[string]struct {
		from, to, step float64
		set            func(e *basis, x float64)
	}{
		"a day since the own sale":     {0, 25, 1.0 / 365, func(e *basis, x float64) { e.years = x }},
		"a 2000th of the own price":    {-2, 2, 0.0005, func(e *basis, x float64) { e.gap = x }},
		"a thousandth of the likeness": {0, 3, 0.001, func(e *basis, x float64) { e.unsure = x }},
	} {
		e := basis{unsure: 1, own: true, years: 3, gap: 0.1}
		for x := test.from; x < test.to; x += test.step {
			test.set(&e, x)
			before := r.weights(e)
			test.set(&e, x+test.step)
			for i, after := range r.weights(e) {
				if d := math.Abs(after - before[i]); d > 0.002 {
					t.Fatalf("%s, at %v: the weight of approach %d moves by %v", name, x, i, d)
				}
			}
		}
	}
}

func TestAnOldOwnSaleWeighsLess(t *testing.T) {
	r := fitReconciliation(randomOutcomes(rand.New(rand.NewPCG(2, 2)), 4000))
	young, old := r.weights(basis{own: true, years: 1})[byOwnSale], r.weights(basis{own: true, years: 14})[byOwnSale]
	if young <= old {
		t.Errorf("the own sale weighs %v after a year and %v after 14", young, old)
	}
}

// TestAnOwnSaleNeverWeighsMoreForBeingOlder has the errors of own sales shrink with their age.
func TestAnOwnSaleNeverWeighsMoreForBeingOlder(t *testing.T) {
	outcomes := randomOutcomes(rand.New(rand.NewPCG(2, 3)), 4000)
	for i := range outcomes {
		if o := &outcomes[i]; o.own {
			o.err[byOwnSale] /= 1 + o.years*o.years
		}
	}
	before := 1.0
	for k, weights := range fitReconciliation(outcomes).WithOwn {
		if weights[byOwnSale] > before {
			t.Errorf("the own sale weighs %v after %v years and %v before", weights[byOwnSale], ownYearKnots[k], before)
		}
		before = weights[byOwnSale]
	}
	if before == 0 {
		t.Error("own sales that err the less the older they are weigh nothing")
	}
}

func TestAnOwnSaleOfAChangedHomeWeighsLess(t *testing.T) {
	r := fitReconciliation(randomOutcomes(rand.New(rand.NewPCG(4, 4)), 2000))
	rapid.Check(t, func(t *rapid.T) {
		e := basis{own: true, years: rapid.Float64Range(0, 30).Draw(t, "years"), change: rapid.Float64Range(0, 3).Draw(t, "change")}
		more, less := e, e
		more.change += rapid.Float64Range(0.01, 1).Draw(t, "more")
		less.change *= -1
		weight := r.weights(e)[byOwnSale]
		if got := r.weights(more)[byOwnSale]; got >= weight {
			t.Fatalf("the own sale weighs %v after a change of %v and %v after one of %v", weight, e.change, got, more.change)
		}
		if got := r.weights(less)[byOwnSale]; got != weight {
			t.Fatalf("the own sale weighs %v after a change of %v and %v after the opposite", weight, e.change, got)
		}
	})
}

func TestWhereLikenessIsUnsureOthersWeighMore(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	outcomes := randomOutcomes(rng, 4000)
	for i := range outcomes { // the less like homes there are, the worse likeness is
		outcomes[i].err[byLikeness] += 0.1 * outcomes[i].unsure * rng.NormFloat64()
	}
	r := fitReconciliation(outcomes)
	sure, unsure := r.weights(basis{unsure: 0.5})[byLikeness], r.weights(basis{unsure: 1.5})[byLikeness]
	if !(unsure < sure) {
		t.Errorf("likeness weighs %v where it is sure and %v where it is not", sure, unsure)
	}
}

func TestReconcilingBeatsTheBestApproach(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	r := fitReconciliation(randomOutcomes(rng, 3000))
	var mean [approaches]float64
	reconciled, n := 0.0, 0.0
	for _, o := range randomOutcomes(rng, 3000) {
		if !o.own {
			continue
		}
		n++
		for i, err := range o.err {
			mean[i] += math.Abs(err)
		}
		reconciled += math.Abs(r.reconcile(o.err, o.basisFor(&r)))
	}
	for i, m := range mean {
		if reconciled >= m {
			t.Errorf("mean absolute error %v, that of approach %d is %v", reconciled/n, i, m/n)
		}
	}
}

// strangeOutcomes invents outcomes of a market where two own sales in five are of homes
// that were worked on since.
func strangeOutcomes(rng *rand.Rand, n int) []outcome {
	outcomes := randomOutcomes(rng, n)
	for i := range outcomes {
		if o := &outcomes[i]; o.own && rng.IntN(5) < 2 {
			o.err[byOwnSale] += 0.6 + 0.3*rng.NormFloat64()
		}
	}
	return outcomes
}

func TestOwnSalesThatAgreeWeighMoreWhereStrangeOnesAreToldApart(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	outcomes := strangeOutcomes(rng, 4000)
	r := fitReconciliation(outcomes)
	alike := leastDeviation(outcomes, ownCounts(outcomes, 4), guessed(int(approaches), guessErrors)).weights()
	agreeing, strange := basis{own: true, years: 4, gap: 0.02}, basis{own: true, years: 4, gap: -0.8}
	if got := r.weights(agreeing)[byOwnSale]; got < 1.2*alike[byOwnSale] {
		t.Errorf("an own sale that agrees weighs %.3f, with one weight for all %.3f", got, alike[byOwnSale])
	}
	if got := r.weights(strange)[byOwnSale]; got > 0.02 {
		t.Errorf("an own sale 80 %% below all else weighs %.3f", got)
	}
	before, after := 0.0, 0.0
	for _, o := range strangeOutcomes(rng, 4000) {
		if o.own {
			before += math.Abs(combine(alike, o.err))
			after += math.Abs(r.reconcile(o.err, o.basisFor(&r)))
		}
	}
	if after > 0.95*before {
		t.Errorf("mean absolute error with strange own sales told apart is %.3f times that without", after/before)
	}
}

// ownCounts count the outcomes with an own sale about so many years ago.
func ownCounts(outcomes []outcome, years float64) []float64 {
	counts := make([]float64, len(outcomes))
	for i, o := range outcomes {
		if o.own {
			counts[i] = nearTo(years, o.years, ownYearReach)
		}
	}
	return counts
}

func TestWeightsDoNotHangOnHowLargeErrorsAre(t *testing.T) {
	few := randomOutcomes(rand.New(rand.NewPCG(7, 7)), 60)
	for i := range few { // all below minDeviation and oddError, where weights would
		for j := range few[i].err {
			few[i].err[j] *= 0.05
		}
	}
	smaller := slices.Clone(few)
	for i := range smaller {
		for j := range smaller[i].err {
			smaller[i].err[j] *= 0.2
		}
	}
	before, after := fitReconciliation(few), fitReconciliation(smaller)
	for k := range before.WithoutOwn {
		for i, w := range before.WithoutOwn[k] {
			if got := after.WithoutOwn[k][i]; math.Abs(got-w) > 0.05 {
				t.Errorf("with errors a fifth as large approach %d weighs %.3f instead of %.3f", i, got, w)
			}
		}
	}
}

func TestOldOwnSalesTeachTheOldestWeights(t *testing.T) {
	outcomes := randomOutcomes(rand.New(rand.NewPCG(8, 8)), 3000)
	for i := range outcomes {
		if o := &outcomes[i]; o.own {
			o.years = 25 + o.years/10
			o.err[byOwnSale] *= 20 // worth nothing
		}
	}
	r := fitReconciliation(outcomes)
	if got := r.weights(basis{own: true, years: 25})[byOwnSale]; got > 0.05 {
		t.Errorf("worthless own sales of 25 years ago weigh %.3f", got)
	}
}
