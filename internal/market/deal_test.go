package market_test

import (
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// dealOfThree is a deal of three homes, the last known later, and a sale on its own.
func dealOfThree() *market.Sales {
	sale := func(id string, known gevel.Date, deal string) gevel.Sale {
		return gevel.Sale{
			ID: id, DwellingID: "home of " + id, Date: 18_000, KnownDate: known, Price: 300_000, Deal: deal,
			At: gevel.Point{X: 121_000, Y: 487_000},
		}
	}
	return market.NewSales(gevel.Standard(), []gevel.Sale{
		sale("first", 18_010, ""), sale("second", 18_010, "first"), sale("third", 18_020, "first"), sale("alone", 18_005, ""),
	})
}

func idsOf(s *market.Sales, rows []int32) (ids []string) {
	for _, row := range rows {
		ids = append(ids, s.ID(int(row)))
	}
	slices.Sort(ids)
	return ids
}

func TestOfADealTheFirstIsEvidence(t *testing.T) {
	s := dealOfThree()
	for day, want := range map[gevel.Date][]string{18_005: nil, 18_010: {"alone"}, 18_011: {"alone", "first"}, gevel.Never: {"alone", "first"}} {
		if got := idsOf(s, s.EvidenceBefore(day)); !slices.Equal(got, want) {
			t.Errorf("before %v the evidence is %q, want %q", day, got, want)
		}
	}
	if n := s.Repeated(); n != 2 {
		t.Errorf("%d sales repeat a price, want 2", n)
	}
	some := s.Select([]int{0, 1, 2, 3}, func(row int) gevel.Date { return s.Known[row] })
	if got, want := idsOf(some, some.EvidenceBefore(gevel.Never)), []string{"alone", "first"}; !slices.Equal(got, want) {
		t.Errorf("of all sales selected the evidence is %q, want %q", got, want)
	}
}

func TestTheNextHomeStandsInWhereTheFirstIsValued(t *testing.T) {
	s := dealOfThree()
	for _, test := range []struct {
		home string
		day  gevel.Date
		want string
	}{
		{"first", 18_011, "second"}, {"first", 18_010, ""}, {"second", 18_030, ""}, {"alone", 18_030, ""},
	} {
		got := ""
		if row := s.StandsIn(s.DwellingCode("home of "+test.home), test.day); row >= 0 {
			got = s.ID(int(row))
		}
		if got != test.want {
			t.Errorf("for the home of %q %q stands in before %v, want %q", test.home, got, test.day, test.want)
		}
	}
	if row := s.StandsIn(-1, 18_030); row >= 0 {
		t.Errorf("for a home that was never sold %q stands in", s.ID(int(row)))
	}
}
