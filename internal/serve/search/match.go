package search

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// match is a run of words that is, or begins, a run of words of a name.
type match struct {
	name     int32
	from, to uint8 // words of the query
	letters  uint8 // of the name that the words say
	wrong    uint8 // corrections
	begun    bool  // the last word is not complete
	isEnd    bool  // of a name with more words
}

// mostMatches limits what a query of many short words matches. The commonest are left out.
const mostMatches = 150_000

// beginning is a text with which keys begin, from lo up to, not including, hi.
type beginning struct {
	text   string
	lo, hi int
	match
}

// matches finds what runs of a query's words match as they are written, and which words are too common for that.
func (x *Index) matches(q query, list []match) ([]match, []bool) {
	var all []beginning
	for from := range q.words {
		for to := from + 1; to <= min(from+mostRun, len(q.words)); to++ {
			words := q.words[from:to]
			if len(words) == 1 && isNumber(words[0]) && to == len(q.words) { // no name follows
				continue
			}
			for _, text := range slices.Compact([]string{normal(words), begun(words), plain(words)}) {
				lo, hi := x.keys.beginning(text)
				all = append(all, beginning{text, lo, hi, match{from: uint8(from), to: uint8(to)}})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b beginning) int { return cmp.Compare(a.hi-a.lo, b.hi-b.lo) })
	common := make([]bool, len(q.words))
	for _, one := range all {
		if len(list)+one.hi-one.lo < mostMatches {
			list = x.begins(one, list)
			continue
		}
		for at := one.from; at < one.to; at++ {
			common[at] = true
		}
	}
	return list, common
}

// begins adds the matches of a text.
func (x *Index) begins(b beginning, list []match) []match {
	m := b.match
	m.letters = uint8(min(len(b.text), longestKey))
	numbers := all(b.text, isDigit)
	for i := b.lo; i < b.hi; i++ {
		key := x.keys.at(i)
		m.begun = len(key) > len(b.text)
		if m.begun && numbers && isDigit(key[len(b.text)]) { // 1 may be 1e, but 19 is not 1944
			continue
		}
		list = append(list, x.match(i, m))
	}
	return list
}

// match completes a match of a key.
func (x *Index) match(key int, m match) match {
	m.name = x.keys.name[key]
	m.isEnd = !x.keys.whole[key] && !m.begun
	if x.keys.whole[key] && !m.begun {
		m.letters = x.letters[m.name]
	}
	return m
}

// mostCompared limits the letters of keys that one query is compared with.
const mostCompared = 200_000

// corrected adds what runs of words match with wrong letters, or behind a wrong word. Only runs with a word that is doubtful
// are compared.
func (x *Index) corrected(q query, doubtful []bool, list []match) []match {
	const mostRun = 4 // a longer one has a word less where it matters
	budget := mostCompared
	seen := map[string]bool{}
	for length := 1; length <= mostRun; length++ {
		for from := 0; from+length <= len(q.words); from++ {
			to := from + length
			words := q.words[from:to]
			if !slices.Contains(doubtful[from:to], true) || isNumber(words[0]) {
				continue
			}
			for _, text := range []string{normal(words), plain(words), strings.Join(words, "")} { // a slip may look like an abbreviation
				if seen[text] {
					continue
				}
				seen[text] = true
				x.keys.near(text, &budget, func(key, wrong int, whole bool) {
					isSame := !slices.ContainsFunc(words, isNumber) || digitsOf(x.keys.at(key)) == digitsOf(text) // a number is no slip
					if wrong > 0 && isSame && len(list) < 2*mostMatches {
						list = append(list, x.match(key, match{
							from: uint8(from), to: uint8(to), letters: uint8(len(text)), wrong: uint8(wrong), begun: !whole,
						}))
					}
				})
			}
		}
	}
	for _, m := range list {
		if m.isEnd && m.from > 0 && doubtful[m.from-1] {
			m.from--
			m.wrong += wrongWord
			list = append(list, m)
		}
	}
	return list
}

// wrongWord is how many corrections a word counts as that stands for the first of a name, beyond recognition.
const wrongWord = 3

// digitsOf returns the digits of a text.
func digitsOf(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsDigit(c) {
			return c
		}
		return -1
	}, text)
}

// grouped are matches by name.
type grouped struct {
	list  []match
	first []int32 // of each name, and one past the last
}

// group groups matches by the names of an index.
func (g *grouped) group(list []match, names int) {
	g.first = append(g.first[:0], make([]int32, names+2)...)
	for _, m := range list {
		g.first[m.name+2]++
	}
	for name := range names {
		g.first[name+2] += g.first[name+1]
	}
	g.list = append(g.list[:0], list...)
	for _, m := range list {
		g.list[g.first[m.name+1]] = m
		g.first[m.name+1]++
	}
}

// of returns the matches of a name.
func (g *grouped) of(name int32) []match { return g.list[g.first[name]:g.first[name+1]] }

// isLike reports whether two matches of names say as much of them.
func (m match) isLike(other match) bool {
	other.name = m.name
	return m == other
}

func (m match) cost() int {
	cost := costOfLetter * int(m.wrong)
	if m.begun {
		cost += costOfBegun
	}
	return cost
}
