package demo

import (
	"context"
	"crypto/sha256"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gevel/gevel"
)

var today = gevel.NewDate(2026, time.November, 20)

// small are the options of the tests' town.
var small = Options{Seed: 1, Date: today, Dwellings: MinDwellings, Photos: gevel.Some(0.03)}

func writeTown(t *testing.T, opt Options) *Town {
	t.Helper()
	town, err := Write(t.Context(), t.TempDir(), opt)
	if err != nil {
		t.Fatalf("Write(%+v): %v", opt, err)
	}
	return town
}

// contents returns the hash of each file below the town's directory.
func contents(t *testing.T, town *Town) map[string][32]byte {
	t.Helper()
	dir := filepath.Dir(town.Config)
	files := map[string][32]byte{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		files[rel] = sha256.Sum256(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestEqualOptionsMakeEqualBytes(t *testing.T) {
	first, second := contents(t, writeTown(t, small)), contents(t, writeTown(t, small))
	if diff := cmp.Diff(first, second); diff != "" {
		t.Errorf("two towns of the same options differ:\n%s", diff)
	}
	other := small
	other.Seed = 2
	if got := contents(t, writeTown(t, other)); cmp.Equal(first, got) {
		t.Error("another seed made the same town")
	}
}

func TestTownOfEachSizeHasAllTypesAndCases(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opt := Options{
			Seed:      rapid.Uint64().Draw(t, "seed"),
			Date:      today + gevel.Date(rapid.IntRange(-3000, 3000).Draw(t, "day")),
			Dwellings: rapid.IntRange(MinDwellings, 2_000).Draw(t, "dwellings"),
		}
		town, err := invent(opt, alone)
		if err != nil {
			t.Fatalf("invent: %v", err)
		}
		sold := town.sales()
		homes := len(town.homes())
		if ratio := float64(homes) / float64(opt.Dwellings); ratio < 0.95 || ratio > 1.35 {
			t.Errorf("got %d homes, want about %d", homes, opt.Dwellings)
		}
		var built, bought [gevel.BuildTypes]int
		for _, o := range town.homes() {
			built[o.home.BuildType]++
		}
		for _, s := range sold {
			bought[s.home.home.BuildType]++
		}
		for b := gevel.Appartement; b <= gevel.VrijstaandeWoning; b++ {
			if built[b] == 0 || bought[b] == 0 {
				t.Errorf("%s: %d built, %d sold", b, built[b], bought[b])
			}
		}
	})
}

func TestEveryCaseIsShown(t *testing.T) {
	town := writeTown(t, small)
	names := []string{CaseOrdinary}
	for _, c := range specials() {
		names = append(names, c.name)
	}
	for _, name := range names {
		a, ok := town.Case(name)
		if !ok || a.ObjectID == "" || a.NumberID == "" || a.Street == "" {
			t.Errorf("Case(%q) = %+v, %v", name, a, ok)
		}
	}
	if _, ok := town.Case("a castle"); ok {
		t.Error("a case that is none is shown")
	}
}

func TestSalesEndYesterday(t *testing.T) {
	town, err := invent(small, alone)
	if err != nil {
		t.Fatal(err)
	}
	last := gevel.NoDate
	for _, s := range town.sales() {
		if s.known < s.day || s.known >= today || s.known > s.day+longestUnknown {
			t.Errorf("sold on %s, known on %s", s.day, s.known)
		}
		if s.day.Year() < s.home.home.BuildYear.V {
			t.Errorf("sold on %s, built in %d", s.day, s.home.home.BuildYear.V)
		}
		last = max(last, s.day)
	}
	if last != today-1 {
		t.Errorf("the last sale is of %s, want %s", last, today-1)
	}
}

func TestSomePlacesHaveNoSales(t *testing.T) {
	town, err := invent(Options{Seed: 1, Date: today, Dwellings: MinDwellings}, alone)
	if err != nil {
		t.Fatal(err)
	}
	last := map[string]gevel.Date{} // by street
	for _, s := range town.sales() {
		for _, place := range []string{s.home.Main.Street.Name, s.home.district().pc4} {
			last[place] = max(last[place], s.day)
		}
	}
	rented := 0
	for _, s := range town.streets {
		if s.rented && last[s.Name] == 0 {
			rented++
		}
	}
	if rented == 0 {
		t.Error("each street has sales")
	}
	if got, want := last["8258"], today.AddMonths(-24); got >= want {
		t.Errorf("the polder's last sale is of %s, want none in the last two years", got)
	}
}

func TestHamletIsFarFromAllOtherHomes(t *testing.T) {
	const reach = 25_000 // metres within which comparables are sought
	town, err := invent(small, alone)
	if err != nil {
		t.Fatal(err)
	}
	hamlet := 0
	for _, a := range town.homes() {
		if !a.district().remote {
			continue
		}
		hamlet++
		for _, b := range town.homes() {
			if d := math.Hypot(a.At.X-b.At.X, a.At.Y-b.At.Y); !b.district().remote && d <= reach {
				t.Fatalf("%s lies %.0f m from the hamlet", b.address(), d)
			}
		}
	}
	if hamlet != hamletHomes {
		t.Errorf("the hamlet has %d homes, want %d", hamlet, hamletHomes)
	}
}

func TestThereIsATownOfTheFirstDate(t *testing.T) {
	for seed := range uint64(20) {
		town, err := invent(Options{Seed: seed, Date: FirstDate, Dwellings: MinDwellings}, alone)
		if err != nil {
			t.Fatal(err)
		}
		town.sales()
	}
}

func TestImpossibleTownsAreRefused(t *testing.T) {
	for _, opt := range []Options{
		{Date: today, Dwellings: MinDwellings - 1},
		{Date: today, Dwellings: MaxDwellings + 1},
		{Date: today, Photos: gevel.Some(1.5)},
		{Date: today, Photos: gevel.Some(math.NaN())},
		{Date: FirstDate - 1},
	} {
		if _, err := Write(context.Background(), t.TempDir(), opt); gevel.CodeOf(err) != gevel.Invalid {
			t.Errorf("Write(%+v) = %v, want an error of code %s", opt, err, gevel.Invalid)
		}
	}
}

func TestCancelledWriteLeavesNoBuildFile(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := t.TempDir()
	if _, err := Write(ctx, dir, small); err == nil {
		t.Fatal("a cancelled Write succeeded")
	}
	if _, err := os.Stat(filepath.Join(dir, "gevel.yaml")); !os.IsNotExist(err) {
		t.Errorf("the build file is there: %v", err)
	}
}

func TestLevelRisesFallsAndRecovers(t *testing.T) {
	back := func(months int) float64 { return level(today, today.AddMonths(-months)) }
	if back(0) != 0 {
		t.Errorf("level of today = %v, want 0", back(0))
	}
	if boom := back(51) - back(120); boom < 0.5 {
		t.Errorf("the boom is of %.2f, want at least 0.5", boom)
	}
	if dip := back(40) - back(51); dip > -0.05 {
		t.Errorf("the dip is of %.2f, want at most -0.05", dip)
	}
	if back(0) <= back(51) {
		t.Error("prices have not recovered")
	}
}

func TestProgressNeverGoesBack(t *testing.T) {
	opt := small
	reached := map[string]int{}
	opt.Progress = func(stage string, done, total int) {
		if done < reached[stage] || done > total {
			t.Errorf("%s: %d of %d after %d", stage, done, total, reached[stage])
		}
		reached[stage] = done
	}
	town := writeTown(t, opt)
	if reached["pictures"] != town.Pictures {
		t.Errorf("reached %v", reached)
	}
}

func TestShowcasesAreReachedByTheirAddress(t *testing.T) {
	town, err := invent(small, alone)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range town.cases {
		var same []gevel.Address
		for _, o := range town.objects {
			a := o.address()
			a.InUse = o.status != objectPlanned
			if a.PostalCode == c.Address.PostalCode && a.HouseNumber == c.Address.HouseNumber {
				same = append(same, a)
			}
		}
		q := gevel.AddressQuery{
			PostalCode: c.Address.PostalCode, HouseNumber: c.Address.HouseNumber,
			HouseLetter: c.Address.HouseLetter, HouseNumberExt: c.Address.HouseNumberExt,
		}
		if got, err := q.Match(same); err != nil || got.NumberID != c.Address.NumberID {
			t.Errorf("%s: Match(%+v) = %s, %v", c.Name, q, got, err)
		}
	}
}

func TestAThirdOfTheHomesIsPhotographed(t *testing.T) {
	town, err := invent(Options{Seed: 1, Date: today, Dwellings: DefaultDwellings}, alone)
	if err != nil {
		t.Fatal(err)
	}
	pictured := map[*object]bool{}
	for _, s := range town.album() {
		for _, o := range s.homes {
			pictured[o] = true
		}
	}
	if share := float64(len(pictured)) / float64(len(town.homes())); share < 0.29 || share > 0.38 {
		t.Errorf("%.3f of the homes have a photo, want about a third", share)
	}
}
