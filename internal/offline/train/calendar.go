package train

import (
	"slices"

	"github.com/gevel/gevel"
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
	var known []gevel.Date
	for _, row := range t.sales.EvidenceBefore(gevel.Never) {
		known = append(known, t.sales.Known[row])
	}
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
	days := make([]gevel.Date, len(chain))
	for i, c := range chain {
		days[i] = c.day
	}
	return days
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
