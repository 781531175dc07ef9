package register_test

import (
	"testing"

	"github.com/gevel/gevel"
)

// fact is what an operator's own file says since a day.
func fact(attribute int, v float64, known gevel.Date) gevel.Fact {
	return gevel.Fact{Attribute: attribute, Value: v, Provenance: gevel.Provenance{
		Source: gevel.FromFile, Known: known, Until: gevel.NoDate,
	}}
}

func TestAHomeHasAHistoryOfWhatFilesBring(t *testing.T) {
	homes := terrace(gevel.Tussenwoning, gevel.Tussenwoning)
	column, _ := gevel.ExtraColumn("num_woz")
	woz, err := homes.Bring(column)
	if again, _ := homes.Bring(column); err != nil || again != woz || woz != gevel.StandardAttributes {
		t.Fatalf("a column is brought to %d and %d: %v", woz, again, err)
	}
	homes.Learn(0, []gevel.Fact{fact(woz, 430, year(2024)), fact(woz, 412, year(2023))})
	homes.Learn(0, []gevel.Fact{fact(woz, 415, year(2023))}) // corrected in a file read later
	for _, tt := range []struct {
		day  gevel.Date
		want string
	}{
		{year(2023), ""}, {year(2023) + 1, "415"}, {year(2024), "415"}, {year(2024) + 1, "430"}, {today, "430"},
	} {
		d := homes.At(0).On(tt.day, homes.Attributes)
		a := &homes.Attributes[woz]
		if got := a.Text(a.Get(&d.Characteristics)); got != tt.want || (d.SourceOf(woz) == gevel.FromFile) != (got != "") {
			t.Errorf("on %s it is %q from source %d, want %q", tt.day, got, d.SourceOf(woz), tt.want)
		}
	}
	if other := homes.At(1); homes.Attributes[woz].Known(&other.Characteristics) || other.SourceOf(woz) != 0 {
		t.Errorf("another home learned it too: %+v", other)
	}
}

func TestWhatIsKnownOnAllDaysNeedsNoFacts(t *testing.T) {
	homes := terrace(gevel.Tussenwoning)
	rooms := gevel.Standard().Column("rooms")
	homes.Learn(0, []gevel.Fact{fact(rooms, 4, gevel.NoDate), fact(rooms, 5, gevel.NoDate)})
	d := homes.At(0)
	if d.Rooms != gevel.Some(5) || d.SourceOf(rooms) != gevel.FromFile || len(d.Facts) != 0 {
		t.Errorf("the home is %+v", d)
	}
	homes.Learn(0, []gevel.Fact{fact(rooms, 6, year(2024))})
	if early := homes.At(0).On(year(2024), homes.Attributes); early.Rooms != gevel.Some(5) {
		t.Errorf("before it had 6 rooms it has %v", early.Rooms)
	}
}

func TestAnOwnFileWinsOverTheRegisters(t *testing.T) {
	homes := terrace(gevel.Tussenwoning)
	homes.Learn(0, []gevel.Fact{
		fact(gevel.AtBuildType, float64(gevel.Hoekwoning), gevel.NoDate), fact(gevel.AtBuildYear, 1931, year(2024)),
	})
	learn(t, homes, "20250315;20350315;Vrijstaande woning;1;;C") // a later day does not change who wins
	d := homes.At(0)
	if d.BuildType != gevel.Hoekwoning || d.BuildYear != gevel.Some(1931) || d.EnergyLabel.String() != "C" {
		t.Errorf("the home is %+v", d)
	}
	before := d.On(year(2024), homes.Attributes)
	if before.BuildYear != gevel.Some(1930) || before.SourceOf(gevel.AtBuildYear) != gevel.FromBAG {
		t.Errorf("before the file knew it the home was built in %v, by source %d", before.BuildYear, before.SourceOf(gevel.AtBuildYear))
	}
}

func TestNoColumnIsTheSourceOfAnother(t *testing.T) {
	for _, columns := range [][2]string{{"num_noise", "num_noise_source"}, {"cat_noise_source", "cat_noise"}} {
		homes := terrace(gevel.Tussenwoning)
		first, _ := gevel.ExtraColumn(columns[0])
		second, _ := gevel.ExtraColumn(columns[1])
		if _, err := homes.Bring(first); err != nil {
			t.Fatal(err)
		}
		if _, err := homes.Bring(second); gevel.CodeOf(err) != gevel.Invalid {
			t.Errorf("%v: %v", columns, err)
		}
	}
}

func TestFillRatesListWhatSomeHomeHas(t *testing.T) {
	homes := terrace(gevel.Tussenwoning, gevel.Tussenwoning)
	for _, column := range []string{"num_noise", "num_none"} {
		a, _ := gevel.ExtraColumn(column)
		if _, err := homes.Bring(a); err != nil {
			t.Fatal(err)
		}
	}
	homes.Learn(1, []gevel.Fact{fact(gevel.StandardAttributes, 55, gevel.NoDate)})
	rates := homes.FillRates()
	last := rates[len(rates)-1]
	if len(rates) != gevel.StandardAttributes+1 || last.Label != "num_noise" || last.Source[gevel.FromFile] != 1 {
		t.Errorf("the last of %d rates is %+v", len(rates), last)
	}
}

func TestACompleteListSaysOfAllHomesWhatTheyAre(t *testing.T) {
	homes := terrace(gevel.Tussenwoning, gevel.Tussenwoning, gevel.Tussenwoning)
	of := func(source gevel.Source, v float64, known gevel.Date) gevel.Fact {
		f := fact(gevel.AtMonument, v, known)
		f.Source = source
		return f
	}
	homes.Learn(1, []gevel.Fact{of(gevel.FromFile, 1, gevel.NoDate)}) // a municipal monument
	homes.Learn(0, []gevel.Fact{of(gevel.FromMonuments, 1, year(2020))})
	homes.RecordAbsence(of(gevel.FromMonuments, 0, gevel.NoDate))
	for row, want := range []string{"yes monument register", "yes own file", "no monument register"} {
		d := homes.At(row)
		a := &homes.Attributes[gevel.AtMonument]
		got := a.Text(a.Get(&d.Characteristics)) + " " + homes.Sources.Name(d.SourceOf(gevel.AtMonument))
		if got != want || d.SourceOf(gevel.AtBuildYear) != gevel.FromBAG {
			t.Errorf("home %d is %s, want %s", row, got, want)
		}
	}
	if before := homes.At(0).On(year(2020), homes.Attributes); before.Monument != gevel.Some(false) {
		t.Errorf("before it was registered the monument is %+v", before.Monument)
	}
}

func TestACharacteristicThatHomesHaveIsNotBroughtAgain(t *testing.T) {
	homes := terrace(gevel.Tussenwoning)
	for k, a := range gevel.Standard() {
		if place, err := homes.Bring(a); err != nil || place != k {
			t.Errorf("%s is brought to %d, %v; want %d", a.Column, place, err, k)
		}
	}
	if len(homes.Attributes) != gevel.StandardAttributes {
		t.Errorf("homes have %d characteristics, want %d", len(homes.Attributes), gevel.StandardAttributes)
	}
}
