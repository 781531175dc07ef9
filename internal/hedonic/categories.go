package hedonic

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

// forgetMany makes the columns of more than most values, and those for whose values there is
// no room left among limit values of all together, as if training had seen none of them. It
// is all values of a column or none: those left out would stand beside the others as one.
func forgetMany(all []Categories, most, limit int) {
	for k := range all {
		if all[k].Count > min(most, limit) {
			all[k] = Categories{}
		}
		limit -= all[k].Count
	}
}

// of returns the model's code, -1 for a value that is unknown, that training did not
// see or that was forgotten.
func (c *Categories) of(code int32) int32 {
	if code < 0 || int(code) >= len(c.Own) {
		return -1
	}
	return c.Own[code]
}
