package backtest

// Walking through time: each sale of a plan is valued with what was known before it.

import (
	"context"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/judge/comparison"
	"github.com/gevel/gevel/internal/judge/ratio"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/comps"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/num/stats"
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
	// takeover is how far values moved when a model took over.
	takeover *valuation.Takeover
}

// walk values the sales of a plan whose end is set. Models, indexes, comparables, own sales and the errors behind
// intervals come only from earlier sales: with WalkMonth comparables and own sales are updated daily, the index weekly.
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
		takeover: valuation.TakeoverOf(moves(sales, plan, vintages)),
	}, nil
}

// moves returns the log of how far the values of homes moved on the day on which a model took over from the one before it:
// of some of the tested sales, each by the model of its day.
func moves(s *vintage.Sales, plan Plan, vintages []*vintage.Vintage) (moves []float64) {
	var rows, newest []int // of tested sales, and the vintage of each
	for row, day := range s.Date {
		if v := slices.Index(vintages, newestOn(vintages, day)); v > 0 && plan.tests(s.Sales, row) {
			rows, newest = append(rows, row), append(newest, v)
		}
	}
	f := newForecaster(s)
	var h market.Home
	for i := 0; i < len(rows); i += max(1, len(rows)/valuation.TakeoverHomes) {
		h = s.Home(rows[i], h.Extra)
		v := vintages[newest[i]]
		q := valuation.Query{Vintage: v, Home: &h, At: s.At[rows[i]], Day: v.AsOf, Known: v.AsOf}
		after := f.forecast(q)
		q.Vintage = vintages[newest[i]-1]
		if before := f.forecast(q); before.HasValue {
			moves = append(moves, math.Log(after.Value/before.Value))
		}
	}
	return moves
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

// What a model and its index are held against: another model's values, like homes sold nearby, and courses of the price
// level.

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
	rows := list.Make(len(r.Forecasts), func(i int) int32 { return r.Forecasts[i].Row })
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
	ByIndex  Course = iota // the index of the home's area, house type group and tier
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
