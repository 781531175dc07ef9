package ratio

// Vertical equity, whether dear homes are valued as well as cheap ones, and the share of price
// variance that the values explain.

import (
	"cmp"
	"math"
	"slices"

	"github.com/gevel/gevel/internal/judge/standard"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/num/stats"
)

// sameProxy is how far apart proxies are, in doublings, that differ by rounding alone.
const sameProxy = 1e-9

// prb is the coefficient of price-related bias (IAAO 2013, appendix D): the slope of the ratio's relative distance
// to the median on the log, to base 2, of a proxy of the market value, half the price plus half the value at the
// level of the median. Its interval is the regression's. It is unknown if all proxies are equal.
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

// mki is the modified Kakwani index (C. Quintos, A Gini measure for vertical equity in property assessments, 2020):
// the Gini coefficient of the values, in order of price, divided by the Gini coefficient of the prices. Below 1
// dear homes are valued too low. Sales of the same price share their mean rank, so that the order of the rows does
// not matter. counts holds the number of times that each row was drawn.
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

// The vertical equity indicator of the IAAO's exposure draft "Standard on Ratio Studies" of May 2026, which is not
// adopted: the medians of groups from cheap to dear, and whether they differ by more than chance.

// VerticalEquity compares the median ratio of the dearest group with the cheapest group's.
type VerticalEquity struct {
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
func (s ratioSet) vei(median float64) VerticalEquity {
	n := len(s.order)
	if n < 4 {
		return VerticalEquity{} // a group of one sale has no interval
	}
	proxy := func(row int32) float64 { return 0.5*s.price[row] + 0.5*s.value[row]/median }
	rows := slices.Clone(s.order)
	slices.SortStableFunc(rows, func(a, b int32) int { return cmp.Compare(proxy(a), proxy(b)) })
	k := groupCount(n)
	out := VerticalEquity{Groups: make([]PriceGroup, 0, k)}
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
	ratios := list.Of(rows, func(row int32) float64 { return s.ratio[row] })
	slices.Sort(ratios)
	q := len(ratios)
	reach := medianReach * math.Sqrt(float64(q))
	at := func(rank float64) float64 { return ratios[max(1, min(q, int(rank)))-1] }
	median := (ratios[(q-1)/2] + ratios[q/2]) / 2
	return PriceGroup{N: q, MedianRatio: known(median).within(
		at(math.Ceil(float64(q)/2-reach)), at(math.Floor(1+float64(q)/2+reach)))}
}

// The bounds of the standards on the measures of vertical equity.

// Bound is a standard's bound on one measure, and whether the sales meet it.
type Bound struct {
	Measure  string  `json:"measure"`
	Figure   Figure  `json:"figure"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
	Outcome  Outcome `json:"outcome"`
	Standard string  `json:"standard"`
}

// bounds compares the measures of vertical equity with the standards: by the figure's interval, or by the figure itself
// where it has none and the sales are DefaultMinSegment or more. The draft accepts a VEI beyond its bounds if chance may
// have made it: if the groups' intervals overlap or lie no more than enoughApart from each other.
func (s *Summary) bounds() []Bound {
	const enoughApart = 10
	figures := map[string]Figure{
		standard.PRD: s.PRD, standard.PRB: s.PRB, standard.MKI: s.MKI, standard.VEI: s.VEI.Figure,
	}
	var out []Bound
	for _, b := range standard.Bounds {
		f := figures[b.Measure]
		if !f.Known {
			continue
		}
		outcome := f.between(b.Low, b.High)
		if f.Range == (Range{}) && s.Valued >= DefaultMinSegment {
			outcome = NotMet
			if b.Low <= f.Value && f.Value <= b.High || b.Measure == standard.VEI && s.VEI.Significance.Value <= enoughApart {
				outcome = Met
			}
		}
		out = append(out, Bound{b.Measure, f, b.Low, b.High, outcome, b.Source.Name})
	}
	return out
}
