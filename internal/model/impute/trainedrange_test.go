package impute

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

func TestATrainedRangeHoldsNearlyAllSales(t *testing.T) {
	values := []float64{1, 5000} // two outliers
	for i := range 998 {
		values = append(values, 50+float64(i%100))
	}
	r := rangeOf(values)
	if want := (Range{50, 149}); r != want {
		t.Errorf("the range is %v, want %v", r, want)
	}
	for v, want := range map[float64]float64{50: 0, 100: 0, 149: 0, 25: math.Ln2, 298: math.Ln2, 0: math.Log(50)} {
		if got := r.beyond(v); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v lies %v beyond %v, want %v", v, got, r, want)
		}
	}
	if got := (Range{}).beyond(70); got != 0 {
		t.Errorf("where there are no sales, 70 lies %v beyond", got)
	}
}

func TestRangesAreOfTheKnownAndOfAGroupWithSalesEnough(t *testing.T) {
	var sales []gevel.Sale
	add := func(kind gevel.BuildType, surface gevel.Opt[int]) {
		s := gevel.Sale{ID: fmt.Sprint(len(sales)), Price: 300_000, Date: 18_000, KnownDate: 18_000}
		s.BuildType, s.UseSurface = kind, surface
		sales = append(sales, s)
	}
	for i := range 2 * leastSales { // every second one does not say how large it is
		add(gevel.Tussenwoning, gevel.Some(80+i%20))
		add(gevel.Tussenwoning, gevel.Opt[int]{})
	}
	add(gevel.Portiekflat, gevel.Some(60)) // too few for a range of flats
	s := market.NewSales(gevel.Standard(), sales)
	rows := make([]int32, s.Len())
	for row := range rows {
		rows[row] = int32(row)
	}
	surface := slices.Index(s.Roles.Ranged, gevel.AtUseSurface)
	ranges := TrainedRanges(s, rows)
	all, terraced, flats := ranges[0][surface], ranges[gevel.Tussenwoning.Group()][surface], ranges[gevel.Portiekflat.Group()][surface]
	if want := (Range{80, 99}); terraced != want {
		t.Errorf("the range of terraced houses is %v, want %v", terraced, want)
	}
	if all.Least > 80 || all.Most != 99 || flats != all {
		t.Errorf("the range of all is %v and that of a few flats %v, want the same", all, flats)
	}
	if volume := slices.Index(s.Roles.Ranged, gevel.AtVolume); ranges[0][volume] != (Range{}) {
		t.Errorf("where no volume is known its range is %v", ranges[0][volume])
	}
}
