package train

import (
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/vintage"
)

// An unknown position is the zero Point, which no homes share.
func TestSalesWithoutAPlaceSayNothingOfPlaces(t *testing.T) {
	sales := make([]gevel.Sale, 100)
	for i := range sales {
		sales[i] = gevel.Sale{ID: string(rune('a' + i)), Price: 1, Date: gevel.Date(i), KnownDate: gevel.Date(i)}
	}
	locate := func(n int) (*trainer, []int32) {
		for i := range sales {
			sales[i].At = gevel.Point{}
			if i%10 < n {
				sales[i].At = gevel.Point{X: 80_000, Y: 450_000}
			}
		}
		s := market.NewSales(gevel.Standard(), sales)
		return newTrainer(vintage.NewSales(s), Options{}), s.EvidenceBefore(1000)
	}

	tr, rows := locate(6)
	if got := tr.located(rows); len(got) != MinTraining || slices.ContainsFunc(got, func(i int) bool { return !tr.sales.Place[rows[i]].Known() }) {
		t.Errorf("%d of %d sales are learned from, among them some without a place", len(got), len(rows))
	}
	tr, rows = locate(4)
	if got := tr.located(rows); len(got) != len(rows) {
		t.Errorf("%d sales are learned from where too few have a place, want all", len(got))
	}
}
