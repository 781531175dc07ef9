package edition

import (
	"path/filepath"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// TestTablesThatAreEqualAreTakenOver opens an edition beside one with other content, and compares it with the same
// opened alone.
func TestTablesThatAreEqualAreTakenOver(t *testing.T) {
	folder := t.TempDir()
	open := func(c Contents, beside *Edition) *Edition {
		e, err := OpenBeside(t.Context(), filepath.Join(folder, writeContents(t, folder, c).ID), beside)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	before := open(inventContents(60, 1), nil)
	all := []string{addressesName, buildingsName, dwellingsName, factsName, neighbourhoodsName, seriesName, pricesName, salesName, statusesName}
	without := func(names ...string) []string {
		return slices.DeleteFunc(slices.Clone(all), func(name string) bool { return slices.Contains(names, name) })
	}
	for name, tt := range map[string]struct {
		alter func(*Contents)
		want  []string
	}{
		"nothing":       {func(c *Contents) { c.Seed++ }, all},
		"fewer sales":   {func(c *Contents) { c.Sales = fewer(c.Sales) }, without(salesName)},
		"another price": {func(c *Contents) { c.Prices[0].Own++ }, without(pricesName)},
		"homes": {
			func(c *Contents) { c.Dwellings[3].Rooms = gevel.Some(19) },
			without(salesName, dwellingsName, factsName, neighbourhoodsName),
		},
		"a name that only sales have": {
			func(c *Contents) {
				c.Sales.Attributes[c.Sales.Attributes.Column("cat_view")].Names.Add("none has it")
				k := c.Sales.Attributes.Column("cat_view")
				c.Sales.SetValue(k, 0, float64(c.Sales.Attributes[k].Names.Code("none has it")))
			},
			without(salesName, dwellingsName, factsName, neighbourhoodsName),
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := inventContents(60, 1)
			tt.alter(&c)
			got, want := open(c, before), open(c, nil)
			if !slices.Equal(got.TakenOver(), tt.want) {
				t.Errorf("%v were taken over, want %v", got.TakenOver(), tt.want)
			}
			for d := range want.Dwellings {
				of, _ := got.Dwelling(d.ID)
				if diff := gocmp.Diff(d, of, cmpopts.EquateNaNs()); diff != "" {
					t.Fatalf("home %s differs: %s", d.ID, diff)
				}
			}
			for row := range want.Sales().Len() {
				for k := range want.Sales().Attributes {
					a, b := &want.Sales().Attributes[k], &got.Sales().Attributes[k]
					if x, y := a.Text(want.Sales().Value(k, row)), b.Text(got.Sales().Value(k, row)); x != y {
						t.Fatalf("%s of sale %d is %s, want %s", a.Column, row, y, x)
					}
				}
			}
		})
	}
}

// fewer returns all sales but one.
func fewer(s *market.Sales) *market.Sales {
	var rows []int
	for row := range s.Len() - 1 {
		rows = append(rows, row+1)
	}
	return s.Select(rows, func(row int) gevel.Date { return s.Known[row] })
}
