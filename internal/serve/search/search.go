// Package search finds addresses as people write them: street, number, town and postal code in any order, unfinished,
// abbreviated, written together or apart, with a letter or two wrong.
//
// A query is read as an address of each street that shares words with it: the words that the names of the street and its
// town don't say must be postal code, house number, and letter with extension. A reading costs what it leaves out of the
// street's name and what it must put right, the most for a letter, an extension or a number that is not there. The cheapest
// come first, then by street, city and number; letters are put right only where nothing fits as it is written.
package search

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

// Addresses is the table to search, ascending by postal code, number, letter and extension: an edition's, which
// is in memory already.
type Addresses interface {
	Len() int
	At(row int) gevel.Address
	Number(row int) int // its house number
	Borne(row int) bool // it is of today; a former address is not found
	Place(row int) int  // the number of its street in its city
	Places() int        // how many of these there are
	PlaceAt(place int) (street, city, municipality, province string)
	// WithPrefix returns the rows whose postal codes begin with a prefix, from first up to, not including, end.
	WithPrefix(code string) (first, end int)
	// WithID returns the main address of an object, or the address of a nummeraanduiding.
	WithID(id gevel.BAGID) (gevel.Address, bool)
}

// Limits.
const (
	// Longest limits the length of a query, bytes; no address is as long.
	Longest = 200

	// mostFound is how many addresses are ranked, whatever the limit, so that a limit changes nothing but the length.
	mostFound = 51
)

// Result is what a query finds.
type Result struct {
	Addresses []gevel.Address // the best first
	More      bool            // there are other matches
	Meant     bool            // the query says the first one, and no other
	Guessed   bool            // it says none of them: something was put right
}

// Find returns up to limit addresses, at most 50, that a query may mean, the best first. Equal queries give equal results.
// Without a number in the query it returns one address of each street, or more where there are fewer streets than limit.
func (x *Index) Find(query string, limit int) Result {
	q := newQuery(query[:min(len(query), Longest)])
	if a, ok := x.withID(q); ok {
		return Result{Addresses: []gevel.Address{a}, Meant: true}
	}
	s := x.scratch.Get().(*scratch)
	defer x.scratch.Put(s)
	hits := x.find(q, s)
	out := Result{More: len(hits) > limit, Meant: isMeant(hits), Guessed: len(hits) > 0 && hits[0].flags&(isWrong|isLost) != 0}
	for _, h := range hits[:min(limit, len(hits))] {
		out.Addresses = append(out.Addresses, x.addresses.At(int(h.row)))
	}
	return out
}

// withID returns the address of a home whose id is in a query, or is all of it, in groups of digits.
func (x *Index) withID(q query) (gevel.Address, bool) {
	words := q.words
	if whole := strings.Join(words, ""); all(whole, isDigit) {
		words = append([]string{whole}, words...)
	}
	for _, word := range words {
		if id, err := gevel.ParseBAGID(word); err == nil {
			return x.addresses.WithID(id)
		}
	}
	return gevel.Address{}, false
}

// InMunicipality returns up to most addresses of a municipality, evenly spread over its addresses, in the
// order of rows within streets.
func (x *Index) InMunicipality(name string, most int) []gevel.Address {
	var runs []run
	n := 0
	for original, place := range x.rank {
		if _, _, municipality, _ := x.addresses.PlaceAt(original); municipality != name {
			continue
		}
		for _, one := range x.runs[x.runsOf[place]:x.runsOf[place+1]] {
			runs, n = append(runs, one), n+int(one.end-one.first)
		}
	}
	take := min(n, most)
	list := make([]gevel.Address, 0, take)
	before := 0 // addresses in earlier runs
	for _, one := range runs {
		size := int(one.end - one.first)
		for len(list) < take && len(list)*n/take < before+size {
			list = append(list, x.addresses.At(int(one.first)+len(list)*n/take-before))
		}
		before += size
	}
	return slices.DeleteFunc(list, func(a gevel.Address) bool { return a.Until != 0 })
}

// query is a query in words.
type query struct {
	words []string
	codes []code
}

// code is a postal code or the start of one, in the words from one up to, not including, another. The first of a query's
// is none.
type code struct {
	from, to int
	text     string
}

func (c code) isWhole() bool { return len(c.text) == len("1234AB") }

// Limits.
const (
	mostWords  = 24 // the rest of a query is ignored
	mostRun    = 6  // words of a name that are read together
	mostSuffix = 4  // words of a letter and extension
	longSuffix = 4  // letters or digits of each
)

// zeroFraction is what programs write behind a number where another row of its column is empty: 265.0.
var zeroFraction = regexp.MustCompile(`([0-9])[.,]0+(\s|$)`)

func newQuery(text string) query {
	words := wordsOf(zeroFraction.ReplaceAllString(text, "$1$2"))
	q := query{words: words[:min(len(words), mostWords)], codes: []code{{}}}
	for i, word := range q.words {
		if !isNumber(word) || len(word) != len("1234") || word[0] == '0' {
			continue
		}
		q.codes = append(q.codes, code{i, i + 1, word})
		if i+1 < len(q.words) && len(q.words[i+1]) <= len("AB") && all(q.words[i+1], isLetter) {
			q.codes = append(q.codes, code{i, i + 2, word + strings.ToUpper(q.words[i+1])})
		}
	}
	return q
}

// number returns the house number that a word may be.
func (q *query) number(at int) (number int, ok bool) {
	word := q.words[at]
	if !all(word, isDigit) {
		return 0, false
	}
	number, err := strconv.Atoi(word) // 07 is 7
	return number, err == nil && number > 0 && number <= gevel.MaxHouseNumber
}

// suffixEnd returns how far the words from one on may be a letter and extension.
func (q *query) suffixEnd(from int) int {
	end := from
	for end < len(q.words) && end < from+mostSuffix && isSuffix(q.words[end]) {
		end++
	}
	return end
}

func isSuffix(word string) bool {
	_, isStorey := storeys[word]
	return len(word) <= longSuffix || floors[word] != "" || isStorey
}

// mustNamePlace reports whether a word can be nothing but a part of a name: no number, no postal code, no label and no
// extension.
func (q *query) mustNamePlace(at int) bool {
	word := q.words[at]
	if isNumber(word) || labels[word] != "" {
		return false
	}
	for _, c := range q.codes[1:] {
		if at >= c.from && at < c.to {
			return false
		}
	}
	if !isSuffix(word) {
		return true
	}
	for i := max(0, at-mostSuffix); i < at; i++ {
		if isNumber(q.words[i]) {
			return false
		}
	}
	return true
}

func all(s string, is func(byte) bool) bool {
	for i := range len(s) {
		if !is(s[i]) {
			return false
		}
	}
	return true
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' }
