package backtest

// Forecasts from many origins: the accuracy of a model that is not retrained, month by month after its day,
// beside simple ways of extrapolating the level.

import (
	"context"
	"math"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/stats"
	"github.com/gevel/gevel/internal/offline/train"
	"github.com/gevel/gevel/internal/value/valuation"
)

// Way is a way of forecasting.
type Way int

// The ways. All but the engine are simple: the hedonic estimate at an extrapolated level of the whole market, or trees.
const (
	Engine  Way = iota
	Carried     // the median level of the last three months
	Trend       // a straight line through the levels of the last two years
	Dated       // trees on log prices with the day as a column, without an index
	Ways
)

// String returns the way's name.
func (w Way) String() string {
	return [Ways]string{"gevel", "level of 3 months", "trend of 2 years", "trees with the day"}[w]
}

const (
	carriedMonths = 3
	trendMonths   = 24
)

// Cell holds the forecasts from one origin for the sales of one month.
type Cell struct {
	Origin  gevel.Date
	Horizon int // months after the origin, from 1
	// Errors are log price minus log value, by way.
	Errors [Ways][]float64
	// Inside counts the prices within the engine's 80 % intervals; ByClass counts, by confidence class, the
	// values and those that keep the class's promise.
	Inside  int
	Width   float64 // of these intervals relative to the value, summed
	Score   float64 // their interval score in logs, summed
	ByClass [gevel.HighestClass + 1]Kept
	// Forecasts are the engine's, in the order of Errors: by day of sale and id.
	Forecasts []Forecast
}

// Kept counts the values of a class, and those whose price lies within the promised range.
type Kept struct {
	N    int `json:"n"`
	Kept int `json:"kept"`
}

// Origins is the result of a study of many origins.
type Origins struct {
	Sales   *market.Sales
	Made    Made
	Plan    OriginPlan
	Origins []gevel.Date
	Cells   []Cell // by origin and horizon; only those with sales
}

// RunOrigins forecasts from the origins of a plan. It reports progress after each step. Errors: gevel.Invalid
// when the plan does not fit the sales.
func RunOrigins(
	ctx context.Context, s *market.Sales, plan OriginPlan, progress func(done, total int),
) (*Origins, error) {
	origins, err := plan.origins(s)
	if err != nil {
		return nil, err
	}
	sales := vintage.NewSales(s)
	vintages, err := train.Origins(training(ctx, progress), sales, origins,
		train.Options{Seed: plan.Seed, Season: plan.Season, Series: plan.Series})
	if err != nil {
		return nil, err
	}
	o := &Origins{Sales: s, Plan: plan, Origins: origins}
	for i, v := range vintages {
		if err := o.forecastFrom(ctx, sales, v); err != nil {
			return nil, err
		}
		progress(trainingShare+(wholeWalk-trainingShare)*(i+1)/len(vintages), wholeWalk)
	}
	return o, nil
}

// forecastFrom values the sales after an origin in every way.
func (o *Origins) forecastFrom(ctx context.Context, s *vintage.Sales, v *vintage.Vintage) error {
	plan, known := o.Plan, s.EvidenceBefore(v.AsOf)
	dated, err := hedonic.FitDated(ctx, s.Sales, known, plan.Seed)
	if err != nil {
		return err
	}
	levels := plainLevels(s, v, known)
	cells := make([]Cell, plan.Months)
	f := newForecaster(s)
	var h market.Home
	for _, row := range plan.tested(s.Sales, v.AsOf) {
		day := s.Date[row]
		h = s.Home(row, h.Extra)
		forecast := f.forecast(valuation.Query{Vintage: v, Home: &h, At: s.At[row], Day: day, Known: v.AsOf})
		if !forecast.HasValue {
			continue
		}
		forecast.Row = int32(row)
		paid, c := float64(s.Paid(int32(row))), &cells[day.Month()-v.AsOf.Month()]
		c.add(&forecast, paid)
		price := math.Log(paid)
		estimate := float64(v.Estimates[row])
		c.Errors[Carried] = append(c.Errors[Carried], price-estimate-levels.carried)
		c.Errors[Trend] = append(c.Errors[Trend], price-estimate-levels.trend(s.Month[row]))
		c.Errors[Dated] = append(c.Errors[Dated], price-dated.Estimate(&h))
	}
	for i, c := range cells {
		if c.Origin, c.Horizon = v.AsOf, i+1; len(c.Errors[Engine]) > 0 {
			o.Cells = append(o.Cells, c)
		}
	}
	return ctx.Err()
}

// add counts the engine's forecast of a price.
func (c *Cell) add(f *Forecast, price float64) {
	c.Errors[Engine], c.Forecasts = append(c.Errors[Engine], math.Log(price/f.Value)), append(c.Forecasts, *f)
	low, high := math.Log(price/f.Low80), math.Log(price/f.High80)
	if low >= 0 && high <= 0 {
		c.Inside++
	}
	c.Width += (f.High80 - f.Low80) / f.Value
	const outside = 2 / (1 - 0.8) // factor of the interval score (Gneiting and Raftery, 2007)
	c.Score += math.Log(f.High80/f.Low80) + outside*(math.Max(0, -low)+math.Max(0, high))
	of := &c.ByClass[f.Class.V]
	of.N++
	if math.Abs(price/f.Value-1) <= f.Class.V.Promise().Within {
		of.Kept++
	}
}

// plain holds the levels that the simple ways use.
type plain struct{ carried, start, slope float64 }

func (p *plain) trend(month float64) float64 { return p.start + p.slope*month }

// plainLevels computes them from the known sales' prices less the hedonic estimates.
func plainLevels(s *vintage.Sales, v *vintage.Vintage, known []int32) (p plain) {
	origin := index.MonthsSince(0, v.AsOf)
	var recent []float64
	var n, x, y, xx, xy float64
	for _, row := range known {
		level, ago := s.LogPrice(row)-float64(v.Estimates[row]), origin-s.Month[row]
		if ago <= carriedMonths {
			recent = append(recent, level)
		}
		if ago <= trendMonths {
			n, x, y, xx, xy = n+1, x-ago, y+level, xx+ago*ago, xy-ago*level
		}
	}
	var ok bool
	if p.carried, ok = stats.Median(recent); !ok { // the last months have no sales
		p.carried = y / math.Max(n, 1)
	}
	if spread := n*xx - x*x; spread > 0 {
		p.slope = (n*xy - x*y) / spread
	}
	p.start = (y-p.slope*x)/math.Max(n, 1) - p.slope*origin
	return p
}
