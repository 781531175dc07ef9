package valuer

import (
	"reflect"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

func TestALotOfAFlatDoesNotCountWhereNoneIsSoldWithOne(t *testing.T) {
	town := newTown(t)
	flats := 0
	for h, d := range town.dwellings {
		if d.BuildType.Group() != gevel.GroupApartment || h%3 > 0 {
			continue
		}
		flats++
		q := town.inquiry(h, marketEnd)
		unknown := town.valueWith(t, q, gevel.Characteristics{})
		for _, lot := range []int{0, 1, 500} {
			if got := town.valueWith(t, q, gevel.Characteristics{ParcelSurface: gevel.Some(lot)}); !reflect.DeepEqual(got, unknown) {
				t.Errorf("flat %d told to have a lot of %d m2 is valued\n%+v, else\n%+v", h, lot, got, unknown)
			}
		}
	}
	if flats == 0 {
		t.Error("the town has no flats")
	}
}

func TestALotCountsWhereSomeSalesTellOne(t *testing.T) {
	for _, c := range []struct {
		telling int // of twenty sales
		want    gevel.Opt[int]
	}{
		{0, gevel.Some(70)}, {1, gevel.Some(70)}, {4, gevel.Some(0)}, {20, gevel.Some(0)},
	} {
		m := newSmallMarket(3, 2)
		for i := range m.sales {
			m.sales[i].ParcelSurface = gevel.Opt[int]{Known: i%20 < c.telling} // of 0 m2
		}
		s := market.NewSales(marketSchema, m.sales)
		tr := newTrainer(s, TrainOptions{})
		v := &Vintage{Usual: tr.usual(tr.sales.KnownBefore(marketEnd + 100))}
		h := s.Home(0, nil, nil)
		h.BuildType, h.ParcelSurface = gevel.Tussenwoning, gevel.Some(0)
		if v.withoutLot(&h, gevel.Some(70)); h.ParcelSurface != c.want {
			t.Errorf("where %d of 20 sales tell a lot, a home told to have none has %v, want %v", c.telling, h.ParcelSurface, c.want)
		}
	}
}
