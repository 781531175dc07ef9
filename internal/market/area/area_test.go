package area_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/market/area"
	"pgregory.net/rapid"
)

var day = gevel.NewDate(2022, time.June, 1)

const (
	zip    = "1234"
	street = "Kerkstraat"
	city   = "Dorp"
)

func saleOn(i int, date, known gevel.Date) gevel.Sale {
	return gevel.Sale{
		ID: fmt.Sprint(i), Date: date, KnownDate: known, Price: gevel.Euro(100_000 + i), PC4: zip,
		Street: street, City: city, At: gevel.Point{X: 1, Y: 1},
		Characteristics: gevel.Characteristics{BuildType: gevel.Tussenwoning},
	}
}

func homeIn(s *market.Sales) *market.Home {
	return &market.Home{
		Zip: s.Zips.Code(zip), Street: s.Streets.Code(market.StreetKey(street, city)),
		Characteristics: gevel.Characteristics{BuildType: gevel.Tussenwoning},
	}
}

func TestWindowBorders(t *testing.T) {
	start := day.AddMonths(-area.WindowMonths)
	for _, c := range []struct {
		what        string
		date, known gevel.Date
		want        int
	}{
		{"exactly 24 months ago", start, start, 0},
		{"a day less than 24 months ago", start + 1, start + 1, 1},
		{"yesterday", day - 1, day - 1, 1},
		{"made yesterday, known on the day", day - 1, day, 0},
		{"on the day", day, day, 0},
		{"later", day + 1, day + 1, 0},
	} {
		s := market.NewSales(gevel.Standard(), []gevel.Sale{saleOn(1, c.date, c.known)})
		if got := area.Statistics(s, homeIn(s), day).ZipAllTypes.Sales; got != c.want {
			t.Errorf("a sale %s: count %d, want %d", c.what, got, c.want)
		}
	}
}

func TestNoSalesHaveNoMedian(t *testing.T) {
	s := market.NewSales(gevel.Standard(), []gevel.Sale{saleOn(1, day-9000, day-9000)})
	for _, h := range []*market.Home{homeIn(s), {Zip: -1, Street: -1}} {
		if got := area.Statistics(s, h, day); got != (gevel.AreaStatistics{}) {
			t.Errorf("Statistics = %+v, want none", got)
		}
	}
}

func TestMedianOfAnEvenNumberIsRounded(t *testing.T) {
	for _, c := range []struct {
		prices []gevel.Euro
		want   gevel.Euro
	}{
		{[]gevel.Euro{5}, 5},
		{[]gevel.Euro{5, 6}, 6},
		{[]gevel.Euro{5, 7}, 6},
		{[]gevel.Euro{1, 2, 9}, 2},
		{[]gevel.Euro{1, 2, 4, 9}, 3},
	} {
		var sales []gevel.Sale
		for i, price := range c.prices {
			s := saleOn(i, day-1, day-1)
			s.Price = price
			sales = append(sales, s)
		}
		s := market.NewSales(gevel.Standard(), sales)
		want := gevel.SaleCount{Sales: len(c.prices), Median: gevel.Some(c.want)}
		if got := area.Statistics(s, homeIn(s), day).ZipAllTypes; got != want {
			t.Errorf("sales at %v: %+v, want %+v", c.prices, got, want)
		}
	}
}

func TestStatisticsAgreeWithBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var sales []gevel.Sale
		for i := range rapid.IntRange(1, 60).Draw(t, "n") {
			date := day - 900 + gevel.Date(rapid.IntRange(0, 950).Draw(t, "date"))
			s := saleOn(i, date, date+gevel.Date(rapid.IntRange(0, 40).Draw(t, "lag")))
			s.Price = gevel.Euro(rapid.IntRange(1, 50).Draw(t, "price"))
			s.PC4 = rapid.SampledFrom([]string{zip, "9999", ""}).Draw(t, "zip")
			s.City = rapid.SampledFrom([]string{city, "Stad"}).Draw(t, "city")
			s.BuildType = gevel.BuildType(rapid.IntRange(0, 16).Draw(t, "type"))
			sales = append(sales, s)
		}
		s := market.NewSales(gevel.Standard(), sales)
		got := area.Statistics(s, homeIn(s), day)
		inZip := func(s *gevel.Sale) bool { return s.PC4 == zip }
		inStreet := func(s *gevel.Sale) bool { return s.City == city }
		sameType := func(s *gevel.Sale) bool { return s.BuildType == gevel.Tussenwoning }
		both := func(f, g func(*gevel.Sale) bool) func(*gevel.Sale) bool {
			return func(s *gevel.Sale) bool { return f(s) && g(s) }
		}
		want := gevel.AreaStatistics{
			ZipAllTypes: brute(sales, inZip), ZipSameType: brute(sales, both(inZip, sameType)),
			StreetAllTypes: brute(sales, inStreet), StreetSameType: brute(sales, both(inStreet, sameType)),
		}
		if got != want {
			t.Fatalf("Statistics = %+v, want %+v", got, want)
		}
	})
}

func brute(sales []gevel.Sale, counts func(*gevel.Sale) bool) gevel.SaleCount {
	var prices []gevel.Euro
	for _, s := range sales {
		if counts(&s) && s.Date > day.AddMonths(-area.WindowMonths) && s.KnownDate < day {
			prices = append(prices, s.Price)
		}
	}
	n := len(prices)
	if n == 0 {
		return gevel.SaleCount{}
	}
	slices.Sort(prices)
	twice := prices[(n-1)/2] + prices[n/2]
	return gevel.SaleCount{Sales: n, Median: gevel.Some((twice + 1) / 2)}
}
