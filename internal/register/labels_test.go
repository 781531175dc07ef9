package register_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/register"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/energy"
)

var (
	today = gevel.NewDate(2026, time.June, 1)
	year  = func(y int) gevel.Date { return gevel.NewDate(y, time.March, 15) }
)

// terrace returns the homes of a street as the walls show them, house numbers 1, 2 and so on.
func terrace(types ...gevel.BuildType) *register.Homes {
	r := &bag.Register{}
	for i, t := range types {
		id := homeID(i + 1)
		r.Dwellings = append(r.Dwellings, gevel.Dwelling{
			ID: id, At: gevel.Point{X: 1, Y: float64(i)},
			Characteristics: gevel.Characteristics{BuildType: t, BuildYear: gevel.Some(1930)},
		})
		r.Addresses = append(r.Addresses, gevel.Address{
			ObjectID: id, PostalCode: "2511CV", HouseNumber: i + 1, Street: "Kade", City: "Dorp", Kind: gevel.Home, Main: true,
		})
	}
	return homesOf(r)
}

// homesOf returns the homes of a register whose addresses have no ids of their own.
func homesOf(r *bag.Register) *register.Homes {
	for i := range r.Dwellings {
		r.Dwellings[i].NumberID = homeID(i + 1)
	}
	for i := range r.Addresses {
		r.Addresses[i].NumberID = homeID(i + 1)
	}
	homes, err := register.FromBAG(context.Background(), r)
	if err != nil {
		panic(err)
	}
	return homes
}

func homeID(n int) gevel.BAGID { return gevel.BAGID(fmt.Sprintf("051801%010d", n)) }

