package gevel_test

import (
	"math"
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

// TestWhatAHomeSharesComesAfterItsOwn gives a home figures of its neighbourhood that it has itself, dated
// or not, or does not have.
func TestWhatAHomeSharesComesAfterItsOwn(t *testing.T) {
	table := gevel.Standard()
	for _, column := range []string{"num_shared", "num_dated", "num_undated"} {
		a, _ := gevel.ExtraColumn(column)
		table = table.With(a)
	}
	day := gevel.NewDate(2024, 1, 1)
	fact := func(column string, v float64, s gevel.Source, known gevel.Date) gevel.Fact {
		return gevel.Fact{Attribute: table.Column(column), Value: v, Provenance: gevel.Provenance{
			Source: s, Known: known, Until: gevel.NoDate,
		}}
	}
	home := gevel.Dwelling{Facts: []gevel.Fact{
		fact("num_dated", math.NaN(), gevel.NoSource, gevel.NoDate), fact("num_dated", 5, gevel.FromFile, day+10),
	}}
	table[table.Column("num_undated")].Set(&home.Characteristics, 7)
	table[table.Column("num_dated")].Set(&home.Characteristics, 5)
	home = home.With([]gevel.Fact{
		fact("num_shared", 1, gevel.FromCBS, day), fact("num_shared", 2, gevel.FromCBS, day+5),
		fact("num_dated", 3, gevel.FromCBS, day), fact("num_undated", 4, gevel.FromCBS, day),
	}, table)
	for on, want := range map[gevel.Date]string{
		day: "num_undated 7", day + 1: "num_shared 1, num_dated 3, num_undated 7",
		day + 11: "num_shared 2, num_dated 5, num_undated 7",
	} {
		then := home.On(on, table)
		if got := table.Describe(&then.Characteristics); got != want {
			t.Errorf("on %s it is %q, want %q", on, got, want)
		}
	}
	if got := table.Describe(&home.Characteristics); got != "num_shared 2, num_dated 5, num_undated 7" {
		t.Errorf("last it is %q", got)
	}
}
