package edition

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// TestHomesOfANeighbourhoodShareItsFacts has two homes in one neighbourhood, a third in one whose dated fact
// is unknown, and one in none.
func TestHomesOfANeighbourhoodShareItsFacts(t *testing.T) {
	table := withColumns("num_none", "num_cbs_woz", "num_cbs_station")
	woz, station := table.Column("num_cbs_woz"), table.Column("num_cbs_station")
	day := gevel.NewDate(2024, 1, 1)
	fact := func(k int, v float64, known gevel.Date) gevel.Fact {
		return gevel.Fact{Attribute: k, Value: v, Provenance: gevel.Provenance{
			Source: gevel.FromCBS, Known: known, Until: gevel.NoDate,
		}}
	}
	homes := make([]gevel.Dwelling, 4)
	for i := range homes { // in no order of ids
		homes[i] = gevel.Dwelling{ID: inventID("01", 4-i), NumberID: inventID("20", i)}
	}
	sale := gevel.Sale{ID: "1", Price: 1}
	table[woz].Set(&sale.Characteristics, 300)
	table[station].Set(&sale.Characteristics, 2.5)
	c := invented{Dwellings: homes, NeighbourhoodOf: []int32{1, 0, -1, 1}, Contents: Contents{
		Attributes: table, Sales: market.NewSales(table, []gevel.Sale{sale}),
		Neighbourhoods: [][]gevel.Fact{
			{fact(station, 0.5, day)},
			{fact(woz, 310, day), fact(woz, 355.5, day+366), fact(station, 2.5, day)},
		},
	}}
	e := opened(t, c)
	own := e.Sales().Attributes
	for i, want := range []string{
		"num_cbs_station 2.5, num_cbs_woz 355.5", "num_cbs_station 0.5", "", "num_cbs_station 2.5, num_cbs_woz 355.5",
	} {
		d, _ := e.Dwelling(homes[i].ID)
		if got := own.Describe(&d.Characteristics); got != want {
			t.Errorf("home %d is %q, want %q", i, got, want)
		}
		before := d.On(day+1, own)
		then := own[own.Column("num_cbs_woz")].Get(&before.Characteristics)
		if isFirst := i == 0 || i == 3; isFirst != (then == 310) || !isFirst && !math.IsNaN(then) {
			t.Errorf("home %d has %v on the day after the first figures", i, then)
		}
		never := d.On(day, own)
		if got := own.Describe(&never.Characteristics); got != "" {
			t.Errorf("home %d is %q on the day of publication", i, got)
		}
		if from := d.ProvenanceOn(day+400, own.Column("num_cbs_station")); (want != "") != (from.Source == gevel.FromCBS) {
			t.Errorf("home %d has its station from %v", i, from)
		}
	}
	if got := e.Manifest().Rows["neighbourhoods"]; got != 4 {
		t.Errorf("%d facts, want 4", got)
	}
}
