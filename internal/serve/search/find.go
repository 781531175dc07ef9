package search

import (
	"cmp"
	"slices"
	"sort"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/list"
)

// scratch is the working memory of one search.
type scratch struct {
	matches []match
	common  []bool // words whose matches are too many
	byName  grouped
	places  []int32
	byCost  [mostCost + 1][]reading
	finder  finder
	reader  reader
	areas   map[int32][]match
}

// find returns the best hits of a query: as it is written, and if that says no home, with words put right.
func (x *Index) find(q query, s *scratch) []hit {
	s.finder = finder{Index: x, query: q, most: mostFound, hits: s.finder.hits[:0], looks: mostLooks}
	for _, c := range q.codes {
		first, end := x.addresses.WithPrefix(c.text)
		s.finder.rows = append(s.finder.rows, [2]int{first, end})
	}
	s.matches, s.common = x.matches(q, s.matches[:0])
	x.read(s)
	if hits := ranked(s.finder.hits); len(hits) > 0 && hits[0].cost < costOfNoSuffix {
		return hits
	}
	s.matches = x.corrected(q, x.doubtful(s), s.matches)
	s.finder.guess, s.finder.looks = true, mostLooks/2
	x.read(s)
	return ranked(s.finder.hits)
}

// doubtful reports for each word whether it may be wrong: those that match nothing as they are written, and if there are
// none, all.
func (x *Index) doubtful(s *scratch) []bool {
	q := s.finder.query
	doubtful := make([]bool, len(q.words))
	counts := x.counts(s)
	for at := range q.words {
		doubtful[at] = counts[at] == 0 && q.mustNamePlace(at)
	}
	if slices.Contains(doubtful, true) {
		return doubtful
	}
	for at := range doubtful {
		doubtful[at] = !isNumber(q.words[at])
	}
	return doubtful
}

// counts returns for each word how many places have a name that a run with it matches.
func (x *Index) counts(s *scratch) []int {
	counts := make([]int, len(s.common))
	for at, isCommon := range s.common {
		if isCommon {
			counts[at] = len(x.street)
		}
	}
	for _, m := range s.matches {
		n := int(x.firstOf[m.name+1] - x.firstOf[m.name])
		for _, area := range x.areasIn(m.name) {
			n += int(x.firstOfArea[area+1] - x.firstOfArea[area])
		}
		if n == 0 { // a province
			n = len(x.street)
		}
		for at := m.from; at < m.to; at++ {
			counts[at] += n
		}
	}
	return counts
}

// read reads the query for each place that it may mean, and finds the addresses.
func (x *Index) read(s *scratch) {
	f, r := &s.finder, &s.reader
	r.query, r.guess = f.query, f.guess
	s.byName.group(s.matches, len(x.letters))
	s.areas = map[int32][]match{}
	for cost := range s.byCost {
		s.byCost[cost] = s.byCost[cost][:0]
	}
	x.candidates(s)
	var readings []reading
	var street, area []match // of the place before
	for _, place := range s.places {
		nextStreet, nextArea := s.byName.of(x.street[place]), x.areaMatches(x.area[place], s)
		if readings == nil || !slices.EqualFunc(street, nextStreet, match.isLike) || !slices.EqualFunc(area, nextArea, match.isLike) {
			street, area = nextStreet, nextArea
			readings = r.of(street, area)
		}
		for _, one := range readings {
			one.place = place
			one.cost = min(one.cost+x.unsaid(one, f.codes[one.code]), mostCost)
			s.byCost[one.cost] = append(s.byCost[one.cost], one)
		}
	}
	for _, f.each = range []int{1, f.most} {
		f.isListed, f.hits, f.atCost = false, f.hits[:0], [mostCost + 1]int{}
		for cost, list := range s.byCost[:mostCost] {
			for _, one := range list {
				if f.isEnough(cost) {
					break
				}
				f.find(one)
			}
		}
		if len(f.hits) >= f.most || !f.isListed {
			return
		}
	}
}

