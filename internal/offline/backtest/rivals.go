package backtest

// What a model and its index are held against: another model's values, like homes sold nearby, and courses of the price
// level.

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/num/stats"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Comparison compares a result with another model's values for its sales.
type Comparison struct {
	ratio.Comparison
	// Unmatched counts the values that don't count, with samples.
	Unmatched []gevel.Reject `json:"unmatched"`
}

// Compare compares the result with the values of another model that count for its sales. Error: gevel.Invalid when none
// does.
func (r *Result) Compare(rival *comparison.Joined) (*Comparison, error) {
	if rival.RejectOutside(r.Plan.From, r.Plan.Until) == 0 {
		return nil, gevel.Refusal("compare predictions for the same sales file and period", "the two have no sale in common")
	}
	rows := make([]int32, len(r.Forecasts))
	for i := range r.Forecasts {
		rows[i] = r.Forecasts[i].Row
	}
	c, err := ratio.Compare(r.Observations, rival.Observe(rows), ratio.Options{Seed: r.Plan.Seed})
	if err != nil {
		return nil, err
	}
	return &Comparison{Comparison: c, Unmatched: rival.Rejects.List()}, nil
}

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
		if !s.IsEvidence(row, q.Known) || s.Date[row] <= since || s.BuildType(int(row)) != home.BuildType {
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

// Course is a price level over time that moves a sale to a later day.
type Course int

// The courses: the index and its rivals.
const (
	ByIndex  Course = iota // the index of the home's area and house type group
	ByMarket               // the whole market's level
	ByNone                 // no index: prices stay
	Courses
)

// repeatSale returns the price of the own last sale as each course moves it to the valuation date, euros; NaN
// without one. All courses subtract the same difference of hedonic estimates for changes of the home: many
// characteristics change by themselves, such as an effective age, so few pairs would be equal in all.
func repeatSale(t *valuation.Trace) (moved [Courses]float64) {
	if !t.Basis.HasOwnSale {
		return [Courses]float64{math.NaN(), math.NaN(), math.NaN()}
	}
	row, s := t.OwnSale.Row, t.Vintage.Sales()
	price, ix := s.LogPrice(row)+t.Basis.Change, t.Market.Index.Index
	market := ix.Level(0, 0, t.Market.Month) - ix.Level(0, 0, s.Month[row])
	for c, rise := range [Courses]float64{ByIndex: t.Risen(row), ByMarket: market} {
		moved[c] = math.Exp(price + rise)
	}
	return moved
}
