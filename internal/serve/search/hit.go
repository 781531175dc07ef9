package search

import (
	"cmp"
	"errors"
	"slices"
	"sort"
	"strings"

	"github.com/gevel/gevel"
)

// hit is a found address.
type hit struct {
	cost       int
	place, row int32
	flags      flags
	isWhole    bool // the street's whole name or the whole postal code is said
	isSaid     bool // number, letter and extension are those of the query
}

// isGuess reports whether the query does not say the address.
func (h hit) isGuess() bool { return h.flags&(isWrong|isLost) != 0 }

// finder finds the addresses of readings, the cheapest first.
type finder struct {
	*Index
	query
	rows     [][2]int // of each code, first and end
	guess    bool
	most     int
	isListed bool // homes were listed for a reading without a number
	each     int  // homes of a place where no number is asked for
	hits     []hit
	atCost   [mostCost + 1]int                   // hits of each cost
	suffixes [mostWords][mostSuffix + 1][]string // by house number and words behind it

	looks int // how many more addresses may be looked at
}

// Limits, so that no query takes long.
const (
	mostLooks    = 20_000
	mostAtNumber = 500 // addresses at one number of a street: a large block of flats
	lookAtSuffix = 3   // the cost of comparing a letter and extension, in looks
	lookAtError  = 12  // and of ordering those that are near
)

// isEnough reports whether nothing more of a cost belongs to the best.
func (f *finder) isEnough(cost int) bool {
	n := 0
	for _, more := range f.atCost[:cost+1] {
		n += more
	}
	return n >= f.most || f.looks <= 0
}

func (f *finder) add(h hit, extra int, row int32) {
	h.cost, h.row = min(h.cost+extra, mostCost), row
	f.hits = append(f.hits, h)
	f.atCost[h.cost]++
}

// find adds the addresses of a reading.
func (f *finder) find(r reading) {
	h := hit{cost: int(r.cost), place: r.place, flags: r.flags}
	code := f.codes[r.code]
	unsaid := int(f.letters[f.street[r.place]]) - int(r.letters)
	h.isWhole = unsaid <= 0 || code.isWhole()
	if r.at < 0 {
		f.homes(h, int(r.code))
		return
	}
	number, _ := f.number(int(r.at))
	if f.atNumber(h, r, number); r.at == int8(len(f.words)-1) { // it may be unfinished
		for _, span := range longer(number) {
			for _, row := range f.within(f.rowsBetween(r.place, span[0], span[1], f.most), int(r.code)) {
				f.looks--
				f.add(h, costOfLonger, row)
			}
		}
	}
}

// atNumber adds the addresses of a number: those with the reading's letter and extension, or those that may be meant.
func (f *finder) atNumber(h hit, r reading, number int) {
	all := f.rowsBetween(r.place, number, number+1, mostAtNumber)
	f.looks--
	rows := f.within(all, int(r.code))
	if len(rows) == 0 && len(all) > 0 && f.guess {
		wrong := f.wrongCode(f.codes[r.code].text, all[0])
		if wrong == 0 {
			return
		}
		rows, h.cost, h.flags = all, h.cost+costOfWrongCode*wrong, h.flags|isWrong
	}
	if len(rows) == 0 {
		return
	}
	f.looks -= lookAtSuffix * len(rows)
	if f.withSuffix(h, rows, f.suffixesOf(r)) || r.suffixTo != r.at+2 {
		return
	}
	if second, ok := f.number(int(r.at) + 1); ok && second > number { // 12-14: one of the two
		h.flags |= isWrong
		h.cost += costOfRange
		f.withSuffix(h, rows, []string{""})
		h.cost++
		f.withSuffix(h, f.within(f.rowsBetween(r.place, second, second+1, mostAtNumber), int(r.code)), []string{""})
	}
}

// suffixesOf returns what the words behind the house number of a reading may say.
func (f *finder) suffixesOf(r reading) []string {
	list := &f.suffixes[r.at][r.suffixTo-r.at-1]
	if *list == nil {
		*list = suffixes(f.words[r.at+1 : r.suffixTo])
	}
	return *list
}

// wrongCode returns how many signs of a postal code differ from a row's, 0 where they are too many for a slip.
func (f *finder) wrongCode(code string, row int32) int {
	const mostWrong = 2
	own, wrong := f.addresses.At(int(row)).PostalCode, 0
	for i := range code {
		if i >= len(own) || code[i] != own[i] {
			wrong++
		}
	}
	if wrong > mostWrong {
		return 0
	}
	return wrong
}

// within returns the rows with a code.
func (f *finder) within(rows []int32, code int) []int32 {
	first, end := f.rows[code][0], f.rows[code][1]
	return slices.DeleteFunc(slices.Clone(rows), func(row int32) bool { return int(row) < first || int(row) >= end })
}

// withSuffix adds those rows, all of one number, that the words behind it mean or begin; if they mean none, all, the
// nearest first. Without words they are the bare number, or the only home. It reports whether there was one as meant.
func (f *finder) withSuffix(h hit, rows []int32, given []string) bool {
	if len(rows) == 0 {
		return false
	}
	candidates := make([]gevel.Address, len(rows))
	for i, row := range rows {
		candidates[i] = f.addresses.At(int(row))
	}
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

// longer returns the ranges of numbers that begin with the digits of a number and have more.
func longer(number int) (spans [][2]int) {
	for from, to := number*10, number*10+10; from <= gevel.MaxHouseNumber; from, to = from*10, to*10 {
		spans = append(spans, [2]int{from, to})
	}
	return spans
}

// homes adds the first homes of a place. Objects that are no homes are found only by their number.
func (f *finder) homes(h hit, code int) {
	const looked = 20 // looked at for each home asked for
	f.isListed = true
	n := 0
	for _, row := range f.within(f.rowsBetween(h.place, 0, gevel.MaxHouseNumber+1, looked*f.each), code) {
		f.looks--
		if n < f.each && f.addresses.At(int(row)).Kind != gevel.OtherUse {
			f.add(h, min(n, 1), row)
			n++
		}
	}
}

// rowsBetween returns up to most rows of a place with numbers in a range, ascending by number.
func (x *Index) rowsBetween(place int32, from, to, most int) []int32 {
	var rows []int32
	for _, run := range x.runs[x.runsOf[place]:x.runsOf[place+1]] {
		row := run.first + int32(sort.Search(int(run.end-run.first), func(i int) bool {
			return x.addresses.Number(int(run.first)+i) >= from
		}))
		for n := 0; n < most && row < run.end && x.addresses.Number(int(row)) < to; n, row = n+1, row+1 {
			rows = append(rows, row)
		}
	}
	slices.SortStableFunc(rows, func(a, b int32) int {
		return cmp.Compare(x.addresses.Number(int(a)), x.addresses.Number(int(b)))
	})
	return rows[:min(most, len(rows))]
}

// ranked returns the hits, the cheapest first and each row once.
func ranked(hits []hit) []hit {
	slices.SortFunc(hits, func(a, b hit) int {
		return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.place, b.place), cmp.Compare(a.row, b.row))
	})
	seen := map[int32]bool{}
	kept := hits[:0]
	for _, h := range hits {
		if !seen[h.row] {
			seen[h.row] = true
			kept = append(kept, h)
		}
	}
	return kept
}
