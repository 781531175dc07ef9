package ratio

import (
	"math"
	"testing"
	"time"

	"github.com/gevel/gevel"
)

func TestBuildPeriodsAreOrderedByYear(t *testing.T) {
	last := -1
	for _, year := range []int{1650, 1920, 1940, 1950, 1965, 1975, 1985, 1995, 2005, 2015, 2024} {
		got := ByPeriod(gevel.Some(year))
		if got.Name != gevel.BuildYearCat(year) || got.Rank <= last {
			t.Errorf("%d is in %+v, after rank %d", year, got, last)
		}
		last = got.Rank
	}
	if got := ByPeriod(gevel.Opt[int]{}); got.Name != "unknown" || got.Rank <= last {
		t.Errorf("an unknown year is in %+v, want last", got)
	}
}

func TestAgeAtSaleCountsCalendarYears(t *testing.T) {
	sold := gevel.NewDate(2020, time.January, 2)
	for built, want := range map[int]Segment{
		2023: {Name: "built that year or later"}, 2020: {Name: "built that year or later"},
		2019: {Name: "1 to 5 years", Rank: 1}, 2015: {Name: "1 to 5 years", Rank: 1},
		2014: {Name: "6 to 15 years", Rank: 2}, 2005: {Name: "6 to 15 years", Rank: 2},
		2004: {Name: "16 to 40 years", Rank: 3}, 1980: {Name: "16 to 40 years", Rank: 3},
		1979: {Name: "over 40 years", Rank: 4}, 1000: {Name: "over 40 years", Rank: 4},
	} {
		want.Dimension = DimensionAge
		if got := ByAge(gevel.Some(built), sold); got != want {
			t.Errorf("a home of %d sold on %s is in %+v, want %+v", built, sold, got, want)
		}
	}
	if got, want := ByAge(gevel.Opt[int]{}, sold), (Segment{DimensionAge, "unknown", 5}); got != want {
		t.Errorf("a home of no known year is in %+v, want %+v", got, want)
	}
}

func TestYearsSinceTheOwnSaleMakeASegment(t *testing.T) {
	for years, want := range map[float64]Segment{
		0: {Name: "under 2 years ago", Rank: 1}, 1.99: {Name: "under 2 years ago", Rank: 1},
		2: {Name: "2 to 5 years ago", Rank: 2}, 5: {Name: "5 to 10 years ago", Rank: 3},
		10: {Name: "10 years ago or more", Rank: 4}, math.NaN(): {Name: "none"},
	} {
		want.Dimension = DimensionOwnSale
		if got := ByOwnSale(years); got != want {
			t.Errorf("%v years make %+v, want %+v", years, got, want)
		}
	}
}

func TestAnUnknownHouseTypeIsLast(t *testing.T) {
	if known, unknown := ByType(gevel.VrijstaandeWoning), ByType(0); known.Name != "Vrijstaande woning" || unknown.Name != "unknown" || unknown.Rank <= known.Rank {
		t.Errorf("%+v, %+v", known, unknown)
	}
}
