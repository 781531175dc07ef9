package datasheet

import (
	"math"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
)

func TestJoinRatesAreOfTheRowsThatCouldHaveAHome(t *testing.T) {
	m := edition.Manifest{
		Read: map[string]int{"bag": 9, "sales": 10, "energy_labels": 5},
		AsOf: map[string]gevel.Date{"bag": 100, "sales": gevel.NoDate},
		Counts: map[string]gevel.RowCount{
			"bag": {Read: 9, Used: 9}, "sales": {Read: 10, Used: 6, Rejected: 4},
		},
		Rejects: map[string][]gevel.Reject{"sales": {{Reason: "unknown_address", Count: 2}, {Reason: "bad_price", Count: 2}}},
	}
	got := sourcesOf(m, Options{Day: 110})
	if bag := got[0]; bag.Joined != nil || *bag.AgeDays != 10 {
		t.Errorf("the register is %+v", bag)
	}
	if labels := got[1]; labels.Counts != nil || labels.Joined != nil {
		t.Errorf("labels without counts in the edition are %+v", labels)
	}
	if sales := got[2]; *sales.Joined != (Joined{6, 2, 75}) || sales.AsOf != nil {
		t.Errorf("sales are %+v, joined %+v", sales, sales.Joined)
	}
}

// TestHomesAreCountedByWhatTheRegisterSaidBefore counts a rebuilt home, one better measured, one of another year and one of
// another type; and none whose first year and type came later.
func TestHomesAreCountedByWhatTheRegisterSaidBefore(t *testing.T) {
	fact := func(k int, source gevel.Source, known, since gevel.Date) gevel.Fact {
		return gevel.Fact{Attribute: k, Provenance: gevel.Provenance{Source: source, Known: known, Since: gevel.Some(since), Until: gevel.NoDate}}
	}
	first := fact(gevel.AtUseSurface, gevel.FromBAG, gevel.NoDate, gevel.Always)
	carried := fact(gevel.AtVolume, gevel.From3DBAG, gevel.NoDate, gevel.Always)
	carried.Until = 100
	valued := func(v float64, f gevel.Fact) gevel.Fact {
		f.Value = v
		return f
	}
	year, kind := fact(gevel.AtBuildYear, gevel.FromBAG, gevel.NoDate, gevel.Always), fact(gevel.AtBuildType, gevel.FromWalls, gevel.NoDate, gevel.Always)
	var p Past
	for _, facts := range [][]gevel.Fact{
		{first, fact(gevel.AtUseSurface, gevel.FromBAG, 100, 90), fact(gevel.AtUseSurface, gevel.FromBAG, 200, 180)},
		{first, fact(gevel.AtUseSurface, gevel.FromBAG, 100, gevel.Always)},
		{valued(1931, year), valued(1901, fact(gevel.AtBuildYear, gevel.FromBAG, 100, 90))},
		{valued(math.NaN(), year), valued(1931, fact(gevel.AtBuildYear, gevel.FromBAG, 100, 90))},
		{valued(3, kind), valued(4, fact(gevel.AtBuildType, gevel.FromWalls, gevel.NoDate, 90))},
		{valued(math.NaN(), kind), valued(3, fact(gevel.AtBuildType, gevel.FromWalls, 100, 90))},
		{first, fact(gevel.AtUseSurface, gevel.FromFile, 100, gevel.Always)},
		{carried},
		nil,
	} {
		p.add(&gevel.Dwelling{Facts: facts, Moves: make([]gevel.Move, len(facts)/3)})
	}
	if want := (Past{Rebuilt: 1, Measured: 1, Years: 1, Moved: 1, Carried: 1, Retyped: 1}); p != want {
		t.Errorf("counted %+v, want %+v", p, want)
	}
}
