package valuation_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/gevel/gevel/internal/testing/smalltown"
)

// Of a deal one sale is evidence and may be a reference, whichever home is valued.
func TestOfADealOneSaleIsEvidence(t *testing.T) {
	m, day := smalltown.New(3, smalltown.FewStreets), smalltown.End
	m.SetDeals()
	rng := rand.New(rand.NewPCG(3, 4))
	price := m.Sale(rng, 0, 0, day).Price
	for home := range 12 { // the first of the street, sold just before
		s := m.Sale(rng, 100_000+home, home, day-30)
		s.ID, s.DwellingID = fmt.Sprintf("row %02d", home), string(m.Dwellings[home].ID)
		s.UseSurface, s.KnownDate, s.Price = m.Dwellings[0].UseSurface, day-20, price
		if home > 0 {
			s.Deal = "row 00"
		}
		m.Sold = append(m.Sold, s)
	}
	v := m.Valuer(t, 1, day.AddMonths(-1))
	shown := 0
	for home := range 20 {
		got, err := v.Value(m.Inquiry(home, day))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, r := range got.References {
			if r.Date == day-30 && r.Price == price {
				n++
			}
		}
		if n > 1 {
			t.Errorf("home %d has %d references of one deal", home, n)
		}
		if n == 1 {
			shown++
		} else if home == 0 {
			t.Error("where the deal's first home is valued no other stands for the deal")
		}
		if home < 12 && got.OwnSale.V.Price != price {
			t.Errorf("home %d was last sold for %d, want %d", home, got.OwnSale.V.Price, price)
		}
	}
	if shown < 5 {
		t.Errorf("the deal is a reference of %d of 20 homes in its street", shown)
	}
}
