package index

import (
	"errors"
	"math"
	"slices"

	"github.com/gevel/gevel"

	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/num/stats"
)

// Tier is how much higher the level of a home is for each log euro of its hedonic estimate above the middle of the
// market: dear homes may rise more or less than cheap ones.
type Tier struct {
	Slope  []float32 // by month; empty is none
	Middle float64   // the median estimate, log euros less the index
}

// tierReach is the distance from the middle, log euros, beyond which a tier no longer grows: few homes lie there.
const tierReach = 1.0

// of returns the tier of an estimate, log euros from the middle.
func (t *Tier) of(estimate float64) float64 {
	return max(-tierReach, min(tierReach, estimate-t.Middle))
}

// OfTier returns what the tier of a home with a hedonic estimate adds to its level at a time; see Level. It falls at
// most by as much as the estimate rises: a better home is never worth less.
func (ix *Index) OfTier(estimate, month float64) float64 {
	if len(ix.Tier.Slope) == 0 {
		return 0
	}
	return levelAt(ix.Tier.Slope, month-float64(ix.First)) * ix.Tier.of(estimate)
}

// LevelOf returns the log level of a home with a hedonic estimate at a time; see Level.
func (ix *Index) LevelOf(area int32, group gevel.BuildGroup, estimate, month float64) float64 {
	return ix.Level(area, group, month) + ix.OfTier(estimate, month)
}

// tier fits the slope by which the residuals of all observations grow with their tier, and subtracts it from them. A
// prior without growth is none.
func (f *fitter) tier(all []int32, prior Prior) Tier {
	if prior.Growth == 0 || len(all) == 0 {
		return Tier{}
	}
	t := Tier{Slope: make([]float32, f.months)}
	t.Middle, _ = stats.MedianInPlace(list.Of(all, func(i int32) float64 { return f.observations[i].Estimate }))
	f.shares = list.Of(f.observations, func(o Observation) float64 { return t.of(o.Estimate) })
	level, _ := f.take(slices.DeleteFunc(slices.Clone(all), func(i int32) bool { return f.shares[i] == 0 }), prior)
	f.shares = nil
	for m := range level {
		t.Slope[m] = float32(max(level[m], leastSlope))
	}
	return t
}

// leastSlope is the slope at which all homes of a month would cost the same.
const leastSlope = -1

// check checks a tier that was read from a file.
func (t *Tier) check(months int) error {
	if n := len(t.Slope); n != 0 && n != months || math.IsNaN(t.Middle) || math.IsInf(t.Middle, 0) {
		return errors.New("the tier of the index is incomplete")
	}
	if slices.ContainsFunc(t.Slope, func(s float32) bool { return !(s >= leastSlope && s <= math.MaxFloat32) }) {
		return errors.New("a slope of the index's tier makes better homes cheaper")
	}
	return nil
}
