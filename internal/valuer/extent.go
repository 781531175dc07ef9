package valuer

// How large and how small the homes are that were sold. Of one beyond them the models can
// only carry on what they learned within, and no error tells how far that leads astray.

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/stats"
)

// Extent is by measure, of Roles.Ranged, what nearly all sales of a house type group have of it. Fields are
// exported for encoding only.
type Extent []Range

// Range is from the least to the most; Most is 0 where too few sales have it known.
type Range struct{ Least, Most int }

const (
	// extentShare is the share of the sales that tell a measure within its range; half of the
	// others have more. Single odd entries lie outside it.
	extentShare = 0.99
	// extentDoubt is what a log unit beyond the range is taken to add to the error, in log
	// euros. Use surface moves a value by somewhat less than one to one, so that about a
	// fifth of what it does is doubted, as of any adjustment beyond what is usual.
	extentDoubt = 0.2
)

// extents returns how far the sales in rows reach, per house type group; a group of which
// too few have a measure known has the range of all sales, which are group 0.
func (t *trainer) extents(rows []int32) [gevel.BuildGroups]Extent {
	var list [gevel.BuildGroups]Extent
	for _, k := range t.sales.Roles.Ranged {
		var known [gevel.BuildGroups][]float64
		for _, row := range rows {
			v := t.sales.Value(k, int(row))
			if math.IsNaN(v) {
				continue
			}
			known[0] = append(known[0], v)
			if g := t.group(row); g > 0 {
				known[g] = append(known[g], v)
			}
		}
		for g, values := range known {
			at := Range{}
			if len(values) >= usualSales {
				at = rangeOf(values)
			} else if g > 0 {
				at = list[0][len(list[0])-1]
			}
			list[g] = append(list[g], at)
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
func (r Range) beyond(v float64) float64 {
	switch {
	case r.Most == 0 || float64(r.Least) <= v && v <= float64(r.Most):
		return 0
	case v < float64(r.Least):
		return math.Log(float64(r.Least) / math.Max(1, v))
	}
	return math.Log(v / float64(r.Most))
}

// beyond returns how far a measure of a home lies outside what was sold, in log units; an area
// as large as it counts.
func (v *Vintage) beyond(h *market.Home, measure, k int) float64 {
	x := v.sales.Attributes[k].Get(&h.Characteristics)
	if math.IsNaN(x) {
		return 0
	}
	return v.Extents[h.BuildType.Group()][measure].beyond(v.Hedonic.Linear.Design.Counts(k, x))
}

// unseen returns what measures outside what was sold add to the size of a home's error,
// log euros squared.
func (v *Vintage) unseen(h *market.Home) float64 {
	sum := 0.0
	for measure, k := range v.sales.Roles.Ranged {
		beyond := v.beyond(h, measure, k)
		sum += extentDoubt * extentDoubt * beyond * beyond
	}
	return sum
}
