package valuer

import (
	"math"
	"math/rand/v2"
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
		o.own.years = rng.Float64() * 20
		if rng.IntN(3) > 0 {
			own = shared*0.3 + (0.05+0.03*math.Sqrt(o.own.years))*heavy(rng)
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

func TestWeightsSumToOneAndNoneIsNegative(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		r := fitReconciliation(randomOutcomes(rng, rapid.IntRange(0, 300).Draw(t, "n")))
		for _, own := range []bool{false, true} {
			sum := 0.0
			for i, w := range r.weights(own, ownEvidence{
				years: rapid.Float64Range(0, 60).Draw(t, "years"), change: rapid.Float64Range(-3, 3).Draw(t, "change"),
			}) {
				if !(w >= 0) {
					t.Fatalf("weight of approach %d = %v", i, w)
				}
				if sum += w; !own && approach(i) == byOwnSale && w != 0 {
					t.Fatalf("an own sale that is not there weighs %v", w)
				}
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Fatalf("weights sum to %v, want 1", sum)
			}
		}
	})
}

func TestWeightsRunSmoothlyInTheYearsSinceTheOwnSale(t *testing.T) {
	r := fitReconciliation(randomOutcomes(rand.New(rand.NewPCG(1, 1)), 2000))
	const step = 1.0 / 365
	for years := 0.0; years < 25; years += step {
		before, after := r.weights(true, ownEvidence{years: years}), r.weights(true, ownEvidence{years: years + step})
		for i := range before {
			if d := math.Abs(after[i] - before[i]); d > 0.002 {
				t.Fatalf("a day at %.2f years moves the weight of approach %d by %v", years, i, d)
			}
		}
	}
}

func TestAnOldOwnSaleWeighsLess(t *testing.T) {
	r := fitReconciliation(randomOutcomes(rand.New(rand.NewPCG(2, 2)), 4000))
	if young, old := r.weights(true, ownEvidence{years: 1})[byOwnSale], r.weights(true, ownEvidence{years: 14})[byOwnSale]; young <= old {
		t.Errorf("the own sale weighs %v after a year and %v after 14", young, old)
	}
}

func TestAnOwnSaleOfAChangedHomeWeighsLess(t *testing.T) {
	r := fitReconciliation(randomOutcomes(rand.New(rand.NewPCG(4, 4)), 2000))
	rapid.Check(t, func(t *rapid.T) {
		own := ownEvidence{years: rapid.Float64Range(0, 30).Draw(t, "years"), change: rapid.Float64Range(0, 3).Draw(t, "change")}
		more, less := own, own
		more.change += rapid.Float64Range(0.01, 1).Draw(t, "more")
		less.change *= -1
		weight := r.weights(true, own)[byOwnSale]
		if got := r.weights(true, more)[byOwnSale]; got >= weight {
			t.Fatalf("the own sale weighs %v after a change of %v and %v after one of %v", weight, own.change, got, more.change)
		}
		if got := r.weights(true, less)[byOwnSale]; got != weight {
			t.Fatalf("the own sale weighs %v after a change of %v and %v after the opposite", weight, own.change, got)
		}
	})
}

func TestReconcilingBeatsTheBestApproach(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	r := fitReconciliation(randomOutcomes(rng, 3000))
	var mean [approaches]float64
	reconciled, n := 0.0, 0.0
	for _, o := range randomOutcomes(rng, 3000) {
		if !o.hasOwn() {
			continue
		}
		n++
		for i, err := range o.err {
			mean[i] += math.Abs(err)
		}
		reconciled += math.Abs(r.reconcile(o.err, o.own))
	}
	for i, m := range mean {
		if reconciled >= m {
			t.Errorf("mean absolute error %v, that of approach %d is %v", reconciled/n, i, m/n)
		}
	}
}
