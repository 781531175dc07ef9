package ratio

// Values beside those of a plain way: what a model must beat to be worth its trouble.

import "math"

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

// beside compares observations with the baseline.
func (b Baseline) beside(obs []Observation) BesideBaseline {
	var both []*Observation
	other, valued := map[*Observation]*Observation{}, 0
	for i := range obs {
		o := &obs[i]
		if !o.valid() || !o.HasValue {
			continue
		}
		valued++
		if plain := (Observation{Price: o.Price, Value: b.Values[i], HasValue: true}); plain.valid() {
			both, other[o] = append(both, o), &plain
		}
	}
	out := BesideBaseline{Name: b.Name, N: len(both), OfValues: percent(len(both), valued), Outcome: Undecided}
	if out.N == 0 {
		return out
	}
	of := func(obs []*Observation) (own, plain measures) {
		others, counts := make([]*Observation, len(obs)), make([]int32, len(obs))
		for i, o := range obs {
			others[i], counts[i] = other[o], 1
		}
		newErrorSet(obs).measure(counts, &own)
		newErrorSet(others).measure(counts, &plain)
		return own, plain
	}
	own, plain := of(both)
	out.MdAPE, out.PE10, out.PE15 = own[mdAPE], own[pe10], own[pe15]
	out.BaselineMdAPE, out.BaselinePE10, out.BaselinePE15 = plain[mdAPE], plain[pe10], plain[pe15]
	out.Difference = newMonths(both).jackknife(func(obs []*Observation) []float64 {
		own, plain := of(obs)
		return []float64{own[mdAPE] - plain[mdAPE]}
	})[0]
	out.Outcome = out.Difference.atMost(math.Nextafter(0, -1))
	return out
}
