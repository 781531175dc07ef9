package valuer

import (
	"context"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/hedonic"
	"github.com/gevel/gevel/internal/kriging"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/parallel"
)

// Likeness is the kriging approach: a model that knows no neighbours, and on top of it what
// that model left over at like homes nearby. Fields are exported for encoding only.
type Likeness struct {
	// Broad tells what a home is worth besides what the linear model makes of its
	// characteristics. Where the day is a column of the hedonic model's trees there is none,
	// and Placeless estimates homes instead.
	Broad     *kriging.Broad
	Placeless *hedonic.Placeless
	Kernel    kriging.Kernel
	Scales    []Scale // of the traits
	// Bare is what the one or the other makes of each sale's home, log euros less the index,
	// without that sale's own price, and Odd the noise of each sale; both by row of the
	// sales.
	Bare []float32
	Odd  []float32

	sites *kriging.Sites // made when the vintage is trained or read
}

const (
	// conditioned is on how many sales a home's residual is conditioned; twice as
	// many change the error of the value by a thousandth of itself.
	conditioned = 32
	// trials is on how many sales the kernel is fitted at most, and trialConditioned
	// on how many others each is conditioned while fitting.
	trials           = 1000
	trialConditioned = 28
	// trialShare is the share of the sales, the latest, from which trials are taken.
	trialShare = 0.25
	// oddConditioned is on how many others a sale's oddness is judged.
	oddConditioned = 16
	// broadSales is how many sales the broad model learns from at most.
	broadSales = 100_000
)

// startKernel is where fitting sets out from; what it finds differs per market.
var startKernel = kriging.Kernel{
	Block:  kriging.Range{Variance: 0.002, Metres: 60, Months: 48},
	Near:   kriging.Range{Variance: 0.006, Metres: 1000, Months: 48},
	Like:   kriging.Range{Variance: 0.02, Metres: 4000, Months: 48},
	Unlike: 0.15,
	Noise:  0.008,
}

// fitLikeness learns the approach from the sales of a training. giver is that of an earlier
// vintage, whose kernels it takes where both are of a kind; nil has them fitted.
func (t *trainer) fitLikeness(ctx context.Context, v *Vintage, training hedonic.Training, giver *Likeness) error {
	if giver != nil && (giver.Placeless != nil) != v.Hedonic.Trees.UseTime {
		giver = nil // its local kernel is of what another kind of model leaves over
	}
	l, ix := &v.Likeness, v.Indexes[0].Index
	v.sales = t.sales
	l.Scales = t.scales(training.Rows, v.Hedonic.Linear.Design)
	l.Odd = make([]float32, t.sales.Len())
	for row := range l.Odd {
		l.Odd[row] = 1
	}
	l.Kernel = startKernel
	if giver != nil {
		l.Kernel = giver.Kernel
	}
	if err := t.fitBare(ctx, v, training, giver); err != nil {
		return err
	}
	v.laySites(t.ground)
	observed := kriging.Observed{Sites: l.sites, Residual: make([]float32, t.sales.Len()), Odd: l.Odd}
	for _, row := range training.Rows {
		observed.Residual[row] = float32(t.logPrice(row) - t.level(v, ix, row) - float64(l.Bare[row]))
	}
	if giver == nil {
		var err error
		drawn := t.trials(training.Rows, v.AsOf)
		if l.Kernel, err = kriging.Fit(ctx, observed, l.Kernel, drawn, trialConditioned); err != nil {
			return err
		}
	}
	return t.fitOddness(ctx, v, observed, training.Rows)
}

// fitBare learns the model that knows no neighbours, and notes its estimates.
func (t *trainer) fitBare(ctx context.Context, v *Vintage, training hedonic.Training, giver *Likeness) error {
	v.Bare = make([]float32, t.sales.Len())
	if v.Hedonic.Trees.UseTime {
		return t.fitPlaceless(ctx, v, training)
	}
	return t.fitBroad(ctx, v, training, giver)
}

// fitPlaceless learns the placeless model.
func (t *trainer) fitPlaceless(ctx context.Context, v *Vintage, training hedonic.Training) error {
	placeless, learned, err := hedonic.FitPlaceless(ctx, training, v.Hedonic.Linear)
	if err != nil {
		return err
	}
	v.Placeless = placeless
	placeless.EstimateSales(t.sales, v.Bare)
	for i, row := range training.Rows {
		v.Bare[row] = float32(learned[i])
	}
	return nil
}

