// Package search finds addresses as people type them: street, number, city and postal code in any
// order, words that are not finished yet, with or without diacritics, extensions spelled in any way.
package search

import (
	"github.com/gevel/gevel"
)

// Addresses are what is searched, by row: ascending by postal code, number, letter and extension.
// They are an edition's, which has them in memory already.
type Addresses interface {
	Len() int
	At(row int) gevel.Address
	Number(row int) int // its house number
	Place(row int) int  // the number of its street in its city
	Places() int        // how many of these there are
	PlaceAt(place int) (street, city, municipality string)
	// WithPrefix returns the rows whose postal codes begin with a prefix: those from first up to end.
	WithPrefix(code string) (first, end int)
	// WithID returns the address of an object, its main one, or of a nummeraanduiding.
	WithID(id gevel.BAGID) (gevel.Address, bool)
}

// Longest is how many bytes of a query are read; no address is that long.
const Longest = 200

// Result is what a query finds.
type Result struct {
	Addresses []gevel.Address // the best first
	More      bool            // there are others
}

// Find returns at most so many addresses that a query may mean, the best first: what is spelled out
// before what is only begun, and then by street, city and number. The same query finds the same. Where
// no number is given it is one address of each street, unless there are fewer streets than that.
func (x *Index) Find(query string, limit int) Result {
	if len(query) > Longest {
		query = query[:Longest]
	}
	tokens := fold(query)
	if len(tokens) == 1 && len(tokens[0]) == bagDigits {
		if a, ok := x.addresses.WithID(gevel.BAGID(tokens[0])); ok {
			return Result{Addresses: []gevel.Address{a}}
		}
	}
	s := x.scratch.Get().(*scratch)
	defer x.scratch.Put(s)
	s.looks = mostLooks
	var found []hit
	for _, r := range readings(tokens) {
		found = append(found, x.read(r, limit+1, s)...)
	}
	found = best(found, limit+1)
	out := Result{More: len(found) > limit}
	for _, h := range found[:min(limit, len(found))] {
		out.Addresses = append(out.Addresses, x.addresses.At(int(h.row)))
	}
	return out
}

// bagDigits is how long an id of the register is.
const bagDigits = 16
