package search

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"sync"
)

// The index beside the addresses. It takes a few tens of megabytes for ten million of them, since each word
// is stored once and the rows of a street lie together in long runs.

// Index finds addresses. It is safe for concurrent use.
type Index struct {
	addresses Addresses
	words     []string // distinct, ascending: a prefix is a range of them

	// Places are numbered by street, city and municipality, ascending. spans[p] to spans[p+1] are the words
	// of place p in ids: the street's, the city's, then aliases.
	spans   []int32
	ids     []int32
	streets []uint8 // number of words of the street
	cities  []uint8 // and of the city

	// posts[w] to posts[w+1] are the places of word w in placesOf, ascending.
	posts    []int32
	placesOf []int32

	rank []int32 // from the addresses' numbers of places to the index's

	// runsOf[p] to runsOf[p+1] are the runs of place p: consecutive rows with ascending numbers.
	runsOf []int32
	runs   []run

	scratch sync.Pool
}

// run is the rows from first up to, not including, end.
type run struct{ first, end int32 }

// New returns an index of addresses.
func New(addresses Addresses) *Index {
	x := &Index{addresses: addresses}
	x.rankPlaces()
	x.findRuns()
	x.post()
	x.scratch.New = func() any { return newScratch(len(x.streets)) }
	return x
}

// mostWords limits the words of a name; no name has as many.
const mostWords = 40

// named is a place with the words of its name.
type named struct {
	place                      int32
	street, city, municipality string
}

// rankPlaces numbers the places by name and stores their words.
func (x *Index) rankPlaces() {
	all := make([]named, x.addresses.Places())
	for i := range all {
		street, city, municipality := x.addresses.PlaceAt(i)
		all[i] = named{int32(i), street, city, municipality}
	}
	slices.SortFunc(all, func(a, b named) int {
		return cmp.Or(cmp.Compare(a.street, b.street), cmp.Compare(a.city, b.city),
			cmp.Compare(a.municipality, b.municipality), cmp.Compare(a.place, b.place))
	})
	x.rank = make([]int32, len(all))
	d := &dictionary{codes: map[string]int32{}, folded: map[string][]int32{}}
	x.spans = append(make([]int32, 0, len(all)+1), 0)
	for i, one := range all {
		x.rank[one.place] = int32(i)
		street, city := d.fold(one.street), d.fold(one.city)
		x.ids = append(append(x.ids, street...), city...)
		x.ids = append(x.ids, d.joined(one.street)...)
		x.ids = append(x.ids, d.joined(one.city)...)
		for _, alias := range aliases[one.city] {
			x.ids = append(x.ids, d.code(alias))
		}
		x.streets, x.cities = append(x.streets, uint8(len(street))), append(x.cities, uint8(len(city)))
		x.spans = append(x.spans, int32(len(x.ids)))
	}
	x.number(d)
}

// dictionary gives each new word a code.
type dictionary struct {
	codes  map[string]int32
	list   []string
	folded map[string][]int32 // words of names seen before
}

func (d *dictionary) code(word string) int32 {
	code, ok := d.codes[word]
	if !ok {
		code = int32(len(d.list))
		word = strings.Clone(word)
		d.codes[word], d.list = code, append(d.list, word)
	}
	return code
}

// fold returns the codes of a name's words.
func (d *dictionary) fold(name string) []int32 {
	codes, ok := d.folded[name]
	if !ok {
		words := fold(name)
		for _, word := range words[:min(len(words), mostWords)] {
			codes = append(codes, d.code(word))
		}
		d.folded[name] = codes
	}
	return codes
}

// joined returns the code of a name of several words, written as one.
func (d *dictionary) joined(name string) []int32 {
	words := d.fold(name)
	if len(words) < 2 {
		return nil
	}
	var b strings.Builder
	for _, code := range words {
		b.WriteString(d.list[code])
	}
	return []int32{d.code(b.String())}
}

// number renumbers the dictionary's words alphabetically.
func (x *Index) number(d *dictionary) {
	x.words = slices.Sorted(slices.Values(d.list))
	for i, word := range x.words {
		d.codes[word] = int32(i)
	}
	for i, code := range x.ids {
		x.ids[i] = d.codes[d.list[code]]
	}
}

// findRuns finds the runs of each place.
func (x *Index) findRuns() {
	type placed struct {
		place int32
		run
	}
	var all []placed
	for row, n := 0, x.addresses.Len(); row < n; {
		place, first := x.addresses.Place(row), row
		for row++; row < n && x.addresses.Place(row) == place && x.addresses.Number(row) >= x.addresses.Number(row-1); row++ {
		}
		all = append(all, placed{x.rank[place], run{int32(first), int32(row)}})
	}
	slices.SortStableFunc(all, func(a, b placed) int { return cmp.Compare(a.place, b.place) })
	x.runsOf, x.runs = make([]int32, len(x.rank)+1), make([]run, len(all))
	for i, one := range all {
		x.runs[i] = one.run
		x.runsOf[one.place+1] = int32(i + 1)
	}
	for p := range x.rank { // a place without addresses has none
		x.runsOf[p+1] = max(x.runsOf[p+1], x.runsOf[p])
	}
}

// post lists the places of each word.
func (x *Index) post() {
	x.posts = make([]int32, len(x.words)+1)
	each := func(do func(place, word int32)) {
		for p := range x.streets {
			own := x.ids[x.spans[p]:x.spans[p+1]]
			for i, word := range own {
				if !slices.Contains(own[:i], word) {
					do(int32(p), word)
				}
			}
		}
	}
	each(func(_, word int32) { x.posts[word+1]++ })
	for w := range x.words {
		x.posts[w+1] += x.posts[w]
	}
	x.placesOf = make([]int32, x.posts[len(x.words)])
	at := slices.Clone(x.posts)
	each(func(place, word int32) {
		x.placesOf[at[word]] = place
		at[word]++
	})
}

// span is the range of words with a prefix, from lo up to, not including, hi; exact: the first one is the
// prefix itself.
type span struct {
	lo, hi int32
	exact  bool
}

func (x *Index) spanOf(prefix string) span {
	lo := sort.SearchStrings(x.words, prefix)
	hi := lo + sort.Search(len(x.words)-lo, func(i int) bool { return !strings.HasPrefix(x.words[lo+i], prefix) })
	return span{int32(lo), int32(hi), hi > lo && x.words[lo] == prefix}
}
