package explain

// The course of the market up to a value.

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Paths are levels of the index that a valuation used, by month, in the middle of each. All are 1 on
// the valuation date. Nothing known on or after that day is in them.
type Paths struct {
	First  gevel.Month
	Months int         // the last is the month of the valuation date
	End    gevel.Month // the last month that was known; later months are forecasts
	Home   []float64   // of the area, the house type and the tier of the home
	Low    []float64   // with High the 80 % interval of Home, in each month after End, less what its tier errs by
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
	path := func(level func(month float64) float64) []float64 {
		return list.Make(p.Months, func(i int) float64 { return math.Exp(level(float64(p.First)+float64(i)) - level(m.Month)) })
	}
	of := func(area int32) []float64 {
		return path(func(month float64) float64 { return ix.Level(area, 0, month) })
	}
	p.Home, p.Area, p.Market = path(t.LevelAt), of(m.Area), of(0)
	p.setInterval(t, group)
	p.Around = meanPath(t, around, of, p.Months)
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
