package valuation_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/valuation"
)

// A part of an edition values its homes on its day as the whole does, has no other homes, and answers on no other day.
func TestAPartAnswersAsTheWholeDoes(t *testing.T) {
	town := smalltown.Shared(t)
	split := *town.Market
	split.Addresses = slices.Clone(split.Addresses)
	for i := range split.Addresses {
		if i%3 == 0 {
			split.Addresses[i].Municipality = "Stad"
		}
	}
	dir := t.TempDir()
	whole := split.OpenIn(t, dir, market.NewSales(split.Attributes, split.Sold), town.Vintages())
	for _, day := range []gevel.Date{smalltown.Dates[0], smalltown.Dates[1] + 300, smalltown.End} {
		part, err := valuation.OpenPart(t.Context(), filepath.Join(dir, whole.Edition().ID()), valuation.Part{
			Homes: func(municipality, _ string) bool { return municipality == "Stad" }, Day: day,
		})
		if err != nil {
			t.Fatal(err)
		}
		homes, valued := 0, 0
		for d := range whole.Edition().Dwellings {
			address, _ := whole.Edition().MainAddress(d.ID)
			_, has := part.Edition().Dwelling(d.ID)
			if has != (address.Municipality == "Stad") {
				t.Fatalf("%s of %s is in the part: %v", address, address.Municipality, has)
			}
			if !has {
				continue
			}
			homes++
			q := gevel.Inquiry{Date: day, AddressQuery: address.Query()}
			want, refused := whole.Value(q)
			got, err := part.Value(q)
			if diff := cmp.Diff(want, got); diff != "" || gevel.CodeOf(err) != gevel.CodeOf(refused) {
				t.Fatalf("%s on %s (-whole +part):\n%s%v", address, day, diff, err)
			}
			if err == nil {
				valued++
			}
			q.Date--
			if _, err := part.Value(q); err == nil {
				t.Fatalf("%s is valued on %s, by a part opened for %s", address, q.Date, day)
			}
		}
		if n := part.Edition().Manifest().Rows["dwellings"]; homes == 0 || homes == n || valued == 0 {
			t.Errorf("%d of %d homes are in the part on %s, %d are valued", homes, n, day, valued)
		}
	}
}
