package train

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/impute"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/geo"
	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/num/parallel"
	"github.com/gevel/gevel/internal/num/stats"
)

const (
	// MinTraining is how many sales a vintage needs.
	MinTraining = 60
	// indexAreaSales is the least number of sales in an area of the index; indexAreas limits the number of areas.
	indexAreaSales = 400
	indexAreas     = 1000
	// fitRounds is how many times index and hedonic model are fitted alternately.
	fitRounds = 3
)

// trainer fits vintages on the sales known before a day.
type trainer struct {
	sales  *vintage.Sales
	seed   uint64
	season index.Season // "" is by where the sales lie
	series gevel.PriceSeries
	static bool // holdouts are valued with nothing that became known after the vintage's date
}

func newTrainer(s *vintage.Sales, o Options) *trainer {
	return &trainer{sales: s, seed: o.Seed, season: o.Season, series: o.Series, static: o.Static}
}

// seasonOf returns what is expected of the season: unless it is given, by where most of the sales in rows lie.
func (t *trainer) seasonOf(rows []int32) index.Season {
	dutch := 0
	for _, row := range rows {
		if p := t.sales.Place[row]; p.Known() && geo.InNetherlands(p) {
			dutch++
		}
	}
	if 2*dutch > len(rows) {
		return cmp.Or(t.season, index.DutchSeason)
	}
	return cmp.Or(t.season, index.UnknownSeason)
}

// firstMonth returns the month of the earliest sale in rows.
func (t *trainer) firstMonth(rows []int32) gevel.Month {
	first := t.sales.Date[rows[0]]
	for _, row := range rows {
		first = min(first, t.sales.Date[row])
	}
	return first.Month()
}

// fit trains the models of a vintage on the sales known before asOf, not yet calibrated. source is the kernel
// source; nil means that kernels are fitted.
func (t *trainer) fit(ctx context.Context, asOf gevel.Date, source *vintage.Kriging) (*vintage.Vintage, error) {
	rows := t.sales.EvidenceBefore(asOf)
	if len(rows) < MinTraining {
		return nil, gevel.Failure(gevel.Unavailable, "",
			"only %d sales are known before %s, and a model needs %d", len(rows), asOf, MinTraining)
	}
	v := &vintage.Vintage{AsOf: asOf}
	v.SetAreas(t.sales, t.areas(rows))
	training, linear, err := t.fitLinear(gevel.Span(ctx, "", 0, 0.25), v, rows)
	if err != nil {
		return nil, err
	}
	if v.Hedonic, err = hedonic.Fit(gevel.Span(ctx, "trees", 0.25, 0.65), training, linear); err != nil {
		return nil, err
	}
	v.Leaves = make([]uint8, hedonic.LeafTrees*t.sales.Len())
	v.Hedonic.EstimateSales(gevel.Span(ctx, "estimates", 0.65, 0.7), t.sales.Sales, v.Estimates, v.Leaves)
	v.Indexes = []vintage.Dated{t.indexOn(v, asOf)}
	v.Middle, _ = stats.Median(training.Target)
	v.Typical, v.Ranges = impute.ByGroup(t.sales.Sales, rows), impute.TrainedRanges(t.sales.Sales, rows)
	return v, t.fitKriging(gevel.Span(ctx, "kriging", 0.7, 1), v, training, source)
}

// fitLinear fits index and linear model alternately, and returns the targets of the trees.
func (t *trainer) fitLinear(
	ctx context.Context, v *vintage.Vintage, rows []int32,
) (hedonic.Training, *hedonic.Linear, error) {
	training := hedonic.Training{Sales: t.sales.Sales, Rows: rows, Target: make([]float64, len(rows)), Seed: t.seed}
	var linear *hedonic.Linear
	setTarget := func() {
		training.Index = t.index(v, rows, v.AsOf)
		for i, row := range rows {
			training.Target[i] = t.sales.LogPrice(row) - v.Level(training.Index, row)
		}
	}
	v.Estimates = make([]float32, t.sales.Len())
	rounds := gevel.Span(ctx, "linear model", 0, 0.6)
	fit := hedonic.NewLinearFit(t.sales.Sales, rows)
	for round := range fitRounds {
		setTarget()
		var err error
		ctx := gevel.Span(rounds, "", 0.1+0.9*float64(round)/fitRounds, 0.1+0.9*float64(round+1)/fitRounds)
		if linear, err = fit.Fit(ctx, training.Target); err != nil {
			return training, nil, err
		}
		t.setEstimates(v.Estimates, linear.Estimate)
	}
	v.IndexParams = index.Tune(gevel.Span(ctx, "index tuning", 0.6, 1), t.observations(v, rows), index.Window{
		Areas: v.Areas(), First: t.firstMonth(rows), Last: v.AsOf.Month(), Ahead: t.ahead(rows), Season: t.seasonOf(rows),
		Series: t.series.Before(v.AsOf), Rich: hedonic.Rich(len(rows), linear.Scale),
	})
	if err := ctx.Err(); err != nil {
		return training, nil, err
	}
	// The next index uses estimates of trees. These have learned from the same prices, so their residuals are
	// smaller than on new sales; the linear model's hardly are.
	v.IndexParams.Noise = linear.Scale
	setTarget()
	return training, linear, nil
}

