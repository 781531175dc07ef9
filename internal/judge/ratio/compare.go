package ratio

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/num/stats"
)

// Comparison compares two sets of values for the same sales. The differences are a's figure less b's, in percentage
// points, with the interval of a paired bootstrap: a is better where MdAPE and MAPE are below 0 and PE10 is above,
// for certain where the interval leaves out 0.
type Comparison struct {
	N      int    `json:"n"`      // sales
	Both   int    `json:"both"`   // sales with a value in both: the basis of all figures
	OnlyA  int    `json:"onlyA"`  // sales with a value in a alone
	OnlyB  int    `json:"onlyB"`  // sales with a value in b alone
	MdAPEA Figure `json:"mdapeA"` // median absolute error by price, percent
	MdAPEB Figure `json:"mdapeB"`
	MdAPE  Figure `json:"mdape"` // the difference
	MAPEA  Figure `json:"mapeA"`
	MAPEB  Figure `json:"mapeB"`
	MAPE   Figure `json:"mape"`
	PE10A  Figure `json:"pe10A"`
	PE10B  Figure `json:"pe10B"`
	PE10   Figure `json:"pe10"`
}

// Compare compares a with b, which must be the same sales in the same order: a row whose prices differ is an error.
func Compare(a, b []Observation, opt Options) (Comparison, error) {
	if len(a) != len(b) {
		return Comparison{}, fmt.Errorf("compare %d sales with %d", len(a), len(b))
	}
	c := Comparison{N: len(a)}
	var bothA, bothB []*Observation
	for i := range a {
		switch {
		case a[i].Price != b[i].Price:
			return Comparison{}, fmt.Errorf("compare row %d: the prices are %v and %v", i, a[i].Price, b[i].Price)
		case !a[i].valid() || !b[i].valid():
			return Comparison{}, fmt.Errorf("compare row %d: price %v or values %v and %v are no amounts",
				i, a[i].Price, a[i].Value, b[i].Value)
		case a[i].HasValue && b[i].HasValue:
			bothA, bothB = append(bothA, &a[i]), append(bothB, &b[i])
		case a[i].HasValue:
			c.OnlyA++
		case b[i].HasValue:
			c.OnlyB++
		}
	}
	c.Both = len(bothA)
	if c.Both > 0 {
		c.setDifferences(newErrorSet(bothA), newErrorSet(bothB), opt.withDefaults())
	}
	return c, nil
}

// TimesMdAPE returns a's MdAPE as a multiple of b's.
func (c *Comparison) TimesMdAPE() Figure {
	if !c.MdAPEA.Known || !c.MdAPEB.Known {
		return Figure{}
	}
	return known(c.MdAPEA.Value / c.MdAPEB.Value)
}

// setDifferences draws the same rows of both in each replicate.
func (c *Comparison) setDifferences(a, b errorSet, opt Options) {
	figuresA, figuresB := bootstrap(c.Both, opt, a.measure), bootstrap(c.Both, opt, b.measure)
	differences := bootstrap(c.Both, opt, func(counts []int32, m *measures) {
		var of measures
		a.measure(counts, m)
		b.measure(counts, &of)
		for i := range m {
			m[i] -= of[i]
		}
	})
	c.MdAPEA, c.MdAPEB, c.MdAPE = figuresA[mdAPE], figuresB[mdAPE], differences[mdAPE]
	c.MAPEA, c.MAPEB, c.MAPE = figuresA[mAPE], figuresB[mAPE], differences[mAPE]
	c.PE10A, c.PE10B, c.PE10 = figuresA[pe10], figuresB[pe10], differences[pe10]
}

// Baseline has the values of a plain way for the same sales, euros; NaN is none.
type Baseline struct {
	Name   string
	Values []float64
}

// BesideBaseline compares values with a baseline's on the sales that both valued. Differences are the values' figure
// less the baseline's.
type BesideBaseline struct {
	Name          string  `json:"name"`
	N             int     `json:"n"`
	OfValues      float64 `json:"ofValues"` // percent
	MdAPE         float64 `json:"mdape"`
	BaselineMdAPE float64 `json:"baselineMdape"`
	PE10          float64 `json:"pe10"`
	BaselinePE10  float64 `json:"baselinePe10"`
	PE15          float64 `json:"pe15"`
	BaselinePE15  float64 `json:"baselinePe15"`
	// Difference of the MdAPEs, points.
	Difference Figure  `json:"difference"`
	Outcome    Outcome `json:"outcome"` // met: the values are better
}

// Beside compares observations with the baseline, for the same sales in the same order.
func (b Baseline) Beside(obs []Observation) BesideBaseline {
	var both []*Observation
	plain, valued := map[*Observation]*Observation{}, 0
	for i := range obs {
		o := &obs[i]
		if !o.valid() || !o.HasValue {
			continue
		}
		valued++
		if other := (Observation{Price: o.Price, Value: b.Values[i], HasValue: true}); other.valid() {
			both, plain[o] = append(both, o), &other
		}
	}
	out := BesideBaseline{Name: b.Name, N: len(both), OfValues: percent(len(both), valued), Outcome: Undecided}
	if out.N == 0 {
		return out
	}
	m := newMonths(both)
	both = m.all()
	others := list.Of(both, func(o *Observation) *Observation { return plain[o] })
	ours, theirs := newErrorSet(both), newErrorSet(others)
	var own, other measures
	out.Difference = m.jackknife(func(counts []int32) []float64 {
		ours.measure(counts, &own)
		theirs.measure(counts, &other)
		return []float64{own[mdAPE] - other[mdAPE]}
	})[0]
	all := slices.Repeat([]int32{1}, len(both))
	ours.measure(all, &own)
	theirs.measure(all, &other)
	out.MdAPE, out.PE10, out.PE15 = own[mdAPE], own[pe10], own[pe15]
	out.BaselineMdAPE, out.BaselinePE10, out.BaselinePE15 = other[mdAPE], other[pe10], other[pe15]
	out.Outcome = out.Difference.atMost(math.Nextafter(0, -1))
	return out
}

// minBootstrap is the fewest rows that get intervals: resampling a handful says
// nothing about the sales that were not made.
const minBootstrap = 10

// bootstrap returns the measures of n rows, with the percentile intervals of resampling the rows (B. Efron and R.J.
// Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13). measure computes them from the number of times
// that each row was drawn.
func bootstrap(n int, opt Options, measure func(counts []int32, m *measures)) [measureCount]Figure {
	counts := slices.Repeat([]int32{1}, n)
	var point measures
	measure(counts, &point)
	var figures [measureCount]Figure
	for i, v := range point {
		figures[i] = known(v)
	}
	if n < minBootstrap || opt.Replicates <= 1 {
		return figures
	}
	replicates := make([]measures, opt.Replicates)
	rng := rand.New(rand.NewPCG(opt.Seed, uint64(n)))
	for r := range replicates {
		clear(counts)
		for range n {
			counts[rng.IntN(n)]++
		}
		measure(counts, &replicates[r])
	}
	column := make([]float64, len(replicates))
	for i := range figures {
		for r := range replicates {
			column[r] = replicates[r][i]
		}
		low, _ := stats.QuantileInPlace(column, tail)
		high, _ := stats.QuantileInPlace(column, 1-tail)
		figures[i] = figures[i].within(low, high)
	}
	return figures
}

// tail is the probability outside each end of an interval around a figure.
const tail = (1 - Confidence/100.0) / 2
