package ratio

// Vertical equity: whether dear homes are valued as well as cheap ones. These
// measures have intervals of their own, or none.

import (
	"math"
	"slices"

	"github.com/gevel/gevel/internal/stats"
)

// prb is the coefficient of price-related bias (IAAO 2013, appendix D): the slope
// of the ratio's relative distance to the median on the log, to base 2, of a proxy
// of the market value, half the price plus half the value at the level of the
// median. Its interval is that of the regression.
func (s ratioSet) prb(median float64) Figure {
	n := float64(len(s.order))
	if n < 3 {
		return Figure{}
	}
	proxy := func(row int32) float64 { return math.Log2(0.5 * (s.value[row]/median + s.price[row])) }
	bias := func(row int32) float64 { return (s.ratio[row] - median) / median }
	meanX, meanY := 0.0, 0.0
	for _, row := range s.order {
		meanX += proxy(row) / n
		meanY += bias(row) / n
	}
	xx, xy, yy := 0.0, 0.0, 0.0
	for _, row := range s.order {
		x, y := proxy(row)-meanX, bias(row)-meanY
		xx, xy, yy = xx+x*x, xy+x*y, yy+y*y
	}
	slope := known(xy / xx)
	unexplained := max(0, yy-slope.Value*xy)
	t, _ := stats.StudentQuantile(1-tail, n-2)
	margin := t * math.Sqrt(unexplained/(n-2)/xx)
	return slope.within(slope.Value-margin, slope.Value+margin)
}

// mki is the modified Kakwani index (C. Quintos, A Gini measure for vertical
// equity in property assessments, 2020): the Gini coefficient of the values, in
// order of price, over that of the prices. Below 1 dear homes are valued too low.
// Sales of the same price share their mean rank, so that the order of the rows
// does not matter.
func (s ratioSet) mki() Figure {
	rows := slices.Clone(s.order)
	sortRows(rows, s.price)
	rankedValues, rankedPrices, values, prices := 0.0, 0.0, 0.0, 0.0
	for from := 0; from < len(rows); {
		to := from
		for to < len(rows) && s.price[rows[to]] == s.price[rows[from]] {
			to++
		}
		rank := float64(from+1+to) / 2
		for _, row := range rows[from:to] {
			rankedValues += rank * s.value[row]
			rankedPrices += rank * s.price[row]
			values += s.value[row]
			prices += s.price[row]
		}
		from = to
	}
	n := float64(len(rows))
	gini := func(ranked, total float64) float64 { return 2*ranked/(n*total) - (n+1)/n }
	return known(gini(rankedValues, values) / gini(rankedPrices, prices))
}

// r2 is one less the squared errors over the squared distances of the prices to
// their mean, in euros; trimmed rows count too.
func (s ratioSet) r2() Figure {
	mean, _ := stats.Mean(s.price)
	missed, total := 0.0, 0.0
	for i, price := range s.price {
		missed += (price - s.value[i]) * (price - s.value[i])
		total += (price - mean) * (price - mean)
	}
	return known(1 - missed/total)
}
