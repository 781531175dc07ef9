package edition

import (
	"testing"

	"github.com/gevel/gevel"
)

func TestAnEditionKeepsTheSourcesThatItsBuildAdded(t *testing.T) {
	c := inventContents(20, 1)
	if plain := writeContents(t, t.TempDir(), c); plain.Sources != nil {
		t.Errorf("without added sources the manifest has %+v", plain.Sources)
	}
	c.Sources = gevel.StandardSources().With(gevel.SourceRow{Name: "survey", Dutch: "opname", Over: gevel.FromLabel})
	survey, err := c.Sources.Named("survey")
	if err != nil {
		t.Fatal(err)
	}
	d := &c.Dwellings[0]
	d.BuildYear, d.Sources = gevel.Some(1930), make([]gevel.Source, gevel.StandardAttributes)
	d.Sources[gevel.AtBuildYear] = survey
	e := opened(t, c)
	got, _ := e.Dwelling(d.ID)
	row := e.Sources().Row(got.SourceOf(gevel.AtBuildYear))
	if row.Name != "survey" || row.Dutch != "opname" || row.Over != gevel.FromLabel {
		t.Errorf("the year is from %+v", *row)
	}
}
