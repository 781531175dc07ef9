package ratio

// Vertical equity, whether dear homes are valued as well as cheap ones, and the share of price
// variance that the values explain.

import (
	"math"

	"github.com/gevel/gevel/internal/num/stats"
)

// sameProxy is how far apart proxies are, in doublings, that differ by rounding alone.
const sameProxy = 1e-9

// prb is the coefficient of price-related bias (IAAO 2013, appendix D): the slope
// of the ratio's relative distance to the median on the log, to base 2, of a proxy
// of the market value, half the price plus half the value at the level of the
// median. Its interval is the regression's. It is unknown if all proxies are equal.
func (s ratioSet) prb(median float64) Figure {
	n := float64(len(s.order))
	if n < 3 {
		return Figure{}
	}
	xx, xy, yy := s.bias(nil, median)
	if xx <= n*sameProxy*sameProxy {
		return Figure{}
	}
	slope := known(xy / xx)
	unexplained := max(0, yy-slope.Value*xy)
	t, _ := stats.StudentQuantile(1-tail, n-2)
	margin := t * math.Sqrt(unexplained/(n-2)/xx)
	return slope.within(slope.Value-margin, slope.Value+margin)
}

// slope is the coefficient of the rows with a count above 0; NaN if it is unknown.
func (s ratioSet) slope(counts []int32, median float64) float64 {
	xx, xy, _ := s.bias(counts, median)
	if xx <= float64(len(s.order))*sameProxy*sameProxy {
		return math.NaN()
	}
	return xy / xx
}

// bias returns the sums of squares and products of the proxies and the distances to the median, about their means,
// of the rows with a count above 0; nil counts all.
func (s ratioSet) bias(counts []int32, median float64) (xx, xy, yy float64) {
	proxy := func(row int32) float64 { return math.Log2(0.5 * (s.value[row]/median + s.price[row])) }
	bias := func(row int32) float64 { return (s.ratio[row] - median) / median }
	in := func(row int32) bool { return counts == nil || counts[row] > 0 }
	n := 0.0
	for _, row := range s.order {
		if in(row) {
			n++
		}
	}
	meanX, meanY := 0.0, 0.0
	for _, row := range s.order {
		if in(row) {
			meanX += proxy(row) / n
			meanY += bias(row) / n
		}
	}
	for _, row := range s.order {
		if in(row) {
			x, y := proxy(row)-meanX, bias(row)-meanY
			xx, xy, yy = xx+x*x, xy+x*y, yy+y*y
		}
	}
	return xx, xy, yy
}

// mki is the modified Kakwani index (C. Quintos, A Gini measure for vertical
// equity in property assessments, 2020): the Gini coefficient of the values, in
// order of price, divided by the Gini coefficient of the prices. Below 1 dear homes are valued too low.
// Sales of the same price share their mean rank, so that the order of the rows
// does not matter. counts holds the number of times that each row was drawn.
func (s ratioSet) mki(counts []int32) float64 {
	rankedValues, rankedPrices, values, prices, drawn := 0.0, 0.0, 0.0, 0.0, 0.0
	for from := 0; from < len(s.byPrice); {
		price, ofPrice, worth := s.price[s.byPrice[from]], 0.0, 0.0
		for ; from < len(s.byPrice) && s.price[s.byPrice[from]] == price; from++ {
			row := s.byPrice[from]
			ofPrice += float64(counts[row])
			worth += float64(counts[row]) * s.value[row]
		}
		rank := drawn + (ofPrice+1)/2
		rankedValues += rank * worth
		rankedPrices += rank * ofPrice * price
		values += worth
		prices += ofPrice * price
		drawn += ofPrice
	}
	gini := func(ranked, total float64) float64 { return 2*ranked/(drawn*total) - (drawn+1)/drawn }
	return gini(rankedValues, values) / gini(rankedPrices, prices)
}

// r2 is one less the squared errors over the squared distances of the prices to
// their mean, in euros. counts holds the number of times that each row was drawn.
func (s ratioSet) r2(counts []int32) float64 {
	sum, drawn := 0.0, 0.0
	for row, c := range counts {
		sum += float64(c) * s.price[row]
		drawn += float64(c)
	}
	mean, missed, total := sum/drawn, 0.0, 0.0
	for row, c := range counts {
		price := s.price[row]
		missed += float64(c) * (price - s.value[row]) * (price - s.value[row])
		total += float64(c) * (price - mean) * (price - mean)
	}
	return 1 - missed/total
}
