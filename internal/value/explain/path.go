package explain

// The course of the market up to a value.

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Paths are levels of the index that a valuation used, by month, in the middle of each. All are 1 on
// the valuation date. Nothing known on or after that day is in them.
type Paths struct {
	First  gevel.Month
	Months int         // the last is the month of the valuation date
	End    gevel.Month // the last month that was known; later months are forecasts
	Home   []float64   // of the area and the house type of the home
	Low    []float64   // with High the 80 % interval of Home, in each month after End
	High   []float64
	Area   []float64 // of the area, all house types
	Market []float64 // of the whole market
	Around []float64 // the geometric mean of the levels at given positions, nil without any
}

// PathsOf returns the paths of an inquiry's trace, and the mean path at positions around it.
func PathsOf(t *valuation.Trace, around []gevel.Point) Paths {
	m, ix := &t.Market, t.Market.Index.Index
	group := t.Home.BuildType.Group()
	p := Paths{First: ix.First, End: ix.End, Months: max(0, int(t.Day.Month()-ix.First)+1)}
	path := func(area int32, group gevel.BuildGroup) []float64 {
		list := make([]float64, p.Months)
		for i := range list {
			list[i] = math.Exp(ix.Level(area, group, float64(p.First)+float64(i)) - ix.Level(area, group, m.Month))
		}
		return list
	}
	p.Home, p.Area, p.Market = path(m.Area, group), path(m.Area, 0), path(0, 0)
	p.setInterval(t, group)
	p.Around = meanPath(t, around, func(area int32) []float64 { return path(area, 0) }, p.Months)
	return p
}

// inner80 is the number of standard deviations about the mean that hold 80 % of a normal distribution.
const inner80 = 1.2816

// setInterval sets the interval of the home's level in the months that are forecast.
func (p *Paths) setInterval(t *valuation.Trace, group gevel.BuildGroup) {
	m, ix := &t.Market, t.Market.Index.Index
	for i, level := range p.Home {
		month := float64(p.First) + float64(i)
		if ahead := month - float64(p.End); ahead > 0 {
			variance := ix.WholeVariance(t.Vintage.IndexParams.Ahead, month) + ix.LocalVariance(m.Area, group, month)
			half := math.Exp(inner80 * math.Sqrt(variance))
			p.Low, p.High = append(p.Low, level/half), append(p.High, level*half)
		}
	}
}

// meanPath returns the geometric mean of the paths of the areas at positions.
func meanPath(t *valuation.Trace, around []gevel.Point, path func(area int32) []float64, months int) []float64 {
	if len(around) == 0 {
		return nil
	}
	areas := t.Market.Index.Index.Areas
	homes := make([]int, areas.Len())
	for _, at := range around {
		homes[areas.Of(at)]++
	}
	mean := make([]float64, months)
	for area, n := range homes {
		if n == 0 {
			continue
		}
		for i, level := range path(int32(area)) {
			mean[i] += float64(n) * math.Log(level) / float64(len(around))
		}
	}
	for i := range mean {
		mean[i] = math.Exp(mean[i])
	}
	return mean
}
