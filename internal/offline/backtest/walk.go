package backtest

// Walking through time: each sale of a plan is valued with what was known before it.

import (
	"context"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/value/valuation"
)

// walked is the result of a walk.
type walked struct {
	forecasts []Forecast // of the plan's sales, in row order
	// importance is from the newest hedonic model.
	importance []hedonic.Importance
	// indexes are the indexes in use, ascending by the day on which they were known.
	indexes []vintage.Dated
}

// walk values the sales of a plan whose end is set. Models, indexes, comparables, own sales and the errors
// behind intervals come only from earlier sales: with WalkMonth comparables and own sales are updated daily,
// the index weekly.
func walk(ctx context.Context, s *market.Sales, plan Plan, progress func(done, total int)) (*walked, error) {
	dates, sales := plan.trainings(), vintage.NewSales(s)
	o := train.Options{Seed: plan.Seed, Season: plan.Season, Series: plan.Series, Static: plan.Walk != WalkMonth}
	until := dates[len(dates)-1]
	if plan.Walk == WalkMonth {
		until = plan.Until
	}
	vintages, err := train.Vintages(training(ctx, progress), sales, dates, until, o)
	if err != nil {
		return nil, err
	}
	forecasts, err := forecastAll(ctx, sales, plan, vintages, func(row int) {
		progress(trainingShare+(wholeWalk-trainingShare)*row/s.Len(), wholeWalk)
	})
	if err != nil {
		return nil, err
	}
	progress(wholeWalk, wholeWalk)
	return &walked{
		forecasts: forecasts, importance: vintages[len(vintages)-1].Hedonic.Importance(), indexes: inUse(vintages),
	}, nil
}

// Progress of a walk is reported in thousandths; trainingShare of them are for training.
const (
	wholeWalk     = 1000
	trainingShare = 800
	rowsPerReport = 1000
)

// training returns a context for training, whose progress is the first part of a walk's.
func training(ctx context.Context, progress func(done, total int)) context.Context {
	return gevel.Progress(func(_ string, share float64) { progress(int(share*trainingShare), wholeWalk) }).Within(ctx)
}

// trainings returns the training days, ascending.
func (p Plan) trainings() []gevel.Date {
	dates := []gevel.Date{p.From}
	if months := p.Retrain.months(); months > 0 {
		for month := p.From.Month() + 1; month.First() < p.Until; month++ {
			if int(month-p.From.Month())%months == 0 {
				dates = append(dates, month.First())
			}
		}
	}
	return dates
}

// forecastAll values the sales of a plan in row order, and reports progress from time to time.
func forecastAll(
	ctx context.Context, s *vintage.Sales, plan Plan, vintages []*vintage.Vintage, report func(row int),
) ([]Forecast, error) {
	var forecasts []Forecast
	f := newForecaster(s)
	var h market.Home
	for row, day := range s.Date {
		if row%rowsPerReport == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			report(row)
		}
		if !plan.tests(s.Sales, row) {
			continue
		}
		known := plan.From
		if plan.Walk == WalkMonth {
			known = day
		}
		h = s.Home(row, h.Extra)
		forecast := f.forecast(valuation.Query{
			Vintage: newestOn(vintages, day), Home: &h, At: s.At[row], Day: day,
			Known: known,
		})
		forecast.Row = int32(row)
		forecasts = append(forecasts, forecast)
	}
	return forecasts, nil
}

// newestOn returns the newest vintage dated on or before a day, the first one when there is none.
func newestOn(vintages []*vintage.Vintage, day gevel.Date) *vintage.Vintage {
	v := vintages[0]
	for _, next := range vintages[1:] {
		if next.AsOf <= day {
			v = next
		}
	}
	return v
}

// inUse returns the indexes of vintages, ascending by the day on which they were known. Each vintage's are in
// use until the next vintage's date.
func inUse(vintages []*vintage.Vintage) []vintage.Dated {
	var indexes []vintage.Dated
	for i, v := range vintages {
		for _, d := range v.Indexes {
			if i+1 == len(vintages) || d.Known < vintages[i+1].AsOf {
				indexes = append(indexes, d)
			}
		}
	}
	return indexes
}
