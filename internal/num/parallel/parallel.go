// Package parallel spreads work over processors. Each piece is done once, by any of them and in
// any order; the pieces do not depend on the number of processors, so results need not either.
package parallel

import (
	"iter"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Threads returns the number of processors to use.
func Threads() int { return runtime.GOMAXPROCS(0) }

// Each calls do for every i in [0, n), on at most threads goroutines.
func Each(threads, n int, do func(i int)) {
	Workers(threads, n, func(pieces iter.Seq[int]) {
		for i := range pieces {
			do(i)
		}
	})
}

// Blocks calls do for consecutive ranges [from, to) of size rows, the last of what is left, that
// cover n rows, on at most threads goroutines.
func Blocks(threads, n, size int, do func(from, to int)) {
	Each(threads, Count(n, size), func(i int) { do(i*size, min(n, (i+1)*size)) })
}

// rowsPerBlock is long beside what handing out a block costs, for work that looks at a home.
const rowsPerBlock = 1024

// Rows is Blocks of a thousand rows on all processors.
func Rows(n int, do func(from, to int)) { Blocks(Threads(), n, rowsPerBlock, do) }

// Count returns the number of blocks of size rows in n rows.
func Count(n, size int) int { return (n + size - 1) / size }

// Workers calls work on each of at most threads goroutines, with the pieces that it is to do: each
// i in [0, n) goes to one. Whatever work sets up first serves all its pieces.
// A panic of one is the caller's.
func Workers(threads, n int, work func(pieces iter.Seq[int])) {
	var next atomic.Int64
	pieces := func(yield func(int) bool) {
		for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
			if !yield(i) {
				return
			}
		}
	}
	var group sync.WaitGroup
	var panicked atomic.Pointer[any]
	for range min(threads, n) - 1 {
		group.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					panicked.Store(&p)
				}
			}()
			debug.SetPanicOnFault(true) // columns may lie in a file
			work(pieces)
		})
	}
	func() {
		defer group.Wait() // also when it panics: others use what its caller has
		work(pieces)
	}()
	if p := panicked.Load(); p != nil {
		panic(*p)
	}
}
