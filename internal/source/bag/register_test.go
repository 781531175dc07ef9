package bag

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gevel/gevel"
)

func TestAddressCarriesStreetCityMunicipalityAndProvince(t *testing.T) {
	r := readVillage(t, num(1, "12 a 3", "3511AB", 2), vbo(1, "90", 1), pnd(1, "1931", 10, 8))
	want := []gevel.Address{{
		NumberID: "0344200000000001", ObjectID: "0344010000000001", PostalCode: "3511AB",
		HouseNumber: 12, HouseLetter: "a", HouseNumberExt: "3", Street: "Kerkplein & Hof", City: "Utrecht",
		Municipality: "Utrecht", Province: "Utrecht", Kind: gevel.Home, Main: true,
	}}
	if diff := cmp.Diff(want, r.Addresses); diff != "" {
		t.Errorf("addresses (-want +got):\n%s", diff)
	}
	wantDwelling := []gevel.Dwelling{{
		ID: "0344010000000001", NumberID: "0344200000000001", At: gevel.Point{X: 100_012, Y: 450_002},
		Characteristics: gevel.Characteristics{
			BuildType: gevel.VrijstaandeWoning, BuildYear: gevel.Some(1931), UseSurface: gevel.Some(90),
		},
	}}
	if diff := cmp.Diff(wantDwelling, r.Dwellings); diff != "" {
		t.Errorf("dwellings (-want +got):\n%s", diff)
	}
	if got := r.AsOf.String(); got != villageDay {
		t.Errorf("AsOf = %s, want %s", got, villageDay)
	}
}

func TestOnlyHomesBecomeDwellings(t *testing.T) {
	shop := vbo(2, "100", 1)
	shop.extra = strings.Replace(shop.extra, "woonfunctie", "winkelfunctie", 1)
	mixed := vbo(3, "100", 1)
	mixed.extra += "<o:gebruiksdoel>winkelfunctie</o:gebruiksdoel>"
	berth := thing{kind: "Ligplaats", id: id("02", 4), status: "Plaats aangewezen", extra: mainAddress(4)}
	pitch := thing{kind: "Standplaats", id: id("03", 5), status: "Plaats aangewezen", extra: mainAddress(5)}
	r := readVillage(t, shop, mixed, berth, pitch, pnd(1, "1931", 10, 8),
		num(2, "2", "3511AB", 1), num(3, "3", "3511AB", 1), num(4, "4", "3511AB", 1), num(5, "5", "", 1))
	got := map[int]gevel.ObjectKind{}
	for _, a := range r.Addresses {
		got[a.HouseNumber] = a.Kind
	}
	want := map[int]gevel.ObjectKind{2: gevel.OtherUse, 3: gevel.Home, 4: gevel.Berth, 5: gevel.Pitch}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("kinds (-want +got):\n%s", diff)
	}
	if len(r.Dwellings) != 1 {
		t.Errorf("%d dwellings, want 1", len(r.Dwellings))
	}
	if first := r.Addresses[0]; first.PostalCode != "" || first.HouseNumber != 5 {
		t.Errorf("an address without a postal code is kept and comes first, got %v", first)
	}
}

func TestCityOfTheNumberOverrulesTheStreets(t *testing.T) {
	n := num(1, "1", "3511AB", 1)
	n.extra += "<o:ligtIn><r:WoonplaatsRef>9001</r:WoonplaatsRef></o:ligtIn>"
	r := readVillage(t, wpl("9001", "Nergens"), n, vbo(1, "90", 1), pnd(1, "1931", 10, 8))
	if got := r.Addresses[0].City; got != "Nergens" {
		t.Errorf("city = %q, want the number's", got)
	}
	if got := r.Rejects.Count(FaultNoMunicipality); got != 1 {
		t.Errorf("%d cities without a municipality, want 1", got)
	}
}

func TestSecondaryAddressesPointToTheSameObject(t *testing.T) {
	home := vbo(1, "90", 1)
	home.extra += secondaryAddress(2) + secondaryAddress(99)
	r := readVillage(t, home, pnd(1, "1931", 10, 8), num(1, "1", "3511AB", 1), num(2, "3", "3511AB", 1))
	if len(r.Addresses) != 2 || !r.Addresses[0].Main || r.Addresses[1].Main ||
		r.Addresses[0].ObjectID != r.Addresses[1].ObjectID {
		t.Errorf("addresses = %+v, want a main and a secondary one of one object", r.Addresses)
	}
	if got := r.Rejects.Count(FaultNoSecondaryAddress); got != 1 {
		t.Errorf("%d missing secondary addresses named, want 1", got)
	}
}

