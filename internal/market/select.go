package market

import (
	"maps"
	"slices"

	"github.com/gevel/gevel"
)

// Select returns the sales in some rows, each known from the day in known. Names and their codes are shared.
func (s *Sales) Select(rows []int, known func(row int) gevel.Date) *Sales {
	some := MakeSales(s.Attributes, len(rows))
	some.Zips, some.Streets, some.DwellingNames, some.Deals = s.Zips, s.Streets, s.DwellingNames, s.Deals
	for i, row := range rows {
		some.IDs.Add([]byte(s.ID(row)))
		some.Date[i], some.Known[i], some.Price[i] = s.Date[row], known(row), s.Price[row]
		some.Revised[i], some.Replaced[i] = s.Revised[row], s.Replaced[row]
		some.At[i], some.Place[i] = s.At[row], s.Place[row]
		some.Zip[i], some.Street[i], some.Dwelling[i] = s.Zip[row], s.Street[row], s.Dwelling[row]
		some.Deal[i] = s.Deal[row]
		for k := range s.Attributes {
			some.SetValue(k, i, s.Value(k, row))
		}
	}
	some.Index()
	return some
}

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
