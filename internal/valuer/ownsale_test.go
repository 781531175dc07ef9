package valuer

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
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

// Nothing says that what a sale did not tell of its home has changed since.
func TestWhatAnOwnSaleDidNotTellWasAsItIsNow(t *testing.T) {
	for what, c := range map[string]struct {
		sold, register, now gevel.Characteristics // labels and lots
		want                gevel.Characteristics
	}{
		"told then":                  {labelled(gevel.LabelD), labelled(gevel.LabelC), labelled(gevel.LabelC), labelled(gevel.LabelD)},
		"not told then":              {labelled(0), labelled(gevel.LabelC), labelled(gevel.LabelC), labelled(gevel.LabelC)},
		"changed by the caller":      {labelled(0), labelled(gevel.LabelC), labelled(gevel.LabelA), labelled(gevel.LabelC)},
		"told by the caller alone":   {labelled(0), labelled(0), labelled(gevel.LabelA), labelled(gevel.LabelA)},
		"a lot that does not count":  {gevel.Characteristics{ParcelSurface: gevel.Some(90)}, gevel.Characteristics{}, gevel.Characteristics{}, gevel.Characteristics{}},
		"a lot that was not told":    {gevel.Characteristics{}, gevel.Characteristics{}, gevel.Characteristics{ParcelSurface: gevel.Some(90)}, gevel.Characteristics{ParcelSurface: gevel.Some(90)}},
		"neither told nor known now": {labelled(0), labelled(0), labelled(0), labelled(0)},
	} {
		sale := gevel.Sale{ID: "1", Characteristics: c.sold, Num: []float64{math.NaN()}, Cat: []string{""}}
		d := newDesk(newGround(edition.NewSales(marketSchema, []gevel.Sale{sale})))
		v := &Vintage{}
		v.Usual[0] = Usual{Num: []float32{float32(math.NaN())}, Cat: []int32{0}}
		home := edition.Home{Characteristics: c.now, Num: []float32{7}, Cat: []int32{0}}
		then, more := d.asSold(v, question{home: &home, register: c.register}, 0)
		if then.Characteristics != c.want || !math.IsNaN(float64(then.Num[0])) || then.Cat[0] != 0 || !more {
			t.Errorf("%s: the home sold was %+v, %v, %v, want %+v, an unknown extra and the category that all have", what, then.Characteristics, then.Num, then.Cat, c.want)
		}
		v.Usual[0] = Usual{Num: []float32{3}, Cat: []int32{-1}}
		if then, _ = d.asSold(v, question{home: &home, register: c.register}, 0); then.Num[0] != 7 || then.Cat[0] != -1 {
			t.Errorf("%s: of extras the home sold had %v and %v, want 7 as now and an unknown category", what, then.Num, then.Cat)
		}
	}
}

func labelled(label gevel.EnergyLabel) gevel.Characteristics {
	return gevel.Characteristics{EnergyLabel: label}
}

// A sale that told all that is known now sold the home as it is: the index alone moves it.
func TestAnUnchangedHomeIsNotAdjusted(t *testing.T) {
	tn := newSecretive(t)
	seen := 0
	for h := range tn.dwellings {
		e, err := tn.Explain(tn.inquiry(h, marketEnd))
		if err != nil || !e.OwnSale.Known {
			continue
		}
		seen++
		if a := e.OwnSale.V.Adjustment; math.Abs(a-1) > 1e-6 {
			t.Errorf("%s: the own sale of an unchanged home is adjusted by %v: %v", e.Valuation.Address, a, e.OwnSale.V.Differences)
		}
	}
	if seen < 20 {
		t.Errorf("only %d homes with an own sale were seen", seen)
	}
}
