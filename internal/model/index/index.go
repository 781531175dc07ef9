package index

import (
	"errors"
	"math"

	"github.com/gevel/gevel"
)

// Index holds the log price level by month, area and house type group, and the tier's slope by month. Levels are given at
// the middle of a month; between two middles the level runs straight, and after the last month it stays constant.
type Index struct {
	First  gevel.Month
	Months int
	End    gevel.Month // the last month that was known; later months are forecasts
	// SeriesEnd is the last month of the price series that these forecasts follow, 0 without one.
	SeriesEnd gevel.Month
	// Area is the level of each area, the whole country's included; Group is the deviation
	// of a house type group from it. Exported for encoding only.
	Area  [][]float32
	Group [][]float32
	Areas *Areas
	Tier  Tier
	// WholeError is the variance of the error of the whole market's level in the last known month, log euros
	// squared. AreaError and GroupError are the errors of the others, without it.
	WholeError float32
	AreaError  []PathError
	GroupError []PathError
}

// PathError is the variance of a level's error, log euros squared: in the last known month, and a year after it.
type PathError [2]float32

// LocalVariance returns the variance of the error of an area's and a house type group's deviation
// from the whole market, in a month; see Level.
func (ix *Index) LocalVariance(area int32, group gevel.BuildGroup, month float64) float64 {
	ofArea, ofGroup := ix.LocalVariances(area, group, month)
	return ofArea + ofGroup
}

// LocalVariances returns the parts of LocalVariance: what homes of the area share, and what homes of the group do.
func (ix *Index) LocalVariances(area int32, group gevel.BuildGroup, month float64) (ofArea, ofGroup float64) {
	ahead := math.Max(0, month-float64(ix.End)) / yearMonths
	variance := func(known PathError) float64 {
		return float64(known[0]) + ahead*math.Max(0, float64(known[1]-known[0]))
	}
	return variance(ix.AreaError[area]), variance(ix.GroupError[group])
}

// Observation is one sale as the index sees it: its log price less the hedonic estimate, so
// that only the level is left.
type Observation struct {
	Month    float64 // time of the sale; see Level
	Known    float64 // when it became known
	Value    float64
	Estimate float64 // hedonic, log euros less the index
	Area     int32
	Group    gevel.BuildGroup
}

// Prior is the prior of a level's path. Standard deviations are in log euros.
type Prior struct {
	Persistence float64 // of growth from month to month, 0 to below 1
	Growth      float64 // innovation of the level in a month
	Level       float64 // deviation from the level above; 0 is free
	Season      float64 // of a calendar month around the trend; 0 is none
}

// Params are the priors of the four kinds of path, in the order in which they are fitted.
type Params struct {
	Whole, Group, Area, Tier Prior
	// Noise is the standard deviation of a price around its level, log euros; 0 estimates it
	// from the observations, which is too low if the hedonic model was trained on their prices.
	Noise float64
	// Ahead says how the whole market's level is extrapolated; nil continues its path.
	Ahead *Ahead
}

// DefaultParams returns priors that fit the markets we tried, without a tier: see docs/method.md.
func DefaultParams() Params {
	return Params{
		Whole: Prior{Persistence: 0.8, Growth: 0.004},
		Group: Prior{Persistence: 0.9, Growth: 0.0006, Level: 0.1},
		Area:  Prior{Persistence: 0.9, Growth: 0.0006, Level: 0.1},
		Tier:  Prior{Persistence: 0.8, Level: 0.2},
	}
}

// MonthsSince returns the time from the middle of month first to a day, in months.
func MonthsSince(first gevel.Month, d gevel.Date) float64 {
	m := d.Month()
	start, end := m.First(), (m + 1).First()
	return float64(m-first) + (float64(d-start)+0.5)/float64(end-start) - 0.5
}

func levelAt[F float32 | float64](level []F, t float64) float64 {
	m, share := position(t, len(level))
	if share == 0 {
		return float64(level[m])
	}
	return float64(level[m]) + share*float64(level[m+1]-level[m])
}

// Level returns the log level in an area for a house type group at a time, in
// months from the middle of January of year 0 (MonthsSince of month 0).
func (ix *Index) Level(area int32, group gevel.BuildGroup, month float64) float64 {
	t := month - float64(ix.First)
	return levelAt(ix.Area[area], t) + levelAt(ix.Group[group], t)
}

// Series returns the log levels of an area, without a house type group, in the middle of the
// months from one until another.
func (ix *Index) Series(area int32, from, until gevel.Month) []float64 {
	levels := make([]float64, 0, max(0, until-from))
	for m := from; m < until; m++ {
		levels = append(levels, ix.Level(area, 0, float64(m)))
	}
	return levels
}

// Check checks that an index that was read from a file is consistent: it has levels for every area of its Areas.
func (ix *Index) Check() error {
	if ix == nil || ix.Months < 1 || len(ix.Group) != gevel.BuildGroups {
		return errors.New("the index is incomplete")
	}
	if ix.End < ix.First || ix.End >= ix.First+gevel.Month(ix.Months) {
		return errors.New("the index ends outside its months")
	}
	if err := ix.Areas.Check(); err != nil {
		return err
	}
	if len(ix.Area) != ix.Areas.Len() || len(ix.AreaError) != len(ix.Area) || len(ix.GroupError) != len(ix.Group) {
		return errors.New("the index does not have the levels of its areas")
	}
	for _, errs := range [][]PathError{ix.AreaError, ix.GroupError, {{ix.WholeError}}} {
		for _, e := range errs {
			if !(e[0] >= 0 && e[1] >= 0) {
				return errors.New("an error of the index is not a variance")
			}
		}
	}
	for _, levels := range [][][]float32{ix.Area, ix.Group} {
		for _, level := range levels {
			if len(level) != ix.Months {
				return errors.New("a level of the index does not have all months")
			}
		}
	}
	return ix.Tier.check(ix.Months)
}

// Check checks that areas that were read from a file are nested: each area comes after the
// one around it, so that every search ends.
func (a *Areas) Check() error {
	if a == nil || len(a.Nodes) == 0 {
		return errors.New("there are no areas")
	}
	n := int32(len(a.Nodes))
	for i, node := range a.Nodes {
		here := int32(i)
		parted := node.Axis == notSplit || node.Left > here && node.Right > here && node.Left < n && node.Right < n
		if !parted || node.Parent >= here || node.Parent < -1 {
			return errors.New("the areas are not nested")
		}
	}
	return nil
}
