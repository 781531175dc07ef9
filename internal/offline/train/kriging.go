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
	// trials is on how many sales the kernel is fitted at most, and trialConditioned
	// on how many others each is conditioned while fitting.
	trials           = 1000
	trialConditioned = 28
	// trialShare is the share of the sales, the latest, from which trials are taken.
	trialShare = 0.25
	// noiseConditioned is on how many others a sale's noise scale is judged.
	noiseConditioned = 16
	// trendSales is how many sales the trend is fitted to at most.
	trendSales = 100_000
)

// startKernel is where fitting sets out from; what it finds differs per market.
var startKernel = kriging.Kernel{
	Block:  kriging.Range{Variance: 0.002, Metres: 60, Months: 48},
	Near:   kriging.Range{Variance: 0.006, Metres: 1000, Months: 48},
	Like:   kriging.Range{Variance: 0.02, Metres: 4000, Months: 48},
	Unlike: 0.15,
	Noise:  0.008,
}

// fitKriging fits the approach to the sales of a training. source is the kernel source, whose
// kernels are used where both are of a kind; nil has them fitted.
func (t *trainer) fitKriging(
	ctx context.Context, v *vintage.Vintage, training hedonic.Training, source *vintage.Kriging,
) error {
	if source != nil && (source.Nonspatial != nil) != v.Hedonic.Trees.UseTime {
		source = nil // its local kernel is of the residuals of another kind of model
	}
	k, ix := &v.Kriging, v.Indexes[0].Index
	k.Scales = traits.Scales(t.sales.Sales, training.Rows, v.Floors())
	k.NoiseScales = evenNoise(t.sales.Len())
	k.Kernel = startKernel
	if source != nil {
		k.Kernel = source.Kernel
	}
	if err := t.fitTrends(ctx, v, training, source); err != nil {
		return err
	}
	v.LaySites()
	observed := kriging.Observed{Sites: k.Sites(), Residual: make([]float32, t.sales.Len()), NoiseScales: k.NoiseScales}
	for _, row := range training.Rows {
		observed.Residual[row] = float32(t.sales.LogPrice(row) - v.Level(ix, row) - float64(k.Trends[row]))
	}
	if source == nil {
		var err error
		drawn := t.trials(training.Rows, v.AsOf)
		if k.Kernel, err = kriging.Fit(ctx, observed, k.Kernel, drawn, trialConditioned); err != nil {
			return err
		}
	}
	return t.fitNoiseScales(ctx, v, observed, training.Rows)
}

// evenNoise returns noise scales of n sales of which none is judged.
func evenNoise(n int) []float32 {
	scales := make([]float32, n)
	for row := range scales {
		scales[row] = 1
	}
	return scales
}

// fitTrends fits the trend or the nonspatial model, and notes what it makes of each sale.
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
	nonspatial, learned, err := hedonic.FitNonspatial(ctx, training, v.Hedonic.Linear)
	if err != nil {
		return err
	}
	v.Kriging.Nonspatial = nonspatial
	nonspatial.EstimateSales(t.sales.Sales, v.Kriging.Trends)
	for i, row := range training.Rows {
		v.Kriging.Trends[row] = float32(learned[i])
	}
	return nil
}

// fitTrend fits the trend to the residuals of the linear model, places and all, under the
// source's kernel; nil has one fitted. Sales without a place say nothing of it and are left out,
// unless hardly any has one.
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
	trend, unseen, err := kriging.FitTrend(ctx, sites, residual, kernel)
	if err != nil {
		return err
	}
	v.Kriging.Trend = trend
	t.setTrends(v)
	for k := range sites {
		v.Kriging.Trends[training.Rows[learned(k)]] = float32(linear[k] + unseen[k])
	}
	return nil
}

// setTrends notes the trend of each sale's home.
func (t *trainer) setTrends(v *vintage.Vintage) {
	parallel.Rows(t.sales.Len(), func(from, to int) {
		var h market.Home
		var site kriging.Site
		for row := from; row < to; row++ {
			h = t.sales.Home(row, h.Extra)
			v.SetSite(&site, &h, 0)
			v.Kriging.Trends[row] = float32(v.TrendOf(&h, &site))
		}
	})
}

// located returns which of the sales in rows have a place, as indices; all where fewer than
// MinTraining have.
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

// trials draws sales to fit the kernel on, each with the sales near it that were
// known when it was made.
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

// fitNoiseScales judges each sale by those around it.
func (t *trainer) fitNoiseScales(ctx context.Context, v *vintage.Vintage, observed kriging.Observed, rows []int32) error {
	scales := make([]float32, len(rows))
	parallel.Workers(parallel.Threads(), len(rows), func(pieces iter.Seq[int]) {
		w := valuation.NewWorkspace(t.sales)
		solver := kriging.NewSolver(observed.Sites, &v.Kriging.Kernel, noiseConditioned)
		for i := range pieces {
			if ctx.Err() != nil {
				return
			}
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
