package gbm

// Samples of rows and columns, drawn by hashing what is drawn: they depend on the seed and on nothing else.

import (
	"cmp"
	"math"
	"slices"

	"github.com/gevel/gevel/internal/num/parallel"
)

// scatter maps equal numbers to equal and near numbers to far ones (the finaliser of
// Steele, Lea and Flood's SplitMix, OOPSLA 2014).
func scatter(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Purposes keep the draws for rows and for columns apart.
const (
	drawRows uint64 = iota + 1
	drawColumns
)

// draw returns the hash of one thing drawn for a purpose in a round.
func draw(seed, purpose, round, thing uint64) uint64 {
	return scatter(scatter(scatter(seed)^purpose) ^ round<<32 ^ thing)
}

// sampleRows returns the rows that tree number tree sees, in their order: each with
// probability RowSample, but never none. The result takes the place of g.rows.
func (g *grower) sampleRows(tree int, rows []uint32) []uint32 {
	if g.p.RowSample == 1 {
		return append(g.rows[:0], rows...)
	}
	limit := uint64(g.p.RowSample * math.MaxUint64)
	drawn, counts := g.spare[0][:len(rows)], make([]int, chunks(len(rows)))
	spreadRows(g.p.Threads, len(rows), func(chunk, from, to int) {
		n := from
		for _, r := range rows[from:to] {
			if draw(g.p.Seed, drawRows, uint64(tree), uint64(r)) < limit {
				drawn[n] = r
				n++
			}
		}
		counts[chunk] = n - from
	})
	into := g.rows[:0]
	for chunk, n := range counts {
		into = append(into, drawn[chunk*chunkRows:][:n]...)
	}
	if len(into) == 0 {
		into = append(into, rows[draw(g.p.Seed, drawRows, uint64(tree), 0)%uint64(len(rows))])
	}
	return into
}

// sampleColumns returns the share of columns with the smallest hashes, ascending, at least one.
func sampleColumns(columns []int, share float64, hash func(column int) uint64) []int {
	count := max(1, int(math.Round(share*float64(len(columns)))))
	if count == len(columns) {
		return columns
	}
	drawn := slices.Clone(columns)
	slices.SortFunc(drawn, func(a, b int) int {
		return cmp.Or(cmp.Compare(hash(a), hash(b)), cmp.Compare(a, b))
	})
	drawn = drawn[:count]
	slices.Sort(drawn)
	return drawn
}

// chunkRows is the number of rows in one piece of work: some ten microseconds, long beside the microsecond of
// scheduling it, and short beside the wait for the last piece of a small node.
const chunkRows = 1 << 12

// chunks returns the number of chunks of n rows.
func chunks(n int) int { return parallel.Count(n, chunkRows) }

// spreadRows calls work for consecutive ranges [from, to) that cover n rows; chunk numbers them from 0.
func spreadRows(threads, n int, work func(chunk, from, to int)) {
	parallel.Blocks(threads, n, chunkRows, func(from, to int) { work(from/chunkRows, from, to) })
}
