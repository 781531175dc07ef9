package edition

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// AddressRows are the addresses of an edition, sorted by postal code, number, letter and extension, for callers that
// keep rows instead of addresses.
type AddressRows struct {
	postalCodes []gevel.PostalCode // distinct, ascending
	firstRow    []int32            // of each postal code, and one past the last
	number      market.Ints
	letters     *gevel.Names
	letter      market.Ints // code in letters
	exts        *gevel.Names
	ext         market.Ints // code in exts
	numberID    idList
	objectID    idList
	place       market.Ints // into places
	places      []place
	kind        []gevel.ObjectKind
	main        []bool
	ends        [2]map[int32]gevel.Date // by row: From and Until, where they are given
	byNumberID  idIndex
	mainOf      idIndex // of main addresses, by object id
}

// place is the part of an address that many share.
type place struct{ street, city, municipality, province string }

func compareAddresses(a, b *gevel.Address) int {
	if order := cmp.Or(cmp.Compare(a.PostalCode, b.PostalCode), cmp.Compare(a.HouseNumber, b.HouseNumber)); order != 0 {
		return order
	}
	return cmp.Or(
		cmp.Compare(a.HouseLetter, b.HouseLetter), cmp.Compare(a.HouseNumberExt, b.HouseNumberExt),
		cmp.Compare(a.NumberID, b.NumberID), cmp.Compare(a.ObjectID, b.ObjectID))
}

// NewAddressRows holds addresses, which need not be sorted. Error: an address has no ids.
func NewAddressRows(ctx context.Context, addresses []gevel.Address) (*AddressRows, error) {
	order := market.OrderOf(addresses, compareAddresses)
	at := func(row int) *gevel.Address { return &addresses[order[row]] }
	t := &AddressRows{letters: gevel.NewNames(), exts: gevel.NewNames()}
	t.grow(len(order))
	placeOf := map[place]int32{}
	codes := make([]gevel.PostalCode, len(order))
	for i := range order {
		report(ctx, i, len(order))
		a := at(i)
		codes[i] = a.PostalCode
		t.number.Set(i, int32(a.HouseNumber))
		t.letter.Set(i, t.letters.Add(a.HouseLetter))
		t.ext.Set(i, t.exts.Add(a.HouseNumberExt))
		t.place.Set(i, codeOf(placeOf, place{a.Street, a.City, a.Municipality, a.Province}, &t.places))
		t.kind[i], t.main[i] = a.Kind, a.Main
		for end, day := range [...]gevel.Date{a.From, a.Until} {
			if day != 0 {
				t.ends[end][int32(i)] = day
			}
		}
	}
	if err := t.numberID.fill(len(order), func(i int) gevel.BAGID { return at(i).NumberID }); err != nil {
		return nil, fmt.Errorf("number id of an address: %w", err)
	}
	if err := t.objectID.fill(len(order), func(i int) gevel.BAGID { return at(i).ObjectID }); err != nil {
		return nil, fmt.Errorf("object id of an address: %w", err)
	}
	t.index(codes)
	return t, nil
}

// codeOf returns the code of an item; a new item is added to all and gets the next code.
func codeOf[K comparable](known map[K]int32, item K, all *[]K) int32 {
	code, ok := known[item]
	if !ok {
		code = int32(len(*all))
		*all = append(*all, item)
		known[item] = code
	}
	return code
}

func (t *AddressRows) grow(n int) {
	t.number, t.place = market.MakeInts(n), market.MakeInts(n)
	t.letter, t.ext = market.MakeInts(n), market.MakeInts(n)
	t.kind, t.main = make([]gevel.ObjectKind, n), make([]bool, n)
	t.ends = [...]map[int32]gevel.Date{{}, {}}
	t.numberID.grow(n)
	t.objectID.grow(n)
}

