package register_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/register"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// Homes know after a stay in an edition what they knew before, although its table of characteristics has another order:
// own columns, names that were met in it, and what they share with their neighbourhood.
func TestHomesComeBackFromAnEditionAsTheyWere(t *testing.T) {
	homes := terrace(gevel.Tussenwoning, gevel.Appartement, gevel.Hoekwoning)
	var places []int
	for _, column := range []string{"num_noise", "cat_roof"} {
		a, _ := gevel.ExtraColumn(column)
		place, err := homes.Bring(a)
		if err != nil {
			t.Fatal(err)
		}
		places = append(places, place)
	}
	noise, roof := places[0], &homes.Attributes[places[1]]
	homes.Learn(0, []gevel.Fact{fact(noise, 55, year(2023)), fact(noise, 48, year(2024))})
	homes.Learn(1, []gevel.Fact{fact(places[1], roof.Enter("tiles"), year(2023))})
	homes.Learn(2, []gevel.Fact{fact(places[1], roof.Enter("reed"), year(2024))})
	homes.Neighbourhoods = [][]gevel.Fact{{fact(noise, 60, year(2022)), fact(places[1], roof.Enter("moss"), year(2022))}}
	homes.SetNeighbourhood(0, 0)
	homes.SetNeighbourhood(1, 0)

	attributes := homes.Attributes.Canonical()
	dir := smalltown.Write(t, t.TempDir(), smalltown.Contents{Contents: edition.Contents{
		Addresses: homes.Addresses, Homes: homes.HomeRows, Attributes: homes.Attributes, MadeBy: "test", Parameters: []byte("{}"),
		Neighbourhoods: homes.Neighbourhoods, Sales: market.NewSales(attributes, nil),
	}})
	e, err := edition.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	got, err := register.FromEdition(e, gevel.Standard(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Neighbourhoods) != 1 {
		t.Errorf("the neighbourhoods are %v", got.Neighbourhoods)
	}
	for row := range homes.Len() {
		for _, day := range []gevel.Date{year(2022) + 1, year(2023) + 1, today} {
			a, b := known(homes, row, day), known(got, row, day)
			if !cmp.Equal(a, b, cmpopts.EquateNaNs()) {
				t.Errorf("on %s home %d is known otherwise: %s", day, row, cmp.Diff(a, b))
			}
		}
	}
	for row := range homes.Addresses.Len() {
		if a, b := got.Addresses.At(row), homes.Addresses.At(row); a != b {
			t.Errorf("address %v is %v", b, a)
		}
	}
}

// known is what is known of a home on a day, by column, with its source.
func known(homes *register.Homes, row int, day gevel.Date) map[string]string {
	d := homes.At(row)
	if n := homes.Neighbourhood(row); n != register.NoNeighbourhood {
		d = d.With(homes.Neighbourhoods[n], homes.Attributes)
	}
	d = d.On(day, homes.Attributes)
	texts := map[string]string{}
	for k := range homes.Attributes {
		a := &homes.Attributes[k]
		texts[a.Column] = a.Text(a.Get(&d.Characteristics)) + " from " + gevel.StandardSources().Name(d.SourceOf(k))
	}
	return texts
}
