package valuer

import (
	"context"
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/hedonic"
	"github.com/gevel/gevel/internal/market"
)

// Plan says which sales a walk values, and what may be known of the market then.
type Plan struct {
	From, Until gevel.Date // sales dated from From and before Until are valued
	// Walk lets what became known before each sale count: comparables and own sales by the day,
	// the index by the week. Without it nothing dated or known on or after From is used.
	Walk bool
	// Retrain is after how many months the models are trained anew; 0 is never.
	Retrain int
	Seed    uint64
}

// Forecast is a valuation of a sale's home on the day of the sale, made with what
// was known before. Without a value all but Row and OwnYears are zero.
type Forecast struct {
	Row       int32 // in the sales
	Valued    bool
	Predicted float64 // euros, the hedonic indication
	Value     float64 // euros
	// The central 50, 80 and 90 % intervals, euros.
	Low50, High50, Low80, High80, Low90, High90 float64

	// The 80 % intervals of one width for all homes, constant in log price and constant
	// in euros; 0 without errors to make them of. See Constant.
	LowLog80, HighLog80     float64
	LowEuros80, HighEuros80 float64

	FSD      float64 // a fraction of the value
	Accuracy float64 // 0 to 100
	Class    gevel.ConfidenceClass
	OwnYears float64 // since the own last sale; NaN without one
	// References is what the references alone say, euros; NaN with fewer.
	References float64
	// Carried is the price of the home's own last sale as each carrier brings it to the
	// day, euros; NaN without one.
	Carried [Carriers]float64
}

// Walked is what a walk found.
type Walked struct {
	Forecasts []Forecast // of the sales of the plan, in row order
	// Importance is what the trees of the newest hedonic model learned from most.
	Importance []hedonic.Importance
	// Indexes are those that were in use, ascending by the day on which they were known.
	Indexes []Dated
}

// Walk values the sales of a plan. Models, indexes, comparables, own
// sales and the errors that intervals are made of come from earlier sales only.
func Walk(ctx context.Context, s *market.Sales, plan Plan, progress func(done, total int)) (*Walked, error) {
	dates := []gevel.Date{plan.From}
	if plan.Retrain > 0 {
		for month := plan.From.Month() + 1; month.First() < plan.Until; month++ {
			if int(month-plan.From.Month())%plan.Retrain == 0 {
				dates = append(dates, month.First())
			}
		}
	}
	o := TrainOptions{Seed: plan.Seed, Static: !plan.Walk, Progress: func(done, total int) {
		progress(trainingShare*done/total, wholeWalk)
	}}
	until := dates[len(dates)-1]
	if plan.Walk {
		until = plan.Until
	}
	t := newTrainer(s, o)
	vintages, err := t.trainFollowed(ctx, dates, until)
	if err != nil {
		return nil, err
	}
	var forecasts []Forecast
	d := newDesk(t.ground)
	var h market.Home
	for row, day := range s.Date {
		if row%rowsPerReport == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			progress(trainingShare+(wholeWalk-trainingShare)*row/len(s.Date), wholeWalk)
		}
		if day < plan.From || day >= plan.Until {
			continue
		}
		v := vintages[0]
		for _, next := range vintages[1:] {
			if next.AsOf <= day {
				v = next
			}
		}
		known := plan.From
		if plan.Walk {
			known = day
		}
		h = s.Home(row, h.Extra)
		f := d.forecast(v, question{home: &h, day: day, known: known})
		f.Row = int32(row)
		forecasts = append(forecasts, f)
	}
	progress(wholeWalk, wholeWalk)
	return &Walked{
		Forecasts: forecasts, Importance: vintages[len(vintages)-1].Hedonic.Importance(), Indexes: inUse(vintages),
	}, nil
}

// Progress of a walk is told in thousandths, of which training takes about so many.
const (
	wholeWalk     = 1000
	trainingShare = 800
	rowsPerReport = 1000
)

// forecast values the home of a sale as a caller's is who tells of it what the sale does: what
// is not told is what its own last sale told, or the usual. Only a home of which house type, build
// year or use surface is not told, which Value refuses, is valued too: where sales leave them out
// the models have learned what that means.
func (d *desk) forecast(v *Vintage, q question) Forecast {
	f := Forecast{OwnYears: math.NaN()}
	if row, ok := d.sales.LastKnown(q.home.Dwelling, q.known); ok {
		f.OwnYears = d.yearsSince(row, q.day)
		recall(d.sales.Attributes, q.home, d.asTold(row))
	}
	var ok bool
	if q.unlearned, ok = d.prepare(v, q, q.home.UseSurface); !ok {
		return f
	}
	q.completed = true
	in := d.indicate(v, q)
	value := math.Exp(v.reconcile(in.value, in.basis))
	at := in.situation(v, q.home)
	size := v.size(&at)
	f.Valued, f.Value, f.FSD = true, value, v.fsd(size)
	f.Predicted, f.References, f.Carried = math.Exp(in.value[byHedonic]), math.Exp(in.comps.References), d.carry(v, &in)
	for _, i := range []struct {
		share     float64
		low, high *float64
	}{{0.5, &f.Low50, &f.High50}, {0.8, &f.Low80, &f.High80}, {0.9, &f.Low90, &f.High90}} {
		low, high := v.interval(i.share, size)
		*i.low, *i.high = value*low, value*high
	}
	f.setConstant(v.OneWidth, v.marketSince(in.month, in.ix)+in.drift)
	f.Accuracy = 100 * v.within(0.10, size)
	f.Class = v.class(size)
	return f
}
