package search

import (
	"github.com/gevel/gevel"
)

// InMunicipality returns up to most addresses of a municipality, evenly spread over its addresses, in the
// order of rows within streets.
func (x *Index) InMunicipality(name string, most int) []gevel.Address {
	var runs []run
	n := 0
	for original, place := range x.rank {
		if _, _, municipality, _ := x.addresses.PlaceAt(original); municipality != name {
			continue
		}
		for _, one := range x.runs[x.runsOf[place]:x.runsOf[place+1]] {
			runs, n = append(runs, one), n+int(one.end-one.first)
		}
	}
	take := min(n, most)
	list := make([]gevel.Address, 0, take)
	before := 0 // addresses in earlier runs
	for _, one := range runs {
		size := int(one.end - one.first)
		for len(list) < take && len(list)*n/take < before+size {
			list = append(list, x.addresses.At(int(one.first)+len(list)*n/take-before))
		}
		before += size
	}
	return list
}
