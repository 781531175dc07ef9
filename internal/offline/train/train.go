// Package train fits vintages, offline: which days get a model, what each is fitted to, and what
// it learns from its errors on sales that it had not seen.
package train

import (
	"context"
	"slices"
	"sync"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/vintage"
	"golang.org/x/sync/errgroup"
)

const (
	// forwardMonths is how long before the first vintage a model is fitted, from whose errors
	// on the sales in between the first one learns.
	forwardMonths = 12
	// forwardShare is the least share of the sales that stays for fitting that model.
	forwardShare = 0.7
	// errorMonths is the age of the oldest holdout errors that a vintage learns from: more are
	// steadier, fewer follow the market and take fewer vintages.
	errorMonths = 24
	// errorHalfLife is the half-life of an error's weight, in days.
	errorHalfLife = 365.0
	// parallelFits is how many vintages are fitted at once: each takes the memory of a training.
	parallelFits = 2
)

// Options say how vintages are trained.
type Options struct {
	Seed uint64 // of the samples that trees are grown on
	// Static vintages are made for forecasts that learn nothing of the market behind
	// the vintage's date; otherwise index, comparables and own sales follow it.
	Static bool
	// Progress is called after each model, from one goroutine at a time; done only grows.
	Progress func(done, total int)
}

// Vintages fits one vintage per date, ascending, each only on sales known before its date, and
// with the errors that earlier vintages made before it; the indexes of the last follow until a
// day. Errors: gevel.Unavailable when the first date has too few sales.
func Vintages(
	ctx context.Context, s *vintage.Sales, dates []gevel.Date, until gevel.Date, o Options,
) ([]*vintage.Vintage, error) {
	t := newTrainer(s, o)
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
	t := trainer{sales: &vintage.Sales{Sales: s}}
	return len(t.sales.KnownBefore(t.calibrationDate(first))) >= MinTraining
}

// schedule says which vintages are trained.
type schedule struct {
	dates []gevel.Date // ascending
	// kernelOf returns the date of the kernel source of the vintage of a date: the vintage
	// whose kernel it uses. One that is its own source has it fitted.
	kernelOf func(gevel.Date) gevel.Date
	until    gevel.Date // the day until which the indexes of the newest follow
}

// train fits the vintages of a schedule. Each is calibrated on the errors of those before it.
func (t *trainer) train(ctx context.Context, p schedule) ([]*vintage.Vintage, error) {
	vintages, err := t.fitAll(ctx, p)
	if err != nil {
		return nil, err
	}
	var errors []holdout
	var records []vintage.Record
	for i, v := range vintages {
		oldest := v.AsOf.AddMonths(-errorMonths)
		errors = slices.DeleteFunc(errors, func(h holdout) bool { return h.day < oldest })
		until := p.until
		if i+1 < len(vintages) {
			until = vintages[i+1].AsOf
		}
		if err := t.advance(ctx, v, until); err != nil {
			return nil, err
		}
		// Valued before the vintage is calibrated on the errors of others, so that its own
		// depend on nothing but itself.
		var own []holdout
		var missed []int32
		if i+1 < len(vintages) {
			own, missed = t.holdouts(v, until)
		}
		calibrate(v, errors)
		v.Records = t.recordsSince(records, oldest)
		records = append(records, recordOf(v, own, missed, len(errors)))
		errors = append(errors, own...)
		t.progress(len(vintages)+i+1, 2*len(vintages))
	}
	return vintages, nil
}

// fitAll fits the vintages of a schedule: first the kernel sources, then the others.
func (t *trainer) fitAll(ctx context.Context, p schedule) ([]*vintage.Vintage, error) {
	fitted := make([]*vintage.Vintage, len(p.dates))
	var dates []gevel.Date // of the sources
	for _, date := range p.dates {
		dates = append(dates, p.kernelOf(date))
	}
	slices.Sort(dates)
	dates = slices.Compact(dates)
	sources := make([]*vintage.Vintage, len(dates))
	err := t.eachOf(ctx, len(dates), func(ctx context.Context, i int) (err error) {
		sources[i], err = t.fit(ctx, dates[i], nil)
		return err
	})
	if err != nil {
		return nil, err
	}
	var reporting sync.Mutex
	done := 0
	err = t.eachOf(ctx, len(p.dates), func(ctx context.Context, i int) (err error) {
		source, _ := slices.BinarySearch(dates, p.kernelOf(p.dates[i]))
		if fitted[i] = sources[source]; fitted[i].AsOf != p.dates[i] {
			fitted[i], err = t.fit(ctx, p.dates[i], &sources[source].Kriging)
		}
		reporting.Lock()
		defer reporting.Unlock()
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

// calibrationDate returns the date of the model on whose errors the first vintage is
// calibrated: a year before it, or later when that would leave too few sales to fit it on.
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
