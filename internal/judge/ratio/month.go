package ratio

// Intervals clustered by the month of sale: a level that was missed is missed for all sales of a month, so they are
// worth less than as many sales each by itself.

import (
	"cmp"
	"math"
	"slices"

	"github.com/gevel/gevel/internal/num/list"
	"github.com/gevel/gevel/internal/num/stats"
)

// ByMonth says in words what the intervals clustered by month are.
const ByMonth = "95 %, clustered by month of sale: Student's t with the months less one degrees of freedom; of shares " +
	"Wilson's for the effective number of sales, of other figures a jackknife that leaves out each month in turn"

// months holds observations by the month of sale.
type months [][]*Observation

func newMonths(obs []*Observation) months {
	sorted := slices.Clone(obs)
	slices.SortStableFunc(sorted, func(a, b *Observation) int { return cmp.Compare(a.Month, b.Month) })
	var all months
	for len(sorted) > 0 {
		end := slices.IndexFunc(sorted, func(o *Observation) bool { return o.Month != sorted[0].Month })
		if end < 0 {
			end = len(sorted)
		}
		all = append(all, sorted[:end:end])
		sorted = sorted[end:]
	}
	return all
}

// all returns the observations, month by month.
func (m months) all() []*Observation { return slices.Concat(m...) }

// quantile returns the t of the interval's ends; false with a single month, whose chance is unknown.
func (m months) quantile() (t float64, ok bool) {
	if len(m) < 2 {
		return 0, false
	}
	return stats.StudentQuantile(1-tail, float64(len(m)-1))
}

// share returns the share of the observations that keep something, percent.
func (m months) share(keeps func(*Observation) bool) Figure {
	var counts counted
	for _, obs := range m {
		kept := list.Count(obs, keeps)
		counts = append(counts, [2]int{kept, len(obs)})
	}
	share, _ := counts.share()
	return share
}

// counted are numbers of observations by month of sale: those that keep something, and all.
type counted [][2]int

// share returns the share that keeps it, percent, and the number of all. The interval is Wilson's for the number
// of independent sales whose share would vary as much, at most all. Sales of a single month have none: how much the
// level of a month errs can't be seen from them.
func (c counted) share() (share Figure, all int) {
	kept := 0
	for _, month := range c {
		kept, all = kept+month[0], all+month[1]
	}
	n := float64(all)
	p := float64(kept) / n
	if share = known(100 * p); !share.Known || len(c) < 2 {
		return share, all
	}
	effective, months := n, float64(len(c))
	ends, _ := stats.StudentQuantile(1-tail, months-1)
	squares := 0.0
	for _, month := range c {
		off := float64(month[0]) - p*float64(month[1])
		squares += off * off
	}
	clustered := months / (months - 1) * squares / (n * n)
	if alone := p * (1 - p) / n; clustered > alone {
		effective = n * alone / clustered
	}
	low, high := wilson(p, effective, ends)
	return share.within(100*low, 100*high), all
}

// shareAlone returns the share of so many of all, percent, with Wilson's interval: for what has nothing to do with the
// level of a month.
func shareAlone(n, all int) Figure {
	ends, _ := stats.NormalQuantile(1 - tail)
	low, high := wilson(float64(n)/float64(all), float64(all), ends)
	return known(percent(n, all)).within(100*low, 100*high)
}

// positive is jackknife for figures above 0: it finds the intervals of their logs.
func (m months) positive(figures func(counts []int32) []float64) []Figure {
	out := m.jackknife(func(counts []int32) []float64 {
		logs := figures(counts)
		for k := range logs {
			logs[k] = math.Log(logs[k])
		}
		return logs
	})
	for k, log := range out {
		if out[k] = known(math.Exp(log.Value)); log.Range != (Range{}) {
			out[k] = out[k].within(math.Exp(log.Range.Low), math.Exp(log.Range.High))
		}
	}
	return out
}

// jackknife returns figures of the observations, as all has them, with intervals from leaving out each month in turn:
// counts are 0 for the observations left out, and else 1.
func (m months) jackknife(figures func(counts []int32) []float64) []Figure {
	counts := slices.Repeat([]int32{1}, len(m.all()))
	whole := figures(counts)
	out := list.Of(whole, known)
	t, ok := m.quantile()
	if !ok {
		return out
	}
	n := float64(len(m))
	var left [][]float64
	from := 0
	for _, obs := range m {
		month := counts[from : from+len(obs)]
		clear(month)
		left = append(left, figures(counts))
		for i := range month {
			month[i] = 1
		}
		from += len(obs)
	}
	for k := range out {
		mean, squares := 0.0, 0.0
		for i := range left {
			mean += left[i][k] / n
		}
		for i := range left {
			squares += (left[i][k] - mean) * (left[i][k] - mean)
		}
		margin := t * math.Sqrt((n-1)/n*squares)
		out[k] = out[k].within(out[k].Value-margin, out[k].Value+margin)
	}
	return out
}

// observedFSD returns the error, percent of the value, within which 68.3 % of the prices lie.
func (m months) observedFSD() Figure {
	obs := m.all()
	errors, order := make([]float64, len(obs)), make([]int32, len(obs))
	for i, o := range obs {
		errors[i], order[i] = 100*math.Abs(o.Price/o.Value-1), int32(i)
	}
	sortRows(order, errors)
	room := make([]float64, 0, len(obs))
	return m.positive(func(counts []int32) []float64 {
		room = room[:0]
		for _, row := range order {
			if counts[row] > 0 {
				room = append(room, errors[row])
			}
		}
		fsd, _ := stats.QuantileInPlace(room, fsdAim/100)
		return []float64{fsd}
	})[0]
}
