package valuation

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/index"
)

// Shared is the error that a value shares with others: standard deviations, log euros. What is left of a value's error
// is its own.
type Shared struct {
	Level   float64          // with all values of the day
	Area    float64          // with the values of the index area
	Group   float64          // with the values of the house type group
	InArea  int32            // of the index
	InGroup gevel.BuildGroup // of the home
}

// Shared returns the error that a home of a group shares with others in the market.
func (m *Market) Shared(group gevel.BuildGroup) Shared {
	area, ofGroup := m.Index.Index.LocalVariances(m.Area, group, m.Month)
	return Shared{math.Sqrt(m.Variance), math.Sqrt(area), math.Sqrt(ofGroup), m.Area, group}
}

// Shared returns the error that a value of the valuer shares with others; t is the home's type as it was valued.
func (v *Valuer) Shared(value *gevel.Value, t gevel.BuildType) Shared {
	vintage := v.VintageOn(value.Date)
	m := Market{Index: vintage.IndexOn(value.Date), Month: index.MonthsSince(0, value.Date)}
	ix := m.Index.Index
	m.Area = ix.Areas.Of(value.Dwelling.Place)
	m.Variance = ix.WholeVariance(vintage.IndexParams.Ahead, m.Month)
	return m.Shared(t.Group())
}

// Series is what a price series has to do with the level of the market on a day.
type Series struct {
	End   gevel.Month // its last month
	Share float64     // in the forecast from the last month that was known, 0 to 1
}

// Series returns what the price series has to do with the value, unknown without one or where nothing is forecast.
func (t *Trace) Series() gevel.Opt[Series] {
	ix := t.Market.Index.Index
	ahead := t.Market.Month - float64(ix.End)
	if ix.SeriesEnd == 0 || ahead <= 0 {
		return gevel.Opt[Series]{}
	}
	return gevel.Some(Series{ix.SeriesEnd, t.Vintage.IndexParams.Ahead.SeriesAt(int(math.Ceil(ahead)))})
}

// Turned is what the last turn of the market would do to a value.
type Turned struct {
	Known  gevel.Month // the last month that was known: there the market would turn
	Peak   gevel.Month // as it last did after this one
	Change float64     // of the value, a fraction: 0 or negative
}

// Of returns what a value would be had the market turned.
func (t *Turned) Of(value gevel.Euro) gevel.Euro {
	return gevel.Euro(math.Round(float64(value) * (1 + t.Change)))
}

// Turned returns what the last turn of the market would do to a value of its day, unknown where prices never fell.
func (m *Market) Turned() gevel.Opt[Turned] {
	ix := m.Index.Index
	turn, ok := ix.LastTurn()
	if !ok {
		return gevel.Opt[Turned]{}
	}
	return gevel.Some(Turned{ix.End, turn.Peak, math.Expm1(ix.Stress(&turn, m.Month))})
}

// Turned returns what the last turn of the market would do to values of a day.
func (v *Valuer) Turned(day gevel.Date) gevel.Opt[Turned] {
	m := Market{Index: v.VintageOn(day).IndexOn(day), Month: index.MonthsSince(0, day)}
	return m.Turned()
}

// Unseen returns the variance that unknown characteristics, and those outside what models were trained on, add to the
// error of the value, log euros squared: what an inspection of the home takes off it.
func (t *Trace) Unseen() float64 {
	seen := t.Risk
	seen.Imputed, seen.Extrapolated = 0, 0
	m := &t.Vintage.Spread
	fsd := m.Of(&t.Risk).FSD(t.Size)
	left := math.Min(1, m.SizeOf(&seen)/t.Size)
	return fsd * fsd * (1 - left*left)
}
