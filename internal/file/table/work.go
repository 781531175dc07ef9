package table

import (
	"context"
	"errors"
	"io"

	"github.com/gevel/gevel/internal/file/pipeline"
)

// The rows of a table one after the other, or so many at a time.

// Each calls use with each row, until ctx ends.
func (t *Table) Each(ctx context.Context, use func(Row) error) error {
	for {
		row, err := t.Next()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, io.EOF):
			return nil
		case err == nil:
			err = use(row)
		}
		if err != nil {
			return err
		}
	}
}

// Batches say how the rows of a table are worked on.
type Batches struct {
	Rows     int                    // at a time
	Workers  int                    // at the same time; 0 is one per processor
	Progress func(done, size int64) // unless nil, called now and then with the bytes that are read
}

// Work makes something of a batch of rows, several at the same time, and takes what is made in the order of the rows.
func Work[M any](ctx context.Context, t *Table, b Batches, makeOf func(rows []Row) M, take func(M)) error {
	type batch struct {
		rows       []Row
		made       M
		done, size int64
	}
	return pipeline.Stages[*batch]{
		Read: func(_ context.Context, hand func(*batch) error) error {
			return t.parts(b.Rows, func(rows []Row) error {
				done, size := t.Progress()
				return hand(&batch{rows: rows, done: done, size: size})
			})
		},
		Work: func(_ context.Context, p *batch) error {
			p.made, p.rows = makeOf(p.rows), nil
			return nil
		},
		Write: func(p *batch) error {
			take(p.made)
			if b.Progress != nil {
				b.Progress(p.done, p.size)
			}
			return nil
		},
		Workers: b.Workers,
	}.Run(ctx)
}

// parts hands on all rows, so many at a time.
func (t *Table) parts(size int, hand func(rows []Row) error) error {
	for {
		var rows []Row
		for bytes := 0; len(rows) < size && bytes < LongestLine; {
			r, err := t.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return err
			}
			for _, field := range r.Fields {
				bytes += len(field)
			}
			rows = append(rows, r)
		}
		if len(rows) == 0 {
			return nil
		}
		if err := hand(rows); err != nil {
			return err
		}
	}
}
