package backtest

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

func salesOfSchema(sales []gevel.Sale) *market.Sales {
	return market.NewSales(gevel.Standard(), sales)
}

// allRows are forecasts of every sale.
func allRows(s *market.Sales) []Forecast {
	forecasts := make([]Forecast, s.Len())
	for row := range forecasts {
		forecasts[row].Row = int32(row)
	}
	return forecasts
}

// names returns the segment of each sale in a dimension, by sale id.
func names(s *market.Sales, plan Plan, dimension string) map[string]string {
	forecasts := allRows(s)
	g := newSegmenter(s, plan, forecasts)
	found := map[string]string{}
	for i := range forecasts {
		for _, segment := range g.of(&forecasts[i]) {
			if segment.Dimension == dimension {
				found[s.ID(i)] = segment.Name
			}
		}
	}
	return found
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
	for id, want := range map[string]string{
		"0": "south-west", "4": "centre", "8": "north-east", "6": "north-west", "nowhere": "unknown",
	} {
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

func TestQuartersAreNumberedFromOneToFour(t *testing.T) {
	var sales []gevel.Sale
	want := map[string]string{}
	for month := 1; month <= 12; month++ {
		id := fmt.Sprint(month)
		sales = append(sales, gevel.Sale{ID: id, Price: 1, Date: gevel.NewDate(2022, time.Month(month), 28), KnownDate: 1})
		want[id] = fmt.Sprint("2022 Q", (month+2)/3)
	}
	plan := Plan{From: gevel.NewDate(2022, 1, 1), Until: gevel.NewDate(2024, 1, 1)}
	if got := names(salesOfSchema(sales), plan, DimensionQuarter); !maps.Equal(got, want) {
		t.Errorf("the quarters of the months are %v, want %v", got, want)
	}
}
