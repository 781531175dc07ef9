package valuation_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/market/area"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
)

const measuredHomes = 600 // of an edition

// TestReferencesSupportTheValue measures what a reader sees of the references: in the tests' town, and in each folder of
// editions that GEVEL_REFERENCES lists, for 600 homes each, on GEVEL_REFERENCES_DAY or else the day after the last
// sale.
func TestReferencesSupportTheValue(t *testing.T) {
	town := smalltown.Shared(t)
	checkSupport(t, town.Valuer, smalltown.End, 0.85) // of few homes, with few twins
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
				day := slices.Max(e.Sales().Known) + 1
				if text := os.Getenv("GEVEL_REFERENCES_DAY"); text != "" {
					if day, err = gevel.ParseDate(text); err != nil {
						t.Fatal(err)
					}
				}
				checkSupport(t, v, day, 0.95)
			})
		}
	}
}

// checkSupport values homes on a day; twins is the share of homes with a twin nearby that must be shown one.
func checkSupport(t *testing.T, v *valuation.Valuer, day gevel.Date, twins float64) {
	counts := map[string]*share{}
	var homes []gevel.BAGID
	v.Edition().Dwellings(func(d gevel.Dwelling) bool {
		homes = append(homes, d.ID)
		return true
	})
	slices.Sort(homes)
	step, valued := max(1, len(homes)/measuredHomes), 0
	for i := 0; i < len(homes) && valued < measuredHomes; i += step {
		address, ok := v.Edition().MainAddress(homes[i])
		if !ok {
			continue
		}
		if trace, err := v.Trace(gevel.Inquiry{AddressQuery: address.Query(), Date: day}); err == nil {
			valued++
			countSupport(counts, trace, v.Valuation(trace))
		}
	}
	if valued < 50 {
		t.Fatalf("%d homes are valued", valued)
	}
	for _, bar := range []struct {
		what        string
		least, most float64
	}{
		{"references that are comparables", 1, 1},
		{"references of the very type", 0.65, 1},
		{"homes with a twin nearby that are shown one", twins, 1},
		{"references with a net adjustment over 15 %", 0, 0.15},
		{"references with a net adjustment over 25 %", 0, 0.04},
		{"references over 50 years older or younger", 0, 0.03},
		{"references over a quarter larger or smaller", 0, 0.10},
		{"values outside all three adjusted prices", 0, 0.05},
		{"references of the build period where three such sales are near", 0.80, 1},
		{"values that the indexed prices bracket", 0.60, 1},
	} {
		c, ok := counts[bar.what]
		if !ok {
			t.Errorf("%s: there are none", bar.what)
			continue
		}
		t.Logf("%s: %.1f %% of %d", bar.what, 100*c.of(), c.all)
		if !(c.of() >= bar.least && c.of() <= bar.most) {
			t.Errorf("%s are %.1f %% of %d, want %.0f to %.1f %%", bar.what, 100*c.of(), c.all, 100*bar.least, 100*bar.most)
		}
	}
}

// share counts some of all.
type share struct{ n, all int }

func (s *share) of() float64 { return float64(s.n) / float64(max(1, s.all)) }

// countSupport counts what a reader holds for and against the references of a home.
func countSupport(counts map[string]*share, t *valuation.Trace, v gevel.Valuation) {
	count := func(what string, is bool) {
		if counts[what] == nil {
			counts[what] = &share{}
		}
		counts[what].all++
		if is {
			counts[what].n++
		}
	}
	var adjusted, indexed []float64
	period, periodNear := gevel.BuildPeriod(t.Home.BuildYear.V), salesOfPeriod(t) >= comps.References
	for i, r := range v.References {
		row := t.Comparables.References[i].Row
		of := func(c comps.Comparable) bool { return c.Row == row }
		count("references that are comparables", slices.ContainsFunc(t.Comparables.Sales, of))
		count("references of the very type", r.BuildType == t.Home.BuildType)
		net := math.Abs(float64(r.Adjusted)/float64(r.Indexed) - 1)
		count("references with a net adjustment over 15 %", net > 0.15)
		count("references with a net adjustment over 25 %", net > 0.25)
		count("references over 50 years older or younger", math.Abs(float64(r.BuildYear.V-t.Home.BuildYear.V)) > 50)
		if periodNear {
			is := gevel.BuildPeriod(r.BuildYear.V) == period
			count("references of the build period where three such sales are near", is)
		}
		surface := float64(r.UseSurface.V) / float64(t.Home.UseSurface.V)
		count("references over a quarter larger or smaller", math.Abs(surface-1) > 0.25)
		adjusted, indexed = append(adjusted, float64(r.Adjusted)), append(indexed, float64(r.Indexed))
	}
	count("values outside all three adjusted prices", !brackets(adjusted, v.Weighted))
	count("values that the indexed prices bracket", brackets(indexed, v.Weighted))
	if twins := twinsOf(t); len(twins) > 0 {
		of := func(r comps.Reference) bool { return slices.Contains(twins, r.Row) }
		count("homes with a twin nearby that are shown one", slices.ContainsFunc(t.Comparables.References, of))
	}
}

// salesOfPeriod counts the other homes' sales of 24 months in the postal-code area, of the home's type and build period.
func salesOfPeriod(t *valuation.Trace) (n int) {
	s, from := t.Vintage.Sales(), t.Day.AddMonths(-area.WindowMonths)
	for _, row := range s.InZip(t.Home.Zip) {
		i := int(row)
		if s.Date[i] > from && s.Known[i] < t.Day && s.Dwelling[i] != t.Home.Dwelling && s.BuildType(i) == t.Home.BuildType &&
			gevel.BuildPeriod(s.BuildYear(i).V) == gevel.BuildPeriod(t.Home.BuildYear.V) {
			n++
		}
	}
	return n
}

func brackets(prices []float64, value gevel.Euro) bool {
	return slices.Min(prices) <= float64(value) && float64(value) <= slices.Max(prices)
}

// twinsOf returns the sales of homes of the same type, size and years within 100 metres, of the last five years.
func twinsOf(t *valuation.Trace) (twins []int32) {
	s, at := t.Vintage.Sales(), t.Subject.Dwelling.At
	if !at.Known() {
		return nil
	}
	const near, far = 100, 500 // homes of one stretch of street share a place in the models
	since := t.Day.AddMonths(-comps.RecentMonths)
	isTwin := func(row int32) bool {
		i := int(row)
		return s.Evident[row] < t.Day && s.Date[row] > since && s.Dwelling[row] != t.Home.Dwelling &&
			s.BuildType(i) == t.Home.BuildType && geo.Distance(s.At[row], at) <= near &&
			s.BuildYear(i).Known && math.Abs(float64(s.BuildYear(i).V-t.Home.BuildYear.V)) <= 3 &&
			math.Abs(float64(s.UseSurface(i).V)/float64(t.Home.UseSurface.V)-1) <= 0.05
	}
	for _, n := range s.Grid.Nearest(t.Home.Place, s.Len(), far, isTwin, nil) {
		twins = append(twins, n.Item)
	}
	return twins
}
