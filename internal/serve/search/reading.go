package search

// What each word of a query is, if a place is meant: part of the place's names, postal code, house number, suffix or label.

import (
	"errors"
	"slices"
	"strings"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/list"
)

// Costs of what a query leaves out or has wrong. The unit is arbitrary.
const (
	costOfLetter    = 4 // wrong
	costOfBegun     = 1 // a word that is not complete
	costOfLabel     = 1
	costOfLost      = 10 // a word that is no part of the address, beside a postal code
	costOfNoStreet  = 6  // where no postal code stands for it
	costOfUnsaid    = 1  // of a part of the street's name, more for each unsaidLetters
	unsaidLetters   = 5
	mostOfUnsaid    = 4
	costOfWrongCode = 5 // for each sign of it
	costOfSuffix    = 3 // that is not complete, or has to be chosen
	costOfNoSuffix  = 8 // that is not there
	costOfLonger    = 6 // house number that only begins so
	costOfRange     = 2 // two house numbers
	mostCost        = 63
)

// cell is the cheapest way to read a run of words as names of a place.
type cell struct {
	cost    int32 // mostCost where there is none
	letters int32 // of the street that it says
	flags   flags
}

// flags are what a reading leaves to guess.
type flags uint8

const (
	saysName flags = 1 << iota // a street, city or municipality
	isBegun                    // a word is not complete
	isWrong                    // a letter is
	isLost                     // a word is no part of it
)

// reader reads a query for one place after another.
type reader struct {
	query
	guess bool
	cells [mostWords + 1][mostWords + 1]cell
}

// read finds the cheapest reading of each run of words by the matches with a place's street and with its area.
func (r *reader) read(street, area []match) {
	n := len(r.words)
	for from := range n + 1 {
		for to := from + 1; to <= n; to++ {
			r.cells[from][to].cost = mostCost
		}
		r.cells[from][from] = cell{}
	}
	for at := range n {
		for _, m := range street {
			if int(m.from) == at {
				r.extend(m, int32(m.letters))
			}
		}
		for _, m := range area {
			if int(m.from) == at {
				r.extend(m, 0)
			}
		}
		one := match{from: uint8(at), to: uint8(at + 1)}
		if labels[r.words[at]] != "" {
			r.lengthen(one, cell{cost: costOfLabel})
		}
		if r.guess && slices.ContainsFunc(r.codes, code.isWhole) {
			r.lengthen(one, cell{cost: costOfLost, flags: isLost})
		}
	}
}

// extend puts a match behind each reading that ends where it begins.
func (r *reader) extend(m match, letters int32) {
	step := cell{cost: int32(m.cost()), letters: letters, flags: saysName}
	if m.begun {
		step.flags |= isBegun
	}
	if m.wrong > 0 {
		step.flags |= isWrong
	}
	r.lengthen(m, step)
}

func (r *reader) lengthen(m match, step cell) {
	for from := range int(m.from) + 1 {
		before := r.cells[from][m.from]
		if before.cost >= mostCost {
			continue
		}
		after := cell{min(before.cost+step.cost, mostCost), before.letters + step.letters, before.flags | step.flags}
		if at := &r.cells[from][m.to]; after.cost < at.cost || after.cost == at.cost && after.letters > at.letters {
			*at = after
		}
	}
}

// reading is a query as an address of a place.
type reading struct {
	cell
	place    int32
	code     int8 // in the query's codes
	at       int8 // word of the house number, -1 for none
	suffixTo int8 // the words behind it up to here are letter and extension
}

// of returns the ways to read the query for places with a street and an area with some matches.
func (r *reader) of(street, area []match) []reading {
	r.read(street, area)
	list := []reading{}
	for c, code := range r.codes {
		for at := -1; at < len(r.words); at++ {
			if at >= 0 {
				if _, ok := r.number(at); !ok || at >= code.from && at < code.to {
					continue
				}
			}
			end := at + 1
			if at >= 0 {
				end = r.suffixEnd(at + 1)
			}
			for suffixTo := at + 1; suffixTo <= end; suffixTo++ {
				if suffixTo > at+1 && suffixTo > code.from && at < code.from && c > 0 { // the suffix ends before the code
					break
				}
				one := reading{code: int8(c), at: int8(at), suffixTo: int8(suffixTo)}
				if one.cell = r.rest(code, at, suffixTo); one.cost < mostCost {
					list = append(list, one)
				}
			}
		}
	}
	return list
}

