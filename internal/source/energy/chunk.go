package energy

import (
	"bytes"
	"context"
	"sync"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/pipeline"
	"github.com/gevel/gevel/internal/file/textfile"
)

// chunkSize is how many bytes are parsed at a time: some 4 000 rows. It bounds the length of a row,
// which has some 300.
const chunkSize = 1 << 20

// chunk is a part of the file, and what its rows hold.
type chunk struct {
	pipeline.Block
	labels   []Label
	rows     int
	notHomes int
	rejects  gevel.Rejects
	faults   gevel.Rejects
}

// wholeRows returns how many bytes of data, which does not end the file, are whole rows.
func (l *layout) wholeRows(data []byte) int {
	if bytes.IndexByte(data, '"') < 0 {
		return bytes.LastIndexByte(data, '\n') + 1
	}
	end := 0
	for end < len(data) {
		_, lines, size := l.next(data[end:], false)
		if lines == 0 {
			break
		}
		end += size
	}
	if end == 0 { // a quote that was left open where no more lines fit
		end, _ = lineEnd(data, 0)
		if end == len(data) && data[end-1] != '\n' {
			return 0
		}
	}
	return end
}

// mostLines is how many lines a row with a quoted field can take.
const mostLines = 8

// next returns the row with which data begins, without its line end, how many lines it takes, and
// its bytes with the line end. A row that is not all there takes none, unless data is the last of the file.
//
// A row is a line. A quoted field may go on in the next lines, when the row then has as many
// fields as the header; else the quote was left open, and the line stands alone.
func (l *layout) next(data []byte, last bool) (row []byte, lines, size int) {
	end, ended := lineEnd(data, 0)
	if !ended && !last {
		return nil, 0, 0
	}
	row, size = trimEnd(data[:end]), end
	if bytes.IndexByte(row, '"') < 0 || !textfile.QuoteOpen(row, delimiter) ||
		bytes.Count(row, []byte{delimiter})+1 == l.width {
		return row, 1, size
	}
	for lines := 2; lines <= mostLines && end < len(data); lines++ {
		if end, ended = lineEnd(data, end); !ended && !last {
			break
		}
		if joined := trimEnd(data[:end]); !textfile.QuoteOpen(joined, delimiter) {
			if fields, _ := textfile.Fields(joined, delimiter, nil); len(fields) == l.width {
				return joined, lines, end
			}
			return row, 1, size
		}
	}
	if more := end == len(data) || !ended; more && !last {
		return nil, 0, 0
	}
	return row, 1, size
}

// lineEnd returns where the line that begins at from ends, its newline included.
func lineEnd(data []byte, from int) (end int, ended bool) {
	if i := bytes.IndexByte(data[from:], '\n'); i >= 0 {
		return from + i + 1, true
	}
	return len(data), false
}

func trimEnd(line []byte) []byte {
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
}

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
