package valuation_test

import (
	"math"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// TestALabelRegisteredLaterChangesNoBit gives all homes labels and house types that were
// registered on the valuation date or later.
func TestALabelRegisteredLaterChangesNoBit(t *testing.T) {
	town := smalltown.Shared(t)
	day := smalltown.Dates[1] + 100
	later := *town.Market
	later.Dwellings = slices.Clone(later.Dwellings)
	for i := range later.Dwellings {
		d := &later.Dwellings[i]
		known := gevel.Provenance{Source: gevel.FromLabel, Known: day + gevel.Date(i%3), Until: gevel.NoDate}
		always := gevel.Provenance{Source: gevel.FromWalls, Known: gevel.NoDate, Until: gevel.NoDate}
		d.Facts = []gevel.Fact{
			{Attribute: gevel.AtBuildType, Value: float64(d.BuildType), Provenance: always},
			{Attribute: gevel.AtBuildType, Value: float64(gevel.VrijstaandeWoning), Provenance: known},
			{Attribute: gevel.AtEnergyLabel, Value: labelOf(d), Provenance: always},
			{Attribute: gevel.AtEnergyLabel, Value: 9, Provenance: known},
		}
		d.BuildType, d.EnergyLabel = gevel.VrijstaandeWoning, 9 // as known last
	}
	valuer := later.Open(t, market.NewSales(later.Attributes, later.Sold), town.Vintages())
	for _, a := range town.Addresses[:50] {
		q := gevel.Inquiry{Date: day, AddressQuery: gevel.AddressQuery{
			PostalCode: a.PostalCode, HouseNumber: a.HouseNumber, HouseLetter: a.HouseLetter, HouseNumberExt: a.HouseNumberExt,
		}}
		before, errBefore := town.Value(q)
		after, errAfter := valuer.Value(q)
		before.Edition, after.Edition = "", ""
		before.Dwelling.Sources, after.Dwelling.Sources = nil, nil
		before.Dwelling.Facts, after.Dwelling.Facts = nil, nil
		if diff := gocmp.Diff(before, after); diff != "" || (errBefore == nil) != (errAfter == nil) {
			t.Errorf("%s (-without +with): %s %v %v", a, diff, errBefore, errAfter)
		}
	}
	q := gevel.Inquiry{Date: day + 10, AddressQuery: gevel.AddressQuery{
		PostalCode: town.Addresses[0].PostalCode, HouseNumber: town.Addresses[0].HouseNumber,
		HouseLetter: town.Addresses[0].HouseLetter, HouseNumberExt: town.Addresses[0].HouseNumberExt,
	}}
	if now, err := valuer.Value(q); err != nil || now.Dwelling.EnergyLabel != 9 {
		t.Errorf("once it is known the label is %v, %v", now.Dwelling.EnergyLabel, err)
	}
}

func labelOf(d *gevel.Dwelling) float64 {
	if d.EnergyLabel == 0 {
		return math.NaN()
	}
	return float64(d.EnergyLabel)
}
