// Package ratio is the ratio study: it compares valuations with sale prices, as the IAAO Standard on Ratio Studies
// (2013) and the field of automated valuation do.
//
// A ratio is value / price. Two errors are in use, and they differ:
//   - MdAPE, MAPE and PE are relative to the price: |value - price| / price;
//   - intervals, FSD, accuracy and class are promises to somebody who has only the
//     value, so they are relative to it: |price - value| / value.
//
// Errors, shares and widths are in percent; ratios, PRD, PRB, MKI and R2 are plain numbers.
package ratio

import (
	"cmp"
	"math"
	"slices"

	"github.com/gevel/gevel"
)

// Observation is one sale and the valuation made before it.
type Observation struct {
	Price    float64 // paid, euros
	Value    float64 // euros; counts only with HasValue
	HasValue bool
	Month    gevel.Month // of the sale; sales of one month err together
	// The central intervals of the value, euros; High 0 is no interval.
	Low50, High50 float64
	Low80, High80 float64
	Low90, High90 float64
	// The 80 % intervals of one width for all sales, constant in log price and constant in euros; High 0 is none.
	LowLog80, HighLog80     float64
	LowEuros80, HighEuros80 float64

	FSD      float64            // half width of the central 68.3 % interval by value; 0 is none
	Accuracy gevel.Opt[float64] // promised probability of an error within 10 %, in percent
	Class    gevel.Opt[gevel.ConfidenceClass]
	CRPS     gevel.Opt[float64] // of the promised distribution of price / value, in percent
	LTV      float64            // loan / value, of a home with a loan that is known; 0 is none
	Segments []Segment          // the groups that the sale belongs to, one a dimension
}

// Segment is one group of sales along one dimension, such as the house type.
type Segment struct {
	Dimension string
	Name      string
	Rank      int // its place in the dimension; equal ranks go by name
}

// Options direct a study. The zero Options are the usual ones.
type Options struct {
	Seed       uint64 // of the bootstrap
	Replicates int    // of the bootstrap; 0 is DefaultReplicates, 1 or less than 0 is none
	MinSegment int    // smaller segments are counted, not shown; 0 is DefaultMinSegment
}

const (
	// DefaultReplicates settles the ends of a 95 % interval to about a tenth of its width.
	DefaultReplicates = 1000
	// DefaultMinSegment is the size below which one sale moves a share by more than 3 points.
	DefaultMinSegment = 30
	// Confidence is the level of every interval around a figure, percent.
	Confidence = 95
)

func (o Options) withDefaults() Options {
	if o.Replicates == 0 {
		o.Replicates = DefaultReplicates
	}
	if o.MinSegment == 0 {
		o.MinSegment = DefaultMinSegment
	}
	return o
}

// MeasuresOf summarises observations, all together and by segment. It adds one dimension to the observations' own: the
// decile of the price. An observation is invalid, and only counted, when its price or its value is no positive
// number. The same observations and options give the same measures.
func MeasuresOf(obs []Observation, opt Options) Measures {
	opt = opt.withDefaults()
	valid := make([]*Observation, 0, len(obs))
	for i := range obs {
		if obs[i].valid() {
			valid = append(valid, &obs[i])
		}
	}
	r := Measures{Invalid: len(obs) - len(valid), Seed: opt.Seed, Replicates: max(0, opt.Replicates)}
	r.Summary = summarise(valid, opt)
	for _, g := range groups(valid) {
		if len(g.members) < opt.MinSegment {
			r.SmallSegments++
			continue
		}
		r.Segments = append(r.Segments, SegmentSummary{
			Dimension: g.Dimension, Name: g.Name, Summary: summarise(g.members, opt),
		})
	}
	return r
}

func (o *Observation) valid() bool { return positive(o.Price) && (!o.HasValue || positive(o.Value)) }

func positive(v float64) bool { return v > 0 && !math.IsInf(v, 1) }

// summarise computes every figure of one group.
func summarise(obs []*Observation, opt Options) Summary {
	valued := make([]*Observation, 0, len(obs))
	for _, o := range obs {
		if o.HasValue {
			valued = append(valued, o)
		}
	}
	slices.SortFunc(valued, byRatio)
	s := Summary{N: len(obs), Valued: len(valued)}
	s.HitRate = shareAlone(len(valued), len(obs))
	s.setMeasures(valued, opt)
	s.setCalibration(valued)
	return s
}

// byRatio orders sales so that sums do not depend on the order in which they came,
// and so that the bootstrap walks memory forwards.
func byRatio(a, b *Observation) int {
	return cmp.Or(
		cmp.Compare(a.Value/a.Price, b.Value/b.Price),
		cmp.Compare(a.Price, b.Price),
		cmp.Compare(a.Value, b.Value),
	)
}
