package valuation_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/market/area"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
)

const (
	measuredHomes = 600 // of an edition
	youngerSales  = 10  // of the type in the postal-code area within 24 months, where no reference need be older
	mostOutside   = 5.0 // percent of homes whose value lies outside all three references
	mostOld       = 5.0 // percent of references, where none need be
	leastPeriod   = 80.0
)

// TestReferencesSupportTheValue measures what a reader sees of the references: in the tests' town, and in each folder of
// editions that GEVEL_REFERENCES lists, for 600 homes.
func TestReferencesSupportTheValue(t *testing.T) {
	town := smalltown.Shared(t)
	checkSupport(t, town.Valuer, smalltown.End)
	if folders := os.Getenv("GEVEL_REFERENCES"); folders != "1" {
		for _, folder := range filepath.SplitList(folders) {
			t.Run(folder, func(t *testing.T) {
				e, err := edition.OpenNewest(t.Context(), folder)
				if err != nil {
					t.Fatal(err)
				}
				v, err := valuation.New(t.Context(), e)
				if err != nil {
					t.Fatal(err)
				}
				checkSupport(t, v, slices.Max(e.Sales().Known)+1)
			})
		}
	}
}

func checkSupport(t *testing.T, v *valuation.Valuer, day gevel.Date) {
	var c supportCount
	var homes []gevel.BAGID
	v.Edition().Dwellings(func(d gevel.Dwelling) bool {
		homes = append(homes, d.ID)
		return true
	})
	slices.Sort(homes)
	step := max(1, len(homes)/measuredHomes)
	for i := 0; i < len(homes) && c.homes < measuredHomes; i += step {
		address, ok := v.Edition().MainAddress(homes[i])
		q := gevel.AddressQuery{PostalCode: address.PostalCode, HouseNumber: address.HouseNumber, HouseLetter: address.HouseLetter, HouseNumberExt: address.HouseNumberExt}
		if !ok {
			continue
		}
		if trace, err := v.Trace(gevel.Inquiry{AddressQuery: q, Date: day}); err == nil {
			c.add(trace, v.Valuation(trace))
		}
	}
	outside, old, period := percent(c.outside, c.homes), percent(c.old, c.youngNear), percent(c.samePeriod, c.periodNear)
	t.Logf("n %d: value outside %.1f %% (%.1f %% in spite of a comparable on the other side); over two years old %.1f %% of %d references, "+
		"in %.1f %% of homes; of the period %.1f %% of %d; of the very type %.1f %%; mean equality %.1f; passed over %.2f a home",
		c.homes, outside, percent(c.unsupported, c.homes), old, c.youngNear, percent(c.oldHomes, c.youngNear/comps.References),
		period, c.periodNear, percent(c.veryType, c.homes*comps.References), c.equality/float64(3*max(1, c.homes)), float64(c.passedOver)/float64(max(1, c.homes)))
	if c.homes < 50 {
		t.Fatalf("%d homes are valued", c.homes)
	}
	if outside > mostOutside {
		t.Errorf("%.1f %% of the values lie outside all their references", outside)
	}
	if old > mostOld {
		t.Errorf("%.1f %% of the references are over two years old where ten younger sales of the type are near", old)
	}
	if c.periodNear > 0 && period < leastPeriod {
		t.Errorf("%.1f %% of the references are of the home's build period where three such sales are near", period)
	}
}

// supportCount counts homes and references; youngNear and periodNear are the references that could be young, or of the
// home's build period.
type supportCount struct {
	homes, outside, unsupported, oldHomes, old, youngNear, samePeriod, periodNear, veryType, passedOver int
	equality                                                                                            float64
}

func percent(n, of int) float64 { return 100 * float64(n) / float64(max(1, of)) }

func (c *supportCount) add(t *valuation.Trace, v gevel.Valuation) {
	c.homes++
	c.passedOver += len(t.Comparables.PassedOver)
	var above, below, old, period int
	from, own := t.Day.AddMonths(-area.WindowMonths), gevel.BuildPeriod(t.Home.BuildYear.V)
	for _, r := range v.References {
		switch {
		case r.Adjusted > v.Weighted:
			above++
		case r.Adjusted < v.Weighted:
			below++
		}
		if r.Date <= from {
			old++
		}
		if gevel.BuildPeriod(r.BuildYear.V) == own {
			period++
		}
		if r.BuildType == t.Home.BuildType {
			c.veryType++
		}
		c.equality += r.Equality
	}
	if above == comps.References || below == comps.References {
		c.outside++
		on := func(s comps.Comparable) bool { return s.Adjusted > t.Value == (below > 0) }
		if slices.ContainsFunc(t.Comparables.Sales, on) {
			c.unsupported++
		}
	}
	s := t.Vintage.Sales()
	young, ofPeriod := 0, 0
	for _, row := range s.InZip(t.Home.Zip) {
		i := int(row)
		if s.Date[i] > from && s.Known[i] < t.Day && s.BuildType(i) == t.Home.BuildType && s.Dwelling[i] != t.Home.Dwelling {
			young++
			if gevel.BuildPeriod(s.BuildYear(i).V) == own {
				ofPeriod++
			}
		}
	}
	if young >= youngerSales {
		c.youngNear += comps.References
		c.old += old
		c.oldHomes += min(1, old)
	}
	if ofPeriod >= comps.References {
		c.periodNear += comps.References
		c.samePeriod += period
	}
}
