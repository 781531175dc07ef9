package impute

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// An unknown place is the zero Point, which must not count as a place that homes share.
func TestTheTypicalPlaceComesFromSalesThatHaveOne(t *testing.T) {
	for located, want := range map[int]gevel.Point{6: {X: 80_000, Y: 450_000}, 4: {}} { // of ten sales
		sales := make([]gevel.Sale, 100)
		for i := range sales {
			sales[i] = gevel.Sale{ID: string(rune('a' + i)), Price: 1, Date: gevel.Date(i), KnownDate: gevel.Date(i)}
			if i%10 < located {
				sales[i].At = gevel.Point{X: 80_000, Y: 450_000}
			}
		}
		s := market.NewSales(gevel.Standard(), sales)
		if got := typicalPlace(s, s.EvidenceBefore(1000)); got != want || got.Known() != want.Known() {
			t.Errorf("where %d of ten sales have a place the typical one is %v, want %v", located, got, want)
		}
	}
}
