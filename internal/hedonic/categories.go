package hedonic

import (
	"cmp"
	"slices"
)

// Categories numbers the values of a categorical column by the training sales that
// first bear them. The codes of the sales' names depend on all sales, also on those
// known later, and a model may not.
type Categories struct {
	Own   []int32 // the model's code by that of the names, -1 where there is none
	Count int     // how many the model has
}

// newCategories numbers the codes of the sales in rows.
func newCategories(codes, rows []int32) Categories {
	var c Categories
	for _, row := range rows {
		code := codes[row]
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

func newCategoriesOf(columns [][]int32, rows []int32) []Categories {
	all := make([]Categories, len(columns))
	for k, codes := range columns {
		all[k] = newCategories(codes, rows)
	}
	return all
}

// forgetMany makes the columns of more than most values, told for each, and those for whose
// values there is no room left among limit values of all together, as if training had seen
// none of them; columns of few values come first. It is all values of a column or none: those
// left out would stand beside the others as one.
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

// tellers returns how many of the sales in rows tell a value.
func tellers(codes, rows []int32) int {
	n := 0
	for _, row := range rows {
		if codes[row] >= 0 {
			n++
		}
	}
	return n
}

// of returns the model's code, -1 for a value that is unknown, that training did not
// see or that was forgotten.
func (c *Categories) of(code int32) int32 {
	if code < 0 || int(code) >= len(c.Own) {
		return -1
	}
	return c.Own[code]
}
