package ratio

// The segments by what is known of a home, spelled once for all that study values.

import (
	"math"

	"github.com/gevel/gevel"
)

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