func TestStatusDecidesWhatCounts(t *testing.T) {
	for _, c := range []struct {
		status       string
		there, inUse bool
	}{
		{status: "Verblijfsobject gevormd", there: true},
		{status: "Verblijfsobject buiten gebruik", there: true},
		{status: "Verblijfsobject in gebruik", there: true, inUse: true},
		{status: "Verblijfsobject in gebruik (niet ingemeten)", there: true, inUse: true},
		{status: "Verbouwing verblijfsobject", there: true, inUse: true},
		{status: "Niet gerealiseerd verblijfsobject"},
		{status: "Verblijfsobject ingetrokken"},
		{status: "Verblijfsobject ten onrechte opgevoerd"},
	} {
		home := vbo(1, "90", 1)
		home.status = c.status
		r := readVillage(t, home, pnd(1, "1931", 10, 8), num(1, "1", "3511AB", 1))
		if got := len(r.Addresses) == 1 && len(r.Dwellings) == 1; got != c.there {
			t.Errorf("%s: there = %t, want %t", c.status, got, c.there)
		} else if c.there && gevel.StatusAt(r.Statuses, gevel.Latest).Used() != c.inUse {
			t.Errorf("%s: in use = %t, want %t", c.status, !c.inUse, c.inUse)
		}
	}
}

func TestCurrentOccurrenceIsTheOneOnTheDeliverysDate(t *testing.T) {
	inactive := "<h:tijdstipInactief>2020-01-01T00:00:00</h:tijdstipInactief>"
	for name, c := range map[string]struct {
		occurrences []thing
		want        int // surface; 0: no dwelling
	}{
		"ended before": {[]thing{
			{occurrence: 1, end: "2023-09-07", extra: "50"},
			{occurrence: 2, begin: "2023-09-07", extra: "60"},
		}, 60},
		"ends on the day": {[]thing{
			{occurrence: 1, end: villageDay, extra: "50"},
			{occurrence: 2, begin: villageDay, extra: "60"},
		}, 60},
		"replaced later": {[]thing{
			{occurrence: 1, end: "2023-09-09", extra: "50"},
			{occurrence: 2, begin: "2023-09-09", extra: "60"},
		}, 50},
		"typing error": {
			[]thing{{occurrence: 1, extra: "50"}, {occurrence: 2, begin: "2104-01-21", extra: "60"}},
			50,
		},
		"begin is end": {[]thing{
			{occurrence: 1, extra: "50"},
			{occurrence: 2, begin: "2020-01-01", end: "2020-01-01", extra: "60"},
		}, 50},
		"two are valid": {[]thing{{occurrence: 7, extra: "60"}, {occurrence: 3, extra: "50"}}, 60},
		"taken back":    {[]thing{{occurrence: 1, extra: "50"}, {occurrence: 2, extra: "60" + inactive}}, 50},
		"last one withdrawn": {[]thing{
			{occurrence: 1, extra: "50"},
			{occurrence: 2, extra: "60", status: "Verblijfsobject ingetrokken"},
		}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			things := []thing{num(1, "1", "3511AB", 1), pnd(1, "1931", 10, 8)}
			for _, o := range c.occurrences {
				surface, rest, _ := strings.Cut(o.extra, "<")
				home := vbo(1, surface, 1)
				home.occurrence, home.begin, home.end = o.occurrence, o.begin, o.end
				home.status = or(o.status, home.status)
				if rest != "" {
					home.extra += "<" + rest
				}
				things = append(things, home)
			}
			r := readVillage(t, things...)
			got := 0
			if len(r.Dwellings) == 1 && gevel.StatusAt(r.Statuses, gevel.Latest).Stands() {
				got = r.Dwellings[0].UseSurface.V
			}
			if got != c.want {
				t.Errorf("surface = %d, want %d; %+v", got, c.want, r.Objects[Verblijfsobject])
			}
		})
	}
}

func TestStandInsAreUnknown(t *testing.T) {
	for surface, want := range map[string]gevel.Opt[int]{
		"90": gevel.Some(90), "3000": gevel.Some(3000), "1": gevel.Some(1), "998": gevel.Some(998),
		"999": {}, "9999": {}, "99999": {}, "999999": {},
	} {
		r := readVillage(t, num(1, "1", "3511AB", 1), vbo(1, surface, 1), pnd(1, "1931", 10, 8))
		if got := dwellingOf(t, r, 1).UseSurface; got != want {
			t.Errorf("surface %s = %+v, want %+v", surface, got, want)
		}
	}
	for year, want := range map[string]gevel.Opt[int]{
		"1931": gevel.Some(1931), "1286": gevel.Some(1286), "1200": gevel.Some(1200), "2025": gevel.Some(2025),
		"1199": {}, "1005": {}, "9999": {}, "2949": {},
	} {
		r := readVillage(t, num(1, "1", "3511AB", 1), vbo(1, "90", 1), pnd(1, year, 10, 8))
		if got := dwellingOf(t, r, 1).BuildYear; got != want {
			t.Errorf("build year %s = %+v, want %+v", year, got, want)
		}
	}
}

