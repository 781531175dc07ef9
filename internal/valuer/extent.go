package valuer

// How large and how small the homes are that were sold. Of one beyond them the models can
// only carry on what they learned within, and no error tells how far that leads astray.

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/stats"
)

// Extent is what nearly all sales of a house type group have of the measures that the models
// carry on beyond what was sold. Fields are exported for encoding only.
type Extent [measures]Range

// Range is from the least to the most; Most is 0 where too few sales tell.
type Range struct{ Least, Most int }

// The measures.
const (
	surfaceMeasure = iota
	parcelMeasure
	volumeMeasure
	roomsMeasure
	measures
)

var measureNames = [measures]string{"useSurface", "parcelSurface", "volume", "rooms"}

const (
	// extentShare is the share of the sales that tell a measure within its range; half of the
	// others have more. Single odd entries lie outside it.
	extentShare = 0.99
	// extentDoubt is what a log unit beyond the range is taken to add to the error, in log
	// euros. Use surface moves a value by somewhat less than one to one, so that about a
	// fifth of what it does is doubted, as of any adjustment beyond what is usual.
	extentDoubt = 0.2
)

// measuresOf returns the measures of a home.
func measuresOf(c *gevel.Characteristics) [measures]gevel.Opt[int] {
	return [measures]gevel.Opt[int]{c.UseSurface, c.ParcelSurface, c.Volume, c.Rooms}
}

// extents returns how far the sales in rows reach, per house type group; a group of which
// too few tell a measure has the range of all sales, which are group 0.
func (t *trainer) extents(rows []int32) [gevel.BuildGroups]Extent {
	var told [gevel.BuildGroups][measures][]float64
	for _, row := range rows {
		c := t.sales.Characteristics(int(row))
		for i, v := range measuresOf(&c) {
			if !v.Known {
				continue
			}
			told[0][i] = append(told[0][i], float64(v.V))
			if g := c.BuildType.Group(); g > 0 {
				told[g][i] = append(told[g][i], float64(v.V))
			}
		}
	}
	var list [gevel.BuildGroups]Extent
	for g := range list {
		for i, values := range told[g] {
			if len(values) >= usualSales {
				list[g][i] = rangeOf(values)
			} else {
				list[g][i] = list[0][i]
			}
		}
	}
	return list
}

// rangeOf returns the range that nearly all values lie in, which it reorders.
func rangeOf(values []float64) Range {
	least, _ := stats.QuantileInPlace(values, (1-extentShare)/2)
	most, _ := stats.QuantileInPlace(values, (1+extentShare)/2)
	return Range{int(math.Floor(least)), max(1, int(math.Ceil(most)))}
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

// beyond returns how far each measure of a home lies outside what was sold, in log units;
// a lot as large as it counts.
func (v *Vintage) beyond(h *market.Home) [measures]float64 {
	var out [measures]float64
	extent := &v.Extents[h.BuildType.Group()]
	for i, told := range measuresOf(&h.Characteristics) {
		if i == parcelMeasure {
			told.V = max(told.V, v.Hedonic.Linear.Design.LeastParcel)
		}
		if told.Known {
			out[i] = extent[i].beyond(told.V)
		}
	}
	return out
}

// unseen returns what measures outside what was sold add to the size of a home's error,
// log euros squared.
func (v *Vintage) unseen(h *market.Home) float64 {
	sum := 0.0
	for _, beyond := range v.beyond(h) {
		sum += extentDoubt * extentDoubt * beyond * beyond
	}
	return sum
}