// index builds the look-ups over the rows; codes are the rows' postal codes.
func (t *AddressRows) index(codes []gevel.PostalCode) {
	for row, code := range codes {
		if row == 0 || code != codes[row-1] {
			t.postalCodes = append(t.postalCodes, code)
			t.firstRow = append(t.firstRow, int32(row))
		}
	}
	t.firstRow = append(t.firstRow, int32(len(codes)))
	all, main := make([]int32, len(codes)), []int32(nil)
	for row := range codes {
		all[row] = int32(row)
		if t.main[row] {
			main = append(main, int32(row))
		}
	}
	t.byNumberID, t.mainOf = t.numberID.index(all), t.objectID.index(main)
}

// Len returns the number of addresses.
func (t *AddressRows) Len() int { return t.number.Len() }

// At returns the address in a row.
func (t *AddressRows) At(row int) gevel.Address { return t.atCode(row, t.postalCode(row)) }

func (t *AddressRows) atCode(row int, code gevel.PostalCode) gevel.Address {
	p, ids := &t.places[t.place.At(row)], digitsOf(t.numberID[row], t.objectID[row])
	return gevel.Address{
		NumberID: ids[:idDigits], ObjectID: ids[idDigits:],
		PostalCode: code, HouseNumber: int(t.number.At(row)),
		HouseLetter: t.letters.Name(t.letter.At(row)), HouseNumberExt: t.exts.Name(t.ext.At(row)),
		Street: p.street, City: p.city, Municipality: p.municipality, Province: p.province,
		Kind: t.kind[row], Main: t.main[row], From: t.ends[0][int32(row)], Until: t.ends[1][int32(row)],
	}
}

func (t *AddressRows) postalCode(row int) gevel.PostalCode {
	i := sort.Search(len(t.firstRow), func(i int) bool { return int(t.firstRow[i]) > row })
	return t.postalCodes[i-1]
}

// codesWith returns the range lo to hi of the postal codes that begin with a prefix.
func (t *AddressRows) codesWith(prefix string) (lo, hi int) {
	lo = sort.Search(len(t.postalCodes), func(i int) bool { return string(t.postalCodes[i]) >= prefix })
	hi = lo + sort.Search(len(t.postalCodes)-lo, func(i int) bool {
		return !strings.HasPrefix(string(t.postalCodes[lo+i]), prefix)
	})
	return lo, hi
}

// Find adds the addresses at a postal code and house number to found.
func (t *AddressRows) Find(code gevel.PostalCode, number int, found []gevel.Address) []gevel.Address {
	i, ok := slices.BinarySearch(t.postalCodes, code)
	if !ok {
		return found
	}
	first, last := int(t.firstRow[i]), int(t.firstRow[i+1])
	from := first + sort.Search(last-first, func(k int) bool { return int(t.number.At(first+k)) >= number })
	for row := from; row < last && int(t.number.At(row)) == number; row++ {
		found = append(found, t.atCode(row, code))
	}
	return found
}

// withNumberID returns the row of the address with a nummeraanduiding id: of today, else the first.
func (t *AddressRows) withNumberID(id gevel.BAGID) (row int, ok bool) {
	rows := t.byNumberID.rows(t.numberID, id)
	if len(rows) == 0 {
		return 0, false
	}
	return int(rows[max(0, slices.IndexFunc(rows, func(row int32) bool { return t.Borne(int(row)) }))]), true
}

// MainOn returns the row of the main address of an object on a day.
func (t *AddressRows) MainOn(object gevel.BAGID, day gevel.Date) (row int, ok bool) {
	for _, row := range t.mainOf.rows(t.objectID, object) {
		if t.borneOn(int(row), day) {
			return int(row), true
		}
	}
	return 0, false
}

// Borne reports whether the address in a row is of today; others are former addresses.
func (t *AddressRows) Borne(row int) bool { return t.borneOn(row, today) }

// borneOn reports whether the address in a row is borne on a day.
func (t *AddressRows) borneOn(row int, day gevel.Date) bool {
	a := gevel.Address{From: t.ends[0][int32(row)], Until: t.ends[1][int32(row)]}
	return a.BorneOn(day)
}
