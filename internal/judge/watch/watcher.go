package watch

import (
	"math"

	"github.com/gevel/gevel"
)

// watcher watches one part.
type watcher struct {
	part  Part
	sales []Sale  // of the market
	rows  []int32 // of the part's sales
	limit float64

	sums     [len(Whats)]sum
	own      []offset // of the sales so far
	window   window   // over them
	evidence float64  // of a step that all sales have: the sum of its squares, in standard deviations
	alarms   []Alarm
}

// offset is the error of a sale beside the level.
type offset struct {
	off, size float64
	held      bool
	known     gevel.Date
}

// watch goes over the sales of one day after the other.
func (w *watcher) watch(market level) {
	for from := 0; from < len(w.rows); {
		day, to := w.sales[w.rows[from]].Known, from
		for ; to < len(w.rows) && w.sales[w.rows[to]].Known == day; to++ {
			w.window.add(&w.sales[w.rows[to]])
		}
		common, variance := 0.0, 1.0
		if w.part != (Part{}) {
			common, variance = market.beside(&w.window, day)
		}
		var ratios [len(Whats)]float64
		for _, row := range w.rows[from:to] {
			s := &w.sales[row]
			o := offset{bounded(s.Error-common, s.Size), s.Size * math.Sqrt(variance), s.Held, day}
			for k, ratio := range o.ratios() {
				ratios[k] += ratio
			}
			w.evidence += step * step / (o.size * o.size)
			w.own = append(w.own, o)
		}
		for k := range w.sums {
			w.add(k, ratios[k], day)
		}
		from = to
	}
}

// add adds the ratios of a day to a sum, and raises or clears its alarm. A sum goes no further than the limit, so that
// an alarm is cleared as soon as it was raised.
func (w *watcher) add(k int, ratio float64, day gevel.Date) {
	s := &w.sums[k]
	s.at = math.Min(s.at+ratio, w.limit)
	switch {
	case s.at <= 0:
		s.at, s.since = 0, len(w.own)
		if s.alarm > 0 {
			w.alarms[s.alarm-1].Cleared, s.alarm = gevel.Some(day), 0
		}
	case s.at == w.limit && s.alarm == 0:
		w.alarms = append(w.alarms, w.raise(Whats[k], s.since))
		s.alarm = len(w.alarms)
	}
}

func (w *watcher) raise(what What, since int) Alarm {
	list := w.own[since:]
	a := Alarm{Part: w.part, What: what, Raised: list[len(list)-1].known, Since: list[0].known, Sales: len(list)}
	off, weights, held := 0.0, 0.0, 0
	for _, o := range list {
		weight := 1 / (o.size * o.size)
		off, weights = off+weight*o.off, weights+weight
		if o.held {
			held++
		}
	}
	a.Off, a.Held = math.Expm1(off/weights), float64(held)/float64(len(list))
	return a
}
