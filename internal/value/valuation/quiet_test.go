package valuation_test

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/stats"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// quietDays is the time after its newest sale for which a market counts as known, less the
// time that sales take to become known.
const quietDays = 31

// In a market without new sales the level is less certain each day, and a model made
// since does not make it more certain.
func TestAQuietMarketIsKnownUntilItsNewestSale(t *testing.T) {
	m := smalltown.New(10, smalltown.Streets)
	s := market.NewSales(m.Attributes, m.Sold)
	newest := s.Known[0]
	for _, known := range s.Known {
		newest = max(newest, known)
	}
	late := newest + 200
	vintages := smalltown.Train(t, s, 0, late)
	var delays []float64
	for row := range s.Known {
		delays = append(delays, float64(s.Known[row]-s.Date[row]))
	}
	delay, _ := stats.QuantileInPlace(delays, 0.25)
	if got, want := vintages[0].Indexes[0].Until, newest+quietDays-gevel.Date(delay); got != want {
		t.Errorf("the market is known until %s, want %s", got, want)
	}
	tn := smalltown.Town{Market: m, Valuer: m.Open(t, s, vintages)}
	before := 0.0
	for _, day := range []gevel.Date{late, late + 60, late + 120, late + 3*365} {
		got := tn.ValueWith(t, tn.Inquiry(0, day), gevel.Characteristics{}).FSD
		if got <= before {
			t.Errorf("on %s the FSD is %v, earlier %v", day, got, before)
		}
		before = got
	}
}
