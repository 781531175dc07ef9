package register

import (
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
)

// TestWhatADeliveryDidNotChangeIsNoState compares what two editions say of the volume of a home.
func TestWhatADeliveryDidNotChangeIsNoState(t *testing.T) {
	day := gevel.NewDate(2024, 6, 1)
	static := func(m3 int) (d gevel.Dwelling) {
		d.Volume, d.Sources = gevel.Some(m3), make([]gevel.Source, gevel.StandardAttributes)
		d.Sources[gevel.AtVolume] = gevel.From3DBAG
		return d
	}
	fact := func(m3 float64, source gevel.Source, known gevel.Date, since gevel.Opt[gevel.Date]) gevel.Fact {
		return gevel.Fact{Attribute: gevel.AtVolume, Value: m3, Provenance: gevel.Provenance{
			Source: source, Known: known, Since: since, Until: gevel.NoDate,
		}}
	}
	with := func(facts ...gevel.Fact) gevel.Dwelling { return gevel.Dwelling{Facts: facts} }
	is := func(m3 float64) gevel.Dwelling {
		return with(fact(m3, gevel.From3DBAG, gevel.NoDate, gevel.Some(gevel.Always)), fact(360, gevel.From3DBAG, day, gevel.Some(day)))
	}
	g := &Homes{HomeRows: edition.MakeHomeRows(gevel.Standard(), 0)}
	for name, tt := range map[string]struct {
		was, is   gevel.Dwelling
		delivered gevel.Date
		carried   int
	}{
		"another volume":                 {static(300), static(310), day + 20, 1},
		"of the same files":              {static(300), static(310), gevel.NoDate, 0},
		"a home next door grew":          {static(300), is(300), day + 20, 0},
		"and there is another volume":    {static(300), is(310), day + 20, 1},
		"a file with a day of its own":   {static(300), with(fact(300, gevel.From3DBAG, gevel.NoDate, gevel.Opt[gevel.Date]{}), fact(350, gevel.FromFile, day-900, gevel.Opt[gevel.Date]{})), day + 20, 0},
		"of files that also have volume": {with(fact(300, gevel.From3DBAG, gevel.NoDate, gevel.Opt[gevel.Date]{}), fact(350, gevel.FromFile, day-900, gevel.Opt[gevel.Date]{})), with(fact(310, gevel.From3DBAG, gevel.NoDate, gevel.Opt[gevel.Date]{}), fact(350, gevel.FromFile, day-900, gevel.Opt[gevel.Date]{})), day + 20, 2},
	} {
		of := Undated{gevel.From3DBAG: tt.delivered, gevel.FromFile: day + 20}
		if before, _ := g.carriedOn(&tt.is, &tt.was, gevel.AtVolume, of, day); len(before) != tt.carried {
			t.Errorf("%s: %d states are carried on, want %d: %+v", name, len(before), tt.carried, before)
		}
	}
}
