// Package impute gives homes typical values where a characteristic is unknown: from
// their house type group and from like homes sold nearby. It also knows the trained range.
package impute

import (
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/num/stats"
)

// Typical has the typical values of a house type group, or of the homes in it that are most like one home. A
// characteristic has one if nearly all sales have it observed. A subject whose register does not keep such a thing
// is imputed the typical value, because models that never saw it unknown would give unknown an arbitrary meaning. A
// characteristic that sales often lack stays unknown: the models have learned what unknown means. Fields are
// exported for encoding only.
type Typical struct {
	// Values are by characteristic, as gevel.Attribute.Get returns them; NaN where there is no typical value.
	Values []float64
	// Lotless is whether hardly any of the sales have a parcel observed, as with flats: then the worth
	// of a parcel is not known.
	Lotless bool
}

const (
	// observedShare is the share of a group's sales that must have a characteristic observed
	// for it to have a typical value.
	observedShare = 0.9
	// leastSales is the number of sales that a group needs for its own typical values and trained range.
	leastSales = 30
	// noParcelShare is the share of a group's sales up to which parcels are rare in it.
	noParcelShare = 0.1
)

// ByGroup returns the typical values per house type group; group 0 is all sales.
func ByGroup(s *market.Sales, rows []int32) [gevel.BuildGroups]Typical {
	byGroup := make([][]int32, gevel.BuildGroups)
	for _, row := range rows {
		g := s.BuildType(int(row)).Group()
		byGroup[0] = append(byGroup[0], row)
		if g > 0 {
			byGroup[g] = append(byGroup[g], row)
		}
	}
	var typical [gevel.BuildGroups]Typical
	for g, members := range byGroup {
		if len(members) < leastSales {
			members = byGroup[0]
		}
		typical[g] = typicalOf(s, members)
	}
	return typical
}

func typicalOf(s *market.Sales, rows []int32) Typical {
	var t Typical
	for _, k := range s.Roles.Imputed {
		if s.Attributes[k].Kind == gevel.Category {
			t.Values = append(t.Values, mostFrequent(s, k, rows, observedShare))
		} else {
			t.Values = append(t.Values, medianOf(s, k, rows, observedShare))
		}
	}
	t.Lotless = math.IsNaN(medianOf(s, gevel.AtParcelSurface, rows, noParcelShare))
	return t
}

// WithoutParcel replaces the parcel that a caller gives a home by the registered one, for types that are
// hardly ever sold with a parcel. Otherwise a flat would gain from a parcel of 0 m2, which
// counts, as for a house, as the smallest that was sold.
func (t *Typical) WithoutParcel(h *market.Home, known gevel.Opt[int]) {
	if t.Lotless {
		h.ParcelSurface = known
	}
}

// The characteristics that may be imputed.

// Characteristic is the index of a characteristic that may be imputed, in market.Roles.
type Characteristic int

// Has reports whether there is a typical value of a characteristic.
func (t *Typical) Has(c Characteristic) bool { return t.Values[c] == t.Values[c] }

// Give gives a home the typical value of a characteristic and reports whether there is one;
// without one the home keeps its value.
func (t *Typical) Give(s *market.Sales, h *market.Home, c Characteristic) bool {
	if !t.Has(c) {
		return false
	}
	s.Attributes[s.Roles.Imputed[c]].Set(&h.Characteristics, t.Values[c])
	return true
}

// Missing reports whether a home lacks a characteristic that has a typical value.
func (t *Typical) Missing(s *market.Sales, h *market.Home) bool {
	for c, k := range s.Roles.Imputed {
		if t.Has(Characteristic(c)) && !s.Attributes[k].Known(&h.Characteristics) {
			return true
		}
	}
	return false
}

// Complete imputes the unknown characteristics of a home, and appends the imputed ones to dst.
func (t *Typical) Complete(s *market.Sales, h *market.Home, dst []Characteristic) []Characteristic {
	for c, k := range s.Roles.Imputed {
		if !s.Attributes[k].Known(&h.Characteristics) && t.Give(s, h, Characteristic(c)) {
			dst = append(dst, Characteristic(c))
		}
	}
	return dst
}

// Imputable returns whether each characteristic has a typical value.
func (t *Typical) Imputable() []bool {
	return list.Make(len(t.Values), func(c int) bool { return t.Has(Characteristic(c)) })
}

// typicalShare is the share of homes that must have a characteristic observed for the typical home to have it.
const typicalShare = 0.5

// TypicalHome returns a home with the median of each number over the homes of the sales in
// rows, and the most frequent of each name. It stands nowhere.
func TypicalHome(s *market.Sales, rows []int32) market.Home {
	h := market.Home{Dwelling: -1, Street: -1, Zip: -1} // no home that was sold
	for k := range s.Attributes {
		a := &s.Attributes[k]
		if a.IsNamed() || a.Kind == gevel.YesNo {
			a.Set(&h.Characteristics, mostFrequent(s, k, rows, typicalShare))
		} else {
			a.Set(&h.Characteristics, medianOf(s, k, rows, typicalShare))
		}
	}
	return h
}

// The trained range: the smallest and largest homes among the training sales. Outside
// it the models extrapolate, and no holdout shows how wrong that is.

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
	return !slices.ContainsFunc(r, func(each Range) bool { return each.Least < 0 || each.Most < each.Least })
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
