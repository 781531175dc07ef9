package ratio

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/gevel/gevel"
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

// Dimensions of segments of homes.
const (
	DimensionType    = "house type"
	DimensionPeriod  = "build period"
	DimensionAge     = "age at sale"
	DimensionOwnSale = "own last sale"
)

// Unknown names the segment of homes whose segment is not known.
const Unknown = "unknown"

// ByType is the segment of a house type.
func ByType(t gevel.BuildType) Segment {
	if t == 0 {
		return Segment{Dimension: DimensionType, Name: Unknown, Rank: gevel.BuildTypes}
	}
	return Segment{Dimension: DimensionType, Name: t.String(), Rank: int(t)}
}

// ByPeriod is the segment of a build year.
func ByPeriod(year gevel.Opt[int]) Segment {
	if !year.Known {
		return Segment{Dimension: DimensionPeriod, Name: Unknown, Rank: gevel.BuildPeriods}
	}
	return Segment{Dimension: DimensionPeriod, Name: gevel.BuildYearCat(year.V), Rank: gevel.BuildPeriod(year.V)}
}

// ages are the last ages of the segments by age, in calendar years.
var ages = [...]struct {
	to   int
	name string
}{
	{0, "built that year or later"},
	{5, "1 to 5 years"},
	{15, "6 to 15 years"},
	{40, "16 to 40 years"},
	{math.MaxInt, "over 40 years"},
}

// ByAge is the segment of a home's age at its sale: year of sale less year of building.
func ByAge(built gevel.Opt[int], sold gevel.Date) Segment {
	s := Segment{Dimension: DimensionAge, Name: Unknown, Rank: len(ages)}
	if !built.Known {
		return s
	}
	s.Rank = 0
	for sold.Year()-built.V > ages[s.Rank].to {
		s.Rank++
	}
	s.Name = ages[s.Rank].name
	return s
}

// ByOwnSale is the segment of the years since the home's last known sale; NaN without one.
func ByOwnSale(years float64) Segment {
	s := Segment{Dimension: DimensionOwnSale}
	switch {
	case math.IsNaN(years):
		s.Name = "none"
	case years < 2:
		s.Name, s.Rank = "under 2 years ago", 1
	case years < 5:
		s.Name, s.Rank = "2 to 5 years ago", 2
	case years < 10:
		s.Name, s.Rank = "5 to 10 years ago", 3
	default:
		s.Name, s.Rank = "10 years ago or more", 4
	}
	return s
}
