package valuer

import (
	"math"
	"slices"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/stats"
)

// Unknown is how a Step says that what a home has is not known.
const Unknown = "unknown"

// characteristicText returns what a home has of a characteristic, by its name in the
// contract, for people.
func characteristicText(name string, c gevel.Characteristics) (text string, ok bool) {
	count := func(o gevel.Opt[int], unit string) (string, bool) {
		if !o.Known {
			return Unknown, true
		}
		return strconv.Itoa(o.V) + unit, true
	}
	switch name {
	case "buildType":
		if c.BuildType > 0 {
			return c.BuildType.String(), true
		}
	case "buildYear":
		return count(c.BuildYear, "")
	case "useSurface":
		return count(c.UseSurface, " m2")
	case "parcelSurface":
		return count(c.ParcelSurface, " m2")
	case "volume":
		return count(c.Volume, " m3")
	case "rooms":
		return count(c.Rooms, "")
	case "energyLabel":
		if c.EnergyLabel > 0 {
			return c.EnergyLabel.String(), true
		}
	case "monument":
		if c.Monument.Known {
			return map[bool]string{true: "yes", false: "no"}[c.Monument.V], true
		}
	default:
		return "", false
	}
	return Unknown, true
}

// has returns what a home has of a characteristic or extra column, for people.
func has(h *edition.Home, name string, s *edition.Sales) string {
	if text, ok := characteristicText(name, h.Characteristics); ok {
		return text
	}
	for k, column := range s.Schema.Num {
		if v := float64(h.Num[k]); name == "num_"+column && !math.IsNaN(v) {
			return strconv.FormatFloat(v, 'g', 6, 32)
		}
	}
	for k, column := range s.Schema.Cat {
		if code := h.Cat[k]; name == "cat_"+column && code >= 0 {
			return s.CatNames[k].Name(code)
		}
	}
	return Unknown
}

// typicalHome returns a home that has of everything what is in the middle of the
// homes of the sales in rows, or what is most frequent among them.
func typicalHome(s *edition.Sales, rows []int32) edition.Home {
	homes := make([]gevel.Characteristics, len(rows))
	for i, row := range rows {
		homes[i] = s.Characteristics(int(row))
	}
	var h edition.Home
	h.BuildType = mostFrequent(homes, func(c gevel.Characteristics) gevel.BuildType { return c.BuildType })
	h.EnergyLabel = mostFrequent(homes, func(c gevel.Characteristics) gevel.EnergyLabel { return c.EnergyLabel })
	h.Monument = mostFrequent(homes, func(c gevel.Characteristics) gevel.Opt[bool] { return c.Monument })
	h.BuildYear = middle(homes, func(c gevel.Characteristics) gevel.Opt[int] { return c.BuildYear })
	h.UseSurface = middle(homes, func(c gevel.Characteristics) gevel.Opt[int] { return c.UseSurface })
	h.ParcelSurface = middle(homes, func(c gevel.Characteristics) gevel.Opt[int] { return c.ParcelSurface })
	h.Volume = middle(homes, func(c gevel.Characteristics) gevel.Opt[int] { return c.Volume })
	h.Rooms = middle(homes, func(c gevel.Characteristics) gevel.Opt[int] { return c.Rooms })
	h.Zip = mostFrequent(rows, func(row int32) int32 { return s.Zip[row] })
	x, _ := stats.Median(collect(rows, func(row int32) float64 { return s.Place[row].X }))
	y, _ := stats.Median(collect(rows, func(row int32) float64 { return s.Place[row].Y }))
	h.Place = gevel.Point{X: x, Y: y}
	h.Num, h.Cat = unknownExtras(s.Schema)
	for k, values := range s.Num {
		known := collect(rows, func(row int32) float64 { return float64(values[row]) })
		known = slices.DeleteFunc(known, math.IsNaN)
		if median, ok := stats.MedianInPlace(known); ok {
			h.Num[k] = float32(median)
		}
	}
	for k, codes := range s.Cat {
		h.Cat[k] = mostFrequent(rows, func(row int32) int32 { return codes[row] })
	}
	return h
}

func collect(rows []int32, of func(row int32) float64) []float64 {
	values := make([]float64, len(rows))
	for i, row := range rows {
		values[i] = of(row)
	}
	return values
}

// middle returns the median of what is known, unknown when that is the case for
// most.
func middle(homes []gevel.Characteristics, of func(gevel.Characteristics) gevel.Opt[int]) gevel.Opt[int] {
	var known []float64
	for _, c := range homes {
		if o := of(c); o.Known {
			known = append(known, float64(o.V))
		}
	}
	median, ok := stats.MedianInPlace(known)
	if !ok || 2*len(known) < len(homes) {
		return gevel.Opt[int]{}
	}
	return gevel.Some(int(math.Round(median)))
}

// mostFrequent returns what most items have, of which there is at least one; of two as
// frequent, what came to that number first.
func mostFrequent[T any, K comparable](items []T, of func(T) K) (most K) {
	times := map[K]int{}
	for _, item := range items {
		k := of(item)
		if times[k]++; times[k] > times[most] {
			most = k
		}
	}
	return most
}
