package train

// Fitting of the kriging approach.

import (
	"context"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/hedonic"
	"github.com/gevel/gevel/internal/model/kriging"
	"github.com/gevel/gevel/internal/model/traits"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/parallel"
	"github.com/gevel/gevel/internal/value/valuation"
)

const (
	// trials is the most sales on which the kernel is fitted, and trialConditioned the number of others that
	// condition each.
	trials           = 1000
	trialConditioned = 28
	// trialShare is the share of the sales, the latest, that trials are drawn from.
	trialShare = 0.25
	// noiseConditioned is the number of others that determine a sale's noise scale.
	noiseConditioned = 16
	// trendSales is the most sales that the trend is fitted to.
	trendSales = 100_000
)

// startKernel is the start of fitting; the result differs per market.
var startKernel = kriging.Kernel{
	Block:  kriging.Range{Variance: 0.002, Metres: 60, Months: 48},
	Near:   kriging.Range{Variance: 0.006, Metres: 1000, Months: 48},
	Like:   kriging.Range{Variance: 0.02, Metres: 4000, Months: 48},
	Unlike: 0.15,
	Noise:  0.008,
}

// fitKriging fits the approach to the training sales. source is the kernel source, whose kernels are used if
// both are of the same kind; nil means that kernels are fitted.
func (t *trainer) fitKriging(
	ctx context.Context, v *vintage.Vintage, training hedonic.Training, source *vintage.Kriging,
) error {
	if source != nil && (source.Nonspatial != nil) != v.Hedonic.Trees.UseTime {
		source = nil // its local kernel is for residuals of another kind of model
	}
	k, ix := &v.Kriging, v.Indexes[0].Index
	k.Scales = traits.Scales(t.sales.Sales, training.Rows, v.Floors())
	k.NoiseScales = evenNoise(t.sales.Len())
	k.Kernel, k.KernelFrom = startKernel, v.AsOf
	if source != nil {
		k.Kernel, k.KernelFrom = source.Kernel, source.KernelFrom
	}
	if err := t.fitTrends(gevel.Span(ctx, "", 0, 0.6), v, training, source); err != nil {
		return err
	}
	v.LaySites()
	observed := kriging.Observed{Source: v.Sites(), Residual: make([]float32, t.sales.Len()), NoiseScales: k.NoiseScales}
	for _, row := range training.Rows {
		observed.Residual[row] = float32(t.sales.LogPrice(row) - v.Level(ix, row) - float64(k.Trends[row]))
	}
	if source == nil {
		var err error
		drawn := t.trials(training.Rows, v.AsOf)
		if k.Kernel, err = kriging.Fit(gevel.Span(ctx, "kriging", 0.6, 0.8), observed, k.Kernel, drawn,
			trialConditioned); err != nil {
			return err
		}
	}
	return t.fitNoiseScales(gevel.Span(ctx, "noise", 0.8, 1), v, observed, training.Rows)
}

// evenNoise returns equal noise scales for n sales.
func evenNoise(n int) []float32 { return slices.Repeat([]float32{1}, n) }

// fitTrends fits the trend or the nonspatial model, and stores its estimate for each sale.
func (t *trainer) fitTrends(
	ctx context.Context, v *vintage.Vintage, training hedonic.Training, source *vintage.Kriging,
) error {
	v.Kriging.Trends = make([]float32, t.sales.Len())
	if v.Hedonic.Trees.UseTime {
		return t.fitNonspatial(ctx, v, training)
	}
	return t.fitTrend(ctx, v, training, source)
}

// fitNonspatial fits the nonspatial model.
func (t *trainer) fitNonspatial(ctx context.Context, v *vintage.Vintage, training hedonic.Training) error {
	nonspatial, learned, err := hedonic.FitNonspatial(gevel.Span(ctx, "", 0, 0.9), training, v.Hedonic.Linear)
	if err != nil {
		return err
	}
	v.Kriging.Nonspatial = nonspatial
	nonspatial.EstimateSales(gevel.Span(ctx, "", 0.9, 1), t.sales.Sales, v.Kriging.Trends)
	for i, row := range training.Rows {
		v.Kriging.Trends[row] = float32(learned[i])
	}
	return nil
}

