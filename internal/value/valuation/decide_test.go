package valuation_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/testing/smalltown"
)

// oddHome is a home of the register with a defect.
type oddHome struct {
	name   string
	change func(*gevel.Dwelling, *gevel.Address)
	given  gevel.Characteristics
	want   gevel.Code // "" is a valuation
}

var oddHomes = []oddHome{
	{"an ordinary home", func(*gevel.Dwelling, *gevel.Address) {}, gevel.Characteristics{}, ""},
	{"a shop", func(_ *gevel.Dwelling, a *gevel.Address) { a.Kind = gevel.OtherUse }, gevel.Characteristics{}, gevel.NotResidential},
	{"a houseboat", func(_ *gevel.Dwelling, a *gevel.Address) { a.Kind = gevel.Berth }, gevel.Characteristics{}, gevel.NotResidential},
	{"a mobile home", func(_ *gevel.Dwelling, a *gevel.Address) { a.Kind = gevel.Pitch }, gevel.Characteristics{}, gevel.NotResidential},
	{"a shop that lacks all", func(d *gevel.Dwelling, a *gevel.Address) {
		a.Kind, d.Characteristics = gevel.OtherUse, gevel.Characteristics{}
	}, gevel.Characteristics{}, gevel.NotResidential},
	{"built this year", setYear(2021), gevel.Characteristics{}, ""},
	{"built next year", setYear(2022), gevel.Characteristics{}, gevel.NotYetBuilt},
	{"built next year of no type", func(d *gevel.Dwelling, _ *gevel.Address) {
		d.BuildYear, d.BuildType = gevel.Some(2022), 0
	}, gevel.Characteristics{}, gevel.NotYetBuilt},
	{"built next year, the caller knows better", setYear(2022), gevel.Characteristics{BuildYear: gevel.Some(2020)}, ""},
	{"to be built, says the caller", setYear(2000), gevel.Characteristics{BuildYear: gevel.Some(2024)}, ""},
	{"no type", setType(0), gevel.Characteristics{}, gevel.MissingCharacteristics},
	{"no type but the caller's", setType(0), gevel.Characteristics{BuildType: gevel.Hoekwoning}, ""},
	{"no year", func(d *gevel.Dwelling, _ *gevel.Address) { d.BuildYear.Known = false }, gevel.Characteristics{}, gevel.MissingCharacteristics},
	{"no surface", func(d *gevel.Dwelling, _ *gevel.Address) { d.UseSurface.Known = false }, gevel.Characteristics{}, gevel.MissingCharacteristics},
	{"no surface but the caller's", func(d *gevel.Dwelling, _ *gevel.Address) { d.UseSurface.Known = false }, gevel.Characteristics{UseSurface: gevel.Some(80)}, ""},
	{"no type and too small", func(d *gevel.Dwelling, _ *gevel.Address) { d.BuildType, d.UseSurface.V = 0, 1 }, gevel.Characteristics{}, gevel.MissingCharacteristics},
	{"too old", setYear(1000 - 1), gevel.Characteristics{}, gevel.OutsideModel},
	{"the oldest", setYear(1000), gevel.Characteristics{}, ""},
	{"too small", setSurface(5 - 1), gevel.Characteristics{}, gevel.OutsideModel},
	{"too small but for the caller", setSurface(1), gevel.Characteristics{UseSurface: gevel.Some(5)}, ""},
	{"the smallest", setSurface(5), gevel.Characteristics{}, ""},
	{"the largest", setSurface(2700), gevel.Characteristics{}, ""},
	{"too large", setSurface(2700 + 1), gevel.Characteristics{}, gevel.OutsideModel},
	{"too much land", func(d *gevel.Dwelling, _ *gevel.Address) { d.ParcelSurface = gevel.Some(1_000_000 + 1) }, gevel.Characteristics{}, gevel.OutsideModel},
	{"too little volume", func(d *gevel.Dwelling, _ *gevel.Address) { d.Volume = gevel.Some(10 - 1) }, gevel.Characteristics{}, gevel.OutsideModel},
	{"too many rooms", func(d *gevel.Dwelling, _ *gevel.Address) { d.Rooms = gevel.Some(100 + 1) }, gevel.Characteristics{}, gevel.OutsideModel},
	{"too many rooms, far away", func(d *gevel.Dwelling, _ *gevel.Address) {
		d.Rooms, d.Place = gevel.Some(100+1), gevel.Point{X: 200_000, Y: 500_000}
	}, gevel.Characteristics{}, gevel.OutsideModel},
	{"far away", func(d *gevel.Dwelling, _ *gevel.Address) { d.Place = gevel.Point{X: 200_000, Y: 500_000} }, gevel.Characteristics{}, gevel.TooFewReferences},
	{"without a place", func(d *gevel.Dwelling, _ *gevel.Address) { d.At, d.Place = gevel.Point{}, gevel.Point{} }, gevel.Characteristics{}, gevel.TooFewReferences},
}

