package edition

import (
	"context"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// Look-ups against a search through everything. Values are few, so that the same
// ones meet often.

func fewCodes() *rapid.Generator[gevel.PostalCode] {
	return rapid.SampledFrom([]gevel.PostalCode{"", "1000AA", "1000AB", "2511CV", "9999ZZ"})
}

func fewIDs(code gevel.ObjectCode) *rapid.Generator[gevel.BAGID] {
	return rapid.Custom(func(t *rapid.T) gevel.BAGID { return inventID(code, rapid.IntRange(0, 9).Draw(t, "id")) })
}

func fewAddresses() *rapid.Generator[[]gevel.Address] {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) gevel.Address {
		return gevel.Address{
			NumberID: fewIDs("20").Draw(t, "number id"), ObjectID: fewIDs("01").Draw(t, "object id"),
			PostalCode: fewCodes().Draw(t, "code"), HouseNumber: rapid.IntRange(0, 4).Draw(t, "number"),
			HouseLetter:    rapid.SampledFrom([]string{"", "A", "a"}).Draw(t, "letter"),
			HouseNumberExt: rapid.SampledFrom([]string{"", "1", "é"}).Draw(t, "extension"),
			Main:           rapid.Bool().Draw(t, "main"),
		}
	}), 0, 40)
}

// sorted returns the addresses that keep accepts, in the table's order.
func sorted(addresses []gevel.Address, keep func(gevel.Address) bool) []gevel.Address {
	var kept []gevel.Address
	for _, a := range addresses {
		if keep(a) {
			kept = append(kept, a)
		}
	}
	slices.SortStableFunc(kept, func(a, b gevel.Address) int { return compareAddresses(&a, &b) })
	return kept
}

func TestAddressesAreFoundAsByLinearSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		addresses := fewAddresses().Draw(t, "addresses")
		table, err := NewAddressRows(context.Background(), addresses)
		if err != nil {
			t.Fatal(err)
		}
		code, number := fewCodes().Draw(t, "asked code"), rapid.IntRange(-1, 5).Draw(t, "asked number")
		want := sorted(addresses, func(a gevel.Address) bool { return a.PostalCode == code && a.HouseNumber == number })
		if diff := gocmp.Diff(want, table.Find(code, number, nil)); diff != "" {
			t.Fatalf("addresses at %s %d (-want +got):\n%s", code, number, diff)
		}
		id := fewIDs("20").Draw(t, "asked number id")
		want = sorted(addresses, func(a gevel.Address) bool { return a.NumberID == id })
		row, ok := table.withNumberID(id)
		checkFirst(t, table, row, ok, want)
		object := fewIDs("01").Draw(t, "asked object id")
		want = sorted(addresses, func(a gevel.Address) bool { return a.ObjectID == object && a.Main })
		row, ok = table.MainOn(object, today)
		checkFirst(t, table, row, ok, want)
	})
}

func checkFirst(t *rapid.T, table *AddressRows, row int, ok bool, want []gevel.Address) {
	t.Helper()
	if ok != (len(want) > 0) {
		t.Fatalf("found is %t, and there are %d", ok, len(want))
	}
	if ok && table.At(row) != want[0] {
		t.Fatalf("found %v, want %v", table.At(row), want[0])
	}
}

func TestDwellingsAreFoundAsByLinearSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ids := rapid.SliceOfDistinct(fewIDs("01"), rapid.ID[gevel.BAGID]).Draw(t, "ids")
		var dwellings []gevel.Dwelling
		none := make([]gevel.Source, gevel.StandardAttributes)
		for i, id := range ids {
			dwellings = append(dwellings, gevel.Dwelling{ID: id, NumberID: inventID("20", i), Sources: none})
		}
		c := invented{Dwellings: dwellings}
		if err := c.rows(context.Background()); err != nil {
			t.Fatal(err)
		}
		table, _ := c.Homes.written(context.Background(), gevel.Standard())
		asked := rapid.OneOf(fewIDs("01"), rapid.Just[gevel.BAGID](""), rapid.Just[gevel.BAGID]("x")).Draw(t, "asked")
		want := slices.Index(ids, asked)
		row, ok := table.row(asked)
		if ok != (want >= 0) {
			t.Fatalf("row(%s) found is %t", asked, ok)
		}
		if ok && !gocmp.Equal(table.dwelling(row), dwellings[want]) {
			t.Fatalf("row(%s) is %v, want %v", asked, table.dwelling(row), dwellings[want])
		}
	})
}

