package backtest

// Repeat sales: a home's own last sale moved to the day of its next sale, by the index alone. They score the
// index; no value depends on them.

import (
	"math"

	"github.com/gevel/gevel/internal/value/valuation"
)

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