// fitBroad learns the broad model from what the linear model leaves over, places and all,
// under the giver's kernel; nil has one fitted. Sales without a place tell nothing of it and
// are left out, unless hardly any has one.
func (t *trainer) fitBroad(ctx context.Context, v *Vintage, training hedonic.Training, giver *Likeness) error {
	var kernel *kriging.BroadKernel
	if giver != nil {
		kernel = &giver.Broad.Kernel
	}
	located := t.located(training.Rows)
	n := min(len(located), broadSales)
	learned := func(k int) int { return located[k*len(located)/n] } // evenly spread
	sites, residual, linear := make([]kriging.Site, n), make([]float64, n), make([]float64, n)
	var h market.Home
	for k := range sites {
		i := learned(k)
		h = t.sales.Home(int(training.Rows[i]), h.Extra)
		v.place(&h, 0, &sites[k])
		linear[k] = v.Hedonic.Linear.Characteristics(&h)
		residual[k] = training.Target[i] - linear[k]
	}
	var unseen []float64
	var err error
	if v.Broad, unseen, err = kriging.FitBroad(ctx, sites, residual, kernel); err != nil {
		return err
	}
	parallel.Rows(t.sales.Len(), func(from, to int) {
		var h market.Home
		var site kriging.Site
		for row := from; row < to; row++ {
			h = t.sales.Home(row, h.Extra)
			v.place(&h, 0, &site)
			v.Bare[row] = float32(v.bare(&h, &site))
		}
	})
	for k := range sites {
		v.Bare[training.Rows[learned(k)]] = float32(linear[k] + unseen[k])
	}
	return nil
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

// bare returns what a home at its site is worth without what its neighbours made, log euros
// less the index.
func (v *Vintage) bare(h *market.Home, site *kriging.Site) float64 {
	if v.Broad == nil {
		return v.Placeless.Estimate(h)
	}
	return v.Hedonic.Linear.Characteristics(h) + v.Broad.Estimate(site)
}

// trials draws sales to fit the kernel on, each with the sales near it that were
// known when it was made.
func (t *trainer) trials(rows []int32, asOf gevel.Date) []kriging.Trial {
	late := slices.Clone(rows)
	slices.SortStableFunc(late, func(a, b int32) int { return int(t.sales.Date[a] - t.sales.Date[b]) })
	late = late[int((1-trialShare)*float64(len(late))):]
	rng := rand.New(rand.NewPCG(uint64(asOf), uint64(len(rows))))
	rng.Shuffle(len(late), func(i, j int) { late[i], late[j] = late[j], late[i] })
	d := newDesk(t.ground)
	var drawn []kriging.Trial
	for _, row := range late[:min(trials, len(late))] {
		drawn = append(drawn, kriging.Trial{Site: row, Candidates: d.rowsNear(row, t.sales.Date[row])})
	}
	return drawn
}

// rowsNear returns the sales near a sale that were known before a day.
func (d *desk) rowsNear(row int32, known gevel.Date) []int32 {
	s := d.sales
	h := market.Home{Place: s.Place[row], Dwelling: s.Dwelling[row]}
	h.BuildType = s.BuildType(int(row))
	var rows []int32
	for _, n := range d.near(question{home: &h, known: known}) {
		if n.Item != row {
			rows = append(rows, n.Item)
		}
	}
	return rows
}

// fitOddness judges each sale by those around it.
func (t *trainer) fitOddness(ctx context.Context, v *Vintage, observed kriging.Observed, rows []int32) error {
	odd := make([]float32, len(rows))
	parallel.Workers(parallel.Threads(), len(rows), func(pieces iter.Seq[int]) {
		d := newDesk(t.ground)
		solver := kriging.NewSolver(observed.Sites, &v.Likeness.Kernel, oddConditioned)
		for i := range pieces {
			if ctx.Err() != nil {
				return
			}
			odd[i] = observed.Oddness(solver, kriging.Trial{Site: rows[i], Candidates: d.rowsNear(rows[i], v.AsOf)})
		}
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	for i, row := range rows {
		v.Likeness.Odd[row] = odd[i]
	}
	return nil
}
