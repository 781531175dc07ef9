package search

import (
	"cmp"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/list"
)

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
	return list.Sum(f.atCost[:cost+1], func(more int) int { return more }) >= f.most || f.looks <= 0
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
	before := len(f.hits)
	f.atNumber(h, r, number)
	if isLast := r.at == int8(len(f.words)-1); isLast && !(f.guess && len(f.hits) > before) { // it may be unfinished
		f.longer(h, r, number)
	}
}

// longer adds the addresses whose numbers begin with a number and have more digits.
func (f *finder) longer(h hit, r reading, number int) {
	for from, to := number*10, number*10+10; from <= gevel.MaxHouseNumber; from, to = from*10, to*10 {
		for _, row := range f.within(f.rowsBetween(r.place, from, to, f.most), int(r.code)) {
			f.looks--
			f.add(h, costOfLonger, row)
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
	second, ok := f.number(int(r.at) + 1)
	if !ok || second <= number {
		return
	}
	others := f.within(f.rowsBetween(r.place, second, second+1, mostAtNumber), int(r.code))
	if len(others) > 0 { // 12-14: one of the two
		h.flags |= isWrong
		h.cost += costOfRange
		f.withSuffix(h, rows, []string{""})
		h.cost++
		f.withSuffix(h, others, []string{""})
	}
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

// hit is a found address.
type hit struct {
	cost       int
	place, row int32
	flags      flags
	isWhole    bool // the street's whole name or the whole postal code is said
	isSaid     bool // number, letter and extension equal the query's
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

// isMeant reports whether a query says the first hit and no other: the only one that complete words say, with its number,
// letter and extension. A street's whole name comes before the end of another's.
func isMeant(hits []hit) bool {
	said := func(h hit) bool { return h.isSaid && h.flags&(isBegun|isWrong|isLost) == 0 }
	if len(hits) == 1 && hits[0].cost < costOfSuffix { // the only home of a street needs no number
		return hits[0].flags&(isBegun|isWrong|isLost) == 0
	}
	all, whole := 0, 0
	for _, h := range hits {
		if said(h) {
			all++
			if h.isWhole {
				whole++
			}
		}
	}
	return len(hits) > 0 && said(hits[0]) && (whole == 1 && hits[0].isWhole || whole == 0 && all == 1)
}
