package comparison

// The continuous ranked probability score of what a vendor promises: twice the mean over all probabilities of the loss
// of the promised quantile (T. Gneiting and R. Ranjan, Comparing density forecasts using threshold- and
// quantile-weighted scoring rules, 2011, equation 12). Between and beyond the quantiles that are given, it takes the
// quantiles of a normal distribution through them.

import (
	"cmp"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/num/stats"
)

// quantile is a promised quantile: an amount, at a number of standard deviations of a normal distribution.
type quantile struct{ z, amount float64 }

// quantiles are those that a value promises, the lowest first.
type quantiles []quantile

// promised returns the quantiles of an observation: its intervals', or else its FSD's.
func promised(o *ratio.Observation) quantiles {
	list := quantiles{{0, o.Value}}
	for _, i := range []struct{ share, low, high float64 }{
		{0.50, o.Low50, o.High50}, {0.80, o.Low80, o.High80}, {0.90, o.Low90, o.High90},
	} {
		if z, _ := stats.NormalQuantile((1 + i.share) / 2); i.high > 0 {
			list = append(list, quantile{-z, i.low}, quantile{z, i.high})
		}
	}
	if len(list) == 1 && o.FSD > 0 {
		list = append(list, quantile{-1, o.Value * (1 - o.FSD)}, quantile{1, o.Value * (1 + o.FSD)})
	}
	slices.SortFunc(list, func(a, b quantile) int { return cmp.Compare(a.z, b.z) })
	return list
}

// probabilities is over how many the mean is taken.
const probabilities = 199

var normal = normalQuantiles()

func normalQuantiles() (z [probabilities]float64) {
	for i := range z {
		z[i], _ = stats.NormalQuantile((float64(i) + 0.5) / probabilities)
	}
	return z
}

// crps returns the score of a price, percent of the value; unknown of a value that promises nothing.
func (q quantiles) crps(price, value float64) (none gevel.Opt[float64]) {
	if len(q) < 3 {
		return none
	}
	sum := 0.0
	for i, z := range normal {
		p, amount := (float64(i)+0.5)/probabilities, q.at(z)
		if price < amount {
			sum += (1 - p) * (amount - price)
		} else {
			sum += p * (price - amount)
		}
	}
	return gevel.Some(100 * 2 * sum / probabilities / value)
}

// at returns the quantile at a number of standard deviations.
func (q quantiles) at(z float64) float64 {
	i := 1
	for i < len(q)-1 && q[i].z < z {
		i++
	}
	a, b := q[i-1], q[i]
	return a.amount + (z-a.z)/(b.z-a.z)*(b.amount-a.amount)
}

// Vendors side by side, on the sales that all of them valued.

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
func SideBySide(names []string, all [][]ratio.Observation, options ratio.Options) *Common {
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
	options.MinSegment = c.N + 1 // no segments: each vendor's own has them
	for k := range names {
		c.Vendors = append(c.Vendors, CommonVendor{names[k], ratio.MeasuresOf(on[k], options).Summary})
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
