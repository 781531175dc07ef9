package valuation_test

import (
	"reflect"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

func TestAParcelOfAFlatDoesNotCountWhereNoneIsSoldWithOne(t *testing.T) {
	town := smalltown.Shared(t)
	flats := 0
	for h, d := range town.Dwellings {
		if d.BuildType.Group() != gevel.GroupApartment || h%3 > 0 {
			continue
		}
		flats++
		q := town.Inquiry(h, smalltown.End)
		unknown := town.ValueWith(t, q, gevel.Characteristics{})
		for _, parcel := range []int{0, 1, 500} {
			if got := town.ValueWith(t, q, gevel.Characteristics{ParcelSurface: gevel.Some(parcel)}); !reflect.DeepEqual(got, unknown) {
				t.Errorf("flat %d said to have a parcel of %d m2 is valued\n%+v, else\n%+v", h, parcel, got, unknown)
			}
		}
	}
	if flats == 0 {
		t.Error("the town has no flats")
	}
}
