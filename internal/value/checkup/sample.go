package checkup

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
)

// Chooses the homes of the sample.

// SampleHomes is the size of the sample: large enough to distinguish shares of a percent,
// small enough to be valued within a second.
const SampleHomes = 2000

// drawn is a home with its draw: the homes with the lowest numbers are the sample.
type drawn struct {
	number uint64
	id     gevel.BAGID
}

// Sample returns homes that any of the editions has, spread over all of them, by id. A home's draw
// depends on its id alone: the same editions give the same sample in any
// order, and similar editions give similar samples.
func Sample(editions ...*edition.Edition) []gevel.BAGID {
	var draws []drawn
	for _, e := range editions {
		for d := range e.Dwellings {
			draws = append(draws, drawn{drawOf(d.ID), d.ID})
			if len(draws) == 4*SampleHomes { // holds little of a country at a time
				draws = lowest(draws)
			}
		}
	}
	return homesOf(draws)
}

// Join returns what Sample returns for two editions, by the samples of each.
func Join(one, other []gevel.BAGID) []gevel.BAGID {
	var draws []drawn
	for _, id := range slices.Concat(one, other) {
		draws = append(draws, drawn{drawOf(id), id})
	}
	return homesOf(draws)
}

// homesOf returns the homes with the lowest draws, by id.
func homesOf(draws []drawn) []gevel.BAGID {
	draws = lowest(draws)
	homes := make([]gevel.BAGID, len(draws))
	for i, l := range draws {
		homes[i] = l.id
	}
	slices.Sort(homes)
	return homes
}

// lowest returns the lowest draws, each once.
func lowest(draws []drawn) []drawn {
	slices.SortFunc(draws, func(a, b drawn) int { return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.id, b.id)) })
	draws = slices.Compact(draws)
	return draws[:min(len(draws), SampleHomes)]
}

// drawOf returns the number of a home: the mixing step of the generator SplitMix64, which removes
// the order of ids.
func drawOf(id gevel.BAGID) uint64 {
	n, _ := strconv.ParseUint(string(id), 10, 64)
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}
