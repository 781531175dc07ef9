package backtest

import (
	"fmt"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/valuer"
)

func salesOfSchema(sales []gevel.Sale) *edition.Sales {
	return edition.NewSales(gevel.SaleSchema{}, sales)
}

// allRows are forecasts of every sale.
func allRows(s *edition.Sales) []valuer.Forecast {
	forecasts := make([]valuer.Forecast, s.Len())
	for row := range forecasts {
		forecasts[row].Row = int32(row)
	}
	return forecasts
}

// names returns the segment of each sale in a dimension, by sale id.
func names(s *edition.Sales, plan Plan, dimension string) map[string]string {
	g := newSegmenter(s, plan, allRows(s))
	found := map[string]string{}
	for row := range s.Len() {
		for _, segment := range g.of(row) {
			if segment.Dimension == dimension {
				found[s.ID(row)] = segment.Name
			}
		}
	}
	return found
}

func TestBuildPeriodsAreOrderedByYear(t *testing.T) {
	last := 0
	for _, year := range []int{1650, 1920, 1940, 1950, 1965, 1975, 1985, 1995, 2005, 2015, 2024} {
		got := buildPeriod(gevel.Some(year))
		if got.Name != gevel.BuildYearCat(year) || got.Rank <= last {
			t.Errorf("%d is in %+v, after rank %d", year, got, last)
		}
		last = got.Rank
	}
	if got := buildPeriod(gevel.Opt[int]{}); got.Name != "unknown" || got.Rank <= last {
		t.Errorf("an unknown year is in %+v, want last", got)
	}
}

func TestOwnSaleCountsOnlyWhenItCouldBeKnown(t *testing.T) {
	day := func(y, m, d int) gevel.Date { return gevel.NewDate(y, 1, 1).AddMonths(m-1) + gevel.Date(d-1) }
	sale := func(id, dwelling string, date, known gevel.Date) gevel.Sale {
		return gevel.Sale{ID: id, DwellingID: dwelling, Date: date, KnownDate: known, Price: 1}
	}
	s := salesOfSchema([]gevel.Sale{
		sale("a1", "a", day(2009, 1, 1), day(2009, 1, 1)),
		sale("a2", "a", day(2021, 2, 1), day(2021, 6, 1)),
		sale("a3", "a", day(2021, 5, 1), day(2021, 5, 1)),
		sale("b1", "b", day(2018, 1, 1), day(2018, 1, 1)),
		sale("b2", "b", day(2021, 5, 1), day(2021, 5, 1)),
		sale("c1", "", day(2020, 1, 1), day(2020, 1, 1)),
	})
	plan := Plan{From: day(2021, 1, 1), Until: day(2022, 1, 1), Walk: WalkMonth}
	got := names(s, plan, DimensionOwnSale)
	for id, want := range map[string]string{
		"a1": "none", "a2": "10 years ago or more", "a3": "10 years ago or more", "b2": "2 to 5 years ago", "c1": "none",
	} {
		if got[id] != want {
			t.Errorf("walking, the own sale of %s was %s, want %s", id, got[id], want)
		}
	}
	s = salesOfSchema([]gevel.Sale{
		sale("d1", "d", day(2021, 2, 1), day(2021, 2, 1)),
		sale("d2", "d", day(2021, 8, 1), day(2021, 8, 1)),
	})
	if got := names(s, plan, DimensionOwnSale)["d2"]; got != "under 2 years ago" {
		t.Errorf("walking, the own sale of d2 was %s", got)
	}
	plan.Walk = WalkNone
	if got := names(s, plan, DimensionOwnSale)["d2"]; got != "none" {
		t.Errorf("a static test knew of a sale after its first day: %s", got)
	}
}

func TestManyAreasAreGatheredByTheirLeadingDigits(t *testing.T) {
	var sales []gevel.Sale
	for i := range 300 {
		sales = append(sales, gevel.Sale{ID: fmt.Sprint(i), PC4: fmt.Sprint(1000 + 7*i), Price: 1, Date: 1, KnownDate: 1})
	}
	got := names(salesOfSchema(sales), Plan{From: 0, Until: 10}, DimensionArea)
	if got["0"] != "10xx" || got["299"] != "30xx" {
		t.Errorf("the first and the last area are %s and %s", got["0"], got["299"])
	}
	few := names(salesOfSchema(sales[:40]), Plan{From: 0, Until: 10}, DimensionArea)
	if few["1"] != "1007" {
		t.Errorf("one of few areas is %s, want 1007", few["1"])
	}
}

func TestManyLongCodesAreGatheredBySector(t *testing.T) {
	var sales []gevel.Sale
	for i := range 300 { // of buildings, in three sectors
		code := fmt.Sprintf("%d0%d%03d", 5+i%3, i%7, i)
		sales = append(sales, gevel.Sale{ID: fmt.Sprint(i), PC4: code, Price: 1, Date: 1, KnownDate: 1})
	}
	got := names(salesOfSchema(sales), Plan{From: 0, Until: 10}, DimensionArea)
	for id, want := range map[string]string{"0": "50xxxx", "1": "60xxxx", "299": "70xxxx"} {
		if got[id] != want {
			t.Errorf("sale %s is in area %s, want %s", id, got[id], want)
		}
	}
	few := names(salesOfSchema(sales[:40]), Plan{From: 0, Until: 10}, DimensionArea)
	if few["1"] != "601001" {
		t.Errorf("one of few codes is %s, want 601001", few["1"])
	}
}

func TestSalesWithoutPostalCodesAreSplitByPlace(t *testing.T) {
	var sales []gevel.Sale
	for i := range 9 {
		sales = append(sales, gevel.Sale{
			ID: fmt.Sprint(i), At: gevel.Point{X: float64(1 + i%3), Y: float64(1 + i/3)}, Price: 1, Date: 1, KnownDate: 1,
		})
	}
	sales = append(sales, gevel.Sale{ID: "nowhere", Price: 1, Date: 1, KnownDate: 1})
	got := names(salesOfSchema(sales), Plan{From: 0, Until: 10}, DimensionArea)
	for id, want := range map[string]string{"0": "south-west", "4": "centre", "8": "north-east", "6": "north-west", "nowhere": "unknown"} {
		if got[id] != want {
			t.Errorf("sale %s is in the %s, want %s", id, got[id], want)
		}
	}
}

func TestLongTestsAreShownByQuarter(t *testing.T) {
	s := salesOfSchema([]gevel.Sale{{ID: "a", Price: 1, Date: gevel.NewDate(2022, 5, 3), KnownDate: 1}})
	plan := Plan{From: gevel.NewDate(2022, 1, 1), Until: gevel.NewDate(2023, 7, 1)}
	if got := names(s, plan, DimensionMonth)["a"]; got != "2022-05" {
		t.Errorf("in 18 months the month is %q", got)
	}
	plan.Until = gevel.NewDate(2023, 7, 2)
	if got := names(s, plan, DimensionQuarter)["a"]; got != "2022 Q2" {
		t.Errorf("in 19 months the quarter is %q", got)
	}
}
