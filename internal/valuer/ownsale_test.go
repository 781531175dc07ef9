package valuer

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/gevel/gevel"
)

func TestStrangeOwnSalesAreToldApart(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	want := Agreement{Strange: 0.25, Narrow: 0.1, Middle: -0.4, Wide: 0.35}
	known, counts := make([]basis, 4000), make([]float64, 4000)
	for i := range known {
		counts[i] = 1
		if known[i].gap = want.Narrow * rng.NormFloat64(); rng.Float64() < want.Strange {
			known[i].gap = want.Middle + want.Wide*rng.NormFloat64()
		}
	}
	got := fitAgreement(known, counts)
	for name, pair := range map[string][2]float64{
		"share": {got.Strange, want.Strange}, "near": {got.Narrow, want.Narrow},
		"middle": {got.Middle, want.Middle}, "wide": {got.Wide, want.Wide},
	} {
		if math.Abs(pair[0]-pair[1]) > 0.05 {
			t.Errorf("%s of the strange sales = %.3f, want about %.3f", name, pair[0], pair[1])
		}
	}
	if same, far := got.tells(0.02), got.tells(-0.6); same < 0.9 || far > 0.01 {
		t.Errorf("a sale 2 %% apart tells of the home by %.3f and one 60 %% below by %.3f, want nearly 1 and 0", same, far)
	}
}

func TestWithoutOwnSalesAgreementIsAsExpected(t *testing.T) {
	got := fitAgreement(nil, nil)
	if math.Abs(got.Strange-guessAgreement.Strange) > 1e-9 || math.Abs(got.Narrow-guessAgreement.Narrow) > 1e-9 || math.Abs(got.Wide-guessAgreement.Wide) > 1e-9 {
		t.Errorf("agreement = %+v, want %+v", got, guessAgreement)
	}
}

func TestWhatASaleTellsIsAProbability(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gap := rapid.Float64Range(-100, 100)
		known := make([]basis, rapid.IntRange(0, 50).Draw(t, "n"))
		counts := make([]float64, len(known))
		for i := range known {
			known[i].gap, counts[i] = gap.Draw(t, "gap"), rapid.Float64Range(0, 2).Draw(t, "count")
		}
		a := fitAgreement(known, counts)
		if p := a.tells(gap.Draw(t, "asked")); !(p >= 0 && p <= 1) {
			t.Fatalf("%+v tells with probability %v", a, p)
		}
	})
}

// newForgetful returns a town that keeps rooms and state as newSecretive does, of which one sale
// in twenty tells neither.
func newForgetful(t *testing.T) town {
	t.Helper()
	m := newSmallMarket(7, townStreets)
	m.tellSecrets()
	for i := range m.sales {
		if i%20 == 0 {
			m.sales[i].Rooms, m.sales[i].Num[0] = gevel.Opt[int]{}, math.NaN()
		}
	}
	return town{smallMarket: m, Valuer: m.valuer(t, 1, townDates...)}
}

func TestAnUnchangedHomeIsNotAdjusted(t *testing.T) {
	tn := newForgetful(t)
	seen := 0
	for h := range tn.dwellings {
		q := tn.inquiry(h, marketEnd)
		e, err := tn.Explain(q)
		if err != nil || !e.OwnSale.Known {
			continue
		}
		if !e.OwnSale.V.Rooms.Known {
			seen++
		}
		if a := e.OwnSale.V.Adjustment; math.Abs(a-1) > 1e-6 {
			t.Errorf("%v: the own sale of an unchanged home, which told %+v, is adjusted by %v: %v", q.AddressQuery, e.OwnSale.V.Characteristics, a, e.OwnSale.V.Differences)
		}
	}
	if seen < 5 {
		t.Errorf("only %d homes whose own sale did not tell all were seen", seen)
	}
}

func TestAChangedHomeIsAdjustedForWhatChanged(t *testing.T) {
	tn := newSecretive(t)
	d := newDesk(newGround(tn.Valuer.edition.Sales()))
	for h := range tn.dwellings {
		q := tn.inquiry(h, marketEnd)
		surface := tn.dwellings[h].UseSurface.V
		q.Overrides.UseSurface = gevel.Some(surface + surface/2)
		s, err := tn.decide(d, q)
		if err != nil {
			continue
		}
		in := d.indicate(s.vintage, s.question())
		if !in.own {
			continue
		}
		then, more := d.asSold(s.vintage, s.question(), in.ownSale)
		if told := d.sales.Home(int(in.ownSale), nil, nil); more || then.Characteristics != told.Characteristics {
			t.Fatalf("a home sold by a sale that told all is taken for %+v, and it told %+v", then.Characteristics, told.Characteristics)
		}
		e, err := tn.Explain(q)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for _, difference := range e.OwnSale.V.Differences {
			sum += difference.Log
		}
		if a := e.OwnSale.V.Adjustment; a <= 1 || math.Abs(sum-math.Log(a)) > 1e-6 {
			t.Fatalf("the own sale of a home half as large again is adjusted by %v, for %v", a, e.OwnSale.V.Differences)
		}
	}
}
