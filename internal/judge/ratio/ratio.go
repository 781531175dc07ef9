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
	"fmt"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/standard"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/num/stats"
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
	Level    gevel.Opt[standard.Level] // of the EAA's scale, as the value came with it
	CRPS     gevel.Opt[float64]        // of the promised distribution of price / value, in percent
	LTV      float64                   // loan / value, of a home with a loan that is known; 0 is none
	Offered  float64                   // what a home that was sold again soon would fetch, euros; 0 of others
	Segments []Segment                 // the groups that the sale belongs to, one a dimension
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

// Resold returns the homes that were sold again within two years twice: by their values, and by what they would fetch;
// see valuation.Trace.Offered. Of the second nothing is promised but the intervals of the value.
func Resold(all []Observation) (values, offers []Observation) {
	for _, o := range all {
		if o.Offered == 0 {
			continue
		}
		o.Segments = nil
		values = append(values, o)
		o.Value, o.FSD = o.Offered, 0
		o.Class, o.Accuracy, o.CRPS = gevel.Opt[gevel.ConfidenceClass]{}, gevel.Opt[float64]{}, gevel.Opt[float64]{}
		offers = append(offers, o)
	}
	return values, offers
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

// priceDecile is the dimension that a study adds by itself.
const priceDecile = "price decile"

// group is a segment and the observations in it.
type group struct {
	Segment
	members []*Observation
}

// groups gathers the observations of every segment: dimensions in the order in
// which they first come up, price deciles last, segments by rank and name.
func groups(obs []*Observation) []group {
	type key struct{ dimension, name string }
	at := map[key]int{}
	dimensions := map[string]int{}
	var all []group
	add := func(s Segment, o *Observation) {
		k := key{s.Dimension, s.Name}
		i, seen := at[k]
		if !seen {
			i, at[k] = len(all), len(all)
			all = append(all, group{Segment: s})
		}
		if _, seen := dimensions[s.Dimension]; !seen {
			dimensions[s.Dimension] = len(dimensions)
		}
		all[i].members = append(all[i].members, o)
	}
	for _, o := range obs {
		for _, s := range o.Segments {
			add(s, o)
		}
	}
	decile := deciles(obs)
	for _, o := range obs {
		add(decile(o.Price), o)
	}
	slices.SortFunc(all, func(a, b group) int {
		return cmp.Or(
			cmp.Compare(dimensions[a.Dimension], dimensions[b.Dimension]),
			cmp.Compare(a.Rank, b.Rank),
			cmp.Compare(a.Name, b.Name),
		)
	})
	return all
}

// deciles returns the function from a price to its segment: a price on a border belongs to the lower decile.
func deciles(obs []*Observation) func(price float64) Segment {
	prices := list.Of(obs, func(o *Observation) float64 { return o.Price })
	var borders [9]float64
	for i := range borders {
		borders[i], _ = stats.QuantileInPlace(prices, float64(i+1)/10)
	}
	return func(price float64) Segment {
		rank := 0
		for rank < len(borders) && price > borders[rank] {
			rank++
		}
		name := fmt.Sprintf("over %.0f", borders[len(borders)-1])
		if rank < len(borders) {
			name = fmt.Sprintf("to %.0f", borders[rank])
		}
		return Segment{Dimension: priceDecile, Name: name, Rank: rank}
	}
}

// Dimensions of segments of homes.
const (
	DimensionType    = "house type"
	DimensionPeriod  = "build period"
	DimensionAge     = "age at sale"
	DimensionOwnSale = "own last sale"
)

// Unknown names the segment of homes whose segment is not known.
const Unknown = "unknown"

// ByType is the segment of a house type.
func ByType(t gevel.BuildType) Segment {
	if t == 0 {
		return Segment{Dimension: DimensionType, Name: Unknown, Rank: gevel.BuildTypes}
	}
	return Segment{Dimension: DimensionType, Name: t.String(), Rank: int(t)}
}

// ByPeriod is the segment of a build year.
func ByPeriod(year gevel.Opt[int]) Segment {
	if !year.Known {
		return Segment{Dimension: DimensionPeriod, Name: Unknown, Rank: gevel.BuildPeriods}
	}
	return Segment{Dimension: DimensionPeriod, Name: gevel.BuildYearCat(year.V), Rank: gevel.BuildPeriod(year.V)}
}

// ages are the last ages of the segments by age, in calendar years.
var ages = [...]struct {
	to   int
	name string
}{
	{0, "built that year or later"},
	{5, "1 to 5 years"},
	{15, "6 to 15 years"},
	{40, "16 to 40 years"},
	{math.MaxInt, "over 40 years"},
}

// ByAge is the segment of a home's age at its sale: year of sale less year of building.
func ByAge(built gevel.Opt[int], sold gevel.Date) Segment {
	s := Segment{Dimension: DimensionAge, Name: Unknown, Rank: len(ages)}
	if !built.Known {
		return s
	}
	s.Rank = 0
	for sold.Year()-built.V > ages[s.Rank].to {
		s.Rank++
	}
	s.Name = ages[s.Rank].name
	return s
}

// ByOwnSale is the segment of the years since the home's last known sale; NaN without one.
func ByOwnSale(years float64) Segment {
	s := Segment{Dimension: DimensionOwnSale}
	switch {
	case math.IsNaN(years):
		s.Name = "none"
	case years < 2:
		s.Name, s.Rank = "under 2 years ago", 1
	case years < 5:
		s.Name, s.Rank = "2 to 5 years ago", 2
	case years < 10:
		s.Name, s.Rank = "5 to 10 years ago", 3
	default:
		s.Name, s.Rank = "10 years ago or more", 4
	}
	return s
}
