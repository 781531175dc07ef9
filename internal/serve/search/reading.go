package search

import (
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

// reading is one way to interpret a query: it gives each word one meaning.
type reading struct {
	words  []string // of street and city, possibly unfinished
	code   string   // start of the postal code, "" for none
	number int      // 0: none
	open   bool     // the number may be unfinished: it was typed last
	suffix string   // letter and extension written onto the number
	loose  []string // short words behind the number: more of the suffix, or words
}

// Limits.
const (
	mostTokens = 12 // the rest of the query is ignored
	mostLoose  = 3
	longLoose  = 4 // longest extension, letters and digits
)

// readings returns the ways to interpret a query.
func readings(tokens []string) []reading {
	tokens = tokens[:min(len(tokens), mostTokens)]
	var list []reading
	for _, code := range codesIn(tokens) {
		for number := -1; number < len(tokens); number++ {
			if r, ok := readingOf(tokens, code, number); ok {
				list = append(list, r)
			}
		}
	}
	return list
}

// part is a range of the query's words that form a postal code or the start of one.
type part struct {
	from, to int
	code     string
}

func (p part) has(i int) bool { return i >= p.from && i < p.to }

// codesIn returns the ranges that may be postal codes; the first is empty.
func codesIn(tokens []string) []part {
	const digits, whole = 4, 6
	list := []part{{}}
	for i, token := range tokens {
		if len(token) < digits || len(token) > whole || token[0] == '0' || !all(token[:digits], isDigit) || !all(token[digits:], isLetter) {
			continue
		}
		list = append(list, part{i, i + 1, strings.ToUpper(token)})
		if i+1 < len(tokens) && len(token)+len(tokens[i+1]) <= whole && all(tokens[i+1], isLetter) {
			list = append(list, part{i, i + 2, strings.ToUpper(token + tokens[i+1])})
		}
	}
	return list
}

// readingOf returns the reading with a range as the postal code and a word as the number, -1 for none.
func readingOf(tokens []string, code part, number int) (r reading, ok bool) {
	r.code = code.code
	if number >= 0 {
		if r.number, r.suffix, ok = numberIn(tokens[number]); !ok || code.has(number) {
			return r, false
		}
		r.open = number == len(tokens)-1 && r.suffix == ""
	}
	for i, token := range tokens {
		switch {
		case i == number || code.has(i):
		case number >= 0 && i == number+1+len(r.loose) && len(r.loose) < mostLoose && len(token) <= longLoose:
			r.loose = append(r.loose, token)
		default:
			r.words = append(r.words, token)
		}
	}
	return r, len(r.words) > 0 || r.code != ""
}

// numberIn splits a word into a house number and the rest.
func numberIn(token string) (number int, suffix string, ok bool) {
	end := 0
	for end < len(token) && isDigit(token[end]) {
		end++
	}
	number, err := strconv.Atoi(token[:end])
	ok = err == nil && number >= gevel.MinHouseNumber && number <= gevel.MaxHouseNumber && token[0] != '0' &&
		len(token)-end <= longLoose
	return number, token[end:], ok
}

func all(s string, is func(byte) bool) bool {
	for i := range len(s) {
		if !is(s[i]) {
			return false
		}
	}
	return true
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' }
