// Package train fits vintages, offline: which days get a model, what each is fitted to, and what it learns
// from its errors on sales that it had not seen.
package train

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"slices"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/index"
	"github.com/gevel/gevel/internal/model/reconcile"
	"github.com/gevel/gevel/internal/model/spread"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/list"
)

const (
	// forwardMonths is how long before the first vintage an earlier model is fitted; the first vintage learns
	// from its errors on the sales in between.
	forwardMonths = 12
	// forwardShare is the least share of the sales that must be left for fitting that model.
	forwardShare = 0.7
	// errorMonths is the age of the oldest holdout errors used: more are steadier, fewer follow the market
	// and need fewer vintages.
	errorMonths = 24
	// errorHalfLife is the half-life of an error's weight, in days.
	errorHalfLife = 365.0
	// parallelFits is the most vintages fitted in parallel, as far as memory allows; see room.
	parallelFits = 2
)

// Options of training.
type Options struct {
	Seed uint64 // for the samples that trees are grown on
	// Static vintages are for forecasts that learn nothing of the market after the vintage's date; otherwise
	// index, comparables and own sales follow it.
	Static bool
	// Season is what is expected of the market's season before sales show it; "" is by where the sales lie.
	Season index.Season
	// Series is what others publish of the market's prices, with the days on which it was known.
	Series gevel.PriceSeries
}

// Vintages fits one vintage per date, ascending, each only on sales known before its date and on errors of
// earlier vintages made before it; the last one's indexes continue until a day. Errors: gevel.Unavailable
// when the first date has too few sales.
func Vintages(
	ctx context.Context, s *vintage.Sales, dates []gevel.Date, until gevel.Date, o Options,
) ([]*vintage.Vintage, error) {
	t := newTrainer(s, o)
	first := t.calibrationDate(dates[0])
	return t.train(ctx, schedule{
		dates:     append([]gevel.Date{first}, dates...),
		published: len(dates),
		kernelOf:  func(gevel.Date) gevel.Date { return first },
		until:     until,
	})
}

// Suffices reports whether enough sales are known before the first date of models: ChainSales always are,
// fewer if enough of them were known a year before.
func Suffices(s *market.Sales, first gevel.Date) bool {
	t := trainer{sales: &vintage.Sales{Sales: s}}
	return len(t.sales.EvidenceBefore(t.calibrationDate(first))) >= MinTraining
}

// train returns the published vintages of a schedule: those that were carried on, and the others trained. Each of these
// is calibrated on the errors of earlier ones.
func (t *trainer) train(ctx context.Context, p schedule) ([]*vintage.Vintage, error) {
	tasks := p.tasks()
	vintages, err := t.fitAll(gevel.Span(ctx, "", 0, fitShare), p.only(tasks))
	if err != nil {
		return nil, err
	}
	c := calibration{trainer: t}
	for i, v := range vintages {
		ctx := gevel.Span(ctx, v.AsOf.String(), followedFrom(i, len(vintages)), followedFrom(i+1, len(vintages)))
		f, err := t.follow(ctx, v, tasks[i])
		if err != nil {
			return nil, err
		}
		c.calibrate(f, tasks[i])
	}
	return vintages[len(vintages)-p.published:], nil
}

// fitShare is roughly the share of a training that fitting takes; the rest follows the sales that became known later.
const fitShare = 0.8

// followedFrom returns the share of the work that is done when i of n fitted vintages have been followed.
func followedFrom(i, n int) float64 { return fitShare + (1-fitShare)*float64(i)/float64(n) }

// fitAll returns the vintages of a schedule, those that are not carried on fitted: first the kernel sources, then the
// others.
func (t *trainer) fitAll(ctx context.Context, p schedule) ([]*vintage.Vintage, error) {
	vintages, kernels := make([]*vintage.Vintage, len(p.dates)), p.kernels()
	var dates []gevel.Date // of the kernel sources to fit
	for _, date := range p.dates {
		if source := p.kernelOf(date); p.carried[date] == nil && kernels[source] == nil {
			dates = append(dates, source)
		}
	}
	dates = list.InOrder(dates)
	isCarried := func(date gevel.Date) bool { return p.carried[date] != nil }
	fits := t.newFits(ctx, slices.Concat(dates, slices.DeleteFunc(slices.Clone(p.dates), isCarried)))
	sources := make([]*vintage.Vintage, len(dates))
	err := t.eachOf(ctx, len(dates), func(ctx context.Context, i int) (err error) {
		sources[i], err = fits.fit(ctx, dates[i], nil)
		return err
	})
	if err != nil {
		return nil, err
	}
	for _, v := range sources {
		kernels[v.AsOf] = &v.Kriging
	}
	err = t.eachOf(ctx, len(p.dates), func(ctx context.Context, i int) (err error) {
		date := p.dates[i]
		source, isSource := slices.BinarySearch(dates, date)
		switch {
		case isCarried(date):
			vintages[i] = p.carried[date]
		case isSource:
			vintages[i] = sources[source]
		default:
			vintages[i], err = fits.fit(ctx, date, kernels[p.kernelOf(date)])
		}
		return err
	})
	return vintages, err
}

