// Package bulk values files of homes: CSV in, every row out again with its value or with
// the reason why it has none, as CSV or Parquet. Rows are read in batches, valued side by
// side and written in the order read, so that a file of any length takes the same memory.
package bulk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/crs"
	"github.com/gevel/gevel/internal/file/pipeline"
	"github.com/gevel/gevel/internal/value/explain"
	"github.com/gevel/gevel/internal/value/valuation"
)

// batchRows is how many rows a worker takes at once, at least: enough that handing them over costs
// nothing beside valuing them, and few enough for progress that moves. Explanations take no more.
const batchRows = 64

// Options say how a file is valued.
type Options struct {
	Valuer   *valuation.Valuer
	Today    gevel.Date       // the last day that a row may be valued on
	Date     gevel.Date       // the valuation date, where a row has none of its own
	Progress func(read int64) // called with the bytes of the file that are done
	// Explainer, if any, also says what each value is made of.
	Explainer *explain.Explainer
	// Additions, if any, add columns of their own.
	Additions []Addition
	// Shard is the part of the file that is valued.
	Shard Shard
	// Refuse, if any, says of a value why it is not wanted.
	Refuse func(gevel.Value) error
	// Raw writes CSV for programs, see csvfile.
	Raw bool
	// System is the system of positions in the output; the zero System is RD New.
	System crs.System
	// Value, if any, values a home in place of Valuer. Where it can't, for all that it could otherwise, the file ends.
	Value func(gevel.Inquiry) (gevel.Value, error)
	// Pace, if any, is the pace of others beside whom the file is valued.
	Pace Pace
	// LeaveOut are reasons of rows that are counted but not written.
	LeaveOut []gevel.Code
	// Version is the program's.
	Version string
}

// Origin is what values were made with: each row of a file says it, and what is made of a whole file.
type Origin struct {
	Edition       string     `json:"edition"`
	ModelVersion  string     `json:"modelVersion"` // of the valuation date
	MadeBy        string     `json:"madeBy"`
	ValuationDate gevel.Date `json:"valuationDate"` // where a row has none of its own
}

// Origin returns what the rows are valued with.
func (o Options) Origin() Origin {
	return Origin{o.Valuer.Edition().ID(), o.Valuer.VintageOn(o.Date).AsOf.String(), o.madeBy(), o.Date}
}

func (o Options) madeBy() string { return "gevel " + o.Version }

// Pace makes rows wait for their turn.
type Pace interface {
	// Row waits until the n-th row may be read. Its error ends the file.
	Row(ctx context.Context, n int) error
	// Turn waits for a processor, and returns what gives it back.
	Turn(ctx context.Context) (give func(), err error)
}

// columns are those that the output adds.
func (o Options) columns() []addedColumn {
	list := addedColumns
	if o.Explainer != nil {
		list = slices.Concat(list, stepColumns(o.Valuer.Edition().Sales().Attributes))
	}
	return slices.Concat(list, additionColumns(o.Additions))
}

// Writer writes rows that are valued; see NewCSV and NewParquet.
type Writer interface {
	Write(rows []Row) error
	Close() error
}

// run is the valuing of one file.
type run struct {
	Options
	homes   *File
	out     Writer
	whole   bool // values have references and statistics
	next    int  // number of the next row of the file
	rows    int
	refused gevel.Rejects
	unused  gevel.Rejects
}

// batch is a run of rows.
type batch struct {
	rows []Row
	read int64 // bytes of the file up to its end
}

// Value values all homes of a file until ctx ends, and writes them to out, which it closes. A row that can't be
// valued is no error: it is written with the reason, and counted in the summary.
func Value(ctx context.Context, homes *File, out Writer, o Options) (Summary, error) {
	r := &run{Options: o, homes: homes, out: out, whole: slices.ContainsFunc(o.Additions, showsReferences)}
	if err := errors.Join(r.all(ctx), out.Close()); err != nil {
		return Summary{}, err
	}
	return Summary{
		File: homes.name, Rows: r.rows, Columns: homes.Columns().Recognised, Passed: homes.PassedOver(),
		Refused: r.refused, Unused: r.unused,
		Origin: o.Origin(), OwnDates: homes.HasDates(),
	}, nil
}

func (r *run) all(ctx context.Context) error {
	return pipeline.Stages[*batch]{
		Read:  r.read,
		Work:  func(ctx context.Context, b *batch) error { return r.valueAll(ctx, b.rows) },
		Write: r.write,
	}.Run(ctx)
}

func (r *run) read(ctx context.Context, hand func(*batch) error) error {
	for {
		b, err := r.nextBatch(ctx)
		if err != nil || len(b.rows) == 0 {
			return err
		}
		if err := hand(b); err != nil {
			return err
		}
	}
}

func (r *run) nextBatch(ctx context.Context) (*batch, error) {
	most := r.window()
	b := &batch{rows: make([]Row, 0, most)}
	for len(b.rows) < most {
		row, err := r.homes.next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		if r.Pace != nil {
			if err := r.Pace.Row(ctx, r.next+1); err != nil {
				return nil, err
			}
		}
		if r.Shard.has(r.next) {
			b.rows = append(b.rows, row)
		}
		r.next++
	}
	b.read = r.homes.Done()
	return b, nil
}

func (r *run) valueAll(ctx context.Context, rows []Row) error {
	if r.Pace != nil {
		give, err := r.Pace.Turn(ctx)
		if err != nil {
			return err
		}
		defer give()
	}
	madeBy := r.madeBy()
	for i := range rows {
		rows[i].madeBy = madeBy
		r.note(&rows[i], r.ask(&rows[i]))
	}
	for _, row := range r.byPlace(rows) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if row.reason == "" {
			if err := r.value(row); err != nil {
				return err
			}
		}
		r.add(row)
	}
	return nil
}

func (r *run) write(b *batch) error {
	if err := r.out.Write(r.kept(b.rows)); err != nil {
		return err
	}
	r.count(b)
	return nil
}

// kept are the rows that are written.
func (r *run) kept(rows []Row) []Row {
	if len(r.LeaveOut) == 0 {
		return rows
	}
	kept := make([]Row, 0, len(rows))
	for _, row := range rows {
		if !slices.Contains(r.LeaveOut, row.reason) {
			kept = append(kept, row)
		}
	}
	return kept
}

func (r *run) count(b *batch) {
	r.rows += len(b.rows)
	for _, row := range b.rows {
		for k, a := range r.Additions {
			a.Note(row.added[k])
		}
		switch line := fmt.Sprintf("line %d", row.Line); {
		case row.reason != "":
			r.refused.Add(string(row.reason), line, row.message)
		case row.message != "":
			r.unused.Add("valued without a characteristic", line, row.message)
		}
	}
	r.Progress(b.read)
}
