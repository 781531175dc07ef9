package watch

import "github.com/gevel/gevel"

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
}

type weighted struct {
	known         gevel.Date
	error, weight float64 // the error times its weight
}

// add adds a sale, known no sooner than those before it.
func (w *window) add(s *Sale) {
	weight := 1 / (s.Size * s.Size)
	one := weighted{s.Known, weight * bounded(s.Error, s.Size), weight}
	w.sales = append(w.sales, one)
	w.errors, w.weight = w.errors+one.error, w.weight+one.weight
}

// from forgets the sales of earlier days.
func (w *window) from(day gevel.Date) {
	for ; w.first < len(w.sales) && w.sales[w.first].known < day; w.first++ {
		old := &w.sales[w.first]
		w.errors, w.weight = w.errors-old.error, w.weight-old.weight
	}
}

// level holds the window of all sales, by day.
type level map[gevel.Date]struct {
	from           gevel.Date
	errors, weight float64
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
		at.from, at.errors, at.weight = from, w.errors, w.weight
		l[day] = at
	}
	return l
}

// leastOthers is the least weight of all other sales, as a share of all: without them there is nothing to compare with.
const leastOthers = 0.01

// beside returns the mean error of all sales but a part's, and the variance of a part's mean error beside it, as a
// multiple of that without it.
func (l level) beside(own *window, day gevel.Date) (mean, variance float64) {
	all := l[day]
	own.from(all.from)
	others := all.weight - own.weight
	if others < leastOthers*all.weight {
		return 0, 1
	}
	return (all.errors - own.errors) / others, 1 + own.weight/others
}
