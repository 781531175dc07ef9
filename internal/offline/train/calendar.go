package train

import (
	"context"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/market"
	"github.com/gevel/gevel/internal/model/vintage"
)

// Calendar says which models an edition gets: one dated on the first day of the first
// month before which sales enough are known, and one on each 1 January after it of a
// year in which a sale became known. So whether there is a model of a day, and what it
// is like, follows from the sales known before that day alone: later ones add models
// and change none.
type Calendar struct {
	Today gevel.Date // no model is dated later
	// AsOf, unless gevel.NoDate, is the day of the newest model, whatever day that is.
	// The others are dated before it, and no sale known from then on is learned from.
	AsOf  gevel.Date
	Years int // how many models there are beside the newest, at most
}

// Edition trains the vintages of a calendar, ascending. Progress is reported after each
// step. Errors: gevel.Unavailable when there are too few sales.
func Edition(ctx context.Context, s *market.Sales, c Calendar, o Options) ([]*vintage.Vintage, error) {
	t := newTrainer(vintage.NewSales(s), o)
	p, published := t.schedule(c)
	vintages, err := t.train(ctx, p)
	if err != nil {
		return nil, err
	}
	return vintages[len(vintages)-published:], nil
}

// schedule returns what is trained for a calendar, and how many of the vintages, the last, are
// published.
func (t *trainer) schedule(c Calendar) (p schedule, published int) {
	known := slices.Sorted(slices.Values(t.sales.Known))
	chain := chainOf(known, c)
	published = min(c.Years+1, len(chain))
	p = schedule{
		dates:    t.calibrated(chain, len(chain)-published),
		kernelOf: func(day gevel.Date) gevel.Date { return kernelDate(chain, day) },
		until:    c.AsOf,
	}
	if c.AsOf == gevel.NoDate && len(known) > 0 { // a day by which all are in an index
		p.until = known[len(known)-1] + daysBetweenIndexes
	}
	return p, published
}

// chained is a day of a calendar and how many sales are known before it.
type chained struct {
	day   gevel.Date
	known int
}

// ChainSales is how many sales must be known for a model and for one before it, on whose errors
// it is calibrated.
const ChainSales = 1 + MinTraining*100/int(100*forwardShare)

// chainOf returns all days on which a calendar dates models, ascending and not empty.
// known is when the sales became known, ascending.
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
	case len(chain) == 0: // too few sales, as fitting will say
		chain = append(chain, chained{c.Today, before(c.Today)})
	}
	return chain
}

// calibrated returns the days of a chain from the oldest that is published on, and before
// them those of the models on whose errors that one is calibrated.
func (t *trainer) calibrated(chain []chained, oldest int) []gevel.Date {
	from, dates := chain[oldest].day.AddMonths(-errorMonths), []gevel.Date{}
	first := oldest
	for first > 0 && chain[first].day > from {
		first--
	}
	if chain[first].day > from {
		dates = append(dates, t.calibrationDate(chain[first].day))
	}
	for _, c := range chain[first:] {
		dates = append(dates, c.day)
	}
	return dates
}

// kernelSales is of how many sales a kernel is fitted: of more it takes no more trials.
const kernelSales = int(trials / trialShare)

// kernelDate returns the day of the kernel source of the model of a day in a chain: the first that
// knows kernelSales or, for days before which fewer are known, half as many, and so on.
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
