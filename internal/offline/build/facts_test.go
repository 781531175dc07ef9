package build_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/offline/build"
	"github.com/gevel/gevel/internal/value/valuation"
)

// assessed is a town whose homes have a WOZ value of each of some years, published on 28 February, and
// a foundation that they always had. A home's are made up from its place in the list.
func assessed(t *testing.T, c build.Config, homes []gevel.BAGID, years ...int) build.Config {
	t.Helper()
	woz, ground := "BAG-ID;Bekend;Peildatum;WOZ\n", "vbo_id,fundering\n"
	for i, id := range homes {
		for _, year := range years {
			woz += fmt.Sprintf("%s;28-02-%d;%d0101;%d.000\n", strings.TrimLeft(string(id), "0"), year, year-1, wozOf(i, year))
		}
		ground += fmt.Sprintf("%s,%s\n", id, []string{"palen", "beton", ""}[i%3])
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"woz.csv": woz, "ground.csv": ground} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	text := "sources:\n  bag: b\n  sales: [{file: s}]\n  characteristics:\n" +
		"    - file: woz.csv\n      mapping: {columns: {num_woz: WOZ, known_date: Bekend, reference_date: Peildatum}}\n" +
		"    - {file: ground.csv, known_date: always, mapping: {columns: {cat_foundation: fundering}}}\n" +
		"characteristics:\n  num_woz: {label: WOZ value, least: 10000, most: 5000000, callers: true}\n"
	path := filepath.Join(dir, "own.yaml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	read, err := build.ReadConfig(path)
	if err != nil {
		t.Fatal(err)
	}
	(*ownOf(c.Sources)), c.Characteristics = (*ownOf(read.Sources)), read.Characteristics
	c.Editions = filepath.Join(dir, "editions")
	return c
}

// wozOf is in thousands of euros, and of each home and year another.
func wozOf(i, year int) int { return 200 + i%100 + 10*(year-2000) }

func idsOf(v *valuation.Valuer) (ids []gevel.BAGID) {
	for d := range v.Edition().Dwellings {
		ids = append(ids, d.ID)
	}
	return ids
}

func TestOwnCharacteristicsReachSalesHomesAndCallers(t *testing.T) {
	c := townConfig(t)
	homes := homesOf(t, c)
	place := map[string]int{}
	for i, id := range homes {
		place[string(id)] = i
	}
	s := mustRun(t, assessed(t, c, homes, 2018, 2020, 2024))
	v := openValuer(t, s)
	sales := v.Edition().Sales()
	woz, ground := sales.Attributes.Column("num_woz"), sales.Attributes.Column("cat_foundation")
	for row := range sales.Len() { // what was known before the sale
		home := place[sales.DwellingNames.Name(sales.Dwelling[row])]
		want := ""
		for _, year := range []int{2018, 2020, 2024} {
			if gevel.NewDate(year, time.February, 28) < sales.Date[row] {
				want = fmt.Sprint(wozOf(home, year) * 1000)
			}
		}
		if got := sales.Attributes[woz].Text(sales.Value(woz, row)); got != want {
			t.Fatalf("the sale of %s of home %d has %q, want %q", sales.Date[row], home, got, want)
		}
		if got := sales.Attributes[ground].Text(sales.Value(ground, row)); got != []string{"palen", "beton", ""}[home%3] {
			t.Fatalf("the sale of home %d has foundation %q", home, got)
		}
	}
	if a := sales.Attributes[woz]; a.Parameter != "num_woz" || a.Label != "WOZ value" {
		t.Errorf("for callers it is %+v", a)
	}
	if s.Manifest.AsOf["characteristics"] != gevel.NewDate(2024, time.February, 28) ||
		s.Manifest.Read["characteristics"] != 4*len(homes) || s.Counts["characteristics"].Empty != len(homes)/3 {
		t.Errorf("the manifest says %v, %v; counts are %+v", s.Manifest.AsOf, s.Manifest.Read, s.Counts["characteristics"])
	}
	if len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0], "(cat_foundation)") {
		t.Errorf("warnings are %q", s.Warnings)
	}
	last := s.FillRates[len(s.FillRates)-1]
	if last.Label != "cat_foundation" || last.Source[gevel.FromFile] == 0 {
		t.Errorf("the last fill rate is %+v", last)
	}
}

