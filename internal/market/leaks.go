package market

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/gevel/gevel/internal/num/list"
)

const (
	// leakRank is the rank correlation with the price from which a column leaks it: no
	// honest characteristic comes near.
	leakRank = 0.98
	// leakShare is the share of the variation of log prices that remains within the values of a
	// category, up to which the category leaks the price.
	leakShare = 0.02
	// leakSales is the fewest sales with a value for a column to be judged.
	leakSales = 50
)

// PriceLeaks returns a warning for each column that reveals the price: numbers that rank sales nearly as their prices
// do, such as the price in another currency or a later assessment, and categories within which prices hardly differ. A
// model that learns from such a column looks perfect on past sales, and fails on a home whose price is not known.
func (s *Sales) PriceLeaks() (leaks []string) {
	const advice = ": leave it out of the file, unless it is known of homes that are not sold"
	for k := range s.Attributes {
		a := &s.Attributes[k]
		if a.IsOpen() || a.IsNamed() {
			if share, ok := s.leftWithin(k); ok && share <= leakShare {
				leaks = append(leaks, fmt.Sprintf("prices within a value of %s leave %.1f %% of the variation of all",
					a.Column, 100*share)+advice)
			}
			continue
		}
		if r, ok := s.rankedWithPrice(k); ok && math.Abs(r) >= leakRank {
			leaks = append(leaks, fmt.Sprintf("%s ranks the sales as their prices do (correlation of ranks %.3f)",
				a.Column, r)+advice)
		}
	}
	return leaks
}

// valued returns the values of an attribute and the log prices of the sales that have it.
func (s *Sales) valued(k int) (values, prices []float64) {
	for row := range s.Len() {
		if v := s.Value(k, row); !math.IsNaN(v) {
			values, prices = append(values, v), append(prices, math.Log(float64(s.Price[row])))
		}
	}
	return values, prices
}

// rankedWithPrice returns the rank correlation of an attribute with the price.
func (s *Sales) rankedWithPrice(k int) (r float64, ok bool) {
	values, prices := s.valued(k)
	if len(values) < leakSales {
		return 0, false
	}
	x, y := ranks(values), ranks(prices)
	middle, xx, xy, yy := float64(len(x)-1)/2, 0.0, 0.0, 0.0
	for i := range x {
		dx, dy := x[i]-middle, y[i]-middle
		xx, xy, yy = xx+dx*dx, xy+dx*dy, yy+dy*dy
	}
	if xx == 0 || yy == 0 {
		return 0, false
	}
	return xy / math.Sqrt(xx*yy), true
}

// ranks returns the rank of each number, from 0; equal numbers share their mean rank.
func ranks(x []float64) []float64 {
	order := list.Make(len(x), func(i int) int { return i })
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(x[i], x[j]) })
	out := make([]float64, len(x))
	for from := 0; from < len(order); {
		to := from + 1
		for to < len(order) && x[order[to]] == x[order[from]] {
			to++
		}
		for _, i := range order[from:to] {
			out[i] = float64(from+to-1) / 2
		}
		from = to
	}
	return out
}

// leftWithin returns the share of the variance of log prices within the values of a category,
// corrected for the variance that small values lose by chance.
func (s *Sales) leftWithin(k int) (share float64, ok bool) {
	values, prices := s.valued(k)
	sums, counts, sum := map[float64]float64{}, map[float64]float64{}, 0.0
	for i, v := range values {
		sums[v], counts[v], sum = sums[v]+prices[i], counts[v]+1, sum+prices[i]
	}
	n := float64(len(values))
	if n-float64(len(counts)) < leakSales {
		return 0, false
	}
	within, all := 0.0, 0.0
	for i, v := range values {
		w, a := prices[i]-sums[v]/counts[v], prices[i]-sum/n
		within, all = within+w*w, all+a*a
	}
	if all == 0 {
		return 0, false
	}
	return within / (n - float64(len(counts))) / (all / (n - 1)), true
}
