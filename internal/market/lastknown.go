package market

import (
	"maps"
	"slices"

	"github.com/gevel/gevel"
)

// How fresh the sales are: the days on which sales became known, each once.

// daysOf returns the distinct days among many, ascending.
func daysOf(dates []gevel.Date) []gevel.Date {
	seen := make(map[gevel.Date]struct{})
	for _, day := range dates {
		seen[day] = struct{}{}
	}
	return slices.Sorted(maps.Keys(seen))
}

// LastKnownDay returns the last day before a day on which a sale became known, and
// gevel.NoDate when none was known by then.
func (s *Sales) LastKnownDay(before gevel.Date) gevel.Date {
	i, _ := slices.BinarySearch(s.knownDays, before)
	if i == 0 {
		return gevel.NoDate
	}
	return s.knownDays[i-1]
}
