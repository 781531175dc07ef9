package checkup

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
)

// Which homes are asked about.

// SampleHomes is how many homes are asked about at most: enough to tell shares of a percent
// apart, and valued within a second.
const SampleHomes = 2000

// drawn is a home with its lot: those with the lowest lots are the sample.
type drawn struct {
	lot uint64
	id  gevel.BAGID
}

// Sample returns homes that any of the editions has, spread over all of them, by id. A home's lot
// hangs on its id alone: the same editions give the same sample, in whatever order they are
// named, and editions that hardly differ give hardly another.
func Sample(editions ...*edition.Edition) []gevel.BAGID {
	var lots []drawn
	for _, e := range editions {
		for d := range e.Dwellings {
			lots = append(lots, drawn{drawOf(d.ID), d.ID})
			if len(lots) == 4*SampleHomes { // holds little of a country at a time
				lots = lowest(lots)
			}
		}
	}
	lots = lowest(lots)
	homes := make([]gevel.BAGID, len(lots))
	for i, l := range lots {
		homes[i] = l.id
	}
	slices.Sort(homes)
	return homes
}

// lowest returns the lowest lots, each once.
func lowest(lots []drawn) []drawn {
	slices.SortFunc(lots, func(a, b drawn) int { return cmp.Or(cmp.Compare(a.lot, b.lot), cmp.Compare(a.id, b.id)) })
	lots = slices.Compact(lots)
	return lots[:min(len(lots), SampleHomes)]
}

// drawOf returns the lot of a home: the mixing step of the generator SplitMix64, which leaves
// nothing of the order of ids.
func drawOf(id gevel.BAGID) uint64 {
	n, _ := strconv.ParseUint(string(id), 10, 64)
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}
