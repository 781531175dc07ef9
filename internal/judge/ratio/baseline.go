package ratio

// Values beside a baseline, a plain way of valuing: what a model must beat to be worth its trouble.

import (
	"math"
	"slices"
)

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
	others := make([]*Observation, len(both))
	for i, o := range both {
		others[i] = plain[o]
	}
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
