// Valuing a file of homes: rows are read in batches, valued side by side and
// written in the order read, so that a file of any length takes the same memory.

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/term"

	"github.com/gevel/gevel"
)

// batchRows is how many rows a worker takes at once: enough that handing them
// over costs nothing beside valuing them, and few enough for a bar that moves.
const batchRows = 64

// portfolio is the valuing of one file.
type portfolio struct {
	homes     *homesFile
	appraiser appraiser
	days      days
	out       valuesWriter
	step      func(done, total int64)
	rows      int
	refused   gevel.Rejects
}

// batch is a run of rows. done is closed when they are valued.
type batch struct {
	rows  []homeRow
	taken int64 // bytes of the file up to its end
	done  chan struct{}
}

// valueFile values the file of homes.
func (cmd *valueCmd) valueFile(c *console) (err error) {
	days, err := cmd.days(c)
	if err != nil {
		return err
	}
	homes, err := openHomes(cmd.file())
	if err != nil {
		return err
	}
	defer homes.Close()
	a, err := openAppraiser(cmd.Editions)
	if err != nil {
		return err
	}
	c.warnOfOldSales(a.Edition().Sales(), days.valued)
	start, bar := c.now(), newProgress(cmd.progressTo(c))
	p := &portfolio{homes: homes, appraiser: a, days: days, step: func(done, total int64) { bar.step("value", done, total) }}
	err = writeOutput(c.stdout, cmd.Output, homes, func(out valuesWriter) error {
		p.out = out
		return p.run(c.ctx)
	})
	bar.finish()
	if err != nil {
		return err
	}
	p.printSummary(c.stderr, c.now().Sub(start))
	return nil
}

// progressTo returns where the bar goes: nowhere when it would stand between the
// rows.
func (cmd *valueCmd) progressTo(c *console) io.Writer {
	if file, ok := c.stdout.(*os.File); ok && cmd.Output == "" && term.IsTerminal(int(file.Fd())) {
		return io.Discard
	}
	return c.stderr
}

// run values all rows, until ctx ends.
func (p *portfolio) run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	workers := runtime.GOMAXPROCS(0)
	todo, order := make(chan *batch, workers), make(chan *batch, 2*workers)
	group.Go(func() error {
		defer close(todo)
		defer close(order)
		return p.read(ctx, todo, order)
	})
	for range workers {
		group.Go(func() error { return p.work(ctx, todo) })
	}
	group.Go(func() error { return p.write(ctx, order) })
	return group.Wait()
}

// read hands each batch to the workers, and to the writer in order.
func (p *portfolio) read(ctx context.Context, todo, order chan<- *batch) error {
	for {
		b, err := p.nextBatch()
		if err != nil || len(b.rows) == 0 {
			return err
		}
		for _, to := range []chan<- *batch{order, todo} {
			select {
			case to <- b:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
}

func (p *portfolio) nextBatch() (*batch, error) {
	b := &batch{rows: make([]homeRow, 0, batchRows), done: make(chan struct{})}
	for len(b.rows) < batchRows {
		row, err := p.homes.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		b.rows = append(b.rows, row)
	}
	b.taken = p.homes.taken
	return b, nil
}

func (p *portfolio) work(ctx context.Context, todo <-chan *batch) error {
	for b := range todo {
		for i := range b.rows {
			if err := ctx.Err(); err != nil {
				return err
			}
			p.value(&b.rows[i])
		}
		close(b.done)
	}
	return nil
}

func (p *portfolio) write(ctx context.Context, order <-chan *batch) error {
	for b := range order {
		select {
		case <-b.done:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := p.out.write(b.rows); err != nil {
			return err
		}
		p.count(b)
	}
	return ctx.Err()
}

func (p *portfolio) count(b *batch) {
	p.rows += len(b.rows)
	for _, r := range b.rows {
		if r.reason != "" {
			p.refused.Add(string(r.reason), fmt.Sprintf("line %d", r.line), r.message)
		}
	}
	if p.homes.size > 0 {
		p.step(b.taken, p.homes.size)
	}
}

// printSummary says how many homes were valued, and why the others were not.
func (p *portfolio) printSummary(w io.Writer, took time.Duration) {
	refused := p.refused.Total()
	fmt.Fprintf(w, "%d homes in %s: %d valued, %d not; %s, %.0f homes a second\n", p.rows, p.homes.name, p.rows-refused, refused,
		took.Round(100*time.Millisecond), float64(p.rows)/max(took.Seconds(), 1e-3))
	for _, r := range p.refused.List() {
		fmt.Fprintf(w, "  %7d  %s (%s)\n", r.Count, r.Reason, r.Samples[0])
	}
	fmt.Fprintf(w, "edition %s, valuation date %s", p.appraiser.Edition().ID(), p.days.valued)
	if p.homes.has("valuation_date") {
		fmt.Fprint(w, " where a row has none")
	}
	fmt.Fprintln(w)
}
