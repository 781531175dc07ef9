package edition

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"github.com/gevel/gevel"
)

// addressTable holds the addresses, sorted by postal code, number, letter and
// extension.
type addressTable struct {
	postalCodes []gevel.PostalCode // distinct, ascending
	firstRow    []int32            // of each postal code, and one past the last
	number      []int32
	letter      []string // one shared string per letter
	ext         []string // interned
	numberID    idList
	objectID    idList
	place       []int32 // into places
	places      []place
	kind        []gevel.ObjectKind
	main, inUse []bool
	byNumberID  []int32 // rows by ascending number id
	mainOf      []int32 // rows of main addresses by ascending object id
}

// place is what many addresses share.
type place struct{ street, city, municipality, province string }

func compareAddresses(a, b gevel.Address) int {
	return cmp.Or(
		cmp.Compare(a.PostalCode, b.PostalCode), cmp.Compare(a.HouseNumber, b.HouseNumber),
		cmp.Compare(a.HouseLetter, b.HouseLetter), cmp.Compare(a.HouseNumberExt, b.HouseNumberExt),
		cmp.Compare(a.NumberID, b.NumberID), cmp.Compare(a.ObjectID, b.ObjectID))
}

// newAddressTable makes the table of addresses, which need not be sorted.
func newAddressTable(addresses []gevel.Address) *addressTable {
	sorted := slices.Clone(addresses)
	slices.SortFunc(sorted, compareAddresses)
	t := &addressTable{}
	t.grow(len(sorted))
	placeOf := map[place]int32{}
	codes := make([]gevel.PostalCode, len(sorted))
	for i, a := range sorted {
		codes[i] = a.PostalCode
		t.number[i] = int32(a.HouseNumber)
		t.letter[i], t.ext[i] = a.HouseLetter, a.HouseNumberExt
		t.place[i] = t.addPlace(placeOf, place{a.Street, a.City, a.Municipality, a.Province})
		t.kind[i], t.main[i], t.inUse[i] = a.Kind, a.Main, a.InUse
	}
	t.numberID = newIDList(len(sorted), func(i int) gevel.BAGID { return sorted[i].NumberID })
	t.objectID = newIDList(len(sorted), func(i int) gevel.BAGID { return sorted[i].ObjectID })
	t.index(codes)
	return t
}

func (t *addressTable) grow(n int) {
	t.number, t.place = make([]int32, n), make([]int32, n)
	t.letter, t.ext = make([]string, n), make([]string, n)
	t.kind, t.main, t.inUse = make([]gevel.ObjectKind, n), make([]bool, n), make([]bool, n)
}

func (t *addressTable) addPlace(known map[place]int32, p place) int32 {
	code, ok := known[p]
	if !ok {
		code = int32(len(t.places))
		t.places = append(t.places, p)
		known[p] = code
	}
	return code
}

// index makes the look-ups over the rows, whose postal codes are codes.
func (t *addressTable) index(codes []gevel.PostalCode) {
	for row, code := range codes {
		if row == 0 || code != codes[row-1] {
			t.postalCodes = append(t.postalCodes, code)
			t.firstRow = append(t.firstRow, int32(row))
		}
	}
	t.firstRow = append(t.firstRow, int32(len(codes)))
	for row := range codes {
		t.byNumberID = append(t.byNumberID, int32(row))
		if t.main[row] {
			t.mainOf = append(t.mainOf, int32(row))
		}
	}
	slices.SortFunc(t.byNumberID, func(a, b int32) int {
		return cmp.Or(cmp.Compare(t.numberID.at(int(a)), t.numberID.at(int(b))), cmp.Compare(a, b))
	})
	slices.SortFunc(t.mainOf, func(a, b int32) int {
		return cmp.Or(cmp.Compare(t.objectID.at(int(a)), t.objectID.at(int(b))), cmp.Compare(a, b))
	})
}

func (t *addressTable) len() int { return len(t.number) }

// at returns the address in a row.
func (t *addressTable) at(row int) gevel.Address {
	p := t.places[t.place[row]]
	return gevel.Address{
		NumberID: t.numberID.at(row), ObjectID: t.objectID.at(row),
		PostalCode: t.postalCode(row), HouseNumber: int(t.number[row]),
		HouseLetter: t.letter[row], HouseNumberExt: t.ext[row],
		Street: p.street, City: p.city, Municipality: p.municipality, Province: p.province,
		Kind: t.kind[row], Main: t.main[row], InUse: t.inUse[row],
	}
}

func (t *addressTable) postalCode(row int) gevel.PostalCode {
	i := sort.Search(len(t.firstRow), func(i int) bool { return int(t.firstRow[i]) > row })
	return t.postalCodes[i-1]
}