func (t *trainer) areas(rows []int32) *index.Areas {
	points := make([]gevel.Point, len(rows))
	for i, row := range rows {
		points[i] = t.sales.Place[row]
	}
	return index.NewAreas(points, max(indexAreaSales, len(rows)/indexAreas))
}

// setEstimates sets the estimate of every sale's home, also of sales not yet known: it depends on that home alone.
func (t *trainer) setEstimates(estimates []float32, estimate func(*market.Home) float64) {
	parallel.Rows(len(estimates), func(from, to int) {
		var h market.Home
		for row := from; row < to; row++ {
			h = t.sales.Home(row, h.Extra)
			estimates[row] = float32(estimate(&h))
		}
	})
}

// indexOn fits the index that was known on a day.
func (t *trainer) indexOn(v *vintage.Vintage, known gevel.Date) vintage.Dated {
	rows := t.sales.EvidenceBefore(known)
	until := min(known, t.newest(rows)+quietDays) - t.delay(rows)
	return vintage.Dated{Known: known, Until: until, Index: t.index(v, rows, known)}
}

// quietDays is how long after the newest known sale a new model still considers the market known: sales may
// be dated by the month. Later indexes belong to the week in which a sale became known.
const quietDays = 31

// newest returns the latest known date of the sales in rows.
func (t *trainer) newest(rows []int32) gevel.Date {
	newest := t.sales.Known[rows[0]]
	for _, row := range rows {
		newest = max(newest, t.sales.Known[row])
	}
	return newest
}

// index fits the index on the sales in rows, through the month of a day and the months forecast after it.
func (t *trainer) index(v *vintage.Vintage, rows []int32, known gevel.Date) *index.Index {
	if v.IndexParams == (index.Params{}) {
		v.IndexParams = index.DefaultParams()
	}
	first := t.firstMonth(t.sales.EvidenceBefore(v.AsOf))
	last := max(first, known.Month()) + index.Horizons
	return index.Fit(t.observations(v, rows), index.Window{
		Areas: v.Areas(), First: first, Last: last, Series: t.series.Before(known),
	}, v.IndexParams)
}

func (t *trainer) observations(v *vintage.Vintage, rows []int32) []index.Observation {
	observations := make([]index.Observation, len(rows))
	for i, row := range rows {
		observations[i] = index.Observation{
			Month: t.sales.Month[row], Known: index.MonthsSince(0, t.sales.Known[row]),
			Value:    t.sales.LogPrice(row) - float64(v.Estimates[row]),
			Estimate: float64(v.Estimates[row]), Area: v.Area(row), Group: t.sales.Group(row),
		}
	}
	return observations
}

// daysBetweenIndexes is the time between indexes within a vintage: at 2 % a month, a week is half a percent.
const daysBetweenIndexes = 7

// advance adds to the vintage an index for every few days after its newest, until a day; the first is of the
// vintage's own date. A week in which nothing became known gets none, and the index before stays in use: how
// far the known sales reach must not depend on later ones.
func (t *trainer) advance(ctx context.Context, v *vintage.Vintage, until gevel.Date) error {
	newest := v.Indexes[len(v.Indexes)-1].Known
	var days []gevel.Date
	news := func(known gevel.Date) {
		if past := known - v.AsOf; past >= 0 && known < until {
			days = append(days, v.AsOf+(past/daysBetweenIndexes+1)*daysBetweenIndexes)
		}
	}
	for _, known := range t.sales.Evident {
		news(known)
	}
	for _, p := range t.series {
		news(p.Known)
	}
	days = slices.DeleteFunc(list.InOrder(days), func(day gevel.Date) bool { return day <= newest || day > until })
	indexes := make([]vintage.Dated, len(days))
	done := gevel.NewMeter(ctx, int64(len(days)))
	err := t.eachOf(ctx, len(days), func(ctx context.Context, i int) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		indexes[i] = t.indexOn(v, days[i])
		done.Add(1)
		return nil
	})
	v.Indexes = append(v.Indexes, indexes...)
	return err
}

// followedMonths is how long an index is in use before the next one. Months farther ahead are forecast from
// the index's forecast records; see index.Ahead.
const followedMonths = 2

// ahead returns how many months the indexes must look ahead of the newest sale in rows: more where sales
// become known late.
func (t *trainer) ahead(rows []int32) int {
	return followedMonths + int(math.Round(float64(t.delay(rows))/daysPerMonth))
}

const daysPerMonth = 365.25 / 12

// delay returns the number of days within which a quarter of the sales in rows became known.
func (t *trainer) delay(rows []int32) gevel.Date {
	delays := list.Of(rows, func(row int32) float64 { return float64(t.sales.Known[row] - t.sales.Date[row]) })
	delay, _ := stats.QuantileInPlace(delays, 0.25)
	return gevel.Date(delay)
}