// rest reads the words that are neither postal code nor house number with suffix.
func (r *reader) rest(code code, at, suffixTo int) cell {
	taken := [2][2]int{{code.from, code.to}, {max(at, 0), suffixTo}}
	if taken[0][0] > taken[1][0] {
		taken[0], taken[1] = taken[1], taken[0]
	}
	sum, from := cell{}, 0
	for _, t := range append(taken[:], [2]int{len(r.words), len(r.words)}) {
		if t[0] == t[1] && t[0] < len(r.words) { // there is no code, or no number
			continue
		}
		part := r.cells[from][t[0]]
		sum = cell{min(sum.cost+part.cost, mostCost), sum.letters + part.letters, sum.flags | part.flags}
		from = t[1]
	}
	isCode := code.isWhole() && at >= 0
	switch {
	case sum.flags&saysName == 0 && code.text == "", sum.flags&isLost != 0 && !isCode:
		sum.cost = mostCost
	}
	return sum
}

// Letters and extensions: which of the homes at one number the words behind it mean.

// suffixesOf returns what the words behind the house number of a reading may say.
func (f *finder) suffixesOf(r reading) []string {
	list := &f.suffixes[r.at][r.suffixTo-r.at-1]
	if *list == nil {
		*list = suffixes(f.words[r.at+1 : r.suffixTo])
	}
	return *list
}

// suffixes returns what words behind a house number may say: as they are, and with storeys in the register's way.
func suffixes(words []string) []string {
	plain := gevel.JoinSuffix("", strings.Join(words, " "))
	var short []string
	for i, word := range words {
		storey, ok := storeys[word]
		switch {
		case floors[word] != "", isOrdinal[word] != "" && i > 0 && isNumber(words[i-1]): // 2e etage
		case ok:
			short = append(short, storey)
		default:
			short = append(short, word)
		}
	}
	if other := gevel.JoinSuffix("", strings.Join(short, " ")); other != plain {
		return []string{plain, other}
	}
	return []string{plain}
}

// withSuffix adds those rows, all of one number, that the words behind it mean or begin; if they mean none, all, the
// nearest first. Without words they are the bare number, or the only home. It reports whether there was one as meant.
func (f *finder) withSuffix(h hit, rows []int32, given []string) bool {
	if len(rows) == 0 {
		return false
	}
	candidates := list.Of(rows, func(row int32) gevel.Address { return f.addresses.At(int(row)) })
	var q gevel.AddressQuery
	var meant gevel.Address
	var err error
	for _, q.HouseNumberExt = range given {
		if meant, err = q.Match(candidates); err == nil {
			break
		}
	}
	if err != nil {
		f.looks -= lookAtError
	}
	before := len(f.hits)
	for i, a := range candidates {
		said := h
		said.isSaid = err == nil && a.ObjectID == meant.ObjectID && a.Extension() == meant.Extension()
		begins := func(given string) bool {
			return strings.HasPrefix(gevel.JoinSuffix(a.HouseLetter, a.HouseNumberExt), given)
		}
		switch {
		case said.isSaid:
			f.add(said, 0, rows[i])
		case err == nil && a.Extension() == meant.Extension(): // of another object
			f.add(h, 1, rows[i])
		case slices.ContainsFunc(given, begins):
			f.add(h, costOfSuffix, rows[i])
		}
	}
	if len(f.hits) == before {
		f.addNearest(h, rows, candidates, err)
	}
	return err == nil
}

// addNearest adds the homes of a number that lacks the suffix asked for.
func (f *finder) addNearest(h hit, rows []int32, candidates []gevel.Address, err error) {
	var ambiguous *gevel.Error
	if !errors.As(err, &ambiguous) {
		return
	}
	h.flags |= isWrong
	for i, a := range ambiguous.Candidates {
		at := slices.IndexFunc(candidates, func(c gevel.Address) bool { return c == a })
		f.add(h, costOfNoSuffix+i, rows[at])
	}
}
