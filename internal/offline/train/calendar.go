package train

import (
	"context"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/model/vintage"
	"github.com/gevel/gevel/internal/num/list"
)

// Calendar determines the models of an edition: one dated on the first day of the first month before which enough
// sales are known, and one on each later 1 January of a year in which a sale became known. So a model's existence
// and content depend only on the sales known before its day: later sales add models and change none.
type Calendar struct {
	Today gevel.Date // no model is dated later
	// AsOf, unless gevel.NoDate, is the day of the newest model. The others are dated before it, and no model
	// learns from sales known from then on.
	AsOf  gevel.Date
	Years int // most models beside the newest
	// From is a day that can be valued, however many models that takes.
	From gevel.Opt[gevel.Date]
}

// schedule returns the vintages to train for a calendar, and the calendar's days.
func (t *trainer) schedule(c Calendar) (p schedule, chain []chained) {
	known := list.Of(t.sales.EvidenceBefore(gevel.Never), func(row int32) gevel.Date { return t.sales.Known[row] })
	slices.Sort(known)
	chain = chainOf(known, c)
	oldest := c.oldest(daysOf(chain))
	p = schedule{
		dates:     t.calibrated(chain, oldest),
		published: len(chain) - oldest,
		kernelOf:  func(day gevel.Date) gevel.Date { return kernelDate(chain, day) },
		until:     c.AsOf,
		served:    true,
	}
	if c.AsOf == gevel.NoDate && len(known) > 0 { // the day by which all sales and figures are in an index
		p.until = known[len(known)-1] + daysBetweenIndexes
		if n := len(t.series); n > 0 {
			p.until = max(p.until, t.series[n-1].Known+daysBetweenIndexes)
		}
	}
	return p, chain
}

// oldest returns the place of the oldest model to keep among models of these days.
func (c Calendar) oldest(days []gevel.Date) int {
	oldest := max(len(days)-c.Years-1, 0)
	if !c.From.Known {
		return oldest
	}
	after, _ := slices.BinarySearch(days, c.From.V+1)
	return min(oldest, max(after-1, 0))
}

// AfterNewYear returns the day on which a model follows an edition's models at the earliest, and the first day that
// can be valued once it is there.
func (c Calendar) AfterNewYear(models []gevel.Date) (day, from gevel.Date) {
	day = gevel.NewDate(max(c.Today, models[len(models)-1]).Year()+1, 1, 1)
	next := append(slices.Clone(models), day)
	return day, next[c.oldest(next)]
}

// chained is a day of a calendar and the number of sales known before it.
type chained struct {
	day   gevel.Date
	known int
}

// daysOf returns the days of a chain.
func daysOf(chain []chained) []gevel.Date {
	return list.Of(chain, func(c chained) gevel.Date { return c.day })
}

// ChainSales is how many sales a model needs together with the earlier model whose errors calibrate it.
const ChainSales = 1 + MinTraining*100/int(100*forwardShare)

// chainOf returns all days on which a calendar dates models, ascending and not empty. known are the sales'
// known dates, ascending.
func chainOf(known []gevel.Date, c Calendar) []chained {
	before := func(day gevel.Date) int { i, _ := slices.BinarySearch(known, day); return i }
	last := c.Today
	if c.AsOf != gevel.NoDate {
		last = c.AsOf - 1
	}
	var chain []chained
	if len(known) >= ChainSales {
		news := 0
		for day := (known[ChainSales-1].Month() + 1).First(); day <= last; day = gevel.NewDate(day.Year()+1, 1, 1) {
			if n := before(day); n > news {
				chain, news = append(chain, chained{day, n}), n
			}
		}
	}
	switch {
	case c.AsOf != gevel.NoDate:
		chain = append(chain, chained{c.AsOf, before(c.AsOf)})
	case len(chain) == 0: // too few sales; fitting will report it
		chain = append(chain, chained{c.Today, before(c.Today)})
	}
	return chain
}

// calibrated returns the days of a chain from the oldest published one on, and before them the days of the
// models whose errors calibrate that one.
func (t *trainer) calibrated(chain []chained, oldest int) []gevel.Date {
	days := daysOf(chain)
	first := firstCalibrating(days, oldest)
	if days[first] > days[oldest].AddMonths(-errorMonths) {
		return append([]gevel.Date{t.calibrationDate(days[first])}, days[first:]...)
	}
	return days[first:]
}

// kernelSales is how many sales suffice to fit a kernel: with more it takes no more trials.
const kernelSales = int(trials / trialShare)

// kernelDate returns the day of the kernel source for a day's model in a chain: the first day that knows
// kernelSales or, for days that know fewer, half as many, and so on.
func kernelDate(chain []chained, day gevel.Date) gevel.Date {
	at := slices.IndexFunc(chain, func(c chained) bool { return c.day == day })
	if at < 0 { // before the chain
		return day
	}
	size := kernelSales
	for size > chain[at].known {
		size /= 2
	}
	return chain[slices.IndexFunc(chain, func(c chained) bool { return c.known >= size })].day
}

// Which vintages a training needs, and what each of them is needed for.

