// Package traits sees a home as kriging does: by traits, which are numbers, and kinds,
// which are equal or not.
package traits

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// The traits, by number. The numeric extras follow them.
const (
	UseSurface = iota
	ParcelSurface
	Volume
	BuildYear
	Rooms
	EnergyLabel
	FirstExtra
)

// Of appends the traits of a home to dst; NaN is unknown. A lot counts from leastParcel on,
// m2, as the hedonic model has it: less land is never worth more.
func Of(h *market.Home, leastParcel int, dst []float64) []float64 {
	lot := h.ParcelSurface
	lot.V = max(lot.V, leastParcel)
	dst = append(dst, []float64{
		UseSurface: Log(h.UseSurface), ParcelSurface: Log(lot), Volume: Log(h.Volume),
		BuildYear: Number(h.BuildYear), Rooms: Number(h.Rooms), EnergyLabel: Number(Label(h.EnergyLabel)),
	}...)
	for _, v := range h.Num {
		dst = append(dst, float64(v))
	}
	return dst
}

// Count returns how many traits homes have.
func Count(schema gevel.SaleSchema) int { return FirstExtra + len(schema.Num) }

// Kinds appends the kinds of a home: its house type and its categories.
func Kinds(h *market.Home, dst []int32) []int32 {
	return append(append(dst, int32(h.BuildType)), h.Cat...)
}

// CountKinds returns how many kinds homes have.
func CountKinds(schema gevel.SaleSchema) int { return 1 + len(schema.Cat) }

// Log returns the log of a surface or volume plus 1, NaN when it is unknown.
func Log(v gevel.Opt[int]) float64 {
	if !v.Known {
		return math.NaN()
	}
	return math.Log1p(float64(v.V))
}

// Number returns a number, NaN when it is unknown.
func Number(v gevel.Opt[int]) float64 {
	if !v.Known {
		return math.NaN()
	}
	return float64(v.V)
}

// Label returns an energy label as a number.
func Label(l gevel.EnergyLabel) gevel.Opt[int] { return gevel.Opt[int]{V: int(l), Known: l > 0} }
