package valuation_test

import (
	"math"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
)

// TestTheListBeginsWithTheComparablesAndHoldsAllThatCounts looks at the list of evidence of many homes.
func TestTheListBeginsWithTheComparablesAndHoldsAllThatCounts(t *testing.T) {
	for _, town := range []smalltown.Town{smalltown.Shared(t), smalltown.City(t)} {
		for i := range 40 {
			trace, err := town.Trace(town.Inquiry(i*31%len(town.Dwellings), smalltown.End-gevel.Date(i*8)))
			if err != nil {
				t.Fatal(err)
			}
			checkList(t, trace, town.Evidence(trace))
		}
	}
}

func checkList(t *testing.T, trace *valuation.Trace, list []valuation.Evidence) {
	t.Helper()
	address, head := trace.Subject.Address, len(trace.Comparables.Sales)
	if len(list) < head || len(list) > valuation.MostEvidence {
		t.Fatalf("%v: the list holds %d sales, %d of them comparables", address, len(list), head)
	}
	sum, seen := 0.0, map[int32]bool{}
	for i, e := range list {
		if seen[e.Row] {
			t.Errorf("%v: sale %d is listed twice", address, e.Row)
		}
		seen[e.Row] = true
		sum += e.Share
		if (i < head) != (e.Weight > 0) {
			t.Errorf("%v: number %d of the list weighs %v among %d comparables", address, i, e.Weight, head)
		}
		if i != 0 && i != head && !(e.Weight < list[i-1].Weight || e.Weight == list[i-1].Weight && (i < head || e.Similarity <= list[i-1].Similarity)) {
			t.Errorf("%v: number %d stands behind a lesser one", address, i)
		}
		s := trace.Vintage.Sales()
		if s.Known[e.Row] >= trace.Day || e.Adjusted != valuation.NewWorkspace(s).Adjusted(trace, e.Row) {
			t.Errorf("%v: number %d became known on %v", address, i, s.Known[e.Row])
		}
	}
	for _, c := range trace.Comparables.Sales {
		if !slices.ContainsFunc(list[:head], func(e valuation.Evidence) bool { return e.Comparable == c }) {
			t.Errorf("%v: comparable %d is not at the head", address, c.Row)
		}
	}
	shares := trace.Shares()
	if math.Abs(sum-shares.Sales) > 1e-9 || math.Abs(shares.Sales+shares.OwnSale+shares.Model-1) > 1e-12 {
		t.Errorf("%v: shares of %v in the list, and %+v", address, sum, shares)
	}
	checkOwnType(t, trace, seen)
}

// checkOwnType asks for the nearest sales of the home's own type in the list, found by looking at all.
func checkOwnType(t *testing.T, trace *valuation.Trace, listed map[int32]bool) {
	t.Helper()
	s, home := trace.Vintage.Sales(), &trace.Home
	is := func(row int32) bool {
		return s.IsEvidence(row, trace.Day) && s.BuildType(int(row)) == home.BuildType && s.Dwelling[row] != home.Dwelling
	}
	for _, n := range s.Grid.Nearest(home.Place, 3, comps.Reach, is, nil) {
		if !listed[n.Item] {
			t.Errorf("%v: the %v of sale %d, %.0f m away, is not in the list", trace.Subject.Address, home.BuildType, n.Item, n.Distance)
		}
	}
}

// TestWantedSalesAreChosenByEachFilter compares each filter with what it says, on all sales of a list.
func TestWantedSalesAreChosenByEachFilter(t *testing.T) {
	town := smalltown.City(t)
	trace, err := town.Trace(town.Inquiry(5, smalltown.End))
	if err != nil {
		t.Fatal(err)
	}
	s, home, list := trace.Vintage.Sales(), &trace.Home, town.Evidence(trace)
	for what, c := range map[string]struct {
		wanted valuation.Wanted
		is     func(row int) bool
	}{
		"all":     {valuation.Wanted{}, func(int) bool { return true }},
		"months":  {valuation.Wanted{Months: gevel.Some(12)}, func(row int) bool { return s.Date[row] > trace.Day.AddMonths(-12) }},
		"type":    {valuation.Wanted{SameType: true}, func(row int) bool { return s.BuildType(row) == home.BuildType }},
		"year":    {valuation.Wanted{YearWithin: gevel.Some(5)}, func(row int) bool { d := s.BuildYear(row).V - home.BuildYear.V; return -5 <= d && d <= 5 }},
		"surface": {valuation.Wanted{SurfaceWithin: gevel.Some(0.1)}, func(row int) bool { return math.Abs(float64(s.UseSurface(row).V)/float64(home.UseSurface.V)-1) <= 0.1 }},
	} {
		taken := 0
		for _, e := range list {
			takes := c.wanted.Takes(trace, e.Row, e.Distance)
			if takes != c.is(int(e.Row)) {
				t.Errorf("%s: sale %d is taken: %v", what, e.Row, takes)
			}
			if takes {
				taken++
			}
		}
		if taken == 0 || what != "all" && taken == len(list) {
			t.Errorf("%s: %d of %d are taken", what, taken, len(list))
		}
	}
	near := valuation.Wanted{Within: gevel.Some(300)}
	if near.Takes(trace, 0, 300.1) || !near.Takes(trace, 0, 300) {
		t.Error("sales within 300 m are not those up to 300 m away")
	}
	home.UseSurface.Known = false
	unknown := valuation.Wanted{SurfaceWithin: gevel.Some(1.0)}
	if unknown.Takes(trace, list[0].Row, 0) {
		t.Error("of a home whose surface is not known a sale has a like surface")
	}
}
