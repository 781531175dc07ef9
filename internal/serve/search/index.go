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
	x.firstOf = make([]int32, names+1)
	var named [][2]int32 // a name and an area
	for i, p := range all {
		x.rank[p.place] = int32(i)
		x.street[i] = p.street
		x.firstOf[p.street+1] = int32(i + 1)
		code, ok := areas[p.area]
		if !ok {
			code = int32(len(x.areas))
			areas[p.area], x.areas = code, append(x.areas, p.area)
			named = append(named, [2]int32{p.city, code})
			if p.municipality != p.city {
				named = append(named, [2]int32{p.municipality, code})
			}
		}
		x.area[i] = code
	}
	fill(x.firstOf)
	x.placesOf, x.firstOfArea = placesByArea(x.area, len(x.areas))
	slices.SortFunc(named, func(a, b [2]int32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) })
	x.firstAreaOf = make([]int32, names+1)
	for i, one := range named {
		x.areasOf = append(x.areasOf, one[1])
		x.firstAreaOf[one[0]+1] = int32(i + 1)
	}
	fill(x.firstAreaOf)
}

// areasIn returns the areas in the city or municipality of a name.
func (x *Index) areasIn(name int32) []int32 {
	return x.areasOf[x.firstAreaOf[name]:x.firstAreaOf[name+1]]
}

// placesByArea returns the places of each area, ascending, and where each area's begin.
func placesByArea(areaOf []int32, areas int) (places, first []int32) {
	first = make([]int32, areas+1)
	for _, a := range areaOf {
		first[a+1]++
	}
	for a := range areas {
		first[a+1] += first[a]
	}
	places = make([]int32, len(areaOf))
	next := slices.Clone(first)
	for place, a := range areaOf {
		places[next[a]] = int32(place)
		next[a]++
	}
	return places, first
}

// findRuns finds the runs of each place.
func (x *Index) findRuns() {
	type found struct {
		place int32
		run
	}
	var all []found
	for row, n := 0, x.addresses.Len(); row < n; {
		place, first := x.addresses.Place(row), row
		for row++; row < n && x.addresses.Place(row) == place && x.addresses.Number(row) >= x.addresses.Number(row-1); row++ {
		}
		all = append(all, found{x.rank[place], run{int32(first), int32(row)}})
	}
	slices.SortFunc(all, func(a, b found) int { return cmp.Or(cmp.Compare(a.place, b.place), cmp.Compare(a.first, b.first)) })
	x.runsOf, x.runs = make([]int32, len(x.rank)+1), make([]run, len(all))
	for i, one := range all {
		x.runs[i] = one.run
		x.runsOf[one.place+1] = int32(i + 1)
	}
	fill(x.runsOf) // a place without addresses has none
}

// fill gives each name or place without anything of its own the end of the one before.
func fill(ends []int32) {
	for i := 1; i < len(ends); i++ {
		ends[i] = max(ends[i], ends[i-1])
	}
}
