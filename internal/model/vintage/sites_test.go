package vintage_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/kriging"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// TestSitesAreThoseOfTheHomes compares the sites that are laid from columns with those of the homes themselves, with
// a column that is too wide for a table, and as if there were more sales.
func TestSitesAreThoseOfTheHomes(t *testing.T) {
	for name, town := range map[string]smalltown.Town{"town": smalltown.Shared(t), "city": smalltown.City(t)} {
		sold := slices.Clone(town.Sold)
		for i := range sold {
			if i%50 == 0 {
				sold[i].ParcelSurface.V, sold[i].ParcelSurface.Known = 40_000+1000*i, true
			}
		}
		again := town.Open(t, market.NewSales(town.Attributes, sold), town.Vintages())
		for _, v := range again.Vintages() {
			s := again.Sales()
			want := kriging.NewSites(len(s.Roles.Measured), len(s.Roles.Kinds), s.Len())
			var site kriging.Site
			var rows []int32
			for row := range s.Len() {
				h := s.Home(row, nil)
				v.SetSite(&site, &h, s.Month[row])
				want.Add(&site)
				rows = append(rows, int32(row))
			}
			for _, mostRows := range []int{s.Len(), 0} {
				v.LaySitesOf(mostRows)
				got := v.Sites().Empty()
				v.Sites().Lay(rows[:7], &got) // room that is used again
				v.Sites().Lay(rows, &got)
				if !reflect.DeepEqual(&got, want) {
					t.Errorf("%s: the sites of %s, with steps of %d sales, are not the homes' own",
						name, v.AsOf, mostRows)
				}
			}
		}
	}
}
