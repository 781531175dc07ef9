package market_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// TestLastKnownDayIsTheLatestBefore compares the look-up with a look at every sale.
func TestLastKnownDayIsTheLatestBefore(t *testing.T) {
	day := rapid.Int32Range(18_000, 18_040)
	rapid.Check(t, func(r *rapid.T) {
		known := rapid.SliceOfN(day, 0, 30).Draw(r, "known")
		sales := make([]gevel.Sale, len(known))
		for i, d := range known {
			sales[i] = gevel.Sale{Date: gevel.Date(d) - 10, KnownDate: gevel.Date(d), Price: 1, At: gevel.Point{X: 1, Y: 1}}
		}
		before := gevel.Date(day.Draw(r, "before"))
		want := gevel.NoDate
		for _, d := range known {
			if gevel.Date(d) < before {
				want = max(want, gevel.Date(d))
			}
		}
		if got := market.NewSales(gevel.Standard(), sales).LastKnownDay(before); got != want {
			r.Fatalf("before %v the last of %v is %v, want %v", before, known, got, want)
		}
	})
}
