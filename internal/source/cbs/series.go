package cbs

import (
	"cmp"
	"slices"

	"github.com/gevel/gevel"
)

// Shortest returns the figures of a region by the shortest of its periods, ascending; none where it has none.
func Shortest(region Region, published []Price) []Price {
	of := slices.DeleteFunc(slices.Clone(published), func(p Price) bool { return p.Region != region })
	if len(of) == 0 {
		return nil
	}
	months := slices.MinFunc(of, func(a, b Price) int { return a.Period.Months - b.Period.Months }).Period.Months
	of = slices.DeleteFunc(of, func(p Price) bool { return p.Period.Months != months })
	slices.SortFunc(of, func(a, b Price) int { return cmp.Compare(a.Period.First, b.Period.First) })
	return of
}

// Series returns the index of a region as a monthly series, each figure known so many days after its period, those known
// after asOf left out. A table of years is none.
func Series(published []Price, region Region, knownAfter int, asOf gevel.Date) (series gevel.PriceSeries) {
	for _, p := range Shortest(region, published) {
		figure := gevel.FigureOf(p.Period.First, p.Period.Months, knownAfter, p.Value)
		if p.Period.Months <= quarter && figure.Known <= asOf {
			series = append(series, figure)
		}
	}
	return series
}

const quarter = 3
