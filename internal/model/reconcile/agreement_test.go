package reconcile

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

func TestStrangeOwnSalesAreFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	want := Agreement{Strange: 0.25, Narrow: 0.1, Middle: -0.4, Wide: 0.35}
	bases, counts := make([]Basis, 4000), make([]float64, 4000)
	for i := range bases {
		counts[i] = 1
		if bases[i].Gap = want.Narrow * rng.NormFloat64(); rng.Float64() < want.Strange {
			bases[i].Gap = want.Middle + want.Wide*rng.NormFloat64()
		}
	}
	got := fitAgreement(bases, counts)
	for name, pair := range map[string][2]float64{
		"share": {got.Strange, want.Strange}, "near": {got.Narrow, want.Narrow},
		"middle": {got.Middle, want.Middle}, "wide": {got.Wide, want.Wide},
	} {
		if math.Abs(pair[0]-pair[1]) > 0.05 {
			t.Errorf("%s of the strange sales = %.3f, want about %.3f", name, pair[0], pair[1])
		}
	}
	if same, far := got.credibility(0.02), got.credibility(-0.6); same < 0.9 || far > 0.01 {
		t.Errorf("a sale 2 %% apart is credible by %.3f and one 60 %% below by %.3f, want nearly 1 and 0", same, far)
	}
}

func TestWithoutOwnSalesAgreementIsThePrior(t *testing.T) {
	got := fitAgreement(nil, nil)
	if math.Abs(got.Strange-priorAgreement.Strange) > 1e-9 || math.Abs(got.Narrow-priorAgreement.Narrow) > 1e-9 || math.Abs(got.Wide-priorAgreement.Wide) > 1e-9 {
		t.Errorf("agreement = %+v, want %+v", got, priorAgreement)
	}
}

func TestCredibilityIsAProbability(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gap := rapid.Float64Range(-100, 100)
		bases := make([]Basis, rapid.IntRange(0, 50).Draw(t, "n"))
		counts := make([]float64, len(bases))
		for i := range bases {
			bases[i].Gap, counts[i] = gap.Draw(t, "gap"), rapid.Float64Range(0, 2).Draw(t, "count")
		}
		a := fitAgreement(bases, counts)
		if p := a.credibility(gap.Draw(t, "asked")); !(p >= 0 && p <= 1) {
			t.Fatalf("%+v is credible with probability %v", a, p)
		}
	})
}
