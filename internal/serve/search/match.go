package search

import (
	"cmp"
	"slices"
	"strings"
)

// match is a run of words that is, or begins, a run of words of a name.
type match struct {
	name     int32
	from, to uint8 // words of the query
	letters  uint8 // of the name that the words say
	wrong    uint8 // corrections
	begun    bool  // the last word is not complete
}

// matches finds what runs of a query's words match as they are written.
func (x *Index) matches(q query, list []match) []match {
	for from := range q.words {
		for to := from + 1; to <= min(from+mostRun, len(q.words)); to++ {
			words := q.words[from:to]
			if len(words) == 1 && isNumber(words[0]) && to == len(q.words) { // no name follows
				continue
			}
			full, typed := normal(words), begun(words)
			list = x.begins(full, match{from: uint8(from), to: uint8(to)}, list)
			if typed != full {
				list = x.begins(typed, match{from: uint8(from), to: uint8(to)}, list)
			}
		}
	}
	return list
}

// begins adds the matches of a text.
func (x *Index) begins(text string, m match, list []match) []match {
	lo, hi := x.keys.beginning(text)
	m.letters = uint8(min(len(text), longestKey))
	numbers := all(text, isDigit)
	for i := lo; i < hi; i++ {
		key := x.keys.at(i)
		m.begun = len(key) > len(text)
		if m.begun && numbers && isDigit(key[len(text)]) { // 1 may be 1e, but 19 is not 1944
			continue
		}
		list = append(list, x.match(i, m))
	}
	return list
}

// match completes a match of a key.
func (x *Index) match(key int, m match) match {
	m.name = x.keys.name[key]
	if x.keys.whole[key] && !m.begun {
		m.letters = x.letters[m.name]
	}
	return m
}

// mostCompared limits the keys that one query is compared with for wrong letters.
const mostCompared = 6_000_000

// corrected adds what runs of words match with wrong letters. Only runs with a word that is doubtful are compared.
func (x *Index) corrected(q query, doubtful []bool, list []match) []match {
	const mostRun = 4 // a longer one has a word less where it matters
	budget := mostCompared
	seen := map[string]bool{}
	for length := 1; length <= mostRun; length++ {
		for from := 0; from+length <= len(q.words); from++ {
			to := from + length
			words := q.words[from:to]
			if !slices.Contains(doubtful[from:to], true) || isNumber(words[0]) || isNumber(words[length-1]) {
				continue
			}
			for _, text := range []string{normal(words), strings.Join(words, "")} { // a slip may look like an abbreviation
				if seen[text] {
					continue
				}
				seen[text] = true
				x.keys.near(text, &budget, func(key, wrong int, whole bool) {
					if wrong > 0 {
						list = append(list, x.match(key, match{
							from: uint8(from), to: uint8(to), letters: uint8(len(text)), wrong: uint8(wrong), begun: !whole,
						}))
					}
				})
			}
		}
	}
	return list
}

// byName sorts matches by name, the best of each run of words first, and leaves out the others.
func byName(list []match) []match {
	slices.SortFunc(list, func(a, b match) int { return cmp.Compare(a.order(), b.order()) })
	return slices.CompactFunc(list, func(a, b match) bool { return a.name == b.name && a.from == b.from && a.to == b.to })
}

// order returns a number that sorts as matches do.
func (m match) order() uint64 {
	return uint64(m.name)<<32 | uint64(m.from)<<24 | uint64(m.to)<<16 | uint64(m.cost())<<8 | uint64(^m.letters)
}

func (m match) cost() int {
	cost := costOfLetter * int(m.wrong)
	if m.begun {
		cost += costOfBegun
	}
	return cost
}

// of returns the matches of a name in a list by name.
func of(list []match, name int32) []match {
	first, ok := slices.BinarySearchFunc(list, name, func(m match, name int32) int { return cmp.Compare(m.name, name) })
	if !ok {
		return nil
	}
	end := first
	for end < len(list) && list[end].name == name {
		end++
	}
	return list[first:end]
}
