package valuer

import (
	"context"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/edition"
)

const (
	// forwardMonths is how far before the first vintage a model is fitted to learn
	// from its errors on what came after.
	forwardMonths = 12
	// forwardShare bounds that: at least this share of the sales stays for learning.
	forwardShare = 0.7
	// errorMonths is for how long forward errors teach later vintages their spread:
	// more is steadier, fewer follow the market.
	errorMonths = 36
	// parallelFits is how many vintages are fitted at once.
	parallelFits = 2
)

// TrainOptions say how vintages are trained.
type TrainOptions struct {
	Seed uint64
	// Frozen vintages are made for forecasts that learn nothing of the market behind
	// the vintage's date; otherwise index, comparables and own sales follow it.
	Frozen   bool
	Progress func(done, total int)
}

// Train fits one vintage per date, ascending, each only on sales known before its
// date, and with the errors that earlier vintages made before it. Progress is told
// after each step. Errors: gevel.Unavailable when the first date has too few sales.
func Train(ctx context.Context, s *edition.Sales, dates []gevel.Date, o TrainOptions) ([]*Vintage, error) {
	t := newTrainer(s, o)
	dates = append([]gevel.Date{t.calibrationDate(dates[0])}, dates...)
	vintages, err := t.fitAll(ctx, dates, o.Progress)
	if err != nil {
		return nil, err
	}
	var errors []outcome
	for i, v := range vintages[1:] {
		before := vintages[i]
		if err := t.advance(ctx, before, v.AsOf); err != nil {
			return nil, err
		}
		errors = append(errors, t.outcomes(before, v.AsOf)...)
		oldest := v.AsOf.AddMonths(-errorMonths)
		errors = slices.DeleteFunc(errors, func(o outcome) bool { return o.day < oldest })
		v.calibrate(errors)
		o.Progress(len(vintages)+i+1, 2*len(vintages)-1)
	}
	return vintages[1:], nil
}

// fitAll fits a vintage per date: the first alone, since the others set out from
// the kernel that it found, and those together.
func (t *trainer) fitAll(ctx context.Context, dates []gevel.Date, progress func(done, total int)) ([]*Vintage, error) {
	vintages := make([]*Vintage, len(dates))
	steps := 2*len(dates) - 1
	var err error
	if vintages[0], err = t.fit(ctx, dates[0], nil); err != nil {
		return nil, err
	}
	progress(1, steps)
	var done atomic.Int64
	done.Store(1)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallelFits)
	for i, date := range dates[1:] {
		group.Go(func() (err error) {
			vintages[i+1], err = t.fit(ctx, date, &vintages[0].Kernel)
			progress(int(done.Add(1)), steps)
			return err
		})
	}
	return vintages, group.Wait()
}

// calibrationDate returns the date of the model whose errors teach the first
// vintage its spread: a year before it, or later when that would leave too few
// sales to learn from.
func (t *trainer) calibrationDate(first gevel.Date) gevel.Date {
	var known []gevel.Date
	for _, row := range t.knownBefore(first) {
		known = append(known, t.sales.Known[row])
	}
	if len(known) == 0 {
		return first
	}
	slices.Sort(known)
	return max(first.AddMonths(-forwardMonths), known[int(forwardShare*float64(len(known)-1))]+1)
}

// VintageDates returns the dates of the vintages of an edition: asOf and the same
// day of up to years years back, as far as there are sales enough to learn from,
// ascending.
func VintageDates(s *edition.Sales, asOf gevel.Date, years int) []gevel.Date {
	t := newTrainer(s, TrainOptions{})
	dates := []gevel.Date{asOf}
	for year := 1; year <= years; year++ {
		date := asOf.AddMonths(-12 * year)
		if float64(len(t.knownBefore(date)))*forwardShare < MinTraining {
			break
		}
		dates = append(dates, date)
	}
	slices.Reverse(dates)
	return dates
}
