package valuer

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

// typicalShare is the share of homes that must tell a characteristic for there to be a
// typical one.
const typicalShare = 0.5

// typicalHome returns a home that has of everything what is in the middle of the
// homes of the sales in rows, or what is most frequent among them.
func typicalHome(s *market.Sales, rows []int32) market.Home {
	homes := make([]gevel.Characteristics, len(rows))
	for i, row := range rows {
		homes[i] = s.Characteristics(int(row))
	}
	count := func(of func(gevel.Characteristics) gevel.Opt[int]) gevel.Opt[int] {
		return middleCount(homes, typicalShare, of)
	}
	h := market.Home{Dwelling: -1, Street: -1} // it stands for no home that was sold
	h.BuildType = mostFrequent(homes, typicalShare, func(c gevel.Characteristics) gevel.Opt[gevel.BuildType] {
		return gevel.Opt[gevel.BuildType]{V: c.BuildType, Known: c.BuildType > 0}
	}).V
	h.EnergyLabel = mostFrequent(homes, typicalShare, func(c gevel.Characteristics) gevel.Opt[gevel.EnergyLabel] {
		return gevel.Opt[gevel.EnergyLabel]{V: c.EnergyLabel, Known: c.EnergyLabel > 0}
	}).V
	h.Monument = mostFrequent(homes, typicalShare, func(c gevel.Characteristics) gevel.Opt[bool] { return c.Monument })
	h.BuildYear = count(func(c gevel.Characteristics) gevel.Opt[int] { return c.BuildYear })
	h.UseSurface = count(func(c gevel.Characteristics) gevel.Opt[int] { return c.UseSurface })
	h.ParcelSurface = count(func(c gevel.Characteristics) gevel.Opt[int] { return c.ParcelSurface })
	h.Volume = count(func(c gevel.Characteristics) gevel.Opt[int] { return c.Volume })
	h.Rooms = count(func(c gevel.Characteristics) gevel.Opt[int] { return c.Rooms })
	h.Place = typicalPlace(s, rows)
	typicalCode := func(codes []int32) int32 {
		return mostFrequent(rows, typicalShare, func(row int32) gevel.Opt[int32] { return coded(codes[row]) }).Or(-1)
	}
	h.Zip = typicalCode(s.Zip)
	for _, values := range s.Num {
		h.Num = append(h.Num, float32(middle(rows, typicalShare, func(row int32) float64 { return float64(values[row]) })))
	}
	for _, codes := range s.Cat {
		h.Cat = append(h.Cat, typicalCode(codes))
	}
	return h
}

// typicalPlace returns the middle of the places of the sales in rows, none when fewer than
// typicalShare of them have one.
func typicalPlace(s *market.Sales, rows []int32) gevel.Point {
	coordinate := func(of func(gevel.Point) float64) float64 {
		return middle(rows, typicalShare, func(row int32) float64 {
			if place := s.Place[row]; place.Known() {
				return of(place)
			}
			return math.NaN()
		})
	}
	place := gevel.Point{
		X: coordinate(func(p gevel.Point) float64 { return p.X }),
		Y: coordinate(func(p gevel.Point) float64 { return p.Y }),
	}
	if math.IsNaN(place.X) {
		return gevel.Point{}
	}
	return place
}
