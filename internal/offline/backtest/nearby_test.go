package backtest

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/value/valuation"
)

// TestLikeHomesNearbyAreThoseKnownBefore values a home of 100 m2 by three sales at 3000, 4000 and 5000 a m2, and adds
// sales that must not count.
func TestLikeHomesNearbyAreThoseKnownBefore(t *testing.T) {
	day := gevel.NewDate(2022, time.June, 1)
	type sold struct {
		perMetre, surface int
		date, known       gevel.Date
		kind              gevel.BuildType
		north             float64
	}
	like := func(perMetre int) sold { return sold{perMetre, 100, day - 100, day - 100, gevel.Tussenwoning, 100} }
	with := func(change func(*sold)) sold {
		s := like(9000)
		change(&s)
		return s
	}
	known := []sold{like(3000), like(4000), like(5000)}
	for name, tt := range map[string]struct {
		more []sold
		want float64
	}{
		"three":             {nil, 400_000},
		"of the day":        {[]sold{with(func(s *sold) { s.date, s.known = day, day })}, 400_000},
		"known on the day":  {[]sold{with(func(s *sold) { s.known = day })}, 400_000},
		"known a day ago":   {[]sold{with(func(s *sold) { s.known = day - 1 })}, 450_000},
		"two years old":     {[]sold{with(func(s *sold) { s.date, s.known = day-731, day-731 })}, 400_000},
		"of another type":   {[]sold{with(func(s *sold) { s.kind = gevel.Hoekwoning })}, 400_000},
		"much larger":       {[]sold{with(func(s *sold) { s.surface = 134 })}, 400_000},
		"a little larger":   {[]sold{with(func(s *sold) { s.surface = 133 })}, 450_000},
		"much smaller":      {[]sold{with(func(s *sold) { s.surface = 74 })}, 400_000},
		"farther than 25km": {[]sold{with(func(s *sold) { s.north = 26_000 })}, 400_000},
	} {
		var sales []gevel.Sale
		for i, s := range append(known[:3:3], tt.more...) {
			sales = append(sales, gevel.Sale{
				ID: fmt.Sprint(i), Date: s.date, KnownDate: s.known, Price: gevel.Euro(s.perMetre * s.surface),
				At: gevel.Point{X: 1, Y: s.north}, Characteristics: gevel.Characteristics{BuildType: s.kind, UseSurface: gevel.Some(s.surface)},
			})
		}
		f := newForecaster(vintage.NewSales(market.NewSales(gevel.Standard(), sales)))
		home := market.Home{
			Place:           gevel.Point{X: 1, Y: 1},
			Characteristics: gevel.Characteristics{BuildType: gevel.Tussenwoning, UseSurface: gevel.Some(100)},
		}
		q := valuation.Query{Home: &home, Day: day, Known: day}
		if got := f.nearby(q); got != tt.want {
			t.Errorf("%s: %v, want %v", name, got, tt.want)
		}
		q.Known = day - 100
		if got := f.nearby(q); !math.IsNaN(got) {
			t.Errorf("%s: %v although nothing was known", name, got)
		}
		home.UseSurface = gevel.Opt[int]{}
		if q.Known = day; !math.IsNaN(f.nearby(q)) {
			t.Errorf("%s: a home of unknown surface has a value", name)
		}
	}
}
