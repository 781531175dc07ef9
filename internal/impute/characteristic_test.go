package impute

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

func TestCharacteristicsAreObservedAndGivenOneByOne(t *testing.T) {
	schema := gevel.SaleSchema{Num: []string{"a", "b"}, Cat: []string{"c"}}
	u := Typical{
		Parcel: gevel.Some(1), Volume: gevel.Some(2), Rooms: gevel.Some(3), Label: gevel.LabelG, Monument: gevel.Some(true),
		Num: []float32{4, 5}, Cat: []int32{6},
	}
	names := Names(schema)
	if len(names) != u.Count() {
		t.Fatalf("%d characteristics have %d names", u.Count(), len(names))
	}
	var h market.Home
	h.Num, h.Cat = []float32{float32(math.NaN()), float32(math.NaN())}, []int32{-1}
	for number, name := range names {
		c, before := Characteristic(number), 0
		for other := range names {
			if u.Observed(&h, Characteristic(other)) {
				before++
			}
		}
		if before != number || !u.Give(&h, c) || !u.Observed(&h, c) {
			t.Errorf("%s, number %d: %d were observed before, and it after: %v", name, number, before, u.Observed(&h, c))
		}
		nothing := Typical{Num: []float32{float32(math.NaN()), float32(math.NaN())}, Cat: []int32{-1}}
		if nothing.Give(&h, c) || !u.Observed(&h, c) {
			t.Errorf("%s is given where there is no typical value, or lost", name)
		}
	}
}
