package ratio

import (
	"cmp"
	"math"
	"slices"
)

// The measures that are bootstrapped. Each is computed from the number of times that every row was drawn: once for
// the figure itself, with each row drawn once, and once per replicate for its interval. Sorting happens once.

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

// Measure is a row of the one table of measures: what a measure is called, and how it is printed. All reports take both
// from here.
type Measure struct {
	Key     string // in JSON
	English string // as the standards that bound it name it
	Head    string // at the head of a narrow column; "" for English
	Dutch   string
	Scale
	Meaning string
	Of      func(*Summary) Figure
}

// Scale is what the figures of a measure are like.
type Scale struct {
	Unit     string // "" for a plain number
	Decimals int
	Good     float64 // what it is of perfect values
}

// The scales of several measures.
var (
	ofDeviations = Scale{"%", 2, 0}
	ofShares     = Scale{"%", 1, 100}
	ofRatios     = Scale{"", 3, 1}
)

// The measures.
var (
	HitRate           = Measure{"hitRate", "hit rate", "", "dekking", Scale{"%", 2, 100}, "sales that got a value", func(s *Summary) Figure { return s.HitRate }}
	MdAPE             = Measure{"mdape", "MdAPE", "", "mediane afwijking", ofDeviations, "median of |value − price| ÷ price", func(s *Summary) Figure { return s.MdAPE }}
	MAPE              = Measure{"mape", "MAPE", "", "gemiddelde afwijking", ofDeviations, "mean of the same; a few large errors weigh on it", func(s *Summary) Figure { return s.MAPE }}
	PE5               = Measure{"pe5", "PE5", "", "binnen 5 %", ofShares, "values within 5 % of the price", func(s *Summary) Figure { return s.PE5 }}
	PE10              = Measure{"pe10", "PE10", "", "binnen 10 %", ofShares, "values within 10 % of the price", func(s *Summary) Figure { return s.PE10 }}
	PE15              = Measure{"pe15", "PE15", "", "binnen 15 %", ofShares, "values within 15 % of the price", func(s *Summary) Figure { return s.PE15 }}
	PE20              = Measure{"pe20", "PE20", "", "binnen 20 %", ofShares, "values within 20 % of the price", func(s *Summary) Figure { return s.PE20 }}
	MedianRatio       = Measure{"medianRatio", "median ratio", "median", "mediane verhouding", ofRatios, "median of value ÷ price", func(s *Summary) Figure { return s.MedianRatio }}
	MeanRatio         = Measure{"meanRatio", "mean ratio", "", "gemiddelde verhouding", ofRatios, "mean of the same", func(s *Summary) Figure { return s.MeanRatio }}
	WeightedMeanRatio = Measure{"weightedMeanRatio", "weighted mean ratio", "", "gewogen verhouding", ofRatios, "sum of the values ÷ sum of the prices", func(s *Summary) Figure { return s.WeightedMeanRatio }}
	COD               = Measure{"cod", "COD", "", "spreiding (COD)", ofDeviations, "mean distance of the ratios to their median, by the median", func(s *Summary) Figure { return s.COD }}
	PRD               = Measure{"prd", "PRD", "", "prijsverschil (PRD)", ofRatios, "mean ÷ weighted mean ratio; above 1 expensive homes are valued low", func(s *Summary) Figure { return s.PRD }}
	PRB               = Measure{"prb", "PRB", "", "prijsafhankelijkheid (PRB)", Scale{"", 3, 0}, "change of the ratio as the market value (half value, half price) doubles", func(s *Summary) Figure { return s.PRB }}
	MKI               = Measure{"mki", "MKI", "", "ongelijkheid (MKI)", ofRatios, "inequality of the values ÷ inequality of the prices; below 1 expensive homes are valued low", func(s *Summary) Figure { return s.MKI }}
	VEI               = Measure{"vei", "VEI", "", "verticale gelijkheid (VEI)", ofDeviations, "median ratio of the most expensive group minus the cheapest group's, ÷ the median", func(s *Summary) Figure { return s.VEI.Figure }}
	R2                = Measure{"r2", "R² of the price", "", "R² van de prijs", ofRatios, "explained share of the variance of the price itself", func(s *Summary) Figure { return s.R2 }}
	CRPS              = Measure{"crps", "CRPS", "", "CRPS", ofDeviations, "distance of the promised distributions from the prices, by value; the least is the best", func(s *Summary) Figure { return s.CRPS }}
	InInterval        = Measure{"coverage80", "80 % interval", "in 80 %", "bandbreedte van 80 %", Scale{"%", 1, 80}, "prices within the interval of 80 %", func(s *Summary) Figure { return s.Coverage80.Share }}
	InFSD             = Measure{"fsd", "FSD", "in FSD", "FSD", Scale{"%", 1, fsdAim}, "prices within one FSD of the value", func(s *Summary) Figure { return s.FSD.Share }}
)

// Table has the measures of a summary in the order of a report; promises stand apart.
var Table = []Measure{
	HitRate, MdAPE, MAPE, PE5, PE10, PE15, PE20, MedianRatio, MeanRatio, WeightedMeanRatio,
	COD, PRD, PRB, MKI, VEI, R2, CRPS,
}

// Label is what the measure is called, with its unit.
func (m *Measure) Label() string { return withUnit(m.English, ", ", m.Unit) }

// Column is what the measure is called at the head of a narrow column.
func (m *Measure) Column() string {
	if m.Head != "" {
		return withUnit(m.Head, " ", m.Unit)
	}
	return withUnit(m.English, " ", m.Unit)
}

func withUnit(name, between, unit string) string {
	if unit == "" || name[len(name)-1] == unit[0] {
		return name
	}
	return name + between + unit
}

// Bounded returns the measure that a bound of the standards is on.
func Bounded(name string) *Measure {
	for i := range Table {
		if Table[i].English == name {
			return &Table[i]
		}
	}
	panic("the standards bound " + name + ", which is no measure")
}
