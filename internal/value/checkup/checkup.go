// Package checkup values a sample of homes with an edition, so that an edition that answers worse than
// the one before is noticed before anybody relies on it.
package checkup

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/num/parallel"
	"github.com/gevel/gevel/internal/num/stats"
	"github.com/gevel/gevel/internal/value/valuation"
)

// HitRateFall is the default limit on the fall of the hit rate from one edition to the next.
// The sample is the same for both, so that chance plays no part.
const HitRateFall = 0.05

// LeastHomes is the fewest homes for which a share means something.
const LeastHomes = 50

// Answers are an edition's answers about a sample of homes: the value of each, 0 for a home
// that it can't value or doesn't have.
type Answers []gevel.Euro

// Ask values the homes of a sample with the newest model for a day, on all processors. It fails when ctx ends.
func Ask(ctx context.Context, v *valuation.Valuer, homes []gevel.BAGID, day gevel.Date) (Answers, error) {
	answers := make(Answers, len(homes))
	asked := gevel.NewMeter(ctx, int64(len(homes)))
	parallel.Each(parallel.Threads(), len(homes), func(i int) {
		if ctx.Err() == nil {
			answers[i] = ask(v, homes[i], day)
			asked.Add(1)
		}
	})
	return answers, ctx.Err()
}

func ask(v *valuation.Valuer, home gevel.BAGID, day gevel.Date) gevel.Euro {
	address, ok := v.Edition().MainAddress(home)
	if !ok {
		return 0
	}
	query := address.Query()
	query.ObjectID = "" // as callers ask
	value, err := v.ValueAlone(gevel.Inquiry{Date: day, AddressQuery: query})
	if err != nil || value.Dwelling.ID != home { // two homes may share an address
		return 0
	}
	return value.Weighted
}

// Of returns the answers about the homes of a sample as those about the homes of another, both by id: 0 for one that
// the first sample lacks.
func (a Answers) Of(sample, other []gevel.BAGID) Answers {
	answers := make(Answers, len(other))
	for i, home := range other {
		if at, ok := slices.BinarySearch(sample, home); ok {
			answers[i] = a[at]
		}
	}
	return answers
}

// Valued is the number of homes with a value.
func (a Answers) Valued() int {
	return list.Count(a, func(value gevel.Euro) bool { return value > 0 })
}

// HitRate is the share of the homes that have a value, from 0 to 1; 0 without homes.
func (a Answers) HitRate() float64 { return float64(a.Valued()) / float64(max(len(a), 1)) }

// Medians returns the median values of two editions over the homes of a sample that both value, and the number of
// these homes. Homes that only one values would move a median without any change of values.
func Medians(before, now Answers) (medianBefore, medianNow gevel.Euro, homes int) {
	var b, n []float64
	for i := range before {
		if before[i] > 0 && now[i] > 0 {
			b, n = append(b, float64(before[i])), append(n, float64(now[i]))
		}
	}
	was, _ := stats.MedianInPlace(b)
	is, _ := stats.MedianInPlace(n)
	return gevel.Euro(was), gevel.Euro(is), len(b)
}

// Chooses the homes of the sample.

// SampleHomes is the size of the sample: large enough to distinguish shares of a percent,
// small enough to be valued within a second.
const SampleHomes = 2000

// drawn is a home with its draw: the homes with the lowest numbers are the sample.
type drawn struct {
	number uint64
	id     gevel.BAGID
}

// Sample returns homes that any of the editions has, spread over all of them, by id. A home's draw depends on its
// id alone: the same editions give the same sample in any order, and similar editions give similar samples.
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
	return homesOf(list.Of(slices.Concat(one, other), func(id gevel.BAGID) drawn { return drawn{drawOf(id), id} }))
}

// homesOf returns the homes with the lowest draws, by id.
func homesOf(draws []drawn) []gevel.BAGID {
	draws = lowest(draws)
	homes := list.Of(draws, func(l drawn) gevel.BAGID { return l.id })
	slices.Sort(homes)
	return homes
}

// lowest returns the lowest draws, each once.
func lowest(draws []drawn) []drawn {
	slices.SortFunc(draws, func(a, b drawn) int { return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.id, b.id)) })
	draws = slices.Compact(draws)
	return draws[:min(len(draws), SampleHomes)]
}

// drawOf returns the number of a home: the mixing step of the generator SplitMix64, which removes the order of ids.
func drawOf(id gevel.BAGID) uint64 {
	n, _ := strconv.ParseUint(string(id), 10, 64)
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}
