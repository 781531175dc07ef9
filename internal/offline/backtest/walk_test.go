package backtest

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
)

// The age of the own last sale must depend only on what was known before the tested sale, also for homes that
// can't be valued.
func TestOwnYearsCountOnlyWhatWasKnown(t *testing.T) {
	day := gevel.NewDate
	sale := func(id, dwelling string, date, known gevel.Date) gevel.Sale {
		return gevel.Sale{ID: id, DwellingID: dwelling, Date: date, KnownDate: known, Price: 1}
	}
	s := market.NewSales(gevel.Standard(), []gevel.Sale{
		sale("a1", "a", day(2009, 1, 1), day(2009, 1, 1)),
		sale("a2", "a", day(2021, 2, 1), day(2021, 6, 1)),
		sale("a3", "a", day(2021, 5, 1), day(2021, 5, 1)),
		sale("b1", "b", day(2018, 1, 1), day(2018, 1, 1)),
		sale("b2", "b", day(2021, 5, 1), day(2021, 5, 1)),
		sale("c1", "", day(2020, 1, 1), day(2020, 1, 1)),
	})
	rows := map[string]int{}
	for row := range s.Len() {
		rows[s.ID(row)] = row
	}
	f := newForecaster(vintage.NewSales(s))
	for _, c := range []struct {
		id   string
		from gevel.Date // static from this day on; 0: walking
		want gevel.Date // the own sale that counts
	}{
		{"a1", 0, 0},
		{"a2", 0, day(2009, 1, 1)},
		{"a3", 0, day(2009, 1, 1)}, // a2 is known later
		{"b2", 0, day(2018, 1, 1)},
		{"b2", day(2018, 1, 1), 0},
		{"c1", 0, 0},
	} {
		row := rows[c.id]
		home, on := s.Home(row, nil), s.Date[row]
		known := on
		if c.from > 0 {
			known = c.from
		}
		got := f.forecast(valuation.Query{Home: &home, Day: on, Known: known})
		if got.HasValue {
			t.Fatalf("%s has a value, without a place", c.id)
		}
		want := math.NaN()
		if c.want > 0 {
			want = float64(on-c.want) / 365.25
		}
		if got.OwnYears != want && !(math.IsNaN(want) && math.IsNaN(got.OwnYears)) {
			t.Errorf("%s was sold %v years before, want %v", c.id, got.OwnYears, want)
		}
	}
}

// A study tests what callers get: a tested home with as few known characteristics as the register has is
// valued by the service's rules and with the same uncertainty, whether or not its own last sale recorded
// more.
func TestATestedHomeOfWhichLittleIsKnownIsValuedAsACallersIs(t *testing.T) {
	tn := smalltown.Secretive(t)
	sales, day := tn.Edition().Sales(), smalltown.Dates[len(smalltown.Dates)-1]
	forecaster := newForecaster(tn.Sales())
	asked, own := 0, 0
	for h := 0; h < len(tn.Dwellings); h += 7 {
		q := tn.Inquiry(h, day)
		want, err := tn.Value(q)
		if err != nil {
			t.Fatal(err)
		}
		home := market.Home{
			Characteristics: tn.Dwellings[h].Characteristics, Place: want.Dwelling.Place, Day: day,
			Dwelling: sales.DwellingCode(string(want.Dwelling.ID)),
			Zip:      sales.Zips.Code(want.Address.PostalCode.PC4()),
			Street:   sales.Streets.Code(market.StreetKey(want.Address.Street, want.Address.City)),
		}
		f := forecaster.forecast(valuation.Query{Vintage: tn.VintageOn(day), Home: &home, Day: day, Known: day})
		if gevel.Euro(math.Round(f.Value)) != want.Weighted || f.FSD != want.FSD || f.Class.V != want.Class {
			t.Errorf("home %d is worth %.0f in a study, FSD %v, class %d; to a caller %d, %v, %d", h, f.Value, f.FSD, f.Class.V,
				want.Weighted, want.FSD, want.Class)
		}
		asked++
		if want.OwnSale.Known {
			own++
		}
	}
	if own == 0 || own == asked {
		t.Errorf("of %d homes %d were sold before: the test shows one kind only", asked, own)
	}
}
