package energy

import (
	"context"
	"sync"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/pipeline"
	"github.com/gevel/gevel/internal/file/textfile"
)

// reading is the work of turning a file into labels.
type reading struct {
	Options
	file      *textfile.File
	layout    layout
	name      string     // of the file
	latest    gevel.Date // of a registration; gevel.NoDate is any
	use       func(Label)
	chunkSize int
	spare     sync.Pool // chunks whose labels were used
	summary   Summary
	none      gevel.Rejects // with which chunks begin
}

// all reads the rows behind the header, which ends with a line.
func (run *reading) all(ctx context.Context, headLines int) error {
	cutter := pipeline.Cutter{
		Text: run.file, Line: headLines + 1, Size: run.chunkSize, Longest: run.chunkSize, Whole: run.layout.wholeRows,
		Hint: "it is no row of a label file; fetch the file anew",
	}
	return pipeline.Stages[*chunk]{
		Read: pipeline.Blocks(&cutter, run.fresh),
		Work: func(_ context.Context, c *chunk) error {
			p := &parser{layout: &run.layout, name: run.name, latest: run.latest}
			p.parse(c)
			return nil
		},
		Write:   run.take,
		Workers: run.Workers,
	}.Run(ctx)
}

// fresh returns a chunk, in the memory of one that was used.
func (run *reading) fresh() (*chunk, *pipeline.Block) {
	c := &chunk{rejects: run.none, faults: run.none}
	if used, ok := run.spare.Get().(*chunk); ok {
		c.Block, c.labels = used.Block, used.labels[:0]
	}
	return c, &c.Block
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
		run.Progress(c.Done, run.file.Total)
	}
	run.spare.Put(c)
	return nil
}
