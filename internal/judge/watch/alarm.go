package watch

import (
	"math"

	"github.com/gevel/gevel"
)

// Alarm says that the values of a part no longer hold.
type Alarm struct {
	Part
	What    What       `json:"what" doc:"'above' or 'below' where prices lie so beside values; 'narrow' where intervals hold too few prices."`
	Since   gevel.Date `json:"since" doc:"Day since which values most likely do not hold."`
	Raised  gevel.Date `json:"raised" doc:"Day on which enough did."`
	Cleared gevel.Date `json:"cleared" doc:"Day on which no more spoke for it than against it; empty while it stands."`
	Sales   int        `json:"sales" doc:"Sales from 'since' to 'raised'; while it stands, until now."`
	Off     float64    `json:"off" doc:"Mean error of these, of prices from values, and of a part beside all others: 0.03 is 3 % above."`
	Held    float64    `json:"held" doc:"Share of these within the interval of 80 %."`

	from int // the first sale of its sum
}

// Stands reports whether nothing has cleared the alarm.
func (a *Alarm) Stands() bool { return a.Cleared == gevel.NoDate }

// What an alarm is about.
type What string

// What alarms are about.
const (
	Above  What = "above"  // prices lie above values
	Below  What = "below"  // prices lie below values
	Narrow What = "narrow" // intervals hold too few prices
)

// Whats are all; a part has a sum of each, in this order.
var Whats = [...]What{Above, Below, Narrow}

const (
	// Step is the step of the level that is looked for, log euros.
	Step = 0.03
	// promised is the share that an interval of 80 % covers; one of broken less is looked for.
	promised, broken = 0.80, 0.10
	// leastSince are enough sales to say since when values do not hold: of fewer the likeliest change is chance.
	leastSince = 10
	// farOut is the largest error that counts, in standard deviations: one odd price raises no alarm.
	farOut = 2.5
	// leastLimit is the limit with one sale a year. With independent normal errors of 12 % it leaves a false alarm in nine
	// years, by Siegmund's approximation (Sequential Analysis, 1985), over parts of four kinds and three questions; the
	// rest of the one alarm a year that is meant is for what real errors have in common.
	leastLimit = 1.0

	daysPerYear = 365.25
)

// limitOf returns the sum at which an alarm is raised: more sales a day are more chances of a false one. If values
// hold, and errors have nothing in common, fewer than one in exp(limit) sales brings a false alarm.
func limitOf(perDay float64) float64 { return leastLimit + math.Log(math.Max(1, daysPerYear*perDay)) }

// sum is a cumulative sum of log likelihood ratios, which sales that speak against it take back to 0.
type sum struct {
	at    float64
	since int // the first of the part's sales that it is of
	alarm int // its place among the part's alarms, from 1; 0 is none
}

// ratios are the log likelihood ratios of a sale for each sum.
func (o *offset) ratios() (r [len(Whats)]float64) {
	scale := Step / (o.size * o.size)
	r[0] = scale * (o.off - Step/2)
	r[1] = scale * (-o.off - Step/2)
	if r[2] = math.Log((1 - o.promised + broken) / (1 - o.promised)); o.held {
		r[2] = math.Log((o.promised - broken) / o.promised)
	}
	return r
}

func bounded(off, size float64) float64 { return math.Max(-farOut*size, math.Min(farOut*size, off)) }

// The common error of sales: the weighted mean of the last days.

const (
	// windowDays is the longest time over which the common error is taken: a month, as some files know only the month.
	windowDays = 30
	// windowSales are enough for it: a longer window follows the market later.
	windowSales = 200
)

// window is the sum of the errors of the last days, by weight.
type window struct {
	sales  []weighted
	first  int // that is not too old
	errors float64
	weight float64
	held   int
}

type weighted struct {
	known         gevel.Date
	error, weight float64 // the error times its weight
	held          int     // 1 or 0
}

// add adds a sale, known no sooner than those before it.
func (w *window) add(s *Sale) {
	weight := 1 / (s.Size * s.Size)
	one := weighted{s.Known, weight * bounded(s.Error, s.Size), weight, 0}
	if s.Held {
		one.held = 1
	}
	w.sales = append(w.sales, one)
	w.errors, w.weight, w.held = w.errors+one.error, w.weight+one.weight, w.held+one.held
}

// from forgets the sales of earlier days.
func (w *window) from(day gevel.Date) {
	for ; w.first < len(w.sales) && w.sales[w.first].known < day; w.first++ {
		old := &w.sales[w.first]
		w.errors, w.weight, w.held = w.errors-old.error, w.weight-old.weight, w.held-old.held
	}
}

// level holds the window of all sales, by day.
type level map[gevel.Date]struct {
	from           gevel.Date
	errors, weight float64
	held, sales    int
}

func levelOf(sales []Sale) level {
	l, w := level{}, window{}
	for i := range sales {
		w.add(&sales[i])
		day := sales[i].Known
		if i+1 < len(sales) && sales[i+1].Known == day {
			continue
		}
		from := max(day-windowDays+1, sales[max(0, i+1-windowSales)].Known)
		w.from(from)
		at := l[day]
		at.from, at.errors, at.weight, at.held, at.sales = from, w.errors, w.weight, w.held, len(w.sales)-w.first
		l[day] = at
	}
	return l
}

// leastOthers is the least weight of all other sales, as a share of all: without them there is nothing to compare with.
const leastOthers = 0.01

// leastHeld are the fewest others by whose coverage a part's is judged.
const leastHeld = 50

// beside is what all sales but a part's have in common.
type beside struct {
	mean     float64 // error
	variance float64 // of a part's mean error beside it, as a multiple of that without it
	held     float64 // share in their intervals, at most what is promised
}

func (l level) beside(own *window, day gevel.Date) beside {
	all := l[day]
	own.from(all.from)
	b, others := beside{variance: 1, held: promised}, all.weight-own.weight
	if n := all.sales - (len(own.sales) - own.first); n >= leastHeld {
		b.held = math.Max(2*broken, math.Min(promised, float64(all.held-own.held)/float64(n)))
	}
	if others >= leastOthers*all.weight {
		b.mean, b.variance = (all.errors-own.errors)/others, 1+own.weight/others
	}
	return b
}
