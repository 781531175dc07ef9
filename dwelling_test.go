package gevel_test

import (
	"testing"

	"github.com/gevel/gevel"
)

func TestAConstructionPeriodIsNamedByItsYears(t *testing.T) {
	for _, period := range []struct {
		first, last int
		name        string
	}{
		{1000, 1905, "<1906"},
		{1906, 1930, "1906-1930"},
		{1931, 1944, "1931-1944"},
		{1945, 1959, "1945-1959"},
		{1960, 1970, "1960-1970"},
		{1971, 1980, "1971-1980"},
		{1981, 1990, "1981-1990"},
		{1991, 2000, "1991-2000"},
		{2001, 2010, "2001-2010"},
		{2011, 2020, "2011-2020"},
		{2021, 2030, ">2020"},
	} {
		for _, year := range []int{period.first, period.last} {
			if got := gevel.BuildYearCat(year); got != period.name {
				t.Errorf("%d is in %s, want %s", year, got, period.name)
			}
		}
		if gevel.BuildPeriod(period.first) != gevel.BuildPeriod(period.last) {
			t.Errorf("%d and %d are in different periods", period.first, period.last)
		}
	}
	if first, last := gevel.BuildPeriod(1000), gevel.BuildPeriod(2021); first != 0 || last != gevel.BuildPeriods-1 {
		t.Errorf("the periods run from %d to %d, want 0 to %d", first, last, gevel.BuildPeriods-1)
	}
}
