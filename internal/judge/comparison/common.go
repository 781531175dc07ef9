package comparison

// Vendors side by side, on the sales that all of them valued.

import (
	"slices"

	"github.com/gevel/gevel/internal/judge/ratio"
)

// Common compares vendors on the sales that all of them valued.
type Common struct {
	N       int            `json:"n"` // sales that all valued
	Vendors []CommonVendor `json:"vendors"`
	// Pairs are each two vendors, with the difference of their errors on the same sales.
	Pairs []Pair `json:"pairs"`
	// Intervals says what the intervals of pairs are.
	Intervals string `json:"intervals"`
}

// CommonVendor are the figures of a vendor on the common sales.
type CommonVendor struct {
	Name string `json:"name"`
	ratio.Summary
}

// Pair compares two vendors; the difference is the first's MdAPE less the other's.
type Pair struct {
	First string `json:"first"`
	Other string `json:"other"`
	ratio.BesideBaseline
	// Better names the one whose errors are smaller beyond chance, "" when it may be chance.
	Better string `json:"better"`
}

// SideBySide compares vendors by their observations, which are of the same sales in the same order; nil with one.
func SideBySide(names []string, all [][]ratio.Observation, study ratio.Options) *Common {
	if len(names) < 2 {
		return nil
	}
	c := &Common{Intervals: ratio.ByMonth, Pairs: []Pair{}, Vendors: []CommonVendor{}}
	on := make([][]ratio.Observation, len(names))
	for i := range all[0] {
		if slices.ContainsFunc(all, func(obs []ratio.Observation) bool { return !obs[i].HasValue }) {
			continue
		}
		c.N++
		for k := range all {
			on[k] = append(on[k], all[k][i])
		}
	}
	if c.N == 0 {
		return c
	}
	study.MinSegment = c.N + 1 // no segments: each vendor's own has them
	for k := range names {
		c.Vendors = append(c.Vendors, CommonVendor{names[k], ratio.Study(on[k], study).Summary})
		for other := k + 1; other < len(names); other++ {
			values := make([]float64, c.N)
			for i := range on[other] {
				values[i] = on[other][i].Value
			}
			p := Pair{First: names[k], Other: names[other]}
			p.BesideBaseline = ratio.Baseline{Name: p.Other, Values: values}.Beside(on[k])
			switch p.Outcome {
			case ratio.Met:
				p.Better = p.First
			case ratio.NotMet:
				p.Better = p.Other
			}
			c.Pairs = append(c.Pairs, p)
		}
	}
	return c
}
