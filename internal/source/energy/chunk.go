package energy

import (
	"context"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/pipeline"
	"github.com/gevel/gevel/internal/file/table"
)

// chunkRows is how many rows are parsed at a time.
const chunkRows = 1 << 12

// chunk is a part of the file, and what its rows hold.
type chunk struct {
	table    []table.Row
	done     int64 // bytes of the file up to its end
	whole    int64 // bytes of the file
	labels   []Label
	rows     int
	notHomes int
	rejects  gevel.Rejects
	faults   gevel.Rejects
}

// reading is the work of turning a file into labels.
type reading struct {
	Options
	table   *table.Table
	layout  layout
	name    string     // of the file
	latest  gevel.Date // of a registration; gevel.NoDate is any
	use     func(Label)
	summary Summary
	none    gevel.Rejects // with which chunks begin
}

// all reads the rows behind the header, so many at a time.
func (run *reading) all(ctx context.Context, size int) error {
	return pipeline.Stages[*chunk]{
		Read: func(_ context.Context, hand func(*chunk) error) error {
			return run.table.Parts(size, func(rows []table.Row) error {
				done, whole := run.table.Progress()
				return hand(&chunk{table: rows, done: done, whole: whole, rejects: run.none, faults: run.none})
			})
		},
		Work: func(_ context.Context, c *chunk) error {
			p := &parser{layout: &run.layout, name: run.name, latest: run.latest, chunk: c}
			for i := range c.table {
				p.row(&c.table[i])
			}
			c.table = nil
			return nil
		},
		Write:   run.take,
		Workers: run.Workers,
	}.Run(ctx)
}

func (run *reading) take(c *chunk) error {
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
		run.Progress(c.done, c.whole)
	}
	return nil
}
