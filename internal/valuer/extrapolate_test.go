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

func TestAChangedHomeRestsLessOnItsOwnSale(t *testing.T) {
	town := newTown(t)
	seen := 0
	for h := range 60 {
		q := town.inquiry(h, marketEnd)
		weight := func(surface int) (own, holds float64) {
			q.Overrides.UseSurface = gevel.Some(surface)
			e, err := town.Explain(q)
			if err != nil {
				t.Fatal(err)
			}
			if !e.OwnSale.Known {
				return -1, -1
			}
			return e.Approaches[byOwnSale].Weight, e.OwnSale.V.Unchanged
		}
		was := town.dwellings[h].UseSurface.V
		same, whole := weight(was)
		larger, _ := weight(was * 5 / 4)
		twice, part := weight(2 * was)
		if same < 0 {
			continue
		}
		seen++
		if !(same > larger && larger > twice) {
			t.Errorf("home %d: its own sale weighs %.3f, with a quarter more surface %.3f, with twice as much %.3f", h, same, larger, twice)
		}
		if !(0 < part && part < whole && whole <= 1) {
			t.Errorf("home %d: its own sale keeps %.3f of its weight, with twice as much surface %.3f", h, whole, part)
		}
	}
	if seen < 10 {
		t.Errorf("only %d homes with an own sale were seen", seen)
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

func TestMeasuresBeyondAllSoldAreDoubted(t *testing.T) {
	tn := newSecretive(t)
	for _, h := range tn.neverSold() {
		q := tn.inquiry(h, marketEnd)
		group := tn.dwellings[h].BuildType.Group()
		extent := tn.vintageOn(q.Date).Extents[group]
		e, err := tn.Explain(q)
		if err != nil {
			t.Fatal(err)
		}
		if d := e.driver(t, Extreme); d.Factor != 1 || d.Has.V != 1 {
			t.Errorf("home %d is as others that were sold, and yet %+v", h, d)
		}
		for name, told := range map[string]gevel.Characteristics{
			"a park":         {ParcelSurface: gevel.Some(gevel.MaxParcelSurface)},
			"a hundred room": {Rooms: gevel.Some(gevel.MaxRooms)},
		} {
			if group == gevel.GroupApartment && told.ParcelSurface.Known {
				continue // what does not count needs no doubt
			}
			q.Overrides = told
			odd, err := tn.Explain(q)
			if err != nil {
				t.Fatal(err)
			}
			if odd.Valuation.Class > 1 || odd.driver(t, Extreme).Factor < 1.5 {
				t.Errorf("home %d told to have %s is of class %d, %+v", h, name, odd.Valuation.Class, odd.driver(t, Extreme))
			}
			checkDrivers(t, odd)
		}
		q.Overrides = gevel.Characteristics{Rooms: gevel.Some(extent[roomsMeasure].Most)}
		if e, err = tn.Explain(q); err != nil || e.driver(t, Extreme).Factor != 1 {
			t.Errorf("home %d with the most rooms sold is doubted: %+v %v", h, e.driver(t, Extreme), err)
		}
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
