package valuation

// Turns a trace into the published value.

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market/area"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/model/spread"
)

// Valuation returns the valuation in a trace of an inquiry.
func (v *Valuer) Valuation(t *Trace) gevel.Valuation {
	out := gevel.Valuation{Value: v.ValueOf(t), Statistics: area.Statistics(v.edition.Sales(), &t.Home, t.Day)}
	for i := range out.References {
		out.References[i] = v.reference(t, i)
	}
	return out
}

// ValueOf returns the value in a trace of an inquiry.
func (v *Valuer) ValueOf(t *Trace) gevel.Value {
	m := t.Vintage.Spread.Of(&t.Risk)
	out := gevel.Value{
		Address: t.Subject.Address, Dwelling: t.Subject.Dwelling, Date: t.Day,
		Status:    v.edition.StatusOn(t.Subject.Dwelling.ID, t.Day),
		Predicted: Euros(t.Indications[reconcile.Hedonic]), Weighted: Euros(t.Value),
		Interval:   t.Interval(0.8),
		FSD:        t.FSD(),
		Accuracy:   math.Round(1000*m.Within(0.10, t.Size)) / 10,
		Class:      t.Class(),
		SalesUntil: v.edition.Sales().LastKnownDay(t.Day),
		Edition:    v.edition.ID(), Model: t.Vintage.AsOf.String(),
	}
	out.Dwelling.Extra = nil // numbers of names belong to the edition
	if t.Basis.HasOwnSale {
		out.OwnSale = gevel.Some(ownSale(t))
	}
	return out
}

// Interval returns the central interval that holds a share of the prices.
func (t *Trace) Interval(share float64) gevel.Interval {
	low, high := t.Vintage.Spread.Of(&t.Risk).Interval(share, t.Size)
	return gevel.Interval{Low: eurosTimes(t.Value, low), High: eurosTimes(t.Value, high)}
}

// Offered returns what the home would fetch if it were offered on the valuation date, so soon after its own last sale:
// half of the prices of homes that were sold again within two years lie below. Many may have been worked on in between,
// which no register shows, so the value leaves it out. It is unknown of homes sold longer ago, or never, and of a model
// that learned from no errors.
func (t *Trace) Offered() gevel.Opt[gevel.Euro] {
	if !t.Risk.IsResold() || t.Vintage.Learned == 0 {
		return gevel.Opt[gevel.Euro]{}
	}
	return gevel.Some(eurosTimes(t.Value, t.Vintage.Spread.Resold.Middle(t.Size)))
}

// FSD returns the forecast standard deviation, relative to the value.
func (t *Trace) FSD() float64 { return t.Vintage.Spread.Of(&t.Risk).FSD(t.Size) }

// Class returns the confidence class. The classes of 10 % must hold beyond doubt.
func (t *Trace) Class() gevel.ConfidenceClass {
	m, apart := t.Vintage.Spread.Of(&t.Risk), t.Risk
	apart.Level = 0
	within10 := min(m.Within(0.10, t.Size), m.Surely(0.10, t.Vintage.Spread.SizeOf(&apart),
		spread.Doubt{Level: math.Sqrt(t.Risk.Level), Learned: t.Vintage.Learned}))
	return gevel.ClassOf(within10, m.Within(0.15, t.Size), m.Within(0.20, t.Size))
}

// Euros returns the amount of a log value, in whole euros.
func Euros(log float64) gevel.Euro { return gevel.Euro(math.Round(math.Exp(log))) }

func eurosTimes(log, factor float64) gevel.Euro {
	return gevel.Euro(math.Round(math.Exp(log) * factor))
}

func ownSale(t *Trace) gevel.OwnSale {
	s, row := t.Vintage.Sales(), t.OwnSale.Row
	return gevel.OwnSale{Price: gevel.Euro(s.Price[row]), Date: s.Date[row], Indexed: t.Indexed(row)}
}

func (v *Valuer) reference(t *Trace, i int) gevel.Reference {
	c := &t.Comparables.References[i]
	s, row := t.Vintage.Sales(), int(c.Row)
	id := gevel.BAGID(s.DwellingID(row))
	address, _ := v.edition.MainAddressOn(id, t.Day)
	return gevel.Reference{
		Address: address, Dwelling: id, Characteristics: s.Characteristics(row),
		Price: gevel.Euro(s.Price[row]), Date: s.Date[row], Indexed: t.Indexed(c.Row),
		Adjusted: Euros(c.Adjusted), Distance: math.Round(10*c.Distance) / 10,
		Equality: math.Round(10*c.Equality()) / 10,
	}
}

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