func TestSalesAreListedAsByLinearSearch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := market.NewSales(gevel.Standard(), rapid.SliceOfN(rapid.Custom(func(t *rapid.T) gevel.Sale {
			return gevel.Sale{
				DwellingID: rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "dwelling"),
				Date:       gevel.Date(rapid.IntRange(0, 20).Draw(t, "date")),
				KnownDate:  gevel.Date(rapid.IntRange(0, 40).Draw(t, "known")),
				PC4:        rapid.SampledFrom([]string{"", "1000", "2511"}).Draw(t, "pc4"),
				Street:     rapid.SampledFrom([]string{"", "Kade"}).Draw(t, "street"),
				City:       rapid.SampledFrom([]string{"A", "B"}).Draw(t, "city"), Price: 1,
			}
		}), 0, 30).Draw(t, "sales"))
		before := gevel.Date(rapid.IntRange(0, 45).Draw(t, "before"))
		for _, id := range []string{"a", "b", "c"} {
			code := s.DwellingCode(id)
			rows := rowsWhere(s, func(row int) bool { return s.DwellingID(row) == id })
			checkRows(t, s, s.OfDwelling(code), rows)
			known := slices.DeleteFunc(rows, func(row int32) bool { return s.Known[row] >= before })
			row, ok := s.LastKnown(code, before)
			if ok != (len(known) > 0) || ok && row != known[len(known)-1] {
				t.Fatalf("LastKnown(%s, %d) = %d, %t, and known are %v", id, before, row, ok, known)
			}
		}
		for _, zip := range []string{"1000", "2511", "9999"} {
			code := s.Zips.Code(zip)
			checkRows(t, s, s.InZip(code), rowsWhere(s, func(row int) bool { return s.Zips.Name(s.Zip[row]) == zip }))
		}
		for _, street := range []string{
			market.StreetKey("Kade", "A"), market.StreetKey("Kade", "B"), market.StreetKey("Gracht", "A"),
		} {
			code := s.Streets.Code(street)
			inStreet := func(row int) bool { return s.Streets.Name(s.Street[row]) == street }
			checkRows(t, s, s.InStreet(code), rowsWhere(s, inStreet))
		}
	})
}

// rowsWhere returns the rows for which keep holds, by date.
func rowsWhere(s *market.Sales, keep func(row int) bool) []int32 {
	rows := []int32{}
	for row := range s.Len() {
		if keep(row) {
			rows = append(rows, int32(row))
		}
	}
	slices.SortStableFunc(rows, func(a, b int32) int { return int(s.Date[a] - s.Date[b]) })
	return rows
}

func checkRows(t *rapid.T, s *market.Sales, got, want []int32) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Fatalf("rows are %v, want %v; dates are %v", got, want, s.Date)
	}
}

// TestFindTakesTheMemoryOfIdsAlone counts one piece of memory for both ids of an address.
func TestFindTakesTheMemoryOfIdsAlone(t *testing.T) {
	e := opened(t, inventContents(500, 1))
	a := e.addresses.At(100)
	q := gevel.AddressQuery{
		PostalCode: a.PostalCode, HouseNumber: a.HouseNumber, HouseLetter: a.HouseLetter,
		HouseNumberExt: a.HouseNumberExt,
	}
	got, err := e.Find(q)
	a.InUse = got.InUse
	if err != nil || got != a {
		t.Fatalf("Find(%+v) = %v, %v", q, got, err)
	}
	there := len(e.addresses.Find(a.PostalCode, a.HouseNumber, nil))
	if allocs := testing.AllocsPerRun(100, func() { _, _ = e.Find(q) }); allocs > float64(there) {
		t.Errorf("Find allocates %v times for %d addresses", allocs, there)
	}
}
