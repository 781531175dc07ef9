package gevel

import (
	"slices"
	"testing"
)

func TestSourcesAreCalledWhatEditionsCallThem(t *testing.T) {
	names := []string{
		"", "BAG", "walls", "3DBAG", "energy label", "monument register", "cadastral map", "shared parcel", "CBS", "own file", "last sale",
	}
	var table Sources
	for s, name := range names {
		named, err := table.Named(name)
		if got := table.Name(Source(s)); got != name || named != Source(s) || err != nil {
			t.Errorf("source %d is %q, and %q is source %d (%v)", s, got, name, named, err)
		}
	}
	if _, err := table.Named("a friend"); err == nil || len(table.All()) != len(names)-1 {
		t.Errorf("of %d sources one is a friend: %v", len(table.All()), err)
	}
}

func TestSourcesWithADutchNameHaveIt(t *testing.T) {
	var got []string
	for _, row := range StandardSources() {
		got = append(got, row.Dutch)
	}
	want := []string{
		"", "gedeelde muren", "", "energielabel", "monumentenregister", "kadastrale kaart", "gedeeld perceel", "", "eigen bestand",
		"laatste verkoop",
	}
	if !slices.Equal(got, want) {
		t.Errorf("Dutch names are %q", got)
	}
}

func TestOfTwoSourcesTheLaterInTheTableWins(t *testing.T) {
	table := Sources(nil).With(SourceRow{Name: "survey", Over: FromCBS}).With(SourceRow{Name: "rumour", Derived: true})
	survey, _ := table.Named("survey")
	rumour, _ := table.Named("rumour")
	order := []Source{NoSource, rumour, FromBAG, FromWalls, From3DBAG, FromLabel, FromCBS, survey, FromFile}
	if !slices.IsSortedFunc(order, table.Compare) || survey != FromSale+1 || rumour != FromSale+2 {
		t.Errorf("ranks of %v go otherwise in %+v", order, table)
	}
	if added := table.Added(); len(added) != 2 || added[0].Name != "survey" || !added[1].Derived || StandardSources().Added() != nil {
		t.Errorf("added are %+v", added)
	}
	if !table.Row(NoSource).SaysUnknown || !table.Row(FromShared).SaysUnknown || table.Row(survey).SaysUnknown {
		t.Error("another source says that something can't be known")
	}
}

func TestWhichSourceWinsDependsOnTheCharacteristic(t *testing.T) {
	var table Sources
	for at, want := range map[int][]Source{
		AtBuildType:        {FromWalls, FromLabel, FromFile},
		AtBuildYear:        {FromBAG, FromFile},
		AtUseSurface:       {FromBAG, FromFile},
		AtVolume:           {From3DBAG, FromFile},
		AtEnergyLabel:      {FromLabel, FromFile},
		AtMonument:         {FromMonuments, FromFile},
		AtParcelSurface:    {FromParcels, FromShared, FromFile},
		StandardAttributes: {From3DBAG, FromCBS, FromFile}, // a characteristic that sources bring
	} {
		var got []Source
		for _, row := range table.All() {
			if table.Rank(row.Source, at) >= 0 {
				got = append(got, row.Source)
			}
		}
		if !slices.Equal(got, want) || table.Rank(NoSource, at) != -1 {
			t.Errorf("of the characteristic %d the sources %v have a say, in this order, want %v", at, got, want)
		}
	}
}