// TestWhatIsKnownLaterChangesNoBit builds a town with and without what was published on the valuation
// day and after it.
func TestWhatIsKnownLaterChangesNoBit(t *testing.T) {
	c := townConfig(t)
	homes := homesOf(t, c)
	day := gevel.NewDate(2025, time.February, 28) // behind the newest model
	with := openValuer(t, mustRun(t, assessed(t, c, homes, 2018, 2020, 2025)))
	without := openValuer(t, mustRun(t, assessed(t, c, homes, 2018, 2020)))
	told := 0
	for i, id := range homes {
		a, _ := with.Edition().MainAddress(id)
		q := gevel.Inquiry{Date: day, AddressQuery: gevel.AddressQuery{
			PostalCode: a.PostalCode, HouseNumber: a.HouseNumber, HouseLetter: a.HouseLetter, HouseNumberExt: a.HouseNumberExt,
		}}
		want, wantErr := without.Value(q)
		got, gotErr := with.Value(q)
		want.Edition, got.Edition, want.Dwelling.Facts, got.Dwelling.Facts = "", "", nil, nil
		if !cmp.Equal(got, want, cmpopts.EquateNaNs()) || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
			t.Fatalf("home %d is valued\n%+v %v\nand without what was known later\n%+v %v", i, got, gotErr, want, wantErr)
		}
		q.Date = day + 1
		if next, err := with.Value(q); err == nil && next.Predicted != got.Predicted {
			told++
		}
	}
	if told == 0 {
		t.Error("what is known moves no value")
	}
}

func TestAListOfMonumentsReachesTheEdition(t *testing.T) {
	c := townConfig(t)
	homes := homesOf(t, c)
	dir := t.TempDir()
	list := "rijksmonumentnummer;verblijfsobject;datum_inschrijving\n"
	for i := range 10 {
		list += fmt.Sprintf("%d;%s;20-06-2020\n%d;0363010000000001;1970-01-01\n", i, homes[i], 100+i)
	}
	monumentsOf(c.Sources).File = filepath.Join(dir, "monuments.csv")
	if err := os.WriteFile(monumentsOf(c.Sources).File, []byte(list), 0o600); err != nil {
		t.Fatal(err)
	}
	c.Editions = filepath.Join(dir, "editions")
	s := mustRun(t, c)
	v := openValuer(t, s)
	table := v.Edition().Sales().Attributes
	for i, id := range homes {
		d, _ := v.Edition().Dwelling(id)
		before := d.On(gevel.NewDate(2020, time.June, 20), table)
		if d.Monument != gevel.Some(i < 10) || before.Monument != gevel.Some(false) ||
			d.SourceOf(gevel.AtMonument) != gevel.FromMonuments {
			t.Fatalf("home %d is %+v from source %d, and was %+v", i, d.Monument, d.SourceOf(gevel.AtMonument), before.Monument)
		}
	}
	// Homes elsewhere are rejects, half of the rows, and end no build.
	if n := s.Counts["monuments"]; n.Used != 10 || n.Rejected != 10 || s.Manifest.AsOf["monuments"] != gevel.NewDate(2020, time.June, 20) {
		t.Errorf("counts are %+v as of %s", n, s.Manifest.AsOf["monuments"])
	}
	warning := "monuments: nothing of monuments.csv is used: see its rejects ("
	if warned(s, warning) {
		t.Errorf("warnings are %q", s.Warnings)
	}
	const elsewhere = "verblijfsobject;datum_inschrijving\n0363010000000001;1970-01-01\n"
	if err := os.WriteFile(monumentsOf(c.Sources).File, []byte(elsewhere), 0o600); err != nil {
		t.Fatal(err)
	}
	if s := mustRun(t, c); !warned(s, warning) {
		t.Errorf("warnings are %q, of a list of other towns", s.Warnings)
	}
}
