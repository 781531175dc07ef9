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

// keepMostFrequent leaves of all columns together at most limit values, those of the most
// sales in rows: the others are as if training had not seen them. Of values as frequent
// those of the earlier column stay, and of one column those that the sales bear first.
func keepMostFrequent(all []Categories, columns [][]int32, rows []int32, limit int) {
	type value struct{ column, code, sales int }
	var values []value
	for k := range all {
		for code, sales := range all[k].count(columns[k], rows) {
			values = append(values, value{k, code, sales})
		}
	}
	if len(values) <= limit {
		return
	}
	slices.SortStableFunc(values, func(a, b value) int { return cmp.Compare(b.sales, a.sales) })
	kept := make([][]bool, len(all))
	for k := range all {
		kept[k] = make([]bool, all[k].Count)
	}
	for _, v := range values[:limit] {
		kept[v.column][v.code] = true
	}
	for k := range all {
		all[k].keep(kept[k])
	}
}

// count returns how many of the sales in rows bear each value.
func (c *Categories) count(codes, rows []int32) []int {
	sales := make([]int, c.Count)
	for _, row := range rows {
		if own := c.of(codes[row]); own >= 0 {
			sales[own]++
		}
	}
	return sales
}

// keep forgets the values that are not kept, and closes ranks.
func (c *Categories) keep(kept []bool) {
	c.Count = 0
	anew := make([]int32, len(kept))
	for own := range kept {
		anew[own] = -1
		if kept[own] {
			anew[own] = int32(c.Count)
			c.Count++
		}
	}
	for code, own := range c.Own {
		if own >= 0 {
			c.Own[code] = anew[own]
		}
	}
}

// of returns the model's code, -1 for a value that is unknown, that training did not see
// or that was not kept.
func (c *Categories) of(code int32) int32 {
	if code < 0 || int(code) >= len(c.Own) {
		return -1
	}
	return c.Own[code]
}
