// Package watch watches values by the prices paid since: a sequential test, in the order in which sales became known,
// of whether values still lie at the level of prices and intervals still cover what they promise, for all sales and for
// each region and house type.
//
// The test is Page's cumulative sum of log likelihood ratios (Continuous inspection schemes, Biometrika 41, 1954), for
// a step up and one down. Of all tests that give as few false alarms it finds a step soonest (Lorden, Procedures for
// reacting to a change in distribution, Annals of Mathematical Statistics 42, 1971). A part is watched beside all other
// sales, in level and in coverage, so that an error of the whole is an alarm of the whole alone.
package watch

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/gevel/gevel"
)

// Sale is a sale with the value that its home had before it.
type Sale struct {
	Known gevel.Date // from which the sale was known
	Error float64    // log price less log value
	Size  float64    // standard deviation of the error, as the value promised, log euros
	Held  bool       // whether the price lies in the interval of 80 %
	Parts []Part     // beside the whole
}

// Part is a part of the market; the zero Part is the whole.
type Part struct {
	Dimension string `json:"dimension" doc:"'municipality', 'PC2 area', 'PC4 area', 'house type' or 'side of the map'; empty for all homes."`
	Name      string `json:"name" doc:"Its name; empty for all homes."`
}

// Report is what the sales say. The summary of a build has it as JSON.
type Report struct {
	From   gevel.Date `json:"from" doc:"Day on which the first of its sales became known."`
	Until  gevel.Date `json:"until" doc:"Day on which the last did."`
	Sales  int        `json:"sales" doc:"Sales whose homes had a value with an interval before."`
	Parts  []Watched  `json:"parts" doc:"What is watched: all homes, each region, house type and side of the map."`
	Alarms []Alarm    `json:"-"` // all that were raised, in the order in which they were
}

// Watched is a part that was watched.
type Watched struct {
	Part
	Sales int     `json:"sales" doc:"Its sales."`
	Days  float64 `json:"days" doc:"Whole days until a step of 3 % is found on average, at so many sales."`
}

// Standing returns the alarms that nothing has cleared yet.
func (r *Report) Standing() []Alarm {
	return slices.DeleteFunc(slices.Clone(r.Alarms), func(a Alarm) bool { return !a.Stands() })
}

// Of watches sales, in any order; nil without any.
func Of(sales []Sale) *Report {
	if len(sales) == 0 {
		return nil
	}
	sales = slices.Clone(sales)
	slices.SortStableFunc(sales, func(a, b Sale) int { return cmp.Compare(a.Known, b.Known) })
	r := &Report{From: sales[0].Known, Until: sales[len(sales)-1].Known, Sales: len(sales)}
	days := math.Max(leastDays, float64(r.Until-r.From+1))
	limit, level := limitOf(float64(len(sales))/days), levelOf(sales)
	rows := rowsOf(sales)
	for _, part := range sortedParts(rows) {
		w := watcher{part: part, sales: sales, rows: rows[part], limit: limit}
		w.watch(level)
		r.Parts = append(r.Parts, Watched{part, len(w.rows), math.Round(limit * days / (w.evidence / 2))})
		r.Alarms = append(r.Alarms, w.alarms...)
	}
	slices.SortStableFunc(r.Alarms, func(a, b Alarm) int { return cmp.Compare(a.Raised, b.Raised) })
	return r
}

// leastDays is the time from which a rate of sales is taken, at the least.
const leastDays = 90

// rowsOf returns the sales of each part. One that is nearly the whole has nothing to be compared with, and is left out.
func rowsOf(sales []Sale) map[Part][]int32 {
	rows := map[Part][]int32{}
	for i := range sales {
		rows[Part{}] = append(rows[Part{}], int32(i))
		for _, part := range sales[i].Parts {
			rows[part] = append(rows[part], int32(i))
		}
	}
	maps.DeleteFunc(rows, func(part Part, of []int32) bool {
		return part != (Part{}) && float64(len(of)) > (1-leastOthers)*float64(len(sales))
	})
	return rows
}

func sortedParts(rows map[Part][]int32) []Part {
	return slices.SortedFunc(maps.Keys(rows), func(a, b Part) int {
		return cmp.Or(cmp.Compare(a.Dimension, b.Dimension), cmp.Compare(a.Name, b.Name))
	})
}

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
	promised  float64 // share of such prices in their intervals
	known     gevel.Date
}

// watch goes over the sales of one day after the other.
func (w *watcher) watch(market level) {
	for from := 0; from < len(w.rows); {
		day, to := w.sales[w.rows[from]].Known, from
		for ; to < len(w.rows) && w.sales[w.rows[to]].Known == day; to++ {
			w.window.add(&w.sales[w.rows[to]])
		}
		others := beside{variance: 1, held: promised}
		if w.part != (Part{}) {
			others = market.beside(&w.window, day)
		}
		var ratios [len(Whats)]float64
		for _, row := range w.rows[from:to] {
			s := &w.sales[row]
			o := offset{bounded(s.Error-others.mean, s.Size), s.Size * math.Sqrt(others.variance), s.Held, others.held, day}
			for k, ratio := range o.ratios() {
				ratios[k] += ratio
			}
			w.evidence += Step * Step / (o.size * o.size)
			w.own = append(w.own, o)
		}
		for k := range w.sums {
			w.add(k, ratios[k], day)
		}
		from = to
	}
	for i := range w.alarms {
		if a := &w.alarms[i]; a.Stands() {
			w.estimate(a) // by the sales since
		}
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
			w.alarms[s.alarm-1].Cleared, s.alarm = day, 0
		}
	case s.at == w.limit && s.alarm == 0:
		w.alarms = append(w.alarms, w.raise(Whats[k], s.since))
		s.alarm = len(w.alarms)
	}
}

func (w *watcher) raise(what What, since int) Alarm {
	a := Alarm{Part: w.part, What: what, Raised: w.own[len(w.own)-1].known, Cleared: gevel.NoDate, from: since}
	w.estimate(&a)
	return a
}

// estimate says since when an alarm's values no longer hold, and how far they are off: the sum may go back to before.
func (w *watcher) estimate(a *Alarm) {
	list := w.own[a.from:]
	var s, best suffix
	at, most := 0, 0.0
	for i := len(list) - 1; i >= 0; i-- {
		s.add(&list[i])
		if evidence := s.evidence(a.What); i == 0 && most == 0 || s.n >= leastSince && evidence > most {
			at, most, best = i, evidence, s
		}
	}
	a.Since, a.Sales = list[at].known, best.n
	a.Off, a.Held = math.Expm1(best.off/best.weight), float64(best.held)/float64(best.n)
}

// suffix sums up the last sales.
type suffix struct {
	n, held               int
	off, weight, promised float64
}

func (s *suffix) add(o *offset) {
	weight := 1 / (o.size * o.size)
	s.n, s.off, s.weight, s.promised = s.n+1, s.off+weight*o.off, s.weight+weight, s.promised+o.promised
	if o.held {
		s.held++
	}
}

// evidence is the log likelihood ratio of a change before these sales, of the size that is likeliest, to none.
func (s *suffix) evidence(what What) float64 {
	if what != Narrow {
		if (s.off > 0) != (what == Above) {
			return 0
		}
		return s.off * s.off / s.weight / 2
	}
	n, held, expected := float64(s.n), float64(s.held), s.promised/float64(s.n)
	if held >= n*expected {
		return 0
	}
	ratio := (n - held) * math.Log((1-held/n)/(1-expected))
	if held > 0 {
		ratio += held * math.Log(held/n/expected)
	}
	return ratio
}
