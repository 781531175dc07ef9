package valuer

import (
	"math"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// What is told of a home beyond all that was sold makes its value less sure.

func TestAHomeUnlikeAllSoldIsLessSure(t *testing.T) {
	town := newTown(t)
	for h := range 40 {
		q := town.inquiry(h, marketEnd)
		usual := town.valueWith(t, q, gevel.Characteristics{})
		for name, told := range map[string]gevel.Characteristics{
			"palace": {UseSurface: gevel.Some(1500)},
			"closet": {UseSurface: gevel.Some(gevel.MinUseSurface)},
		} {
			odd := town.valueWith(t, q, told)
			if odd.FSD < 2*usual.FSD || odd.Class > 1 || odd.Class >= usual.Class && usual.Class > 0 {
				t.Errorf("home %d as a %s: FSD %.3f and class %d, as it is %.3f and %d", h, name, odd.FSD, odd.Class, usual.FSD, usual.Class)
			}
		}
	}
}

func TestWhatNoSaleTellsSaysNothingOfLikeness(t *testing.T) {
	m := newSmallMarket(2, 1) // whose sales tell no volumes
	s := market.NewSales(marketSchema, m.sales)
	tr := newTrainer(s, TrainOptions{})
	l := Likeness{Scales: tr.scales(tr.sales.KnownBefore(marketEnd), 0)}
	home := s.Home(0, nil, nil)
	without := l.standardised(traits(&home, 0, nil), nil)
	home.Volume = gevel.Some(400)
	if with := l.standardised(traits(&home, 0, nil), nil); !slices.Equal(with, without) {
		t.Errorf("a volume that no sale tells moves the traits from %v to %v", without, with)
	}
}

func TestAnExtentHoldsWhatNearlyAllSalesTell(t *testing.T) {
	values := []float64{1, 5000} // two odd entries
	for i := range 998 {
		values = append(values, 50+float64(i%100))
	}
	r := rangeOf(values)
	if want := (Range{50, 149}); r != want {
		t.Errorf("the range is %v, want %v", r, want)
	}
	for v, want := range map[int]float64{50: 0, 100: 0, 149: 0, 25: math.Ln2, 298: math.Ln2, 0: math.Log(50)} {
		if got := r.beyond(v); math.Abs(got-want) > 1e-12 {
			t.Errorf("%d lies %v beyond %v, want %v", v, got, r, want)
		}
	}
	if got := (Range{}).beyond(70); got != 0 {
		t.Errorf("where no sale tells, 70 lies %v beyond", got)
	}
}
