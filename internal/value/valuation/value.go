package valuation

// Turns a trace into the published value.

import (
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market/area"
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
	address, _ := v.edition.MainAddress(id)
	return gevel.Reference{
		Address: address, Dwelling: id, Characteristics: s.Characteristics(row),
		Price: gevel.Euro(s.Price[row]), Date: s.Date[row], Indexed: t.Indexed(c.Row),
		Adjusted: Euros(c.Adjusted), Distance: math.Round(10*c.Distance) / 10,
		Equality: math.Round(10*c.Equality()) / 10,
	}
}
