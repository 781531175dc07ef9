package gevel

import (
	"cmp"
	"slices"
)

// PriceSeries is a monthly series of prices that others publish, such as an index of house prices or asking prices. It
// has a row for each time that a month's figure was published, ascending by that day, then month: figures are revised,
// and a model may know those alone that were known before its day.
type PriceSeries []Published

// Published is the figure of a month, as it was published on a day.
type Published struct {
	Month Month
	Known Date
	Value float64 // above 0; only its growth counts
}

// FigureOf is the figure of a period, known a number of days after it unless something says otherwise. The figure of a
// quarter counts for its middle month.
func FigureOf(first Month, months, knownAfter int, value float64) Published {
	return Published{
		Month: first + Month(months/2), Known: (first + Month(months)).First() - 1 + Date(knownAfter), Value: value,
	}
}

// Before returns what was known before a day. It shares the memory of s.
func (s PriceSeries) Before(day Date) PriceSeries {
	i, _ := slices.BinarySearchFunc(s, day, func(p Published, day Date) int { return int(p.Known - day) })
	return s[:i]
}

// Newest returns the newest figure of each month, ascending by month.
func (s PriceSeries) Newest() []Published {
	newest := slices.Clone(s)
	slices.SortStableFunc(newest, func(a, b Published) int { return int(a.Month - b.Month) })
	kept := newest[:0]
	for i, p := range newest {
		if i+1 == len(newest) || newest[i+1].Month != p.Month {
			kept = append(kept, p)
		}
	}
	return kept
}

// ChangedSince returns the first day on which a series that was there before published other figures; ok is false if
// they are the same.
func (s PriceSeries) ChangedSince(before PriceSeries) (day Date, ok bool) {
	for i := range max(len(s), len(before)) {
		switch {
		case i >= len(s):
			return before[i].Known, true
		case i >= len(before):
			return s[i].Known, true
		case s[i] != before[i]:
			return min(s[i].Known, before[i].Known), true
		}
	}
	return 0, false
}

// Sort orders the rows as a series has them.
func (s PriceSeries) Sort() {
	slices.SortFunc(s, func(a, b Published) int {
		return cmp.Or(cmp.Compare(a.Known, b.Known), cmp.Compare(a.Month, b.Month))
	})
}