// find returns the addresses at a postal code and house number.
func (t *addressTable) find(code gevel.PostalCode, number int) []gevel.Address {
	i, ok := slices.BinarySearch(t.postalCodes, code)
	if !ok {
		return nil
	}
	first, last := int(t.firstRow[i]), int(t.firstRow[i+1])
	from := first + sort.Search(last-first, func(k int) bool { return int(t.number[first+k]) >= number })
	var found []gevel.Address
	for row := from; row < last && int(t.number[row]) == number; row++ {
		found = append(found, t.at(row))
	}
	return found
}

func (t *addressTable) withNumberID(id gevel.BAGID) (row int, ok bool) {
	return searchRows(t.byNumberID, t.numberID, id)
}

func (t *addressTable) mainAddress(object gevel.BAGID) (row int, ok bool) {
	return searchRows(t.mainOf, t.objectID, object)
}

// searchRows finds id among rows that are sorted by their id in ids.
func searchRows(rows []int32, ids idList, id gevel.BAGID) (row int, ok bool) {
	i := sort.Search(len(rows), func(i int) bool { return ids.at(int(rows[i])) >= id })
	if i == len(rows) || ids.at(int(rows[i])) != id {
		return 0, false
	}
	return int(rows[i]), true
}

var kindNames = map[gevel.ObjectKind]string{
	gevel.Home: "home", gevel.OtherUse: "other_use", gevel.Berth: "berth", gevel.Pitch: "pitch",
}

func spellKind(k gevel.ObjectKind) string { return kindNames[k] }

func parseKind(s string) (gevel.ObjectKind, error) {
	for kind, name := range kindNames {
		if name == s {
			return kind, nil
		}
	}
	return 0, fmt.Errorf("%q is no kind of object", s)
}

// addressReader gathers what the columns of the file hold until the rows can be
// indexed.
type addressReader struct {
	*addressTable
	codes                []gevel.PostalCode
	numberIDs, objectIDs []byte
	rowPlace             []place
	intern               map[string]string
}

func (r *addressReader) shared(s string) string {
	if known, ok := r.intern[s]; ok {
		return known
	}
	r.intern[s] = s
	return s
}

func (r *addressReader) columns() []column {
	keep := func(field func(i int) *string) func(int, string) error {
		return func(i int, s string) error { *field(i) = r.shared(s); return nil }
	}
	placeOf := func(i int) place { return r.places[r.place[i]] }
	return []column{
		textColumn("postal_code", func(i int) string { return string(r.postalCode(i)) },
			func(i int, s string) error { r.codes[i] = gevel.PostalCode(r.shared(s)); return nil }),
		countColumn("house_number", &r.number),
		textColumn("house_letter", func(i int) string { return r.letter[i] },
			keep(func(i int) *string { return &r.letter[i] })),
		textColumn("house_number_ext", func(i int) string { return r.ext[i] },
			keep(func(i int) *string { return &r.ext[i] })),
		idColumn("number_id", func(i int) gevel.BAGID { return r.numberID.at(i) },
			func(_ int, id gevel.BAGID) { r.numberIDs = append(r.numberIDs, id...) }),
		idColumn("object_id", func(i int) gevel.BAGID { return r.objectID.at(i) },
			func(_ int, id gevel.BAGID) { r.objectIDs = append(r.objectIDs, id...) }),
		textColumn("street", func(i int) string { return placeOf(i).street },
			keep(func(i int) *string { return &r.rowPlace[i].street })),
		textColumn("city", func(i int) string { return placeOf(i).city },
			keep(func(i int) *string { return &r.rowPlace[i].city })),
		textColumn("municipality", func(i int) string { return placeOf(i).municipality },
			keep(func(i int) *string { return &r.rowPlace[i].municipality })),
		textColumn("province", func(i int) string { return placeOf(i).province },
			keep(func(i int) *string { return &r.rowPlace[i].province })),
		codeColumn("kind", &r.kind, spellKind, parseKind),
		boolColumn("main", &r.main),
		boolColumn("in_use", &r.inUse),
	}
}

func (t *addressTable) write(path string) error {
	r := &addressReader{addressTable: t}
	return writeTable(path, t.len(), r.columns())
}

func readAddresses(path string) (*addressTable, error) {
	r := &addressReader{addressTable: &addressTable{}, intern: map[string]string{}}
	err := readTable(path, func(n int) {
		r.grow(n)
		r.codes, r.rowPlace = make([]gevel.PostalCode, n), make([]place, n)
	}, r.columns())
	if err != nil {
		return nil, err
	}
	r.numberID, r.objectID = idList{string(r.numberIDs)}, idList{string(r.objectIDs)}
	known := map[place]int32{}
	for i, p := range r.rowPlace {
		r.place[i] = r.addPlace(known, p)
	}
	r.index(r.codes)
	for i := 1; i < r.len(); i++ {
		if compareAddresses(r.at(i-1), r.at(i)) > 0 {
			return nil, fmt.Errorf("addresses.parquet is not sorted at row %d", i)
		}
	}
	return r.addressTable, nil
}
