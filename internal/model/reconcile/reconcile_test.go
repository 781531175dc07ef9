package reconcile

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gevel/gevel/internal/num/stats"
	"pgregory.net/rapid"
)

// randomHoldouts invents the out-of-time errors of a market: a shared part, a part
// of each approach's own, heavy tails, and an own sale that ages.
func randomHoldouts(rng *rand.Rand, n int) []Holdout {
	holdouts := make([]Holdout, n)
	for i := range holdouts {
		o := &holdouts[i]
		shared, own := 0.08*heavy(rng), math.NaN()
		o.Basis.KrigingDeviation = 1 + 0.3*rng.NormFloat64()
		years := rng.Float64() * 20
		if rng.IntN(3) > 0 {
			o.Basis.HasOwnSale = true
			own = shared*0.3 + (0.05+0.03*math.Sqrt(years))*heavy(rng)
		}
		o.Errors = Values{shared + 0.05*heavy(rng), shared + 0.04*heavy(rng), shared + 0.09*heavy(rng), own}
	}
	return holdouts
}

// heavy draws from Student's distribution with four degrees of freedom.
func heavy(rng *rand.Rand) float64 {
	z, _ := stats.StudentQuantile(rng.Float64(), 4)
	return z
}

// anyBasis draws a basis that a home may have.
func anyBasis(t *rapid.T) Basis {
	return Basis{
		KrigingDeviation: rapid.Float64Range(0, 5).Draw(t, "unsure"), HasOwnSale: rapid.Bool().Draw(t, "own"),
		Change: rapid.Float64Range(-3, 3).Draw(t, "change"), Gap: rapid.Float64Range(-3, 3).Draw(t, "gap"),
	}
}

func TestWeightsSumToOneAndNoneIsNegative(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		r := Fit(randomHoldouts(rng, rapid.IntRange(0, 300).Draw(t, "n")))
		e, sum := anyBasis(t), 0.0
		for i, w := range r.Weights(e) {
			if !(w >= 0) {
				t.Fatalf("weight of approach %d = %v", i, w)
			}
			if sum += w; !e.HasOwnSale && Approach(i) == OwnSale && w != 0 {
				t.Fatalf("an own sale that is not there weighs %v", w)
			}
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("weights sum to %v, want 1", sum)
		}
	})
}

func TestWeightsRunSmoothly(t *testing.T) {
	r := Fit(randomHoldouts(rand.New(rand.NewPCG(1, 1)), 2000))
	for name, test := range map[string]struct {
		from, to, step float64
		set            func(e *Basis, x float64)
	}{
		"a 2000th of the own price":     {-2, 2, 0.0005, func(e *Basis, x float64) { e.Gap = x }},
		"a thousandth of the deviation": {0, 3, 0.001, func(e *Basis, x float64) { e.KrigingDeviation = x }},
	} {
		e := Basis{KrigingDeviation: 1, HasOwnSale: true, Gap: 0.1}
		for x := test.from; x < test.to; x += test.step {
			test.set(&e, x)
			before := r.Weights(e)
			test.set(&e, x+test.step)
			for i, after := range r.Weights(e) {
				if d := math.Abs(after - before[i]); d > 0.002 {
					t.Fatalf("%s, at %v: the weight of approach %d moves by %v", name, x, i, d)
				}
			}
		}
	}
}

func TestAnOwnSaleOfAChangedHomeWeighsLess(t *testing.T) {
	r := Fit(randomHoldouts(rand.New(rand.NewPCG(4, 4)), 2000))
	rapid.Check(t, func(t *rapid.T) {
		e := Basis{HasOwnSale: true, Change: rapid.Float64Range(0, 3).Draw(t, "change")}
		more, less := e, e
		more.Change += rapid.Float64Range(0.01, 1).Draw(t, "more")
		less.Change *= -1
		weight := r.Weights(e)[OwnSale]
		if got := r.Weights(more)[OwnSale]; got >= weight {
			t.Fatalf("the own sale weighs %v after a change of %v and %v after one of %v", weight, e.Change, got, more.Change)
		}
		if got := r.Weights(less)[OwnSale]; got != weight {
			t.Fatalf("the own sale weighs %v after a change of %v and %v after the opposite", weight, e.Change, got)
		}
	})
}

func TestWhereKrigingIsUnsureOthersWeighMore(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	holdouts := randomHoldouts(rng, 4000)
	for i := range holdouts { // the less like homes there are, the worse kriging is
		holdouts[i].Errors[Kriging] += 0.1 * holdouts[i].Basis.KrigingDeviation * rng.NormFloat64()
	}
	r := Fit(holdouts)
	sure, unsure := r.Weights(Basis{KrigingDeviation: 0.5})[Kriging], r.Weights(Basis{KrigingDeviation: 1.5})[Kriging]
	if !(unsure < sure) {
		t.Errorf("kriging weighs %v where it is sure and %v where it is not", sure, unsure)
	}
}

func TestReconcilingBeatsTheBestApproach(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	r := Fit(randomHoldouts(rng, 3000))
	var mean Values
	reconciled, n := 0.0, 0.0
	for _, o := range randomHoldouts(rng, 3000) {
		if !o.Basis.HasOwnSale {
			continue
		}
		n++
		for i, err := range o.Errors {
			mean[i] += math.Abs(err)
		}
		reconciled += math.Abs(r.Value(o.Errors, o.BasisUnder(&r)))
	}
	for i, m := range mean {
		if reconciled >= m {
			t.Errorf("mean absolute error %v, that of approach %d is %v", reconciled/n, i, m/n)
		}
	}
}

