package impute

// The trained range: how large and how small the homes are that were sold. Of one outside
// it the models can only extrapolate, and no holdout shows how far that leads astray.

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/stats"
)

// Ranges has the trained range of each measure that the models extrapolate, of a house type
// group. Fields are exported for encoding only.
type Ranges [Measures]Range

// Range is from the least to the most; Most is 0 where there are too few sales.
type Range struct{ Least, Most int }

// Measure is the number of a measure that has a trained range.
type Measure int

// The measures.
const (
	SurfaceMeasure Measure = iota
	ParcelMeasure
	VolumeMeasure
	RoomsMeasure
	Measures
)

var measureNames = [Measures]string{"useSurface", "parcelSurface", "volume", "rooms"}

// MeasureNamed returns the measure with a name of the contract.
func MeasureNamed(name string) (Measure, bool) {
	for m, n := range measureNames {
		if n == name {
			return Measure(m), true
		}
	}
	return 0, false
}

const (
	// trainedShare is the share of the observed measures within the range; half of the others
	// are larger. Single outliers lie outside it.
	trainedShare = 0.99
	// rangeDoubt is what a log unit outside the range is taken to add to the error, in log
	// euros. Use surface moves a value by somewhat less than one to one, so that about a fifth
	// of what it does is doubted, as of any adjustment beyond what is common.
	rangeDoubt = 0.2
)

// measuresOf returns the measures of a home.
func measuresOf(c *gevel.Characteristics) [Measures]gevel.Opt[int] {
	return [Measures]gevel.Opt[int]{c.UseSurface, c.ParcelSurface, c.Volume, c.Rooms}
}

// TrainedRanges returns the trained range of the sales in rows per house type group; a group
// with too few sales has the range of all sales, which are group 0.
func TrainedRanges(s *market.Sales, rows []int32) [gevel.BuildGroups]Ranges {
	var observed [gevel.BuildGroups][Measures][]float64
	for _, row := range rows {
		c := s.Characteristics(int(row))
		for i, v := range measuresOf(&c) {
			if !v.Known {
				continue
			}
			observed[0][i] = append(observed[0][i], float64(v.V))
			if g := c.BuildType.Group(); g > 0 {
				observed[g][i] = append(observed[g][i], float64(v.V))
			}
		}
	}
	var ranges [gevel.BuildGroups]Ranges
	for g := range ranges {
		for i, values := range observed[g] {
			if len(values) >= leastSales {
				ranges[g][i] = rangeOf(values)
			} else {
				ranges[g][i] = ranges[0][i]
			}
		}
	}
	return ranges
}

// rangeOf returns the range of nearly all values, which it reorders.
func rangeOf(values []float64) Range {
	least, _ := stats.QuantileInPlace(values, (1-trainedShare)/2)
	most, _ := stats.QuantileInPlace(values, (1+trainedShare)/2)
	return Range{int(math.Floor(least)), max(1, int(math.Ceil(most)))}
}

// Sound reports whether the ranges run from less to more.
func (r *Ranges) Sound() bool {
	for _, each := range r {
		if each.Least < 0 || each.Most < each.Least {
			return false
		}
	}
	return true
}

// beyond returns how far a number lies outside the range, in log units; 0 within.
func (r Range) beyond(v int) float64 {
	switch {
	case r.Most == 0 || r.Least <= v && v <= r.Most:
		return 0
	case v < r.Least:
		return math.Log(float64(r.Least) / math.Max(1, float64(v)))
	}
	return math.Log(float64(v) / float64(r.Most))
}

// Beyond returns how far each measure of a home lies outside the ranges, in log units; a lot
// counts from leastParcel on, m2.
func (r *Ranges) Beyond(c *gevel.Characteristics, leastParcel int) [Measures]float64 {
	var out [Measures]float64
	for i, v := range measuresOf(c) {
		if Measure(i) == ParcelMeasure {
			v.V = max(v.V, leastParcel)
		}
		if v.Known {
			out[i] = r[i].beyond(v.V)
		}
	}
	return out
}

// Variance returns what measures outside the ranges add to the size of the error, log euros
// squared. Outside is its inverse.
func (r *Ranges) Variance(c *gevel.Characteristics, leastParcel int) float64 {
	sum := 0.0
	for _, beyond := range r.Beyond(c, leastParcel) {
		sum += rangeDoubt * rangeDoubt * beyond * beyond
	}
	return sum
}

// Outside returns how far outside the ranges a home with a Variance lies, in log units: of
// several measures, the root of the sum of the squares.
func Outside(variance float64) float64 { return math.Sqrt(variance) / rangeDoubt }