func setYear(y int) func(*gevel.Dwelling, *gevel.Address) {
	return func(d *gevel.Dwelling, _ *gevel.Address) { d.BuildYear = gevel.Some(y) }
}

func setSurface(m2 int) func(*gevel.Dwelling, *gevel.Address) {
	return func(d *gevel.Dwelling, _ *gevel.Address) { d.UseSurface = gevel.Some(m2) }
}

func setType(kind gevel.BuildType) func(*gevel.Dwelling, *gevel.Address) {
	return func(d *gevel.Dwelling, _ *gevel.Address) { d.BuildType = kind }
}

// oddTown is the town with the odd homes added; they have the last numbers.
func oddTown(t *testing.T) smalltown.Town {
	t.Helper()
	plain := smalltown.Shared(t)
	m := &smalltown.Market{
		Attributes: plain.Attributes,
		Addresses:  append([]gevel.Address(nil), plain.Addresses...),
		Dwellings:  append([]gevel.Dwelling(nil), plain.Dwellings...), Sold: plain.Sold,
	}
	for i, odd := range oddHomes {
		d, a := plain.Dwellings[0], plain.Addresses[0]
		n := len(m.Dwellings)
		d.ID, d.NumberID = smalltown.ID(gevel.CodeVerblijfsobject, n), smalltown.ID(gevel.CodeNummeraanduiding, n)
		a.ObjectID, a.NumberID, a.HouseNumber = d.ID, d.NumberID, 1000+i
		odd.change(&d, &a)
		m.Dwellings, m.Addresses = append(m.Dwellings, d), append(m.Addresses, a)
	}
	return smalltown.Town{Market: m, Valuer: m.Open(t, market.NewSales(m.Attributes, m.Sold), plain.Vintages())}
}

func TestEachRefusalHasItsReason(t *testing.T) {
	odd := oddTown(t)
	for i, home := range oddHomes {
		q := odd.Inquiry(len(odd.Dwellings)-len(oddHomes)+i, smalltown.Dates[1])
		q.Overrides = home.given
		_, err := odd.Value(q)
		var got gevel.Code
		if err != nil {
			got = gevel.CodeOf(err)
		}
		if got != home.want {
			t.Errorf("%s: code %q (%v), want %q", home.name, got, err, home.want)
		}
		var e *gevel.Error
		if errors.As(err, &e) && got == gevel.OutsideModel && !strings.HasPrefix(e.Hint, "give the right ") {
			t.Errorf("%s: the hint %q does not say what to do", home.name, e.Hint)
		}
	}
}

func TestWhatIsMissingIsNamed(t *testing.T) {
	odd := oddTown(t)
	for name, want := range map[string]string{"no type": "buildType", "no year": "buildYear", "no surface": "useSurface", "too old": ""} {
		i := slices.IndexFunc(oddHomes, func(h oddHome) bool { return h.name == name })
		_, err := odd.Value(odd.Inquiry(len(odd.Dwellings)-len(oddHomes)+i, smalltown.Dates[1]))
		var e *gevel.Error
		if !errors.As(err, &e) || strings.Join(e.Missing, " ") != want {
			t.Errorf("%s: %v, which names %q, want %q", name, err, e.Missing, want)
		}
	}
}

func TestNothingIsValuedBeforeTheFirstModel(t *testing.T) {
	town := smalltown.Shared(t)
	if got := town.Oldest(); got != smalltown.Dates[0] {
		t.Errorf("Oldest() = %s, want %s", got, smalltown.Dates[0])
	}
	if _, err := town.Value(town.Inquiry(0, smalltown.Dates[0])); err != nil {
		t.Errorf("on the day of the first model: %v", err)
	}
	_, err := town.Value(town.Inquiry(0, smalltown.Dates[0]-1))
	if got := gevel.CodeOf(err); got != gevel.Invalid {
		t.Errorf("the day before the first model: code %q, want %q", got, gevel.Invalid)
	}
}

