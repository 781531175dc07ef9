package edition

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// The addresses table on disk.

// addressText holds the columns of the file that are not columns in memory.
type addressText struct {
	codes []gevel.PostalCode
	// street, city, municipality and province, as codes in names
	names [4]*gevel.Names
	place [4][]int32
}

func (t *AddressRows) columns(text *addressText) []column {
	placeColumn := func(name string, k int, of func(*place) string) column {
		return textColumn(name,
			func(row int) string { return of(&t.places[t.place.At(row)]) },
			func(s string) (int32, error) { return text.names[k].Add(s), nil },
			func(row int, code int32) { text.place[k][row] = code })
	}
	return []column{
		textColumn("postal_code",
			func(row int) string { return string(t.postalCode(row)) },
			func(s string) (gevel.PostalCode, error) { return gevel.PostalCode(s), nil },
			func(row int, code gevel.PostalCode) { text.codes[row] = code }),
		intsColumn("house_number", counts, &t.number),
		nameColumn("house_letter", t.letters, &t.letter),
		nameColumn("house_number_ext", t.exts, &t.ext),
		idColumn("number_id", &t.numberID),
		idColumn("object_id", &t.objectID),
		placeColumn("street", 0, func(p *place) string { return p.street }),
		placeColumn("city", 1, func(p *place) string { return p.city }),
		placeColumn("municipality", 2, func(p *place) string { return p.municipality }),
		placeColumn("province", 3, func(p *place) string { return p.province }),
		codeColumn("kind", &t.kind, spellKind, parseKind),
		sliceColumn("main", bools, &t.main),
		t.spanColumn("borne_from", 0), t.spanColumn("borne_until", 1),
	}
}

