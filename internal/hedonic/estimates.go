package hedonic

// Estimates of many sales' homes at once.

import (
	"sync"

	"github.com/gevel/gevel/internal/edition"
)

const (
	// blockRows is how many homes are estimated together.
	blockRows = 1024
	// estimateThreads is how many blocks are estimated at once.
	estimateThreads = 2
)

// EstimateSales fills to with the estimates of the homes of all sales; each is that of
// Estimate.
func (m *Model) EstimateSales(s *edition.Sales, to []float32) {
	estimateSales(s, m.Linear, m.Trees, to)
}

// EstimateSales fills to with the estimates of the homes of all sales; each is that of
// Estimate.
func (m *Placeless) EstimateSales(s *edition.Sales, to []float32) {
	estimateSales(s, m.Linear, m.Trees, to)
}

func estimateSales(s *edition.Sales, l *Linear, trees *Trees, to []float32) {
	estimateRows(s, l, trees, len(to), func(i int) int { return i }, func(i int, v float64) { to[i] = float32(v) })
}

// estimateRows estimates the homes of n sales: of the i-th, whose row rowOf tells, note is
// told the estimate, from several goroutines at once.
func estimateRows(s *edition.Sales, l *Linear, trees *Trees, n int, rowOf func(i int) int, note func(i int, estimate float64)) {
	Blocks(n, func(from, to int) {
		var h edition.Home
		var values []float64
		linear, sums, one := make([]float64, to-from), make([]float64, to-from), make([]float64, to-from)
		for i := from; i < to; i++ {
			h = s.Home(rowOf(i), h.Num, h.Cat)
			linear[i-from] = l.Characteristics(&h)
			values = trees.row(&h, values)
		}
		for _, m := range trees.Models {
			m.PredictRows(values, one)
			for i, v := range one {
				sums[i] += v
			}
		}
		for i, sum := range sums {
			note(from+i, linear[i]+sum/float64(len(trees.Models)))
		}
	})
}

// Blocks calls do for consecutive ranges [from, to) that cover n rows, some at once.
func Blocks(n int, do func(from, to int)) {
	starts := make(chan int)
	var wait sync.WaitGroup
	for range estimateThreads {
		wait.Go(func() {
			for from := range starts {
				do(from, min(n, from+blockRows))
			}
		})
	}
	for from := 0; from < n; from += blockRows {
		starts <- from
	}
	close(starts)
	wait.Wait()
}
