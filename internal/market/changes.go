package market

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
)

// Changes are the differences between the sales and an earlier delivery of them.
type Changes struct {
	// Before has by row the row of the same sale in the earlier delivery, -1 if that lacks it or has it
	// with other content.
	Before []int32
	// First is the first day on which a row became known that differs between the deliveries, is in only one of them or
	// was replaced in one; if they agree, the last day there is.
	First gevel.Date
}

// ChangesSince compares the sales with an earlier delivery of them. ok is false if the deliveries
// can't be compared: their characteristics differ, or ids of sales repeat.
func (s *Sales) ChangesSince(before *Sales) (c Changes, ok bool) {
	type version struct {
		id      string
		revised gevel.Date
	}
	rowOf := make(map[version]int32, before.Len())
	for row := range before.Len() {
		rowOf[version{before.ID(row), before.Revised[row]}] = int32(row)
	}
	if len(rowOf) < before.Len() || !sameAttributes(s.Attributes, before.Attributes) {
		return c, false
	}
	c = Changes{Before: make([]int32, s.Len()), First: math.MaxInt32}
	found := make([]bool, before.Len())
	for row := range s.Len() {
		at, there := rowOf[version{s.ID(row), s.Revised[row]}]
		switch {
		case there && found[at]:
			return c, false
		case there && s.sameSale(row, before, int(at)):
			c.Before[row], found[at] = at, true
			if s.Replaced[row] != before.Replaced[at] {
				c.First = min(c.First, s.Replaced[row], before.Replaced[at])
			}
		default:
			c.Before[row], c.First = -1, min(c.First, s.seenFrom(int32(row)))
		}
	}
	for row := range found {
		if !found[row] {
			c.First = min(c.First, before.seenFrom(int32(row)))
		}
	}
	return c, true
}

// DiffersFrom returns the first row in which two tables of sales differ, -1 if both are equal in all that models learn
// from, row by row.
func (s *Sales) DiffersFrom(other *Sales) (row int) {
	if !sameAttributes(s.Attributes, other.Attributes) {
		return 0
	}
	for row := range min(s.Len(), other.Len()) {
		if s.ID(row) != other.ID(row) || s.Replaced[row] != other.Replaced[row] || !s.sameSale(row, other, row) {
			return row
		}
	}
	if s.Len() != other.Len() {
		return min(s.Len(), other.Len())
	}
	return -1
}

// sameSale reports whether a sale is the same in two deliveries.
func (s *Sales) sameSale(row int, before *Sales, at int) bool {
	return s.Revised[row] == before.Revised[at] && s.Date[row] == before.Date[at] &&
		s.Known[row] == before.Known[at] && s.Price[row] == before.Price[at] &&
		s.At[row] == before.At[at] && s.Place[row] == before.Place[at] &&
		s.Zips.Name(s.Zip[row]) == before.Zips.Name(before.Zip[at]) &&
		s.Streets.Name(s.Street[row]) == before.Streets.Name(before.Street[at]) &&
		s.DwellingID(row) == before.DwellingID(at) && s.Deals.Name(s.Deal[row]) == before.Deals.Name(before.Deal[at]) &&
		s.sameHome(row, &before.Columns, at)
}

// sameHome reports whether two homes have the same characteristics, names by name.
func (c *Columns) sameHome(row int, before *Columns, at int) bool {
	for k := range c.Attributes {
		a, b := c.Value(k, row), before.Value(k, at)
		if named := &c.Attributes[k]; named.IsOpen() {
			if named.NameOf(a) != before.Attributes[k].NameOf(b) {
				return false
			}
			continue
		}
		if a != b && (a == a || b == b) {
			return false
		}
	}
	return true
}

// sameAttributes reports whether two tables have the same characteristics, apart from the names that
// open categories have collected.
func sameAttributes(a, b gevel.Attributes) bool {
	return slices.EqualFunc(a, b, func(a, b gevel.Attribute) bool {
		return a.Column == b.Column && a.Kind == b.Kind && a.IsExtra() == b.IsExtra() && a.IsOpen() == b.IsOpen() &&
			a.Least == b.Least && a.Most == b.Most && a.Middling == b.Middling && a.Rising == b.Rising &&
			slices.Equal(a.Values, b.Values)
	})
}
