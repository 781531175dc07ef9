package valuer

import (
	"context"
	"slices"
	"sync"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"golang.org/x/sync/errgroup"
)

const (
	// forwardMonths is how far before the first vintage a model is fitted to learn
	// from its errors on what came after.
	forwardMonths = 12
	// forwardShare bounds that: at least this share of the sales stays for learning.
	forwardShare = 0.7
	// errorMonths is for how long forward errors teach later vintages their spread:
	// more is steadier, fewer follow the market and take fewer vintages.
	errorMonths = 24
	// errorHalf is in how many days an error comes to count half.
	errorHalf = 365.0
	// parallelFits is how many vintages are fitted at once: each takes the memory of a training.
	parallelFits = 2
)

// TrainOptions say how vintages are trained.
type TrainOptions struct {
	Seed uint64 // of the samples that trees learn from
	// Static vintages are made for forecasts that learn nothing of the market behind
	// the vintage's date; otherwise index, comparables and own sales follow it.
	Static bool
	// Progress is told of each model, from one goroutine at a time; done only grows.
	Progress func(done, total int)
}

// trainFollowed fits one vintage per date, ascending, each only on sales known before its
// date, and with the errors that earlier vintages made before it; the indexes of the last
// follow until a day. Errors: gevel.Unavailable when the first date has too few sales.
func (t *trainer) trainFollowed(ctx context.Context, dates []gevel.Date, until gevel.Date) ([]*Vintage, error) {
	first := t.calibrationDate(dates[0])
	vintages, err := t.train(ctx, schedule{
		dates:    append([]gevel.Date{first}, dates...),
		kernelOf: func(gevel.Date) gevel.Date { return first },
		until:    until,
	})
	if err != nil {
		return nil, err
	}
	return vintages[1:], nil
}

// Suffices reports whether the sales known before the first date of models are enough:
// ChainSales always are, fewer when enough of them were known a year before.
func Suffices(s *market.Sales, first gevel.Date) bool {
	t := trainer{ground: &ground{sales: s}}
	return len(t.sales.KnownBefore(t.calibrationDate(first))) >= MinTraining
}

// schedule says which vintages are trained.
type schedule struct {
	dates []gevel.Date // ascending
	// kernelOf returns the date of the vintage whose kernel that of a date takes; one
	// that takes its own has it fitted.
	kernelOf func(gevel.Date) gevel.Date
	until    gevel.Date // the day until which the indexes of the newest follow
}

// train fits the vintages of a schedule. Each learns its spread from the errors of
// those before it.
func (t *trainer) train(ctx context.Context, p schedule) ([]*Vintage, error) {
	vintages, err := t.fitAll(ctx, p)
	if err != nil {
		return nil, err
	}
	var errors []outcome
	for i, v := range vintages {
		oldest := v.AsOf.AddMonths(-errorMonths)
		errors = slices.DeleteFunc(errors, func(o outcome) bool { return o.day < oldest })
		until := p.until
		if i+1 < len(vintages) {
			until = vintages[i+1].AsOf
		}
		if err := t.advance(ctx, v, until); err != nil {
			return nil, err
		}
		// Made before the vintage learns from the errors of others, so that its own
		// depend on nothing but itself.
		var own []outcome
		if i+1 < len(vintages) {
			own = t.outcomes(v, until)
		}
		v.calibrate(errors)
		errors = append(errors, own...)
		t.progress(len(vintages)+i+1, 2*len(vintages))
	}
	return vintages, nil
}

// fitAll fits the vintages of a schedule: first those whose kernel others take, and
// then these, together.
func (t *trainer) fitAll(ctx context.Context, p schedule) ([]*Vintage, error) {
	fitted := make([]*Vintage, len(p.dates))
	var owners []gevel.Date
	for _, date := range p.dates {
		owners = append(owners, p.kernelOf(date))
	}
	slices.Sort(owners)
	owners = slices.Compact(owners)
	givers := make([]*Vintage, len(owners))
	err := t.eachOf(ctx, len(owners), func(ctx context.Context, i int) (err error) {
		givers[i], err = t.fit(ctx, owners[i], nil)
		return err
	})
	if err != nil {
		return nil, err
	}
	var told sync.Mutex
	done := 0
	err = t.eachOf(ctx, len(p.dates), func(ctx context.Context, i int) (err error) {
		giver, _ := slices.BinarySearch(owners, p.kernelOf(p.dates[i]))
		if fitted[i] = givers[giver]; fitted[i].AsOf != p.dates[i] {
			fitted[i], err = t.fit(ctx, p.dates[i], &givers[giver].Likeness)
		}
		told.Lock()
		defer told.Unlock()
		done++
		t.progress(done, 2*len(p.dates))
		return err
	})
	return fitted, err
}

// eachOf does n things, some at once.
func (t *trainer) eachOf(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallelFits)
	for i := range n {
		group.Go(func() error { return do(ctx, i) })
	}
	return group.Wait()
}

// calibrationDate returns the date of the model whose errors teach the first
// vintage its spread: a year before it, or later when that would leave too few
// sales to learn from.
func (t *trainer) calibrationDate(first gevel.Date) gevel.Date {
	var known []gevel.Date
	for _, row := range t.sales.KnownBefore(first) {
		known = append(known, t.sales.Known[row])
	}
	if len(known) == 0 {
		return first
	}
	slices.Sort(known)
	return max(first.AddMonths(-forwardMonths), known[int(forwardShare*float64(len(known)-1))]+1)
}
