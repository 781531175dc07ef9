package search

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/gevel/gevel"
)

// hit is a found address with its score.
type hit struct {
	score int
	place int32
	row   int32
}

// Parts of a score. Whole words of street and city count most, then the whole name.
const (
	wholeWord   = 4
	wholeStreet = 2
	wholeCity   = 1
	wholeCode   = 9
	thisNumber  = 6
	thisSuffix  = 4
	otherSuffix = 1

	// highest is more than any score of a place.
	highest = wholeWord*mostTokens + wholeStreet + wholeCity + 1
)

// scratch is the working memory of one search.
type scratch struct {
	seen    []uint64 // a bit a place
	buckets [highest][]int32
	hits    []hit
	meant   int // how many of them match in full
	loose   []span
	looks   int // how many more places may be searched for a number
}

func newScratch(places int) *scratch { return &scratch{seen: make([]uint64, places/64+1)} }

// best returns the best hits, each row once.
func best(found []hit, limit int) []hit {
	slices.SortFunc(found, func(a, b hit) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.place, b.place), cmp.Compare(a.row, b.row))
	})
	seen := map[int32]bool{}
	kept := found[:0]
	for _, h := range found {
		if !seen[h.row] {
			seen[h.row] = true
			kept = append(kept, h)
		}
	}
	return kept[:min(limit, len(kept))]
}

// read adds about the best hits of a reading.
func (x *Index) read(r reading, limit int, s *scratch) []hit {
	s.hits, s.meant = s.hits[:0], 0
	spans := make([]span, len(r.words))
	for i, word := range r.words {
		if spans[i] = x.spanOf(word); spans[i].lo == spans[i].hi {
			return nil
		}
	}
	s.loose = s.loose[:0]
	for _, word := range r.loose {
		s.loose = append(s.loose, x.spanOf(word))
	}
	switch {
	case r.code != "":
		x.inCode(r, spans, limit, s)
	case r.number > 0:
		x.fillBuckets(spans, s)
		x.atNumber(r, limit, s)
	default:
		x.fillBuckets(spans, s)
		x.inStreets(limit, s)
	}
	return s.hits
}

// fillBuckets sorts the places that have all words into buckets by score, each ascending by number.
func (x *Index) fillBuckets(spans []span, s *scratch) {
	for i := range s.buckets {
		s.buckets[i] = s.buckets[i][:0]
	}
	rarest := slices.MinFunc(spans, func(a, b span) int {
		return cmp.Compare(x.posts[a.hi]-x.posts[a.lo], x.posts[b.hi]-x.posts[b.lo])
	})
	clear(s.seen)
	for _, place := range x.placesOf[x.posts[rarest.lo]:x.posts[rarest.hi]] {
		s.seen[place/64] |= 1 << (place % 64)
	}
	for i, bits := range s.seen {
		for place := int32(i * 64); bits != 0; place, bits = place+1, bits>>1 {
			if bits&1 == 0 {
				continue
			}
			if score, ok := x.score(place, spans); ok {
				s.buckets[score] = append(s.buckets[score], place)
			}
		}
	}
}

// score returns how well words fit a place. Ok: each is one of its words.
func (x *Index) score(place int32, spans []span) (score int, ok bool) {
	own := x.ids[x.spans[place]:x.spans[place+1]]
	street, city := int(x.streets[place]), int(x.cities[place])
	var used uint64
	for _, sp := range spans {
		at := -1
		for i, word := range own {
			if word < sp.lo || word >= sp.hi {
				continue
			}
			if at < 0 || sp.exact && word == sp.lo {
				at = i
			}
		}
		if at < 0 {
			return 0, false
		}
		if sp.exact && own[at] == sp.lo {
			score += wholeWord
			used |= 1 << min(at, 63)
		}
	}
	if covers(used, 0, street) {
		score += wholeStreet
	}
	if covers(used, street, street+city) {
		score += wholeCity
	}
	return score, true
}

// covers reports whether all words of a name were used.
func covers(used uint64, from, to int) bool {
	for i := from; i < to; i++ {
		if used&(1<<min(i, 63)) == 0 {
			return false
		}
	}
	return to > from
}

// walk visits the places of the buckets, best score first, until visit returns false.
func (s *scratch) walk(visit func(place int32, score int) bool) {
	for score := highest - 1; score >= 0; score-- {
		for _, place := range s.buckets[score] {
			if !visit(place, score) {
				return
			}
		}
	}
}

// atNumber finds the addresses with a number in the places of the buckets: the number itself, and if these
// are few, numbers that begin with it.
func (x *Index) atNumber(r reading, limit int, s *scratch) {
	s.walk(func(place int32, score int) bool {
		x.addNumber(r, place, score, s)
		s.looks--
		return s.meant < limit && len(s.hits) < mostHits && s.looks > 0
	})
	if !r.open || len(s.hits) >= limit {
		return
	}
	s.walk(func(place int32, score int) bool {
		for _, span := range longer(r.number) {
			for _, row := range x.rowsBetween(place, span[0], span[1], limit) {
				s.hits = append(s.hits, hit{score, place, row})
			}
		}
		s.looks--
		return len(s.hits) < limit && s.looks > 0
	})
}

// addNumber adds the addresses of a place with a reading's number.
func (x *Index) addNumber(r reading, place int32, score int, s *scratch) {
	if rows := x.rowsBetween(place, r.number, r.number+1, mostAtNumber); len(rows) > 0 {
		x.addOfNumber(r, rows, place, score+thisNumber, s)
	}
}

