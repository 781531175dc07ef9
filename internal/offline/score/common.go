package score

// Vendors side by side, on the sales that all of them valued.

import "github.com/gevel/gevel/internal/judge/ratio"

// Common compares vendors on common sales.
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

// common compares the vendors; nil with one.
func common(vendors []Vendor, study ratio.Options) *Common {
	if len(vendors) < 2 {
		return nil
	}
	c := &Common{Intervals: ratio.ByMonth, Pairs: []Pair{}, Vendors: []CommonVendor{}}
	on := make([][]ratio.Observation, len(vendors))
	for i := range vendors[0].observations {
		all := true
		for k := range vendors {
			all = all && vendors[k].observations[i].HasValue
		}
		if !all {
			continue
		}
		c.N++
		for k := range vendors {
			on[k] = append(on[k], vendors[k].observations[i])
		}
	}
	if c.N == 0 {
		return c
	}
	study.MinSegment = c.N + 1 // no segments: each vendor's own has them
	for k := range vendors {
		c.Vendors = append(c.Vendors, CommonVendor{vendors[k].Name, ratio.Study(on[k], study).Summary})
		for other := k + 1; other < len(vendors); other++ {
			values := make([]float64, c.N)
			for i := range on[other] {
				values[i] = on[other][i].Value
			}
			p := Pair{First: vendors[k].Name, Other: vendors[other].Name}
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