// spanColumn is the column of an end of the days on which addresses are borne.
func (t *AddressRows) spanColumn(name string, end int) column {
	return codedColumn(name, perhapsDates, func(row int) gevel.Date {
		if day, ok := t.ends[end][int32(row)]; ok {
			return day
		}
		return gevel.NoDate
	}, func(row int, day gevel.Date) {
		if day != gevel.NoDate {
			t.ends[end][int32(row)] = day
		}
	})
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

func (e *Edition) readAddresses(ctx context.Context, file *table) (*AddressRows, error) {
	t := &AddressRows{letters: gevel.NewNames(), exts: gevel.NewNames()}
	t.grow(file.rows())
	text := &addressText{codes: make([]gevel.PostalCode, file.rows())}
	for k := range text.names {
		text.names[k], text.place[k] = gevel.NewNames(), make([]int32, file.rows())
	}
	if err := file.read(ctx, t.columns(text)); err != nil {
		return nil, err
	}
	t.addPlaces(text)
	for row := 1; row < t.Len(); row++ {
		if t.compareRows(text.codes, row-1, row) > 0 {
			return nil, fmt.Errorf("%s is not sorted at row %d", file.name, row)
		}
	}
	t.index(text.codes)
	return t, nil
}

// addPlaces combines four codes into the code of a place.
func (t *AddressRows) addPlaces(text *addressText) {
	known := map[[4]int32]int32{}
	var all [][4]int32
	for row := range t.Len() {
		var codes [4]int32
		for k := range codes {
			codes[k] = text.place[k][row]
		}
		t.place.Set(row, codeOf(known, codes, &all))
	}
	for _, codes := range all {
		name := func(k int) string { return text.names[k].Name(codes[k]) }
		t.places = append(t.places, place{name(0), name(1), name(2), name(3)})
	}
}

// compareRows compares two rows as compareAddresses does.
func (t *AddressRows) compareRows(codes []gevel.PostalCode, a, b int) int {
	if order := cmp.Or(cmp.Compare(codes[a], codes[b]), cmp.Compare(t.number.At(a), t.number.At(b))); order != 0 {
		return order
	}
	return cmp.Or(
		cmp.Compare(t.letters.Name(t.letter.At(a)), t.letters.Name(t.letter.At(b))),
		cmp.Compare(t.exts.Name(t.ext.At(a)), t.exts.Name(t.ext.At(b))),
		cmp.Compare(t.numberID.at(a), t.numberID.at(b)), cmp.Compare(t.objectID.at(a), t.objectID.at(b)))
}

// Number returns its house number.
func (t *AddressRows) Number(row int) int { return int(t.number.At(row)) }

// Place returns the number of its street in its city; see PlaceAt.
func (t *AddressRows) Place(row int) int { return int(t.place.At(row)) }

// Places returns the number of streets in cities.
func (t *AddressRows) Places() int { return len(t.places) }

// PlaceAt returns the names of a place.
func (t *AddressRows) PlaceAt(place int) (street, city, municipality, province string) {
	p := &t.places[place]
	return p.street, p.city, p.municipality, p.province
}

// WithPrefix returns the range of rows, first to end, whose postal codes begin with a prefix.
func (t *AddressRows) WithPrefix(prefix string) (first, end int) {
	lo, hi := t.codesWith(prefix)
	return int(t.firstRow[lo]), int(t.firstRow[hi])
}

// WithID returns the address of an object, its main one, or of a nummeraanduiding.
func (t *AddressRows) WithID(id gevel.BAGID) (gevel.Address, bool) {
	row, ok := t.MainOn(id, today)
	if !ok {
		row, ok = t.withNumberID(id)
	}
	if !ok {
		return gevel.Address{}, false
	}
	return t.At(row), true
}

// The sales table on disk.

// salesText holds the columns of the file that are not columns in memory: street and city, as codes in names.
type salesText struct {
	names [2]*gevel.Names
	codes [2][]int32
}

func salesColumns(s *market.Sales, text *salesText) []column {
	columns := []column{
		listColumn("sale_id", &s.IDs),
		nameColumn("dwelling_id", s.DwellingNames, market.Codes(s.Dwelling)),
		nameColumn("deal", s.Deals, market.Codes(s.Deal)),
		sliceColumn("sale_date", dates, &s.Date),
		sliceColumn("known_date", dates, &s.Known),
		sliceColumn("revised_date", perhapsDates, &s.Revised),
		sliceColumn("replaced_date", lastDates, &s.Replaced),
		sliceColumn("price", prices, &s.Price),
		nameColumn("postal_code_area", s.Zips, market.Codes(s.Zip)),
	}
	for k, name := range []string{"street", "city"} {
		columns = append(columns, textColumn(name,
			func(row int) string { return streetAndCity(s, row)[k] },
			func(v string) (int32, error) { return text.names[k].Add(v), nil },
			func(row int, code int32) { text.codes[k][row] = code }))
	}
	return slices.Concat(columns,
		pointColumns("", &s.At), pointColumns(placePrefix, &s.Place), attributeColumns(&s.Columns))
}

func streetAndCity(s *market.Sales, row int) [2]string {
	street, city, _ := strings.Cut(s.Streets.Name(s.Street[row]), "\n")
	return [2]string{street, city}
}

func (e *Edition) readSales(ctx context.Context, file *table) (*market.Sales, error) {
	s := market.MakeSales(e.manifest.attributes(), file.rows())
	text := new(salesText)
	for k := range text.names {
		text.names[k], text.codes[k] = gevel.NewNames(), make([]int32, file.rows())
	}
	if err := file.read(ctx, salesColumns(s, text)); err != nil {
		return nil, err
	}
	addStreets(s, text)
	for row := range s.Len() {
		switch {
		case row > 0 && s.Compare(row-1, row) > 0:
			return nil, fmt.Errorf("%s is not sorted at row %d", file.name, row)
		case s.Known[row] < s.Date[row]:
			return nil, fmt.Errorf("%s: the sale in row %d is known before it is made", file.name, row)
		case s.Replaced[row] <= max(s.Known[row], s.Revised[row]):
			return nil, fmt.Errorf("%s: row %d is replaced before it is known", file.name, row)
		}
	}
	s.NumberNames()
	s.Index()
	return s, nil
}

// addStreets combines street and city into one code.
func addStreets(s *market.Sales, text *salesText) {
	known := map[[2]int32]int32{}
	for row, street := range text.codes[0] {
		pair := [2]int32{street, text.codes[1][row]}
		code, ok := known[pair]
		if !ok {
			code = s.Streets.Add(market.StreetKey(text.names[0].Name(pair[0]), text.names[1].Name(pair[1])))
			known[pair] = code
		}
		s.Street[row] = code
	}
}
