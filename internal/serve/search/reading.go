package search

import (
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

// What the words of a query may be.

// reading is one way to take the words of a query: each of them is one thing.
type reading struct {
	words  []string // of street and city, each of which may be only begun
	code   string   // how the postal code begins, "" for none
	number int      // 0 is none
	open   bool     // the number may go on: it is what was typed last
	suffix string   // what is written onto the number: letter and extension
	loose  []string // short words behind the number, each of which is more of that, or a word
}

// Bounds on what is tried.
const (
	mostTokens = 12 // of a query; the rest is left out
	mostLoose  = 3
	longLoose  = 4 // letters and digits of an extension
)

// readings returns the ways to take the words of a query.
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

// part is the words of a query from one up to another that are a postal code, or begin one.
type part struct {
	from, to int
	code     string
}

func (p part) has(i int) bool { return i >= p.from && i < p.to }

// codesIn returns the parts that may be postal codes; the first is none at all.
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

// readingOf returns the reading with a part for the postal code and a word for the number, -1 for none.
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

// numberIn splits a word into a house number and what is written onto it.
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
