package gbm

import (
	"sync"
	"sync/atomic"
)

// Work spread over threads: each piece is done by one of them, in any order. The
// pieces never depend on the number of threads, so neither do the results. Other
// packages use internal/num/parallel; this one imports nothing of gevel.

// chunkRows is the number of rows in one piece of work: some ten microseconds, long beside
// the microsecond of scheduling it, and short beside the wait for
// the last piece of a small node.
const chunkRows = 1 << 12

// spread calls work(i) for every i in [0, n) on at most threads goroutines.
func spread(threads, n int, work func(i int)) {
	threads = min(threads, n)
	if threads <= 1 {
		for i := range n {
			work(i)
		}
		return
	}
	var next atomic.Int64
	run := func() {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			work(i)
		}
	}
	var group sync.WaitGroup
	for range threads - 1 {
		group.Go(run)
	}
	run()
	group.Wait()
}

// chunks returns the number of chunks of n rows.
func chunks(n int) int { return (n + chunkRows - 1) / chunkRows }

// spreadRows calls work for consecutive ranges [from, to) that cover n rows; chunk
// numbers them from 0.
func spreadRows(threads, n int, work func(chunk, from, to int)) {
	spread(threads, chunks(n), func(i int) {
		work(i, i*chunkRows, min(n, (i+1)*chunkRows))
	})
}
