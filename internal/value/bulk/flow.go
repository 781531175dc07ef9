package bulk

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// Flow is work on batches that are read one after another: done side by side, and written in the
// order read. It holds no more batches than keep its workers busy.
type Flow[B any] struct {
	// Read reads all batches. hand passes one on, and waits while there is enough to do.
	Read func(ctx context.Context, hand func(B) error) error
	// Work works on a batch, beside others.
	Work func(ctx context.Context, b B) error
	// Write takes the batches in the order read, one at a time.
	Write func(b B) error
	// Workers is how many batches are worked on at once; 0 is one a processor.
	Workers int
}

// handed is a batch on its way. done is closed when it is worked on.
type handed[B any] struct {
	batch B
	done  chan struct{}
}

// Run reads, works and writes until all is done, one of them fails, or ctx ends.
func (f Flow[B]) Run(ctx context.Context) error {
	workers := f.Workers
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	group, ctx := errgroup.WithContext(ctx)
	todo, order := make(chan handed[B], workers), make(chan handed[B], 2*workers)
	group.Go(func() error {
		defer close(todo)
		defer close(order)
		return f.Read(ctx, func(b B) error { return handOver(ctx, b, order, todo) })
	})
	for range workers {
		group.Go(func() error { return f.work(ctx, todo) })
	}
	group.Go(func() error { return f.write(ctx, order) })
	return group.Wait()
}

// handOver hands a batch to the writer, in order, and to the workers.
func handOver[B any](ctx context.Context, b B, to ...chan<- handed[B]) error {
	h := handed[B]{b, make(chan struct{})}
	for _, c := range to {
		select {
		case c <- h:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func (f Flow[B]) work(ctx context.Context, todo <-chan handed[B]) error {
	for h := range todo {
		if err := f.Work(ctx, h.batch); err != nil {
			return err
		}
		close(h.done)
	}
	return nil
}

func (f Flow[B]) write(ctx context.Context, order <-chan handed[B]) error {
	for h := range order {
		select {
		case <-h.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := f.Write(h.batch); err != nil {
			return err
		}
	}
	return ctx.Err()
}
