package backtest

// A plain way to value a home, which a model must beat: the median price per m2 of like homes sold nearby, times the
// home's use surface.

import (
	"math"

	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/num/stats"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Sales are nearby and alike if they are among the nearest of the home's house type, sold within the months before
// its valuation date, with a use surface between likeSurface times the home's and its inverse.
const (
	nearbySales  = 10
	fewestNearby = 3
	nearbyMonths = 24
	likeSurface  = 0.75
)

// nearby returns the value by like homes nearby, euros; NaN where there are too few, or the home's use surface is
// unknown. It takes only sales that were known, prices as they were paid.
func (f *forecaster) nearby(q valuation.Query) float64 {
	s, home := f.sales, q.Home
	if !home.UseSurface.Known {
		return math.NaN()
	}
	surface := float64(home.UseSurface.V)
	since := q.Day.AddMonths(-nearbyMonths)
	found := s.Grid.Nearest(home.Place, nearbySales, comps.Reach, func(row int32) bool {
		if s.Evident[row] >= q.Known || s.Date[row] <= since || s.BuildType(int(row)) != home.BuildType {
			return false
		}
		other := s.UseSurface(int(row))
		return other.Known && math.Min(float64(other.V)/surface, surface/float64(other.V)) >= likeSurface
	}, f.near)
	f.near = found
	if len(found) < fewestNearby {
		return math.NaN()
	}
	perMetre := make([]float64, len(found))
	for i, n := range found {
		perMetre[i] = float64(s.Price[n.Item]) / float64(s.UseSurface(int(n.Item)).V)
	}
	median, _ := stats.MedianInPlace(perMetre)
	return median * surface
}
