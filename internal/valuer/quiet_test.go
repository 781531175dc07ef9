package valuer

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// A market of which nothing became known for long is known less each day, and a model made
// since does not make it known again.
func TestAQuietMarketIsKnownUntilItsNewestSale(t *testing.T) {
	m := newSmallMarket(10, townStreets)
	s := market.NewSales(marketSchema, m.sales)
	newest := s.Known[0]
	for _, known := range s.Known {
		newest = max(newest, known)
	}
	late := newest + 200
	vintages := trained(t, s, 0, late)
	if got, want := vintages[0].Indexes[0].Until, newest+quietDays; got != want {
		t.Errorf("the market is known until %s, want %s", got, want)
	}
	files, err := Encode(vintages)
	if err != nil {
		t.Fatal(err)
	}
	tn := town{smallMarket: m, Valuer: m.open(t, s, files)}
	before := 0.0
	for _, day := range []gevel.Date{late, late + 60, late + 120, late + 3*365} {
		got := tn.valueWith(t, tn.inquiry(0, day), gevel.Characteristics{}).FSD
		if got <= before {
			t.Errorf("on %s the FSD is %v, earlier %v", day, got, before)
		}
		before = got
	}
}