func TestBuildYearComesFromTheBuildingAroundThePoint(t *testing.T) {
	numbers := num(1, "1", "3511AB", 1)
	// The point of home 1 lies at 12 m: in building 2, not in the larger 1.
	around := readVillage(t, numbers, vbo(1, "90", 1, 2), pnd(1, "1900", 20, 60), pnd(2, "1950", 10, 8))
	if got := dwellingOf(t, around, 1).BuildYear.V; got != 1950 {
		t.Errorf("build year = %d, want 1950 of the building around the point", got)
	}
	largest := readVillage(t, numbers, vbo(1, "90", 3, 1, 2), pnd(1, "1900", 20, 60), pnd(2, "1950", 100, 8),
		pnd(3, "1960", 120, 8))
	if got := dwellingOf(t, largest, 1).BuildYear.V; got != 1900 {
		t.Errorf("build year = %d, want 1900 of the largest building", got)
	}
}

func TestEveryFaultIsNamed(t *testing.T) {
	good := []thing{num(1, "1", "3511AB", 1), vbo(1, "90", 1), pnd(1, "1931", 10, 8)}
	edit := func(o thing, old, replacement string) thing {
		if !strings.Contains(o.extra, old) {
			t.Fatalf("%q is not in %q", old, o.extra)
		}
		o.extra = strings.Replace(o.extra, old, replacement, 1)
		return o
	}
	with := func(o thing, change func(*thing)) thing {
		change(&o)
		return o
	}
	for i, c := range []struct {
		reason string
		bad    thing
	}{
		{ReasonUnknownObject, thing{kind: "Luchtkasteel", id: id("77", 9), status: "in de wolken"}},
		{ReasonMalformedID, with(vbo(9, "90", 1), func(o *thing) { o.id = "034401000000000" })},
		{ReasonMalformedID, with(vbo(9, "90", 1), func(o *thing) { o.id = id("10", 9) })},
		{ReasonMalformedPeriod, with(vbo(9, "90", 1), func(o *thing) { o.begin = "8 september" })},
		{ReasonUnknownStatus, with(vbo(9, "90", 1), func(o *thing) { o.status = "Verblijfsobject verdwenen" })},
		{ReasonMalformedNumber, num(9, "0", "3511AB", 1)},
		{ReasonMalformedNumber, num(9, "1 AB", "3511AB", 1)},
		{ReasonMalformedNumber, num(9, "1 A 12345", "3511AB", 1)},
		{FaultMalformedPostalCode, edit(num(1, "1", "3511AB", 1), "3511AB", "0511AB")},
		{ReasonMissingName, opr(9, "", "3295")},
		{ReasonMissingReference, edit(num(9, "1", "3511AB", 1), id("30", 1), "Dorpsstraat")},
		{ReasonMissingReference, edit(vbo(9, "90", 1), id("20", 9), "")},
		{ReasonNoCity, opr(9, "Laan", "1111")},
		{ReasonNoStreet, num(9, "1", "3511AB", 99)},
		{ReasonNoMainAddress, vbo(9, "90", 1)},
		{ReasonNoObject, num(9, "9", "3511AB", 1)},
		{FaultNoBuilding, vbo(1, "90", 99)},
		{FaultMalformedSurface, vbo(1, "groot", 1)},
		{FaultMalformedSurface, vbo(1, "0", 1)},
		{FaultMalformedYear, pnd(9, "oud", 40, 8)},
		{FaultMalformedGeometry, edit(vbo(1, "90", 1), "450002.000", "4500020.000")},
		{FaultMalformedGeometry, pndAt(9, "1931", "100000 450000 100010 450000 100010 450010 100000 450010")},
		{FaultMalformedGeometry, pndAt(9, "1931",
			"100000 450000 100010 450010 100010 450000 100000 450011 100000 450000")},
		{FaultMalformedGeometry, pndAt(9, "1931", rectangle(0, 0, 6000, 10))},
		{FaultMalformedGeometry, pndAt(9, "1931", "100000 NaN")},
	} {
		t.Run(fmt.Sprintf("%d %s", i, c.reason), func(t *testing.T) {
			things := []thing{c.bad}
			for _, o := range good {
				if o.id != c.bad.id {
					things = append(things, o)
				}
			}
			r := readVillage(t, things...)
			if got := r.Rejects.Count(c.reason); got != 1 {
				t.Errorf("named %d times, want 1; rejects %+v", got, r.Rejects.List())
			}
			if got := r.Rejects.Total(); got != 1 {
				t.Errorf("%d rejects, want 1: %+v", got, r.Rejects.List())
			}
			if len(r.Dwellings) != 1 {
				t.Errorf("%d dwellings, want 1: one fault takes no other object along", len(r.Dwellings))
			}
		})
	}
}
