package ratio

// The vertical equity indicator of the IAAO's exposure draft "Standard on Ratio Studies" of May 2026,
// which is not adopted: the medians of groups from cheap to dear, and whether they differ by more
// than chance.

import (
	"cmp"
	"math"
	"slices"
)

// VEI compares the median ratio of the dearest group with the cheapest group's.
type VEI struct {
	// Figure is the dearest group's median ratio less the cheapest's, percent of the
	// median of all. Below 0 dear homes are valued low.
	Figure Figure `json:"figure"`
	// Significance is the distance from the upper end of the lowest median's interval to the lower end of
	// the highest median's, percent of the median of all. At or below 0 they overlap.
	Significance Figure       `json:"significance"`
	Groups       []PriceGroup `json:"groups,omitempty"` // the cheapest first
}

// PriceGroup is a group of sales with similar proxies of market value.
type PriceGroup struct {
	N           int    `json:"n"`
	MedianRatio Figure `json:"medianRatio"` // with its interval of about 90 %
}

// groupCount is the number of groups into which the draft divides n sales.
func groupCount(n int) int {
	switch {
	case n <= 50:
		return 2
	case n <= 500:
		return 4
	}
	return 10
}

// medianReach is the distance of the ranks of a group's interval from the middle, over the square root of
// the number of its sales: half the 1.645 of a 90 % interval.
const medianReach = 1.645 / 2

// vei returns the indicator. Sales are ordered by a proxy of their market value, half the price
// and half the value at the level of the median, so that an error of either does not move a group by itself.
func (s ratioSet) vei(median float64) VEI {
	n := len(s.order)
	if n < 4 {
		return VEI{} // a group of one sale has no interval
	}
	proxy := func(row int32) float64 { return 0.5*s.price[row] + 0.5*s.value[row]/median }
	rows := slices.Clone(s.order)
	slices.SortStableFunc(rows, func(a, b int32) int { return cmp.Compare(proxy(a), proxy(b)) })
	k := groupCount(n)
	out := VEI{Groups: make([]PriceGroup, 0, k)}
	for p, from := 1, 0; p <= k; p++ {
		to := min(n, p*(n-1)/k+1)
		out.Groups = append(out.Groups, s.priceGroup(rows[from:to]))
		from = to
	}
	byMedian := func(a, b PriceGroup) int { return cmp.Compare(a.MedianRatio.Value, b.MedianRatio.Value) }
	lowest, highest := slices.MinFunc(out.Groups, byMedian), slices.MaxFunc(out.Groups, byMedian)
	share := func(apart float64) Figure { return known(100 * apart / median) }
	out.Figure = share(out.Groups[k-1].MedianRatio.Value - out.Groups[0].MedianRatio.Value)
	out.Significance = share(highest.MedianRatio.Range.Low - lowest.MedianRatio.Range.High)
	return out
}

// priceGroup returns the median ratio of rows, with the interval that the draft gives it.
func (s ratioSet) priceGroup(rows []int32) PriceGroup {
	ratios := make([]float64, len(rows))
	for i, row := range rows {
		ratios[i] = s.ratio[row]
	}
	slices.Sort(ratios)
	q := len(ratios)
	reach := medianReach * math.Sqrt(float64(q))
	at := func(rank float64) float64 { return ratios[max(1, min(q, int(rank)))-1] }
	median := (ratios[(q-1)/2] + ratios[q/2]) / 2
	return PriceGroup{N: q, MedianRatio: known(median).within(
		at(math.Ceil(float64(q)/2-reach)), at(math.Floor(1+float64(q)/2+reach)))}
}
