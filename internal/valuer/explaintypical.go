package valuer

import (
	"math"
	"strconv"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
	"github.com/gevel/gevel/internal/stats"
)

const unknownText = "unknown"

// characteristicText returns what a home has of a characteristic, by its name in the
// contract, for people.
func characteristicText(name string, c gevel.Characteristics) (text string, ok bool) {
	count := func(o gevel.Opt[int], unit string) (string, bool) {
		if !o.Known {
			return unknownText, true
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
	return unknownText, true
}

// typicalHome has of each characteristic what is in the middle of many homes, or
// what most of them have.
type typicalHome struct {
	gevel.Characteristics
	extras map[string]string
}

func newTypical(s *edition.Sales, rows []int32) typicalHome {
	var t typicalHome
	homes := make([]gevel.Characteristics, len(rows))
	for i, row := range rows {
		homes[i] = s.Characteristics(int(row))
	}
	t.BuildType = mostFrequent(homes, func(c gevel.Characteristics) gevel.BuildType { return c.BuildType })
	t.EnergyLabel = mostFrequent(homes, func(c gevel.Characteristics) gevel.EnergyLabel { return c.EnergyLabel })
	t.Monument = mostFrequent(homes, func(c gevel.Characteristics) gevel.Opt[bool] { return c.Monument })
	t.BuildYear = middle(homes, func(c gevel.Characteristics) gevel.Opt[int] { return c.BuildYear })
	t.UseSurface = middle(homes, func(c gevel.Characteristics) gevel.Opt[int] { return c.UseSurface })
	t.ParcelSurface = middle(homes, func(c gevel.Characteristics) gevel.Opt[int] { return c.ParcelSurface })
	t.Volume = middle(homes, func(c gevel.Characteristics) gevel.Opt[int] { return c.Volume })
	t.Rooms = middle(homes, func(c gevel.Characteristics) gevel.Opt[int] { return c.Rooms })
	t.extras = typicalExtras(s, rows)
	return t
}

func typicalExtras(s *edition.Sales, rows []int32) map[string]string {
	extras := map[string]string{}
	for k, column := range s.Schema.Num {
		var known []float64
		for _, row := range rows {
			if v := float64(s.Num[k][row]); !math.IsNaN(v) {
				known = append(known, v)
			}
		}
		if median, ok := stats.MedianInPlace(known); ok {
			extras["num_"+column] = strconv.FormatFloat(median, 'g', 6, 32)
		}
	}
	for k, column := range s.Schema.Cat {
		code := mostFrequent(rows, func(row int32) int32 { return s.Cat[k][row] })
		if code >= 0 && len(rows) > 0 {
			extras["cat_"+column] = s.CatNames[k].Name(code)
		}
	}
	return extras
}

func (t *typicalHome) of(name string) string {
	if text, ok := characteristicText(name, t.Characteristics); ok {
		return text
	}
	if text, ok := t.extras[name]; ok {
		return text
	}
	return unknownText
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

// mostFrequent returns what most items have; of two as frequent, what came to that
// number first.
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