// strangeHoldouts invents holdouts of a market where two own sales in five are of homes
// that were worked on afterwards.
func strangeHoldouts(rng *rand.Rand, n int) []Holdout {
	holdouts := randomHoldouts(rng, n)
	for i := range holdouts {
		if o := &holdouts[i]; o.Basis.HasOwnSale && rng.IntN(5) < 2 {
			o.Errors[OwnSale] += 0.6 + 0.3*rng.NormFloat64()
		}
	}
	return holdouts
}

func TestOwnSalesThatAgreeWeighMoreWhereStrangeOnesAreFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	holdouts := strangeHoldouts(rng, 4000)
	r := Fit(holdouts)
	alike := leastDeviation(holdouts, ownCounts(holdouts), prior(int(Approaches))).weights()
	agreeing, strange := Basis{HasOwnSale: true, Gap: 0.02}, Basis{HasOwnSale: true, Gap: -0.8}
	if got := r.Weights(agreeing)[OwnSale]; got < 1.2*alike[OwnSale] {
		t.Errorf("an own sale that agrees weighs %.3f, with one weight for all %.3f", got, alike[OwnSale])
	}
	if got := r.Weights(strange)[OwnSale]; got > 0.02 {
		t.Errorf("an own sale 80 %% below all else weighs %.3f", got)
	}
	before, after := 0.0, 0.0
	for _, o := range strangeHoldouts(rng, 4000) {
		if o.Basis.HasOwnSale {
			before += math.Abs(combine(alike, o.Errors))
			after += math.Abs(r.Value(o.Errors, o.BasisUnder(&r)))
		}
	}
	if after > 0.95*before {
		t.Errorf("mean absolute error with strange own sales found is %.3f times that without", after/before)
	}
}

// TestHoldoutsTeachHowMuchAnOwnSaleAboveAllElseWeighs has homes that are better than other sales show, and whose own sales
// show it.
func TestHoldoutsTeachHowMuchAnOwnSaleAboveAllElseWeighs(t *testing.T) {
	better := func(h *Holdout) float64 {
		if !h.Basis.HasOwnSale || h.Errors[OwnSale] > -0.1 {
			return 0
		}
		return 0.5 * (h.Errors[Hedonic] - h.Errors[OwnSale])
	}
	weight := func(share float64) float64 {
		holdouts := randomHoldouts(rand.New(rand.NewPCG(9, 9)), 4000)
		for i := range holdouts {
			by := share * better(&holdouts[i])
			for a := range holdouts[i].Errors {
				holdouts[i].Errors[a] += by // the price is higher
			}
		}
		m := Fit(holdouts)
		at := Basis{KrigingDeviation: 1, HasOwnSale: true, Gap: raisedGap}
		if low := at; m.Raised > 0 {
			low.Gap = -low.Gap
			if above, below := m.Weights(at)[OwnSale], m.Weights(low)[OwnSale]; above <= below {
				t.Errorf("an own sale above all else weighs %.3f, one as far below %.3f", above, below)
			}
		}
		return m.Raised
	}
	if not, half := weight(0), weight(1); not > 0.15 || half < not+0.1 {
		t.Errorf("weights go %.2f of the way to own sales that say nothing, %.2f to those that are half right", not, half)
	}
}

// ownCounts count the holdouts with an own sale.
func ownCounts(holdouts []Holdout) []float64 {
	counts := make([]float64, len(holdouts))
	for i, o := range holdouts {
		if o.Basis.HasOwnSale {
			counts[i] = 1
		}
	}
	return counts
}

func TestWeightsDoNotHangOnHowLargeErrorsAre(t *testing.T) {
	few := randomHoldouts(rand.New(rand.NewPCG(7, 7)), 60)
	for i := range few { // all below leastDeviating and mostError, where weights would
		for j := range few[i].Errors {
			few[i].Errors[j] *= 0.05
		}
	}
	smaller := slices.Clone(few)
	for i := range smaller {
		for j := range smaller[i].Errors {
			smaller[i].Errors[j] *= 0.2
		}
	}
	before, after := Fit(few), Fit(smaller)
	for k := range before.WithoutOwn {
		for i, w := range before.WithoutOwn[k] {
			if got := after.WithoutOwn[k][i]; math.Abs(got-w) > 0.05 {
				t.Errorf("with errors a fifth as large approach %d weighs %.3f instead of %.3f", i, got, w)
			}
		}
	}
}

func TestWorthlessOwnSalesHardlyWeigh(t *testing.T) {
	holdouts := randomHoldouts(rand.New(rand.NewPCG(8, 8)), 3000)
	for i := range holdouts {
		if o := &holdouts[i]; o.Basis.HasOwnSale {
			o.Errors[OwnSale] *= 20
		}
	}
	r := Fit(holdouts)
	if got := r.Weights(Basis{HasOwnSale: true})[OwnSale]; got > 0.05 {
		t.Errorf("worthless own sales weigh %.3f", got)
	}
}
