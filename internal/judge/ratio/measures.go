package ratio

// The measures that are bootstrapped. Each is computed from the number of times that every row was drawn: once for
// the figure itself, with each row drawn once, and once per replicate for its interval. Sorting happens once.

import (
	"cmp"
	"math"
	"slices"
)

// measures are indexed by the constants below.
type measures [measureCount]float64

const (
	mdAPE = iota
	mAPE
	pe5
	pe10
	pe15
	pe20
	medianRatio
	meanRatio
	weightedMeanRatio
	cod
	prd
	mki
	r2
	measureCount
)

// errorSteps are the errors by price within which PE5 to PE20 count.
var errorSteps = [...]float64{0.05, 0.10, 0.15, 0.20}

// errorSet holds the absolute errors by price of all rows.
type errorSet struct {
	ape   []float64 // by row
	step  []uint8   // by row: the first of errorSteps that holds, or their number
	order []int32   // rows, the least error first
}

func newErrorSet(obs []*Observation) errorSet {
	e := errorSet{ape: make([]float64, len(obs)), step: make([]uint8, len(obs)), order: make([]int32, len(obs))}
	for i, o := range obs {
		miss := math.Abs(o.Value - o.Price)
		e.ape[i], e.order[i] = miss/o.Price, int32(i)
		for int(e.step[i]) < len(errorSteps) && miss > errorSteps[e.step[i]]*o.Price {
			e.step[i]++
		}
	}
	sortRows(e.order, e.ape)
	return e
}

// sortRows sorts rows by key, equal keys by row.
func sortRows(rows []int32, key []float64) {
	slices.SortFunc(rows, func(a, b int32) int { return cmp.Or(cmp.Compare(key[a], key[b]), cmp.Compare(a, b)) })
}

// measure sets the measures of error; counts holds the number of times that each row was drawn.
func (e errorSet) measure(counts []int32, m *measures) {
	var steps [len(errorSteps) + 1]int
	n, sum := 0, 0.0
	for i, c := range counts {
		n += int(c)
		sum += float64(c) * e.ape[i]
		steps[e.step[i]] += int(c)
	}
	m[mAPE] = 100 * sum / float64(n)
	m[mdAPE] = 100 * drawnMedian(e.order, e.ape, counts, n)
	within := 0
	for i := range errorSteps {
		within += steps[i]
		m[pe5+i] = 100 * float64(within) / float64(n)
	}
}

// drawnMedian is the median of the n rows drawn, given the rows in order of key.
func drawnMedian(order []int32, key []float64, counts []int32, n int) float64 {
	drawn, low := 0, math.NaN()
	for _, row := range order {
		drawn += int(counts[row])
		if math.IsNaN(low) && drawn > (n-1)/2 {
			low = key[row]
		}
		if drawn > n/2 {
			return (low + key[row]) / 2
		}
	}
	return math.NaN()
}

// ratioSet holds the ratios with their prices and values.
type ratioSet struct {
	ratio, price, value []float64 // by row
	order               []int32   // rows, the least ratio first
	byPrice             []int32   // rows, the least price first
}

func newRatioSet(obs []*Observation) ratioSet {
	n := len(obs)
	s := ratioSet{ratio: make([]float64, n), price: make([]float64, n), value: make([]float64, n), order: make([]int32, n)}
	for i, o := range obs {
		s.ratio[i], s.price[i], s.value[i], s.order[i] = o.Value/o.Price, o.Price, o.Value, int32(i)
	}
	s.byPrice = slices.Clone(s.order)
	sortRows(s.order, s.ratio)
	sortRows(s.byPrice, s.price)
	return s
}

// measure sets the ratio statistics; counts holds the number of times that each row was drawn.
func (s ratioSet) measure(counts []int32, m *measures) {
	n, ratios, values, prices := 0, 0.0, 0.0, 0.0
	for _, row := range s.order {
		c := float64(counts[row])
		n += int(counts[row])
		ratios += c * s.ratio[row]
		values += c * s.value[row]
		prices += c * s.price[row]
	}
	median, deviations := drawnMedian(s.order, s.ratio, counts, n), 0.0
	for _, row := range s.order {
		deviations += float64(counts[row]) * math.Abs(s.ratio[row]-median)
	}
	m[medianRatio] = median
	m[meanRatio] = ratios / float64(n)
	m[weightedMeanRatio] = values / prices
	m[cod] = 100 * deviations / float64(n) / median
	m[prd] = m[meanRatio] / m[weightedMeanRatio]
	m[mki], m[r2] = s.mki(counts), s.r2(counts)
}

// setMeasures fills in the errors and ratio statistics of the valued sales.
func (s *Summary) setMeasures(valued []*Observation, opt Options) {
	if len(valued) == 0 {
		return
	}
	errs, ratios := newErrorSet(valued), newRatioSet(valued)
	all := func(counts []int32, m *measures) {
		errs.measure(counts, m)
		ratios.measure(counts, m)
	}
	figures := bootstrap(len(valued), opt, all)
	s.MdAPE, s.MAPE = figures[mdAPE], figures[mAPE]
	s.PE5, s.PE10, s.PE15, s.PE20 = figures[pe5], figures[pe10], figures[pe15], figures[pe20]
	s.MedianRatio, s.MeanRatio = figures[medianRatio], figures[meanRatio]
	s.WeightedMeanRatio = figures[weightedMeanRatio]
	s.COD, s.PRD, s.MKI, s.R2 = figures[cod], figures[prd], figures[mki], figures[r2]
	s.PRB = ratios.prb(s.MedianRatio.Value)
	s.VEI = ratios.vei(s.MedianRatio.Value)
	s.Bounds = s.bounds()
}
