package edition

import (
	"math"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// TestExtrasOfHomesComeBack has homes know further characteristics, by a table in another order than
// the edition's and with a name that no sale has.
func TestExtrasOfHomesComeBack(t *testing.T) {
	table := withColumns("num_woz", "num_maintenance", "cat_view", "num_none")
	woz, maintenance, view := table.Column("num_woz"), table.Column("num_maintenance"), table.Column("cat_view")
	park, canal := table[view].Enter("park"), table[view].Enter("canal")
	day := gevel.NewDate(2023, 2, 28)
	dated := func(k int, v float64, known gevel.Date) gevel.Fact {
		return gevel.Fact{Attribute: k, Value: v, Provenance: gevel.Provenance{
			Source: gevel.FromFile, Known: known, Until: gevel.NoDate,
		}}
	}
	published := dated(woz, 430_500, day+365)
	published.About = gevel.Some(day - 58)
	known := gevel.Dwelling{
		ID: inventID("01", 1), NumberID: inventID("20", 1), Sources: make([]gevel.Source, view+1),
		Facts: []gevel.Fact{
			dated(woz, math.NaN(), gevel.NoDate), dated(woz, 412_000, day), published,
			dated(view, park, day), dated(view, canal, day+1),
		},
	}
	for k, v := range map[int]float64{woz: 430_500, maintenance: 4.5, view: canal} {
		table[k].Set(&known.Characteristics, v)
		known.Sources[k] = gevel.FromFile
	}
	sale := gevel.Sale{ID: "1", Price: 1}
	table[view].Set(&sale.Characteristics, park)
	e := opened(t, invented{
		Dwellings: []gevel.Dwelling{known, {ID: inventID("01", 2), NumberID: inventID("20", 2)}},
		Contents:  Contents{Attributes: table, Sales: market.NewSales(table, []gevel.Sale{sale})},
	})
	own := e.Sales().Attributes
	got, _ := e.Dwelling(known.ID)
	for column, want := range map[string]string{
		"num_woz": "430500 own file 2024-02-28", "num_maintenance": "4.5 own file ", "cat_view": "canal own file 2023-03-01",
	} {
		k := own.Column(column)
		from := got.ProvenanceOn(day+400, k)
		known := own[k].Text(own[k].Get(&got.Characteristics)) + " " + gevel.StandardSources().Name(got.SourceOf(k)) + " " + from.Known.String()
		if known != want || from.Source != gevel.FromFile {
			t.Errorf("%s is %s from %v, want %s", column, known, from.Source, want)
		}
	}
	before := got.On(day+1, own)
	if v := own.Describe(&before.Characteristics); v != "num_maintenance 4.5, num_woz 412000, cat_view park" {
		t.Errorf("on an earlier day the home is %s", v)
	}
	untold, _ := e.Dwelling(inventID("01", 2))
	for k := range own {
		if own[k].Known(&untold.Characteristics) || untold.SourceOf(k) != gevel.NoSource {
			t.Errorf("of a home of which nothing is known %s is known", own[k].Column)
		}
	}
	again := opened(t, invented{Dwellings: []gevel.Dwelling{got}, Contents: Contents{Attributes: own, Sales: e.Sales()}})
	twice, _ := again.Dwelling(known.ID)
	if diff := gocmp.Diff(got, twice, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("written again it is (-first +second):\n%s", diff)
	}
}
