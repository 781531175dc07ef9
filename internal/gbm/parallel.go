package gbm

import "github.com/gevel/gevel/internal/parallel"

// chunkRows is how many rows make one piece of work: some ten microseconds, long beside
// the microsecond that handing it out costs, and short beside what a thread would wait for
// the last piece of a small node.
const chunkRows = 1 << 12

// chunks returns how many chunks n rows make.
func chunks(n int) int { return parallel.Count(n, chunkRows) }

// spreadRows calls work for consecutive ranges [from, to) that cover n rows; chunk
// numbers them from 0.
func spreadRows(threads, n int, work func(chunk, from, to int)) {
	parallel.Blocks(threads, n, chunkRows, func(from, to int) { work(from/chunkRows, from, to) })
}
