package impute

// The trained range: the smallest and largest homes among the training sales. Outside
// it the models extrapolate, and no holdout shows how wrong that is.

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/stats"
)

// Ranges has the trained range of each measure that the models extrapolate, for a house type
// group; the measures are in the order of market.Roles. Fields are exported for encoding only.
type Ranges []Range

// Range is from the least to the most; Most is 0 where there are too few sales.
type Range struct{ Least, Most int }

const (
	// trainedShare is the share of the observed measures within the range; half of the others
	// are larger. Single outliers lie outside it.
	trainedShare = 0.99
	// rangeDoubt is the standard error that is added per log unit outside the range, in log
	// euros. Use surface moves a value by somewhat less than one to one, so about a fifth
	// of its effect is doubted, as in any unusually large adjustment.
	rangeDoubt = 0.2
)

// TrainedRanges returns the trained range of the sales in rows per house type group; a group
// with too few sales has the range of all sales, which are group 0.
func TrainedRanges(s *market.Sales, rows []int32) [gevel.BuildGroups]Ranges {
	var ranges [gevel.BuildGroups]Ranges
	for _, k := range s.Roles.Ranged {
		var observed [gevel.BuildGroups][]float64
		for _, row := range rows {
			v := s.Value(k, int(row))
			if math.IsNaN(v) {
				continue
			}
			observed[0] = append(observed[0], v)
			if g := s.BuildType(int(row)).Group(); g > 0 {
				observed[g] = append(observed[g], v)
			}
		}
		for g, values := range observed {
			var of Range
			if len(values) >= leastSales {
				of = rangeOf(values)
			} else if g > 0 {
				of = ranges[0][len(ranges[0])-1]
			}
			ranges[g] = append(ranges[g], of)
		}
	}
	return ranges
}

// rangeOf returns the range of nearly all values. It reorders them.
func rangeOf(values []float64) Range {
	least, _ := stats.QuantileInPlace(values, (1-trainedShare)/2)
	most, _ := stats.QuantileInPlace(values, (1+trainedShare)/2)
	return Range{int(math.Floor(least)), max(1, int(math.Ceil(most)))}
}

// Sound reports whether the ranges run from less to more.
func (r Ranges) Sound() bool {
	for _, each := range r {
		if each.Least < 0 || each.Most < each.Least {
			return false
		}
	}
	return true
}

// beyond returns how far a number lies outside the range, in log units; 0 within.
func (r Range) beyond(v float64) float64 {
	least, most := float64(r.Least), float64(r.Most)
	switch {
	case r.Most == 0 || least <= v && v <= most:
		return 0
	case v < least:
		return math.Log(least / math.Max(1, v))
	}
	return math.Log(v / most)
}

// Beyond returns how far a measure of a home lies outside the range, in log units. An area
// counts from its floor on; see hedonic.Design.
func (r Ranges) Beyond(s *market.Sales, h *market.Home, measure int, floors []float64) float64 {
	k := s.Roles.Ranged[measure]
	v := s.Attributes[k].Get(&h.Characteristics)
	if math.IsNaN(v) {
		return 0
	}
	return r[measure].beyond(math.Max(floors[k], v))
}

// Variance returns the variance that measures outside the ranges add to the error, log euros
// squared. Outside is its inverse.
func (r Ranges) Variance(s *market.Sales, h *market.Home, floors []float64) float64 {
	sum := 0.0
	for measure := range r {
		beyond := r.Beyond(s, h, measure, floors)
		sum += rangeDoubt * rangeDoubt * beyond * beyond
	}
	return sum
}

// Outside returns how far outside the ranges a home with a Variance lies, in log units: for
// several measures, the root of the sum of the squares.
func Outside(variance float64) float64 { return math.Sqrt(variance) / rangeDoubt }
