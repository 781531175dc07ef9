// Package traits describes a home for kriging: by traits, which are numbers, and kinds, which are equal or not.
package traits

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/num/list"
)

// Of appends the traits of a home to dst; NaN is unknown. They are in the order of market.Roles, areas in logs. An
// area counts from its floor on, as in the hedonic model: less land is never worth more.
func Of(s *market.Sales, h *market.Home, floors, dst []float64) []float64 {
	for _, k := range s.Roles.Measured {
		a := &s.Attributes[k]
		dst = append(dst, Value(a, floors[k], a.Get(&h.Characteristics)))
	}
	return dst
}

// Value returns the trait of what a home has of an attribute.
func Value(a *gevel.Attribute, floor, v float64) float64 {
	if a.Kind == gevel.Area {
		return math.Log1p(math.Max(floor, v))
	}
	return v
}

// Kinds appends the kinds of a home: its house type and its categories. Unknown is -1 in an open
// category and 0 in others.
func Kinds(s *market.Sales, h *market.Home, dst []int32) []int32 {
	for _, k := range s.Roles.Kinds {
		a, code := &s.Attributes[k], int32(0)
		if v := a.Get(&h.Characteristics); v == v {
			code = int32(v)
		} else if a.IsOpen() {
			code = -1
		}
		dst = append(dst, code)
	}
	return dst
}

// Scale moves a trait to mean 0 and standard deviation 1.
type Scale struct{ Mean, Deviation float64 }

// Scales returns the scale of each trait over the sales in rows.
func Scales(s *market.Sales, rows []int32, floors []float64) []Scale {
	sums := make([]moments, len(s.Roles.Measured))
	var h market.Home
	var values []float64
	for _, row := range rows {
		h = s.Home(int(row), h.Extra)
		values = Of(s, &h, floors, values[:0])
		for i, v := range values {
			if !math.IsNaN(v) {
				sums[i].add(v)
			}
		}
	}
	return list.Make(len(sums), func(i int) Scale { return sums[i].scale() })
}

// moments are the sums behind a scale.
type moments struct{ n, sum, squares float64 }

func (m *moments) add(v float64) {
	m.n++
	m.sum += v
	m.squares += v * v
}

// scale returns the scale. A trait that no sale has observed does not make homes alike or
// different: its deviation is infinite.
func (m *moments) scale() Scale {
	if m.n == 0 {
		return Scale{Deviation: math.Inf(1)}
	}
	mean := m.sum / m.n
	if d := math.Sqrt(math.Max(0, m.squares/m.n-mean*mean)); d > 0 {
		return Scale{mean, d}
	}
	return Scale{mean, 1}
}

// Standardise appends traits in standard deviations to dst; unknown is the mean.
func Standardise(scales []Scale, values []float64, dst []float32) []float32 {
	for i, s := range scales {
		dst = append(dst, s.Standardise(values[i]))
	}
	return dst
}

// Standardise returns a trait in standard deviations; unknown is the mean.
func (s Scale) Standardise(value float64) float32 {
	z := (value - s.Mean) / s.Deviation
	if math.IsNaN(z) {
		z = 0
	}
	return float32(z)
}
