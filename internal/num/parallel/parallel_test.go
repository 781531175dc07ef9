package parallel

import (
	"iter"
	"sync/atomic"
	"testing"
	"time"
)

func TestEachPieceIsDoneOnce(t *testing.T) {
	for _, threads := range []int{0, 1, 2, 7} {
		for _, n := range []int{0, 1, 2, 100} {
			done := make([]atomic.Int32, n)
			Each(threads, n, func(i int) { done[i].Add(1) })
			for i := range done {
				if times := done[i].Load(); times != 1 {
					t.Errorf("%d threads: piece %d of %d was done %d times", threads, i, n, times)
				}
			}
		}
	}
}

func TestBlocksCoverAllRows(t *testing.T) {
	for _, n := range []int{0, 1, 9, 10, 11, 1000} {
		rows := make([]atomic.Int32, n)
		Blocks(3, n, 10, func(from, to int) {
			if from%10 != 0 || to-from > 10 || to <= from {
				t.Errorf("a block from %d to %d", from, to)
			}
			for i := from; i < to; i++ {
				rows[i].Add(1)
			}
		})
		for i := range rows {
			if times := rows[i].Load(); times != 1 {
				t.Errorf("row %d of %d is in %d blocks", i, n, times)
			}
		}
	}
}

func TestThereAreNoMoreWorkersThanThreadsOrPieces(t *testing.T) {
	for _, c := range []struct{ threads, n, want int }{{2, 100, 2}, {8, 3, 3}, {1, 5, 1}, {4, 0, 1}} {
		var workers atomic.Int32
		Workers(c.threads, c.n, func(pieces iter.Seq[int]) {
			workers.Add(1)
			for range pieces {
			}
		})
		if got := int(workers.Load()); got != c.want {
			t.Errorf("%d threads and %d pieces make %d workers, want %d", c.threads, c.n, got, c.want)
		}
	}
}

// TestAPanicIsTheCallersOnceAllHaveEnded has one of many workers panic: the caller's own, or another.
func TestAPanicIsTheCallersOnceAllHaveEnded(t *testing.T) {
	for range 20 {
		var running atomic.Int64
		caught := func() (p any) {
			defer func() { p = recover() }()
			Workers(4, 100, func(pieces iter.Seq[int]) {
				running.Add(1)
				defer running.Add(-1)
				for i := range pieces {
					if i == 10 {
						panic("piece 10")
					}
					time.Sleep(time.Microsecond)
				}
			})
			return nil
		}()
		if caught != "piece 10" || running.Load() != 0 {
			t.Fatalf("caught %v, %d still run", caught, running.Load())
		}
	}
}