func TestUnknownAddressIsNotFound(t *testing.T) {
	town := smalltown.Shared(t)
	q := town.Inquiry(0, smalltown.Dates[0])
	q.HouseNumber = 9999
	if got := gevel.CodeOf(town.Available(q)); got != gevel.AddressNotFound {
		t.Errorf("code %q, want %q", got, gevel.AddressNotFound)
	}
}

func TestAvailableExactlyWhenValued(t *testing.T) {
	odd := oddTown(t)
	rng := rand.New(rand.NewPCG(31, 32))
	refused := 0
	for range 3000 {
		h := rng.IntN(len(odd.Dwellings))
		if rng.IntN(2) == 0 {
			h = len(odd.Dwellings) - 1 - rng.IntN(len(oddHomes))
		}
		q := odd.Inquiry(h, odd.Oldest()-20+gevel.Date(rng.IntN(1200)))
		q.Overrides = smalltown.Overrides(rng)
		_, valueErr := odd.Value(q)
		if err := odd.Available(q); gevel.CodeOf(err) != gevel.CodeOf(valueErr) || (err == nil) != (valueErr == nil) {
			t.Fatalf("%+v: available says %v, value %v", q, err, valueErr)
		}
		if valueErr != nil {
			refused++
		}
	}
	if refused < 300 || refused > 2700 {
		t.Errorf("%d of 3000 cases were refused: too one-sided", refused)
	}
}

func TestTheNewestVintageNotAfterTheDayValues(t *testing.T) {
	town := smalltown.Shared(t)
	for _, c := range []struct {
		day, want gevel.Date
	}{
		{smalltown.Dates[0], smalltown.Dates[0]},
		{smalltown.Dates[1] - 1, smalltown.Dates[0]},
		{smalltown.Dates[1], smalltown.Dates[1]},
		{smalltown.Dates[1] + 800, smalltown.Dates[1]},
	} {
		out, err := town.Value(town.Inquiry(3, c.day))
		if err != nil {
			t.Fatal(err)
		}
		if out.Model != c.want.String() {
			t.Errorf("on %s the model of %s values, want the model of %s", c.day, out.Model, c.want)
		}
	}
}

// TestASaleOutsideTheModelRefusesNoHome has the last sale of a home record values that no home can be
// valued with, where the register knows nothing.
func TestASaleOutsideTheModelRefusesNoHome(t *testing.T) {
	plain := smalltown.Shared(t)
	m := *plain.Market
	m.Dwellings, m.Sold = slices.Clone(plain.Dwellings), slices.Clone(plain.Sold)
	home := &m.Dwellings[0]
	home.Rooms, home.Volume, home.ParcelSurface = gevel.Opt[int]{}, gevel.Opt[int]{}, gevel.Opt[int]{}
	for name, spoil := range map[string]func(*gevel.Sale){
		"no rooms":  func(s *gevel.Sale) { s.Rooms = gevel.Some(0) },
		"no volume": func(s *gevel.Sale) { s.Volume = gevel.Some(1) },
		"a county":  func(s *gevel.Sale) { s.ParcelSurface = gevel.Some(1_000_000_000) },
	} {
		sales := slices.Clone(m.Sold)
		spoiled := 0
		for i := range sales {
			if sales[i].DwellingID == string(home.ID) && sales[i].KnownDate < smalltown.Dates[1] {
				spoil(&sales[i])
				spoiled++
			}
		}
		if spoiled == 0 {
			t.Fatal("the home was never sold")
		}
		if _, err := m.Open(t, market.NewSales(m.Attributes, sales), plain.Vintages()).Value(m.Inquiry(0, smalltown.Dates[1])); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAStatusIsThatOfTheValuationDate(t *testing.T) {
	town := smalltown.Shared(t)
	last := len(town.Dwellings) - 1
	for _, tt := range []struct {
		home int
		day  gevel.Date
		want gevel.Status
	}{
		{last, smalltown.End, gevel.Formed},
		{last - 1, smalltown.End, gevel.InUse},
		{last - 2, smalltown.End, gevel.Rebuilding},
		{last - 3, smalltown.End, gevel.InUse},
	} {
		v, err := town.Value(gevel.Inquiry{AddressQuery: town.Addresses[tt.home].Query(), Date: tt.day})
		if err != nil || v.Status != tt.want {
			t.Errorf("home %d on %s has status %q (%v), want %q", tt.home, tt.day, v.Status, err, tt.want)
		}
	}
}
