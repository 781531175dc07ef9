package score

// The sale before, of each home in the file of sales.

import (
	"cmp"
	"math"
	"slices"
)

// daysPerYear is the mean.
const daysPerYear = 365.25

// findOwnSales orders the sales of each home by day, and notes how long before each the last one was that was known
// before its day.
func (f *saleFile) findOwnSales() {
	for i := range f.sales {
		f.sales[i].ownYears = math.NaN()
	}
	for _, of := range f.byHome {
		slices.SortStableFunc(of, func(a, b int) int { return cmp.Compare(f.sales[a].date, f.sales[b].date) })
		known := slices.DeleteFunc(slices.Clone(of), func(at int) bool { return !f.sales[at].known.Known })
		slices.SortStableFunc(known, func(a, b int) int { return cmp.Compare(f.sales[a].known.V, f.sales[b].known.V) })
		var last *sale
		for _, at := range of {
			s := &f.sales[at]
			for ; len(known) > 0 && f.sales[known[0]].known.V < s.date; known = known[1:] {
				if before := &f.sales[known[0]]; last == nil || before.date > last.date {
					last = before
				}
			}
			if last == nil {
				continue
			}
			years := float64(s.date-last.date) / daysPerYear
			if !(s.ownYears <= years) { // by the id and the address the nearer one counts
				s.ownYears, f.resold = years, true
			}
		}
	}
}
