package demo

import (
	"encoding/csv"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/source/bag"
	"github.com/gevel/gevel/internal/source/sales"
)

func readRegister(t *testing.T, town *Town) *bag.Register {
	t.Helper()
	f, err := os.Open(town.Municipalities)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	municipalities, err := bag.ReadMunicipalities(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	r, err := bag.Read(t.Context(), town.BAG, bag.Options{Municipalities: municipalities})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRegisterReadsBack(t *testing.T) {
	town := writeTown(t, small)
	r := readRegister(t, town)
	for _, reject := range r.Rejects.List() {
		t.Errorf("%d rejected: %s %v", reject.Count, reject.Reason, reject.Samples)
	}
	if got, want := r.AsOf, gevel.NewDate(2026, time.November, 8); got != want {
		t.Errorf("as of %s, want %s", got, want)
	}
	if len(r.Dwellings) != town.Homes {
		t.Errorf("got %d dwellings, want %d", len(r.Dwellings), town.Homes)
	}
	byNumber := map[gevel.BAGID]gevel.Address{}
	for _, a := range r.Addresses {
		byNumber[a.NumberID] = a
	}
	for _, c := range town.Cases {
		if got := byNumber[c.Address.NumberID]; got != c.Address {
			t.Errorf("%s:\n got %+v\nwant %+v", c.Name, got, c.Address)
		}
	}
}

func TestRegisterKeepsTheVersionOfTheDay(t *testing.T) {
	town, err := invent(small, alone)
	if err != nil {
		t.Fatal(err)
	}
	dwellings := map[gevel.BAGID]gevel.Dwelling{}
	for _, d := range readRegister(t, writeTown(t, small)).Dwellings {
		dwellings[d.ID] = d
	}
	changed := 0
	for _, o := range town.homes() {
		got := dwellings[o.ID].Characteristics
		switch {
		case o.shows == CaseUnknownSurface && got.UseSurface.Known:
			t.Errorf("%s: surface %d, want unknown", o.address(), got.UseSurface.V)
		case o.shows == CaseUnknownYear && got.BuildYear.Known:
			t.Errorf("%s: year %d, want unknown", o.address(), got.BuildYear.V)
		case o.shows == "" && (got.UseSurface.V != o.Surface || got.BuildYear != o.home.BuildYear):
			t.Errorf("%s: surface %d of %d, want %d of %d", o.address(),
				got.UseSurface.V, got.BuildYear.V, o.Surface, o.home.BuildYear.V)
		}
		if o.changed != nil {
			changed++
		}
	}
	if changed < 2 {
		t.Errorf("%d homes have a history, want at least 2", changed)
	}
}

// derivable returns the types that can be derived from the walls of a home of a type.
func derivable(b gevel.BuildType) []gevel.BuildType {
	switch b {
	case gevel.GeschakeldeWoning:
		return []gevel.BuildType{gevel.Tussenwoning, gevel.Hoekwoning}
	case gevel.Eindwoning, gevel.Hoekwoning:
		return []gevel.BuildType{gevel.Hoekwoning}
	}
	switch b.Group() {
	case gevel.GroupApartment:
		return []gevel.BuildType{gevel.Appartement}
	case gevel.GroupSemiDetached:
		return []gevel.BuildType{gevel.TweeOnderEenKapwoning}
	}
	return []gevel.BuildType{b}
}

func TestHouseTypesDerivedFromWallsAreTheTypesBuilt(t *testing.T) {
	opt := small
	opt.Dwellings, opt.Photos = 2_000, gevel.Some(0.0)
	town, err := invent(opt, alone)
	if err != nil {
		t.Fatal(err)
	}
	derived := map[gevel.BAGID]gevel.BuildType{}
	for _, d := range readRegister(t, writeTown(t, opt)).Dwellings {
		derived[d.ID] = d.BuildType
	}
	right, homes := 0, town.homes()
	for _, o := range homes {
		for _, b := range derivable(o.home.BuildType) {
			if derived[o.ID] == b {
				right++
			}
		}
	}
	const least = 0.98
	if share := float64(right) / float64(len(homes)); share < least {
		t.Errorf("the walls determine the type of %.3f of %d homes, want at least %.2f", share, len(homes), least)
	}
}

// registry answers a sales file's look-ups from a register.
type registry struct {
	dwellings map[gevel.BAGID]gevel.Dwelling
	addresses map[gevel.PostalCode][]gevel.Address
	main      map[gevel.BAGID]gevel.Address
}

func newRegistry(r *bag.Register) registry {
	g := registry{map[gevel.BAGID]gevel.Dwelling{}, map[gevel.PostalCode][]gevel.Address{}, map[gevel.BAGID]gevel.Address{}}
	for _, d := range r.Dwellings {
		g.dwellings[d.ID] = d
	}
	steps := map[gevel.BAGID][]gevel.StatusStep{}
	for _, s := range r.Statuses {
		steps[s.Home] = append(steps[s.Home], s)
	}
	for _, a := range r.Addresses {
		a.InUse = gevel.StatusAt(steps[a.ObjectID], gevel.Latest).Used()
		g.addresses[a.PostalCode] = append(g.addresses[a.PostalCode], a)
		if a.Main {
			g.main[a.ObjectID] = a
		}
	}
	return g
}

func (g registry) Dwelling(id gevel.BAGID) (gevel.Dwelling, gevel.Address, bool) {
	d, ok := g.dwellings[id]
	return d, g.main[id], ok
}

func (g registry) Find(q gevel.AddressQuery) (gevel.Dwelling, gevel.Address, error) {
	var candidates []gevel.Address
	for _, a := range g.addresses[q.PostalCode] {
		if a.HouseNumber == q.HouseNumber {
			candidates = append(candidates, a)
		}
	}
	a, err := q.Match(candidates)
	if err != nil {
		return gevel.Dwelling{}, a, err
	}
	if a.Kind != gevel.Home {
		return gevel.Dwelling{}, a, &gevel.Error{Code: gevel.NotResidential, Message: "no home"}
	}
	return g.dwellings[a.ObjectID], a, nil
}

func TestSalesReadBack(t *testing.T) {
	opt := small
	opt.Dwellings, opt.Photos = 2_000, gevel.Some(0.0)
	town := writeTown(t, opt)
	got, err := sales.Read(t.Context(), sales.Source{Path: town.Sales}, sales.Options{
		Register: newRegistry(readRegister(t, town)), AsOf: today, Screening: sales.DefaultScreening(),
	})
	if err != nil {
		t.Fatal(err)
	}
	if got.Rows != town.SalesRows {
		t.Errorf("read %d rows, want %d", got.Rows, town.SalesRows)
	}
	regular := town.SalesRows - 13*max(irregularLeast, town.SalesRows/oneIrregularPer)
	if len(got.Sales) < regular*95/100 {
		t.Errorf("kept %d of about %d regular sales", len(got.Sales), regular)
	}
	for _, reason := range []string{
		"package_deal", "family_sale", "rented_out", "auction", "partial_share", "resale", "price_off_area",
		"price_too_low", "unknown_address", "bad_sale_date", "bad_price", "bad_build_type", "malformed_row",
	} {
		if got.Rejects.Count(reason) == 0 {
			t.Errorf("no row is rejected as %s", reason)
		}
	}
	if len(got.Ignored) > 0 || got.Attributes.Extras() != 1 {
		t.Errorf("ignored columns %v, extra characteristics %v", got.Ignored, got.Attributes[len(gevel.Standard()):])
	}
	for _, reject := range got.Rejects.List() {
		t.Logf("%-16s %3d %v", reject.Reason, reject.Count, reject.Samples[:1])
	}
}

func readRows(t *testing.T, path string) [][]string {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestAddressesAreTheMainAddressesOfAllHomes(t *testing.T) {
	town := writeTown(t, small)
	g := newRegistry(readRegister(t, town))
	rows := readRows(t, town.Addresses)
	if len(rows)-1 != town.Homes {
		t.Fatalf("got %d rows, want %d", len(rows)-1, town.Homes)
	}
	for _, row := range rows[1:] {
		a := g.main[gevel.BAGID(row[4])]
		if row[0] == "" || string(a.PostalCode) != row[0] || string(a.NumberID) != row[5] ||
			a.HouseLetter != row[2] || a.HouseNumberExt != row[3] {
			t.Errorf("row %v is not the main address %s", row, a)
		}
		q := gevel.AddressQuery{
			PostalCode: a.PostalCode, HouseNumber: a.HouseNumber, HouseLetter: row[2], HouseNumberExt: row[3],
		}
		if d, _, err := g.Find(q); err != nil || string(d.ID) != row[4] {
			t.Errorf("Find(%+v) = %s, %v, want %s", q, d.ID, err, row[4])
		}
	}
}

func TestPhotosOfTheManifestExist(t *testing.T) {
	town := writeTown(t, small)
	rows := readRows(t, town.Photos)
	homes, files := map[string]int{}, map[string]bool{}
	for _, row := range rows[1:] {
		homes[row[0]]++
		files[row[2]] = true
		if _, err := os.Stat(filepath.Join(filepath.Dir(town.Photos), row[2])); errors.Is(err, os.ErrNotExist) {
			t.Errorf("photo %s is missing", row[2])
		}
		taken, err := time.Parse(time.RFC3339, row[3])
		if err != nil || gevel.DateOf(taken) >= today {
			t.Errorf("photo %s was taken at %q", row[2], row[3])
		}
	}
	if len(files) != town.Pictures {
		t.Errorf("the manifest names %d files, want %d", len(files), town.Pictures)
	}
	ordinary, _ := town.Case(CaseOrdinary)
	if homes[string(ordinary.NumberID)] < 2 {
		t.Errorf("the ordinary home has %d photos, want at least 2", homes[string(ordinary.NumberID)])
	}
}