// addOfNumber adds those rows, all of one place and number, that match the reading's letter and extension. It
// takes short words behind the number as letter and extension as far as they match.
func (x *Index) addOfNumber(r reading, rows []int32, place int32, score int, s *scratch) {
	for n := len(r.loose); n >= 0; n-- {
		if x.areWords(place, s.loose[n:]) &&
			x.addSuffix(strings.TrimSpace(r.suffix+" "+strings.Join(r.loose[:n], " ")), rows, place, score, s) {
			return
		}
	}
}

// mostLooks limits how many places one query searches for a number, so that no query takes long. Far fewer
// share a word in a real country.
const mostLooks = 30_000

// lookAtSuffix is the cost of comparing a letter and extension, in looks.
const lookAtSuffix = 5

// mostHits limits how many addresses are ranked.
const mostHits = 2000

// mostAtNumber limits the addresses searched at one number of a street: a large block of flats.
const mostAtNumber = 500

// areWords reports whether each of some words begins a word of the place.
func (x *Index) areWords(place int32, words []span) bool {
	_, ok := x.score(place, words)
	return ok
}

// addSuffix adds those rows, all of one number, whose letter and extension begin with suffix, the exact ones
// first; an empty suffix matches all. It reports whether there are any.
func (x *Index) addSuffix(suffix string, rows []int32, place int32, score int, s *scratch) bool {
	before := len(s.hits)
	s.looks -= lookAtSuffix * len(rows)
	given := gevel.JoinSuffix("", suffix)
	candidates := make([]gevel.Address, len(rows))
	for i, row := range rows {
		candidates[i] = x.addresses.At(int(row))
	}
	meant, err := gevel.AddressQuery{HouseNumberExt: suffix}.Match(candidates)
	for i, row := range rows {
		a := &candidates[i]
		has := gevel.JoinSuffix(a.HouseLetter, a.HouseNumberExt)
		switch {
		case err == nil && a.HouseLetter == meant.HouseLetter && a.HouseNumberExt == meant.HouseNumberExt:
			s.hits, s.meant = append(s.hits, hit{score + thisSuffix, place, row}), s.meant+1
		case strings.HasPrefix(has, given):
			s.hits = append(s.hits, hit{score + otherSuffix, place, row})
		}
	}
	return len(s.hits) > before
}

// longer returns the ranges of numbers that begin with the digits of a number and have more.
func longer(number int) (spans [][2]int) {
	for from, to := number*10, number*10+10; from <= gevel.MaxHouseNumber; from, to = from*10, to*10 {
		spans = append(spans, [2]int{from, to})
	}
	return spans
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

// inStreets finds one home in each place of the buckets, and more in the best where places are few.
func (x *Index) inStreets(limit int, s *scratch) {
	for _, each := range []int{1, limit} {
		s.hits = s.hits[:0]
		s.walk(func(place int32, score int) bool {
			for _, row := range x.homes(place, each) {
				s.hits = append(s.hits, hit{score, place, row})
			}
			return len(s.hits) < limit
		})
		if len(s.hits) >= limit {
			return
		}
	}
}

// homes returns the first homes of a place, by number. Objects that are no homes are found only by their
// number.
func (x *Index) homes(place int32, most int) []int32 {
	const looked = 20 // looked at for each home asked for
	var rows []int32
	for _, row := range x.rowsBetween(place, 0, gevel.MaxHouseNumber+1, looked*most) {
		if len(rows) < most && x.addresses.At(int(row)).Kind != gevel.OtherUse {
			rows = append(rows, row)
		}
	}
	return rows
}

// inCode finds the addresses whose postal code begins as the reading's does.
func (x *Index) inCode(r reading, spans []span, limit int, s *scratch) {
	first, end := x.addresses.WithPrefix(r.code)
	whole := 0
	if len(r.code) == len("1234AB") {
		whole = wholeCode
	}
	fits := map[int32]int{} // by place: its score, -1 where it lacks a word
	var these, begun []hit
	for row := first; row < end; row++ {
		place := x.rank[x.addresses.Place(row)]
		score, known := fits[place]
		if !known {
			score = -1
			if points, ok := x.score(place, spans); ok {
				score = points + whole
			}
			fits[place] = score
		}
		h := hit{score, place, int32(row)}
		switch number := x.addresses.Number(row); {
		case score < 0:
		case r.number == number:
			these = append(these, h)
		case r.number == 0 && len(begun) < limit && x.addresses.At(row).Kind != gevel.OtherUse,
			r.open && len(begun) < limit && begins(r.number, number):
			begun = append(begun, h)
		}
	}
	x.addOfPlaces(r, these, s)
	if len(s.hits) < limit {
		s.hits = append(s.hits, begun...)
	}
}

// addOfPlaces adds those addresses with a reading's number that match its letter and extension.
func (x *Index) addOfPlaces(r reading, these []hit, s *scratch) {
	slices.SortStableFunc(these, func(a, b hit) int { return cmp.Compare(a.place, b.place) })
	for len(these) > 0 {
		first, n := these[0], 0
		var rows []int32
		for ; n < len(these) && these[n].place == first.place; n++ {
			rows = append(rows, these[n].row)
		}
		x.addOfNumber(r, rows, first.place, first.score+thisNumber, s)
		these = these[n:]
	}
}

// begins reports whether a number begins with the digits of another and has more.
func begins(start, number int) bool {
	for _, span := range longer(start) {
		if number >= span[0] && number < span[1] {
			return true
		}
	}
	return false
}