// unsaid returns the cost of what a reading leaves out of the street's name.
func (x *Index) unsaid(r reading, c code) int32 {
	left := int32(x.letters[x.street[r.place]]) - r.letters
	switch {
	case r.letters == 0 && c.isWhole(), left <= 0:
		return 0
	case r.letters == 0:
		return costOfNoStreet
	}
	return min(costOfUnsaid+left/unsaidLetters, mostOfUnsaid)
}

// areaMatches returns the matches with the names of an area.
func (x *Index) areaMatches(area int32, s *scratch) []match {
	list, ok := s.areas[area]
	if !ok {
		names := x.areas[area]
		list = slices.Clone(s.byName.of(names.city))
		if names.municipality != names.city {
			list = append(list, s.byName.of(names.municipality)...)
		}
		if names.province != names.city && names.province != names.municipality {
			list = append(list, s.byName.of(names.province)...)
		}
		s.areas[area] = list
	}
	return list
}

// mostPlaces limits how many places a query is read for, and mostWordsOfPlaces the words that are read for all. Far fewer
// share a word in a real country.
const (
	mostPlaces        = 20_000
	mostWordsOfPlaces = 120_000
)

// candidates collects the places that a query may mean: the places that match the rarest word that must be part of a
// name or, without such a word, the places of the postal codes and of all matches.
func (x *Index) candidates(s *scratch) {
	q, f := s.finder.query, &s.finder
	counts := x.counts(s)
	rarest := -1
	for at := range q.words {
		if q.mustNamePlace(at) && (rarest < 0 || counts[at] < counts[rarest]) {
			rarest = at
		}
	}
	s.places = s.places[:0]
	most := min(mostPlaces, mostWordsOfPlaces/max(1, len(q.words)))
	added := int32(-1)
	for _, m := range s.byName.list {
		if m.name != added && (rarest < 0 || int(m.from) <= rarest && rarest < int(m.to)) {
			s.places, added = x.addPlaces(s.places, m.name, most), m.name
		}
	}
	for c, code := range q.codes {
		if rarest < 0 && c > 0 || f.guess && code.isWhole() {
			for row := f.rows[c][0]; row < f.rows[c][1]; row++ {
				if place := x.rank[x.addresses.Place(row)]; len(s.places) == 0 || s.places[len(s.places)-1] != place {
					s.places = append(s.places, place)
				}
			}
		}
	}
	s.places = list.InOrder(s.places)
}

// addPlaces adds the places of a name, as far as there is room for most.
func (x *Index) addPlaces(places []int32, name int32, most int) []int32 {
	for place := x.firstOf[name]; place < x.firstOf[name+1] && len(places) < most; place++ {
		places = append(places, place)
	}
	for _, area := range x.areasIn(name) {
		of := x.placesOf[x.firstOfArea[area]:x.firstOfArea[area+1]]
		places = append(places, of[:min(len(of), max(0, most-len(places)))]...)
	}
	return places
}

// The rows of addresses at places.

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

// rowsBetween returns up to most rows of a place with numbers in a range, ascending by number, of addresses of today.
func (x *Index) rowsBetween(place int32, from, to, most int) []int32 {
	var rows []int32
	for _, run := range x.runs[x.runsOf[place]:x.runsOf[place+1]] {
		row := run.first + int32(sort.Search(int(run.end-run.first), func(i int) bool {
			return x.addresses.Number(int(run.first)+i) >= from
		}))
		for n := 0; n < most && row < run.end && x.addresses.Number(int(row)) < to; row++ {
			if x.addresses.Borne(int(row)) {
				rows, n = append(rows, row), n+1
			}
		}
	}
	slices.SortStableFunc(rows, func(a, b int32) int {
		return cmp.Compare(x.addresses.Number(int(a)), x.addresses.Number(int(b)))
	})
	return rows[:min(most, len(rows))]
}

// within returns the rows with a code.
func (f *finder) within(rows []int32, code int) []int32 {
	first, end := f.rows[code][0], f.rows[code][1]
	return slices.DeleteFunc(slices.Clone(rows), func(row int32) bool { return int(row) < first || int(row) >= end })
}