// fitTrend fits the trend to the residuals of the linear model, including location effects, with the source's
// kernel; nil means that the kernel is fitted. Sales without a position are left out unless hardly any has one.
func (t *trainer) fitTrend(
	ctx context.Context, v *vintage.Vintage, training hedonic.Training, source *vintage.Kriging,
) error {
	var kernel *kriging.TrendKernel
	if source != nil {
		kernel = &source.Trend.Kernel
	}
	located := t.located(training.Rows)
	n := min(len(located), trendSales)
	learned := func(k int) int { return located[k*len(located)/n] } // evenly spread
	sites, residual, linear := make([]kriging.Site, n), make([]float64, n), make([]float64, n)
	var h market.Home
	for k := range sites {
		i := learned(k)
		h = t.sales.Home(int(training.Rows[i]), h.Extra)
		v.SetSite(&sites[k], &h, 0)
		linear[k] = v.Hedonic.Linear.Characteristics(&h)
		residual[k] = training.Target[i] - linear[k]
	}
	trend, unseen, err := kriging.FitTrend(gevel.Span(ctx, "", 0, 0.9), sites, residual, kernel)
	if err != nil {
		return err
	}
	v.Kriging.Trend = trend
	t.setTrends(gevel.Span(ctx, "trends", 0.9, 1), v)
	for k := range sites {
		v.Kriging.Trends[training.Rows[learned(k)]] = float32(linear[k] + unseen[k])
	}
	return nil
}

// setTrends stores the trend of each sale's home.
func (t *trainer) setTrends(ctx context.Context, v *vintage.Vintage) {
	done := gevel.NewMeter(ctx, int64(t.sales.Len()))
	parallel.Rows(t.sales.Len(), func(from, to int) {
		defer func() { done.Add(int64(to - from)) }()
		var h market.Home
		var site kriging.Site
		for row := from; row < to; row++ {
			h = t.sales.Home(row, h.Extra)
			v.SetSite(&site, &h, 0)
			v.Kriging.Trends[row] = float32(v.TrendOf(&h, &site))
		}
	})
}

// located returns the indexes in rows of the sales with a position; all where fewer than MinTraining have one.
func (t *trainer) located(rows []int32) []int {
	var located, all []int
	for i, row := range rows {
		if all = append(all, i); t.sales.Place[row].Known() {
			located = append(located, i)
		}
	}
	if len(located) < MinTraining {
		return all
	}
	return located
}

// trials draws sales for fitting the kernel, each with the nearby sales known at its time.
func (t *trainer) trials(rows []int32, asOf gevel.Date) []kriging.Trial {
	late := slices.Clone(rows)
	slices.SortStableFunc(late, func(a, b int32) int { return int(t.sales.Date[a] - t.sales.Date[b]) })
	late = late[int((1-trialShare)*float64(len(late))):]
	rng := rand.New(rand.NewPCG(uint64(asOf), uint64(len(rows))))
	rng.Shuffle(len(late), func(i, j int) { late[i], late[j] = late[j], late[i] })
	w := valuation.NewWorkspace(t.sales)
	var drawn []kriging.Trial
	for _, row := range late[:min(trials, len(late))] {
		drawn = append(drawn, kriging.Trial{Site: row, Candidates: w.RowsNear(row, t.sales.Date[row])})
	}
	return drawn
}

// fitNoiseScales determines each sale's noise scale from its neighbours.
func (t *trainer) fitNoiseScales(ctx context.Context, v *vintage.Vintage, observed kriging.Observed, rows []int32) error {
	scales := make([]float32, len(rows))
	done := gevel.NewMeter(ctx, int64(len(rows)))
	parallel.Workers(parallel.Threads(), len(rows), func(pieces iter.Seq[int]) {
		w := valuation.NewWorkspace(t.sales)
		solver := kriging.NewSolver(observed.Source, &v.Kriging.Kernel, noiseConditioned)
		for i := range pieces {
			if ctx.Err() != nil {
				return
			}
			done.Add(1)
			scales[i] = observed.NoiseScale(solver, kriging.Trial{Site: rows[i], Candidates: w.RowsNear(rows[i], v.AsOf)})
		}
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	for i, row := range rows {
		v.Kriging.NoiseScales[row] = scales[i]
	}
	return nil
}
