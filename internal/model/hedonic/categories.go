package hedonic

import (
	"cmp"
	"slices"

	"github.com/gevel/gevel/internal/market"
)

// Categories numbers the values of a categorical column in the order in which the training sales first have them.
// The codes of Names depend on all sales, also on sales known later, and a model must not.
type Categories struct {
	Own   []int32 // model code by Names code, -1 where there is none
	Count int     // number of model codes
}

// newCategories numbers the codes of the sales in rows.
func newCategories(codes market.Column, rows []int32) Categories {
	var c Categories
	for _, row := range rows {
		code := codes.At(int(row))
		for int(code) >= len(c.Own) {
			c.Own = append(c.Own, -1)
		}
		if code >= 0 && c.Own[code] < 0 {
			c.Own[code] = int32(c.Count)
			c.Count++
		}
	}
	return c
}

// newCategoriesOf numbers the values of the open categories, by index of the attribute.
func newCategoriesOf(s *market.Sales, rows []int32) []Categories {
	all := make([]Categories, len(s.Attributes))
	for k := range s.Attributes {
		if s.Attributes[k].IsOpen() {
			all[k] = newCategories(&s.Whole[k], rows)
		}
	}
	return all
}

// forgetMany empties a column with more values than its entry of most, or than are left of
// limit for all columns together; columns of few values come first. A column keeps all its
// values or none: dropped ones would otherwise count together as one value.
func forgetMany(all []Categories, most []int, limit int) {
	byCount := make([]int, len(all))
	for k := range byCount {
		byCount[k] = k
	}
	slices.SortStableFunc(byCount, func(a, b int) int { return cmp.Compare(all[a].Count, all[b].Count) })
	for _, k := range byCount {
		if all[k].Count > min(most[k], limit) {
			all[k] = Categories{}
		}
		limit -= all[k].Count
	}
}

// knownOf returns how many of the sales in rows have a known value.
func knownOf(codes *market.Ints, rows []int32) int {
	n := 0
	for _, row := range rows {
		if codes.At(int(row)) >= 0 {
			n++
		}
	}
	return n
}

// of returns the model code, -1 for a value that is unknown, absent from training or forgotten.
func (c *Categories) of(code int32) int32 {
	if code < 0 || int(code) >= len(c.Own) {
		return -1
	}
	return c.Own[code]
}

// ofValue is of for a code as Attribute.Get returns it.
func (c *Categories) ofValue(v float64) int32 {
	if v != v {
		return -1
	}
	return c.of(int32(v))
}