// eachOf calls do for 0 to n-1, several in parallel.
func (t *trainer) eachOf(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(parallelFits)
	for i := range n {
		group.Go(func() error { return do(ctx, i) })
	}
	return group.Wait()
}

// calibrationDate returns the date of the model whose errors calibrate the first vintage: a year before it,
// or later if that would leave too few sales to fit it.
func (t *trainer) calibrationDate(first gevel.Date) gevel.Date {
	known := list.Of(t.sales.EvidenceBefore(first), func(row int32) gevel.Date { return t.sales.Known[row] })
	if len(known) == 0 {
		return first
	}
	slices.Sort(known)
	return max(first.AddMonths(-forwardMonths), known[int(forwardShare*float64(len(known)-1))]+1)
}

// CodeVersion is the version of the code that trains and values. It goes up when the same sources would give
// another model or another value, and only then. An edition's id depends on it and not on the program's version.
const CodeVersion = 18

// Fitted is a vintage that is not yet calibrated. It depends on the sales and its kernel source alone, so that each may
// be fitted on another machine.
type Fitted struct {
	vintage  *vintage.Vintage
	holdouts []holdout // that later vintages are calibrated on
	missed   []int32   // the rows of those without a value
}

// follow completes a vintage with the sales that became known after its date, and values its holdouts with the vintage
// as it was before it learned weights and spread, so that its errors depend on its own sales alone.
func (t *trainer) follow(ctx context.Context, v *vintage.Vintage, task Task) (*Fitted, error) {
	if err := t.advance(gevel.Span(ctx, task.String()+" indexes", 0, 0.5), v, task.Until); err != nil {
		return nil, err
	}
	f := &Fitted{vintage: v}
	if task.tested {
		bare := *v
		bare.Reconcile, bare.Spread = reconcile.Model{}, spread.Model{}
		f.holdouts, f.missed = t.holdouts(gevel.Span(ctx, task.String()+" holdouts", 0.5, 1), &bare, task.Until)
	}
	return f, nil
}

// calibration calibrates vintages in the order of their dates, each on the errors of those before it.
type calibration struct {
	*trainer
	errors     []holdout
	accuracies []vintage.Record
}

// calibrate takes the next vintage, and calibrates it if its task is to.
func (c *calibration) calibrate(f *Fitted, task Task) {
	v := f.vintage
	oldest := v.AsOf.AddMonths(-errorMonths)
	c.errors = slices.DeleteFunc(c.errors, func(h holdout) bool { return h.Day < oldest })
	if task.calibrated {
		calibrate(v, c.errors)
	}
	if task.recorded {
		c.accuracies = append(c.accuracies, accuracyOf(v, f.holdouts, f.missed))
	}
	switch {
	case !task.newest:
		v.Records = nil // nothing reads the records of a vintage that others follow
	case task.calibrated:
		v.Records = c.accuracySince(oldest)
	default: // carried on, with what those before it keep
		v.Records = append(v.Records, c.accuracySince(oldest)...)
	}
	c.errors = append(c.errors, f.holdouts...)
}

// Fitted vintages as bytes.

// fittedFile is a Fitted as it is encoded.
type fittedFile struct {
	Vintage  *vintage.Vintage
	Holdouts []holdout
	Missed   []int32
}

// Encode returns the fitted vintage as bytes, the same for the same vintage.
func (f *Fitted) Encode() ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(fittedFile{f.vintage, f.holdouts, f.missed})
	return b.Bytes(), err
}

// Decode reads what Encode wrote, and checks that it fits the plan's sales.
func (p *Plan) Decode(content []byte) (*Fitted, error) {
	var file fittedFile
	if err := gob.NewDecoder(bytes.NewReader(content)).Decode(&file); err != nil {
		return nil, err
	}
	if file.Vintage == nil {
		return nil, errors.New("it holds no vintage")
	}
	s := p.trainer.sales
	if err := file.Vintage.CheckUncalibrated(s.Sales); err != nil {
		return nil, err
	}
	for i := range file.Holdouts {
		if row := file.Holdouts[i].Row; row < 0 || int(row) >= s.Len() {
			return nil, errors.New("its holdouts belong to other sales")
		}
	}
	file.Vintage.Prepare(s)
	return &Fitted{file.Vintage, file.Holdouts, file.Missed}, nil
}