// schedule lists the vintages to train.
type schedule struct {
	dates     []gevel.Date // ascending
	published int          // how many, the last ones, are wanted; those before them are there to calibrate these
	// kernelOf returns the date of the kernel source of a date's vintage, the vintage whose kernel it uses. A
	// vintage that is its own source fits its kernel.
	kernelOf func(gevel.Date) gevel.Date
	until    gevel.Date // the end of the newest vintage's indexes
	served   bool       // the newest vintage stores its errors on sales known since its date
	// carried are the vintages that need no fit, by date. Published ones of them are calibrated, too.
	carried map[gevel.Date]*vintage.Vintage
}

// Task is the fitting of one vintage, and what it is needed for.
type Task struct {
	Date   gevel.Date // of the vintage
	Kernel gevel.Date // of its kernel source; the vintage itself fits its kernel
	Until  gevel.Date // the end of its indexes; NoDate if it is for its kernel alone

	needed     bool // published, or others learn from it
	calibrated bool // it is to learn its weights and spread
	tested     bool // others learn from its errors, or the newest one stores them
	recorded   bool // the newest one stores its errors
	newest     bool
}

// String names the vintage.
func (t Task) String() string { return t.Date.String() }

// FitsKernel reports whether the vintage fits its own kernel, for others too.
func (t Task) FitsKernel() bool { return t.Kernel == t.Date }

// tasks returns the tasks of the dates that are needed.
func (p *schedule) tasks() []Task {
	tasks, newest := make([]Task, len(p.dates)), len(p.dates)-1
	for i, date := range p.dates {
		tasks[i] = Task{Date: date, Kernel: p.kernelOf(date), Until: p.until, needed: p.isPublished(i), newest: i == newest}
		if i < newest {
			tasks[i].Until = p.dates[i+1]
		}
	}
	learn := func(i int) {
		tasks[i].calibrated = true
		for j := p.firstCalibrating(i); j < i; j++ {
			tasks[j].needed, tasks[j].tested = true, true
		}
	}
	isCarried := func(i int) bool { return p.isPublished(i) && p.carried[p.dates[i]] != nil }
	for i := range p.dates {
		if p.isPublished(i) && !isCarried(i) {
			learn(i)
		}
	}
	tasks[newest].tested, tasks[newest].recorded = p.served, p.served
	if tasks[newest].calibrated {
		for i := p.firstCalibrating(newest); i < newest; i++ {
			if tasks[i].recorded = true; !isCarried(i) {
				learn(i)
			}
		}
	}
	return slices.DeleteFunc(tasks, func(t Task) bool { return !t.needed })
}

// isPublished reports whether the vintage in a place is wanted for itself.
func (p *schedule) isPublished(i int) bool { return i >= len(p.dates)-p.published }

// firstCalibrating returns the place of the first vintage whose errors calibrate the one in a place.
func (p *schedule) firstCalibrating(i int) int { return firstCalibrating(p.dates, i) }

// firstCalibrating returns the place of the first of these days whose model errs on sales of the errorMonths before
// the day in a place.
func firstCalibrating(days []gevel.Date, i int) int {
	from := days[i].AddMonths(-errorMonths)
	for i > 0 && days[i] > from {
		i--
	}
	return i
}

// only returns the schedule of the dates of tasks.
func (p schedule) only(tasks []Task) schedule {
	p.dates = make([]gevel.Date, len(tasks))
	for i := range tasks {
		p.dates[i] = tasks[i].Date
	}
	return p
}

// kernels returns the kernels of the vintages that are carried on, by the date of their source.
func (p *schedule) kernels() map[gevel.Date]*vintage.Kriging {
	kernels := map[gevel.Date]*vintage.Kriging{}
	for _, v := range p.carried {
		kernels[v.Kriging.KernelFrom] = &v.Kriging
	}
	return kernels
}

// Origins fits one vintage per date, ascending, for forecasts by models that are not retrained: each knows
// only sales known before its date, and is calibrated on the errors, until then, of a model a year older.
// Models of the same day are fitted once, and all share the first one as kernel source. Errors:
// gevel.Unavailable when the first date has too few sales.
func Origins(ctx context.Context, s *vintage.Sales, dates []gevel.Date, o Options) ([]*vintage.Vintage, error) {
	o.Static = true
	t := newTrainer(s, o)
	days := slices.Clone(dates)
	for _, day := range dates {
		days = append(days, t.calibrationDate(day))
	}
	days = list.InOrder(days)
	fitted, err := t.fitAll(gevel.Span(ctx, "", 0, fitShare),
		schedule{dates: days, kernelOf: func(gevel.Date) gevel.Date { return days[0] }})
	if err != nil {
		return nil, err
	}
	of := func(day gevel.Date) *vintage.Vintage { i, _ := slices.BinarySearch(days, day); return fitted[i] }
	// All errors first: a vintage's must not depend on its own calibration.
	errors := make([][]holdout, len(dates))
	for i, day := range dates {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		errors[i], _ = t.holdouts(ctx, of(t.calibrationDate(day)), day)
	}
	vintages := make([]*vintage.Vintage, len(dates))
	for i, day := range dates {
		vintages[i] = of(day)
		calibrate(vintages[i], errors[i])
	}
	return vintages, nil
}
