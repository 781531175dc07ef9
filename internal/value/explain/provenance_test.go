package explain_test

import (
	"slices"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/testing/smalltown"
	"github.com/gevel/gevel/internal/value/explain"
)

// TestEachCharacteristicIsFromWhereItWasTaken asks about the homes of a town whose types are derived
// from walls and whose years are the register's: the record of a home's last sale takes precedence over walls.
func TestEachCharacteristicIsFromWhereItWasTaken(t *testing.T) {
	town := smalltown.Shared(t)
	changed := *town.Market
	changed.Dwellings = slices.Clone(changed.Dwellings)
	for i := range changed.Dwellings {
		changed.Dwellings[i].Sources = []gevel.Source{gevel.FromWalls, gevel.FromBAG, gevel.FromBAG}
	}
	day := smalltown.Dates[1] + 200
	sold := map[gevel.BAGID]gevel.Date{}
	for _, s := range changed.Sold {
		if s.KnownDate < day && s.BuildType != 0 {
			sold[gevel.BAGID(s.DwellingID)] = max(sold[gevel.BAGID(s.DwellingID)], s.Date)
		}
	}
	v := changed.Open(t, market.NewSales(changed.Attributes, changed.Sold), town.Vintages())
	seen := map[gevel.Source]int{}
	for i := range changed.Dwellings[:60] {
		q := town.Inquiry(i, day)
		q.Overrides.BuildYear = gevel.Some(1960)
		e, err := explain.New(v).Explain(q)
		if err != nil {
			continue
		}
		for _, c := range e.Characteristics {
			switch c.Name {
			case "buildType":
				want := gevel.Provenance{Source: gevel.FromWalls, Known: gevel.NoDate, Until: gevel.NoDate}
				if at, wasSold := sold[e.Valuation.Dwelling.ID]; wasSold {
					want.Source, want.Known = gevel.FromSale, at
				}
				if seen[want.Source]++; c.Provenance != want {
					t.Errorf("%s: the house type is from %+v, want %+v", e.Valuation.Address, c.Provenance, want)
				}
			case "buildYear":
				if !c.Given || c.Source != gevel.NoSource {
					t.Errorf("%s: the year that was given is from %+v", e.Valuation.Address, c)
				}
			case "useSurface":
				if c.Source != gevel.FromBAG {
					t.Errorf("%s: the surface is from %s", e.Valuation.Address, c.From.Name)
				}
			}
		}
	}
	if seen[gevel.FromWalls] == 0 || seen[gevel.FromSale] == 0 {
		t.Errorf("the town shows %v, want both", seen)
	}
}

func TestCharacteristicsArePlainForPrograms(t *testing.T) {
	town := smalltown.Shared(t)
	q := town.Inquiry(0, smalltown.Dates[1]+200)
	q.Overrides = gevel.Characteristics{
		BuildType: gevel.Tussenwoning, BuildYear: gevel.Some(1960), UseSurface: gevel.Some(105), Monument: gevel.Some(true),
	}
	e, err := explain.New(town.Valuer).Explain(q)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"buildType": "Tussenwoning", "buildYear": 1960.0, "useSurface": 105.0, "monument": true}
	for _, c := range e.Characteristics {
		if plain, ok := want[c.Name]; ok && c.Plain != plain {
			t.Errorf("%s is %v, want %v", c.Name, c.Plain, plain)
		}
		delete(want, c.Name)
	}
	if len(want) > 0 {
		t.Errorf("%v are missing", want)
	}
}

// TestWhatASaleRecordedComesBefore3DBAG gives all homes a volume of 3DBAG, and half of the sales another.
func TestWhatASaleRecordedComesBefore3DBAG(t *testing.T) {
	town := smalltown.Shared(t)
	changed := *town.Market
	changed.Dwellings, changed.Sold = slices.Clone(changed.Dwellings), slices.Clone(changed.Sold)
	sources := make([]gevel.Source, gevel.AtVolume+1)
	sources[gevel.AtVolume] = gevel.From3DBAG
	for i := range changed.Dwellings {
		changed.Dwellings[i].Volume, changed.Dwellings[i].Sources = gevel.Some(500), sources
	}
	for i := range changed.Sold {
		changed.Sold[i].Volume = gevel.Some(400 + 100*(i%2))
	}
	day := smalltown.Dates[1] + 200
	v := changed.Open(t, market.NewSales(changed.Attributes, changed.Sold), town.Vintages())
	seen := map[gevel.Source]int{}
	for i := range changed.Dwellings[:60] {
		e, err := explain.New(v).Explain(town.Inquiry(i, day))
		if err != nil {
			continue
		}
		at := slices.IndexFunc(e.Characteristics, func(c explain.Characteristic) bool { return c.Name == "volume" })
		c := e.Characteristics[at]
		if want := map[gevel.Source]string{gevel.From3DBAG: "500 m3", gevel.FromSale: "400 m3"}[c.Source]; c.Value != want {
			t.Errorf("%s: a volume of %s is from %q", e.Valuation.Address, c.Value, c.Source)
		}
		seen[c.Source]++
	}
	if seen[gevel.From3DBAG] == 0 || seen[gevel.FromSale] == 0 || sources[gevel.AtVolume] != gevel.From3DBAG {
		t.Errorf("the town shows %v, want both, and its homes share %v", seen, sources)
	}
}
