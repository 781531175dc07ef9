package search

import (
	"cmp"
	"maps"
	"slices"
	"sync"
)

// The index beside the addresses. It keeps each distinct name once, whatever the number of addresses, and the rows of a
// street lie together in long runs: it takes a few tens of megabytes for ten million addresses.

// Index finds addresses. It is safe for concurrent use.
type Index struct {
	addresses Addresses
	keys      keys
	letters   []uint8 // of the normal form of each name

	// Places are numbered by street, city, municipality and province, ascending; so are names.
	street      []int32 // the name of each place's street
	area        []int32 // and its city, municipality and province
	areas       []area
	firstOf     []int32 // of each street name its first place, and one past the last
	placesOf    []int32 // by area
	firstOfArea []int32

	// areasOf[firstAreaOf[n]:firstAreaOf[n+1]] are the areas in the city or municipality of name n.
	areasOf     []int32
	firstAreaOf []int32

	rank []int32 // from the addresses' numbers of places to the index's

	// runsOf[p] to runsOf[p+1] are the runs of place p: consecutive rows with ascending numbers.
	runsOf []int32
	runs   []run

	scratch sync.Pool
}

// area is where places lie, in numbers of names.
type area struct{ city, municipality, province int32 }

// run is the rows from first up to, not including, end.
type run struct{ first, end int32 }

// New returns an index of addresses.
func New(addresses Addresses) *Index {
	x := &Index{addresses: addresses}
	x.rankPlaces()
	x.findRuns()
	x.scratch.New = func() any { return &scratch{} }
	return x
}

// placed is a place with its names.
type placed struct {
	place, street int32
	area
}

// rankPlaces numbers the names and the places.
func (x *Index) rankPlaces() {
	n := x.addresses.Places()
	number := map[string]int32{}
	for i := range n {
		street, city, municipality, province := x.addresses.PlaceAt(i)
		for _, name := range []string{street, city, municipality, province} {
			number[name] = 0
		}
	}
	names := slices.Sorted(maps.Keys(number))
	for i, name := range names {
		number[name] = int32(i)
	}
	x.nameKeys(names)
	all := make([]placed, n)
	for i := range all {
		street, city, municipality, province := x.addresses.PlaceAt(i)
		all[i] = placed{int32(i), number[street], area{number[city], number[municipality], number[province]}}
	}
	slices.SortFunc(all, func(a, b placed) int {
		return cmp.Or(cmp.Compare(a.street, b.street), cmp.Compare(a.city, b.city), cmp.Compare(a.municipality, b.municipality),
			cmp.Compare(a.province, b.province), cmp.Compare(a.place, b.place))
	})
	x.placeAll(all, len(names))
}

// nameKeys makes the keys of names.
func (x *Index) nameKeys(names []string) {
	var list []key
	x.letters = make([]uint8, len(names))
	for i, name := range names {
		own := keysOf(int32(i), name)
		if len(own) == 0 {
			continue
		}
		x.letters[i] = uint8(len(own[0].text))
		list = append(list, own...)
		for _, alias := range aliases[name] {
			list = append(list, keysOf(int32(i), alias)...)
		}
	}
	x.keys = newKeys(list)
}

// placeAll stores the names of places, in the order of their numbers.
func (x *Index) placeAll(all []placed, names int) {
	areas := map[area]int32{}
	x.rank = make([]int32, len(all))
	x.street, x.area = make([]int32, len(all)), make([]int32, len(all))
	var named, codes []int32 // a name of an area, and the area
	for i, p := range all {
		x.rank[p.place] = int32(i)
		x.street[i] = p.street
		code, ok := areas[p.area]
		if !ok {
			code = int32(len(x.areas))
			areas[p.area], x.areas = code, append(x.areas, p.area)
			named, codes = append(named, p.city), append(codes, code)
			if p.municipality != p.city {
				named, codes = append(named, p.municipality), append(codes, code)
			}
		}
		x.area[i] = code
	}
	_, x.firstOf = byKey(x.street, names)
	x.placesOf, x.firstOfArea = byKey(x.area, len(x.areas))
	x.areasOf, x.firstAreaOf = byKey(named, names)
	for i, at := range x.areasOf {
		x.areasOf[i] = codes[at]
	}
}

// areasIn returns the areas whose city or municipality has a name.
func (x *Index) areasIn(name int32) []int32 {
	return x.areasOf[x.firstAreaOf[name]:x.firstAreaOf[name+1]]
}

// byKey sorts positions by their keys, which are below most: positions[first[k]:first[k+1]] have key k, and ascend.
func byKey(keys []int32, most int) (positions, first []int32) {
	first = make([]int32, most+1)
	for _, k := range keys {
		first[k+1]++
	}
	for k := range most {
		first[k+1] += first[k]
	}
	positions = make([]int32, len(keys))
	next := slices.Clone(first)
	for at, k := range keys {
		positions[next[k]] = int32(at)
		next[k]++
	}
	return positions, first
}

// findRuns finds the runs of each place.
func (x *Index) findRuns() {
	var places []int32
	var all []run
	for row, n := 0, x.addresses.Len(); row < n; {
		place, first := x.addresses.Place(row), row
		for row++; row < n && x.addresses.Place(row) == place && x.addresses.Number(row) >= x.addresses.Number(row-1); row++ {
		}
		places, all = append(places, x.rank[place]), append(all, run{int32(first), int32(row)})
	}
	order, first := byKey(places, len(x.rank))
	x.runs, x.runsOf = make([]run, len(all)), first
	for i, at := range order {
		x.runs[i] = all[at]
	}
}