// learn gives homes the labels of a file with these rows: registration day, valid until, type, number,
// id, class.
func learn(t *testing.T, homes *register.Homes, rows ...string) (register.LabelCount, gevel.Rejects) {
	t.Helper()
	text := "Registratiedatum;GeldigTot;Gebouwtype;Huisnummer;BAGVerblijfsobjectID;Energieklasse;Gebouwklasse;Postcode\n"
	for _, row := range rows {
		text += row + ";W;2511CV\n"
	}
	path := filepath.Join(t.TempDir(), "labels.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	labels, read, err := energy.Collect(t.Context(), path, energy.Options{AsOf: today})
	if err != nil {
		t.Fatal(err)
	}
	count, err := homes.LearnLabels(t.Context(), labels, today, &read.Rejects)
	if err != nil {
		t.Fatal(err)
	}
	return count, read.Rejects
}

func TestAHomeLearnsItsLabelsAndTheTypeTheySay(t *testing.T) {
	homes := terrace(gevel.Appartement, gevel.Appartement, gevel.Tussenwoning, gevel.Tussenwoning, gevel.Appartement)
	count, rejects := learn(t, homes,
		"20150315;20250315;Galerijwoning;;"+string(homeID(1))+";C",
		"20240315;20340315;;1;;A",                                      // by address, and without a type
		"20200315;20300315;Rijwoning tussen;2;"+string(homeID(2))+";D", // the walls say a flat
		"20120315;20220315;;3;;G",
		"20240315;20340315;Galerijwoning;5;;B",
		"20200315;20300315;;9;;D",
	)
	want := register.LabelCount{
		Joined: 5, ByID: 2, LabelUse: register.LabelUse{Homes: 4, Expired: 1, Typed: 3, Refined: 2, Disagree: 1},
	}
	if count != want || rejects.Count(register.ReasonUnknownHome) != 1 {
		t.Errorf("got %+v and %d of unknown homes, want %+v and 1", count, rejects.Count(register.ReasonUnknownHome), want)
	}
	first := homes.At(0)
	if first.EnergyLabel.String() != "A" || first.BuildType != gevel.Galerijflat ||
		first.SourceOf(gevel.AtEnergyLabel) != gevel.FromLabel || first.SourceOf(gevel.AtBuildYear) != gevel.FromBAG {
		t.Errorf("the first home is %+v", first)
	}
	if last := homes.At(3); last.EnergyLabel != 0 || last.SourceOf(gevel.AtBuildType) != gevel.FromWalls {
		t.Errorf("a home without a label is %+v", last)
	}
}

func TestAnEarlierDayKnowsWhatWasRegisteredThen(t *testing.T) {
	homes := terrace(gevel.Appartement)
	learn(t, homes, "20150315;20250315;;1;;C", "20240315;20340315;Galerijwoning;1;;A")
	table := gevel.Standard()
	for _, tt := range []struct {
		day     gevel.Date
		label   string
		kind    gevel.BuildType
		expired bool
	}{
		{year(2015), "", gevel.Appartement, false}, // registered that day is not known before it
		{year(2015) + 1, "C", gevel.Appartement, false},
		{year(2024), "C", gevel.Appartement, false},
		{year(2024) + 1, "A", gevel.Galerijflat, false},
		{year(2040), "A", gevel.Galerijflat, true},
	} {
		is := homes.At(0)
		d, from := is.On(tt.day, table), is.ProvenanceOn(tt.day, gevel.AtEnergyLabel)
		if d.EnergyLabel.String() != tt.label || d.BuildType != tt.kind || from.Expired(tt.day) != tt.expired ||
			(from.Source == gevel.FromLabel) != (tt.label != "") {
			t.Errorf("on %s the home is %s with label %q from %+v", tt.day, d.BuildType, d.EnergyLabel, from)
		}
	}
}

func TestLearningInTwoPartsIsLearningAtOnce(t *testing.T) {
	rows := []string{"20150315;20250315;Maisonnette;1;;C", "20240315;20340315;Galerijwoning;1;" + string(homeID(1)) + ";A"}
	once, twice := terrace(gevel.Appartement), terrace(gevel.Appartement)
	learn(t, once, rows...)
	learn(t, twice, rows[1])
	learn(t, twice, rows[0])
	for day := year(2014); day < year(2026); day += 100 {
		a, b := once.At(0).On(day, gevel.Standard()), twice.At(0).On(day, gevel.Standard())
		if a.EnergyLabel != b.EnergyLabel || a.BuildType != b.BuildType {
			t.Errorf("on %s: %s %s, and %s %s", day, a.BuildType, a.EnergyLabel, b.BuildType, b.EnergyLabel)
		}
	}
}

func TestFillRatesAddUpToTheHomes(t *testing.T) {
	homes := terrace(gevel.Appartement, 0, gevel.Tussenwoning)
	learn(t, homes, "20150315;20250315;Maisonnette;1;;C")
	for _, rate := range homes.FillRates() {
		sum := 0
		for _, n := range rate.Source {
			sum += n
		}
		if sum != 3 || rate.Homes != 3 {
			t.Errorf("%s: %+v", rate.Label, rate)
		}
	}
	if kind := homes.FillRates()[gevel.AtBuildType].Source; kind[gevel.FromLabel] != 1 || kind[gevel.FromWalls] != 1 ||
		kind[gevel.NoSource] != 1 {
		t.Errorf("house types are from %v", kind)
	}
}

func TestLearningEndsWithItsContext(t *testing.T) {
	homes := terrace(make([]gevel.BuildType, 20_000)...)
	var rows strings.Builder
	rows.WriteString("Registratiedatum;BAGVerblijfsobjectID;Energieklasse;Gebouwklasse\n")
	for i := range 20_000 {
		fmt.Fprintf(&rows, "20200101;%s;A;W\n", homeID(i+1))
	}
	path := filepath.Join(t.TempDir(), "labels.csv")
	if err := os.WriteFile(path, []byte(rows.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	labels, _, err := energy.Collect(t.Context(), path, energy.Options{AsOf: today})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := homes.LearnLabels(ctx, labels, today, new(gevel.Rejects)); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v", err)
	}
}

func TestLabelsAreHeldAgainstTheWalls(t *testing.T) {
	fact := func(attribute int, v float64, source gevel.Source, until gevel.Date) gevel.Fact {
		return gevel.Fact{
			Attribute: attribute, Value: v, Provenance: gevel.Provenance{Source: source, Known: 50, Until: until},
		}
	}
	walls := fact(gevel.AtBuildType, float64(gevel.Appartement), gevel.FromWalls, gevel.NoDate)
	before := walls // the house was split into flats
	before.Value, before.Known = float64(gevel.Hoekwoning), gevel.NoDate
	var use register.LabelUse
	for _, facts := range [][]gevel.Fact{
		nil,
		{fact(gevel.AtEnergyLabel, 3, gevel.FromLabel, 99)}, // expired, without a type
		{
			walls, fact(gevel.AtBuildType, float64(gevel.Galerijflat), gevel.FromLabel, gevel.NoDate),
			fact(gevel.AtEnergyLabel, 3, gevel.FromLabel, 100),
		},
		{
			walls, fact(gevel.AtBuildType, float64(gevel.Hoekwoning), gevel.FromLabel, gevel.NoDate),
			fact(gevel.AtEnergyLabel, 3, gevel.FromLabel, 99), fact(gevel.AtEnergyLabel, 4, gevel.FromLabel, 200),
		},
		{
			before, walls, fact(gevel.AtBuildType, float64(gevel.Galerijflat), gevel.FromLabel, gevel.NoDate),
			fact(gevel.AtEnergyLabel, 3, gevel.FromLabel, 100),
		},
		{ // it shares no walls any more
			before, fact(gevel.AtBuildType, math.NaN(), gevel.FromWalls, gevel.NoDate),
			fact(gevel.AtBuildType, float64(gevel.Galerijflat), gevel.FromLabel, gevel.NoDate), fact(gevel.AtEnergyLabel, 3, gevel.FromLabel, 100),
		},
	} {
		use.Add(&gevel.Dwelling{Facts: facts}, 100)
	}
	if want := (register.LabelUse{Homes: 5, Expired: 1, Typed: 4, Refined: 2, Disagree: 1}); use != want {
		t.Errorf("labels are %+v, want %+v", use, want)
	}
}

func TestALabelHasTheAddressOfItsDayOrTheOneOfToday(t *testing.T) {
	bears := func(home, number int, from, until gevel.Date) gevel.Address {
		return gevel.Address{
			ObjectID: homeID(home), PostalCode: "2511CV", HouseNumber: number, Kind: gevel.Home, Main: true, From: from, Until: until,
		}
	}
	homes := homesOf(&bag.Register{
		Dwellings: []gevel.Dwelling{{ID: homeID(1)}, {ID: homeID(2)}},
		Addresses: []gevel.Address{
			bears(1, 12, 0, year(2018)), bears(2, 12, year(2018), 0), bears(1, 14, year(2018), 0), bears(2, 14, 0, year(2018)),
		},
	})
	count, rejects := learn(t, homes,
		"20120315;20220315;;12;"+string(homeID(1))+";C",
		"20130315;20230315;;14;"+string(homeID(1))+";D", // as files of today write earlier labels
		"20200315;20300315;;12;"+string(homeID(1))+";E",
	)
	if count.Joined != 2 || rejects.Count(register.ReasonOtherHome) != 1 {
		t.Errorf("%d labels are joined, and %d are of two homes: %v", count.Joined, rejects.Count(register.ReasonOtherHome), rejects.List())
	}
}

func TestALabelWhoseAddressIsOfAnotherHomeIsOfNeither(t *testing.T) {
	homes := terrace(gevel.Tussenwoning, gevel.Tussenwoning)
	count, rejects := learn(t, homes,
		"20240102;;;2;"+string(homeID(1))+";A",
		"20240103;;;1;"+string(homeID(1))+";B",
		"20240104;;;9;"+string(homeID(2))+";C", // an address that the register does not know is of no other home
	)
	if count.Joined != 2 || rejects.Count(register.ReasonOtherHome) != 1 {
		t.Errorf("%d labels are joined, and %d are of two homes: %v", count.Joined, rejects.Count(register.ReasonOtherHome), rejects.List())
	}
}
