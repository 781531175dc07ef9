package backtest

// Repeat sales, how far the index by itself gets: a home's own last sale, moved to the day on
// which it is sold again. The index is scored by it; no value is made of it.

import (
	"math"

	"github.com/gevel/gevel/internal/value/valuation"
)

// Course is a course of prices that moves a sale to a later day.
type Course int

// The courses: the index, and what it is compared with.
const (
	ByIndex  Course = iota // the index of the home's area and house type group
	ByMarket               // the level of the whole market
	ByNone                 // no index: prices stand still
	Courses
)

// repeatSale returns the price of the own last sale as each course moves it to the valuation
// date, euros; NaN without one. What changed about the home is taken out by the difference of the hedonic estimates,
// the same for all courses: many characteristics change by themselves, such as an effective
// age, so pairs of homes that are alike in all would be few.
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
