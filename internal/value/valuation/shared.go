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
	Area    float64          // with those of the index area
	Group   float64          // with those of the house type group
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
	m.Variance = vintage.IndexParams.Ahead.VarianceAt(m.Month - float64(ix.End))
	return m.Shared(t.Group())
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
