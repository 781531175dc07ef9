package energy

import (
	"context"
	"errors"
	"io"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/textfile"
)

// reading is the work of turning a file into labels: one goroutine cuts it into chunks, several
// parse these, and the caller's takes them in the order of the file.
type reading struct {
	Options
	file      *textfile.File
	layout    layout
	name      string     // of the file
	latest    gevel.Date // of a registration; gevel.NoDate is any
	use       func(Label)
	chunkSize int
	summary   Summary
}

// all reads the rows behind the header, which ends with a line.
func (run *reading) all(ctx context.Context, headLines int) error {
	group, ctx := errgroup.WithContext(ctx)
	inOrder := make(chan *chunk, 2*run.Workers) // bounds the memory
	toParse := make(chan *chunk, 2*run.Workers)
	free := make(chan *chunk, 3*run.Workers)
	group.Go(func() error {
		defer close(inOrder)
		defer close(toParse)
		return run.cut(ctx, headLines+1, inOrder, toParse, free)
	})
	for range run.Workers {
		group.Go(func() error {
			p := &parser{layout: &run.layout, name: run.name, latest: run.latest}
			for c := range toParse {
				p.parse(c)
				close(c.ready)
			}
			return nil
		})
	}
	run.takeAll(ctx, inOrder, free)
	return group.Wait()
}

// cut hands out the chunks of the file, each to whoever parses it and, in order, to whoever takes it.
func (run *reading) cut(ctx context.Context, line int, inOrder, toParse chan<- *chunk, free <-chan *chunk) error {
	cutter := cutter{text: run.file, layout: &run.layout, size: run.chunkSize, line: line}
	for {
		c := &chunk{}
		select {
		case used := <-free:
			*c = chunk{data: used.data, labels: used.labels[:0]}
		default:
		}
		if err := cutter.cut(c); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		c.ready, c.done = make(chan struct{}), run.file.Done
		for _, to := range []chan<- *chunk{inOrder, toParse} {
			select {
			case to <- c:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
}

// takeAll uses the labels of the chunks, until there are none left or the reading has ended.
func (run *reading) takeAll(ctx context.Context, inOrder <-chan *chunk, free chan<- *chunk) {
	for c := range inOrder {
		select {
		case <-c.ready:
		case <-ctx.Done():
			continue // until the cutter has closed the channel
		}
		run.take(c)
		select {
		case free <- c:
		default:
		}
	}
}

func (run *reading) take(c *chunk) {
	for _, l := range c.labels {
		run.use(l)
	}
	s := &run.summary
	s.Rows += c.rows
	s.Labels += len(c.labels)
	s.NotHomes += c.notHomes
	s.Rejects.Merge(c.rejects)
	s.Faults.Merge(c.faults)
	if run.Progress != nil {
		run.Progress(c.done, run.file.Total)
	}
}
