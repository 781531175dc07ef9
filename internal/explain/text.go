package explain

// What homes have, for people.

import (
	"math"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
)

// Unknown is how a Step says that what a home has is not known.
const Unknown = "unknown"

// characteristicText returns what a home has of a characteristic, by its name in the
// contract, for people.
func characteristicText(name string, c gevel.Characteristics) (text string, ok bool) {
	count := func(o gevel.Opt[int]) (string, bool) {
		if !o.Known {
			return Unknown, true
		}
		return strconv.Itoa(o.V) + unitOf(name), true
	}
	switch name {
	case "buildType":
		if c.BuildType > 0 {
			return c.BuildType.String(), true
		}
	case "buildYear":
		return count(c.BuildYear)
	case "useSurface":
		return count(c.UseSurface)
	case "parcelSurface":
		return count(c.ParcelSurface)
	case "volume":
		return count(c.Volume)
	case "rooms":
		return count(c.Rooms)
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

// unitOf returns how a measure's unit is written behind it.
func unitOf(name string) string {
	switch name {
	case "useSurface", "parcelSurface":
		return " m2"
	case "volume":
		return " m3"
	}
	return ""
}

// has returns what a home has of a characteristic or extra column, for people.
func has(h *market.Home, name string, s *market.Sales) string {
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
