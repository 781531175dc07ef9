// Package traits describes a home for kriging: by traits, which are numbers, and kinds,
// which are equal or not.
package traits

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// Of appends the traits of a home to dst; NaN is unknown. They are in the order of market.Roles, areas
// in logs. An area counts from its floor on, as in the hedonic model: less land is never
// worth more.
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
