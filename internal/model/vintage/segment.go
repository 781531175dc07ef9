package vintage

// The segments for which errors are calibrated separately.

import (
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/spread"
)

// ownAgeStarts part homes by the years since their own last sale: a home sold again
// within two years has often been worked on.
var ownAgeStarts = [...]float64{0, 2, 5, 10}

// OwnSaleAges is the number of segments by the time since the own last sale; segment 0 has none.
const OwnSaleAges = len(ownAgeStarts) + 1

// OwnSaleAge returns the segment for so many years since the own last sale.
func OwnSaleAge(years float64) int {
	i, exact := slices.BinarySearch(ownAgeStarts[:], years)
	if exact {
		i++
	}
	return i
}

// BuildPeriod returns the segment of a build year, 0 when it is unknown.
func BuildPeriod(year gevel.Opt[int]) int {
	if !year.Known {
		return 0
	}
	return 1 + gevel.BuildPeriod(year.V)
}

// segmentCounts returns the number of segments of each kind.
func segmentCounts(areas int) spread.Segments {
	return spread.Segments{
		spread.Group: gevel.BuildGroups, spread.Area: areas,
		spread.BuildPeriod: gevel.BuildPeriods + 1, spread.OwnSaleAge: OwnSaleAges,
	}
}
