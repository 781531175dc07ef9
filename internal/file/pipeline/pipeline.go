// Package pipeline reads large files in parallel and in order: one goroutine reads batches of rows, several work on
// them, and the caller's takes them in the order of the file. It keeps a few batches in memory.
package pipeline

import (
	"context"
	"runtime"
	"sync"

	"github.com/gevel/gevel/internal/file/image"
)

// Stages are what is done with batches of a type. A fault in Read or Work, which may look at images, is an error.
type Stages[B any] struct {
	// Read reads all batches. hand passes one on; it waits while there is enough to do, and fails when ctx ends.
	Read func(ctx context.Context, hand func(B) error) error
	// Work works on one batch. It is called from several goroutines.
	Work func(ctx context.Context, b B) error
	// Write takes the batches in the order in which they were read, in the goroutine that calls Run.
	Write func(b B) error
	// Workers is how many batches are worked on at once; 0 is one a processor.
	Workers int
}

// handed is a batch on its way. err is what Work returned, once done is closed.
type handed[B any] struct {
	batch B
	err   error
	done  chan struct{}
}

// Run reads, works and writes until all is done or something fails. No goroutine outlives it.
//
// It returns the first error in the order of the batches, however the work was spread: all batches before it are written
// and none after it. An error of Read comes after the batches that were handed on. When ctx ends it returns ctx.Err().
func (s Stages[B]) Run(ctx context.Context) error {
	workers := s.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	within, stop := context.WithCancel(ctx)
	todo, order := make(chan *handed[B], workers), make(chan *handed[B], 2*workers)
	var unread error
	var group sync.WaitGroup
	group.Go(func() {
		defer close(order)
		defer close(todo)
		unread = image.Guard(func() error {
			return s.Read(within, func(b B) error { return hand(within, b, todo, order) })
		})
	})
	for range workers {
		group.Go(func() { s.work(within, todo) })
	}
	err := s.write(within, order)
	stop()
	group.Wait()
	if err == nil {
		err = unread
	}
	if err == nil {
		err = ctx.Err()
	}
	return err
}

// hand hands a batch to the workers first: what waits to be written is sure to be worked on.
func hand[B any](ctx context.Context, b B, todo, order chan<- *handed[B]) error {
	h := &handed[B]{batch: b, done: make(chan struct{})}
	for _, to := range []chan<- *handed[B]{todo, order} {
		select {
		case to <- h:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func (s Stages[B]) work(ctx context.Context, todo <-chan *handed[B]) {
	for h := range todo {
		if h.err = ctx.Err(); h.err == nil {
			h.err = image.Guard(func() error { return s.Work(ctx, h.batch) })
		}
		close(h.done)
	}
}

func (s Stages[B]) write(ctx context.Context, order <-chan *handed[B]) error {
	for h := range order {
		<-h.done
		if h.err != nil {
			return h.err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := s.Write(h.batch); err != nil {
			return err
		}
	}
	return nil
}
