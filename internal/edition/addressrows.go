package edition

import "github.com/gevel/gevel"

// AddressRows are the addresses of an edition by row, ascending by postal code, number, letter and
// extension, for callers that keep rows instead of addresses.
type AddressRows struct{ t *addressTable }

// AddressRows returns the addresses by row.
func (e *Edition) AddressRows() AddressRows { return AddressRows{e.addresses} }

// Len returns the number of addresses.
func (r AddressRows) Len() int { return r.t.len() }

// At returns the address in a row.
func (r AddressRows) At(row int) gevel.Address { return r.t.at(row) }

// Number returns its house number.
func (r AddressRows) Number(row int) int { return int(r.t.number.At(row)) }

// Place returns the number of its street in its city; see PlaceAt.
func (r AddressRows) Place(row int) int { return int(r.t.place.At(row)) }

// Places returns the number of streets in cities.
func (r AddressRows) Places() int { return len(r.t.places) }

// PlaceAt returns the names of a place.
func (r AddressRows) PlaceAt(place int) (street, city, municipality, province string) {
	p := &r.t.places[place]
	return p.street, p.city, p.municipality, p.province
}

// WithPrefix returns the range of rows, first to end, whose postal codes begin with a prefix.
func (r AddressRows) WithPrefix(prefix string) (first, end int) {
	lo, hi := r.t.codesWith(prefix)
	return int(r.t.firstRow[lo]), int(r.t.firstRow[hi])
}

// WithID returns the address of an object, its main one, or of a nummeraanduiding.
func (r AddressRows) WithID(id gevel.BAGID) (gevel.Address, bool) {
	row, ok := r.t.mainAddress(id)
	if !ok {
		row, ok = r.t.withNumberID(id)
	}
	if !ok {
		return gevel.Address{}, false
	}
	return r.t.at(row), true
}
