// Package search finds addresses as people type them: street, number, city and postal code in any order, with
// unfinished words, with or without diacritics, and with extensions in any spelling.
package search

import (
	"regexp"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/spelling"
)

// Addresses is the table to search, ascending by postal code, number, letter and extension: an edition's, which
// is in memory already.
type Addresses interface {
	Len() int
	At(row int) gevel.Address
	Number(row int) int // its house number
	Place(row int) int  // the number of its street in its city
	Places() int        // how many of these there are
	PlaceAt(place int) (street, city, municipality string)
	// WithPrefix returns the rows whose postal codes begin with a prefix, from first up to, not including,
	// end.
	WithPrefix(code string) (first, end int)
	// WithID returns the main address of an object, or the address of a nummeraanduiding.
	WithID(id gevel.BAGID) (gevel.Address, bool)
}

// zeroFraction is what programs write behind a number where another row of its column is empty: 265.0.
var zeroFraction = regexp.MustCompile(`([0-9])[.,]0+(\s|$)`)

// Longest limits the length of a query, bytes; no address is as long.
const Longest = 200

// Result is what a query finds.
type Result struct {
	Addresses []gevel.Address // the best first
	More      bool            // there are other matches
}

// Find returns up to limit addresses that match a query, the best first: complete words before started ones,
// then by street, city and number. Equal queries give equal results. Without a number in the query it returns
// one address of each street, or more where there are fewer streets than limit.
func (x *Index) Find(query string, limit int) Result {
	if len(query) > Longest {
		query = query[:Longest]
	}
	if id, err := spelling.ID(query); err == nil {
		if a, ok := x.addresses.WithID(id); ok {
			return Result{Addresses: []gevel.Address{a}}
		}
	}
	tokens := fold(zeroFraction.ReplaceAllString(query, "$1$2"))
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
