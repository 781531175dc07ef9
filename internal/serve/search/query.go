package search

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/gevel/gevel"
)

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
	return len(word) <= longSuffix || floors[word] || isStorey
}

// mustNamePlace reports whether a word can be nothing but a part of a name: no number, no postal code, no label and no
// extension.
func (q *query) mustNamePlace(at int) bool {
	word := q.words[at]
	if isNumber(word) || labels[word] {
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
