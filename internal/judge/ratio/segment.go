package ratio

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gevel/gevel/internal/num/stats"
)

// priceDecile is the dimension that a study adds by itself.
const priceDecile = "price decile"

// group is a segment and the observations in it.
type group struct {
	Segment
	members []*Observation
}

// groups gathers the observations of every segment: dimensions in the order in
// which they first come up, price deciles last, segments by rank and name.
func groups(obs []*Observation) []group {
	type key struct{ dimension, name string }
	at := map[key]int{}
	dimensions := map[string]int{}
	var all []group
	add := func(s Segment, o *Observation) {
		k := key{s.Dimension, s.Name}
		i, seen := at[k]
		if !seen {
			i, at[k] = len(all), len(all)
			all = append(all, group{Segment: s})
		}
		if _, seen := dimensions[s.Dimension]; !seen {
			dimensions[s.Dimension] = len(dimensions)
		}
		all[i].members = append(all[i].members, o)
	}
	for _, o := range obs {
		for _, s := range o.Segments {
			add(s, o)
		}
	}
	decile := deciles(obs)
	for _, o := range obs {
		add(decile(o.Price), o)
	}
	slices.SortFunc(all, func(a, b group) int {
		return cmp.Or(
			cmp.Compare(dimensions[a.Dimension], dimensions[b.Dimension]),
			cmp.Compare(a.Rank, b.Rank),
			cmp.Compare(a.Name, b.Name),
		)
	})
	return all
}

// deciles returns the function from a price to its segment: a price on a border belongs to the lower decile.
func deciles(obs []*Observation) func(price float64) Segment {
	prices := make([]float64, len(obs))
	for i, o := range obs {
		prices[i] = o.Price
	}
	var borders [9]float64
	for i := range borders {
		borders[i], _ = stats.QuantileInPlace(prices, float64(i+1)/10)
	}
	return func(price float64) Segment {
		rank := 0
		for rank < len(borders) && price > borders[rank] {
			rank++
		}
		name := fmt.Sprintf("over %.0f", borders[len(borders)-1])
		if rank < len(borders) {
			name = fmt.Sprintf("to %.0f", borders[rank])
		}
		return Segment{Dimension: priceDecile, Name: name, Rank: rank}
	}
}
