package ratio

import (
	"math/rand/v2"

	"github.com/gevel/gevel/internal/num/stats"
)

// minBootstrap is the fewest rows that get intervals: resampling a handful says
// nothing about the sales that were not made.
const minBootstrap = 10

// bootstrap returns the measures of n rows, with the percentile intervals of resampling the rows (B. Efron and R.J.
// Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13). measure computes them from the number of times
// that each row was drawn.
func bootstrap(n int, opt Options, measure func(counts []int32, m *measures)) [measureCount]Figure {
	counts := make([]int32, n)
	for i := range counts {
		counts[i] = 1
	}
	var point measures
	measure(counts, &point)
	var figures [measureCount]Figure
	for i, v := range point {
		figures[i] = known(v)
	}
	if n < minBootstrap || opt.Replicates <= 1 {
		return figures
	}
	replicates := make([]measures, opt.Replicates)
	rng := rand.New(rand.NewPCG(opt.Seed, uint64(n)))
	for r := range replicates {
		clear(counts)
		for range n {
			counts[rng.IntN(n)]++
		}
		measure(counts, &replicates[r])
	}
	column := make([]float64, len(replicates))
	for i := range figures {
		for r := range replicates {
			column[r] = replicates[r][i]
		}
		low, _ := stats.QuantileInPlace(column, tail)
		high, _ := stats.QuantileInPlace(column, 1-tail)
		figures[i] = figures[i].within(low, high)
	}
	return figures
}

// tail is the probability outside each end of an interval around a figure.
const tail = (1 - Confidence/100.0) / 2
