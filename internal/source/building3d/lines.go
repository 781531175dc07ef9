package building3d

import (
	"bytes"
	"context"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/pipeline"
	"github.com/gevel/gevel/internal/file/textfile"
)

const (
	// stretchSize is how many bytes are parsed at a time: some hundred features, or thousands of rows.
	stretchSize = 1 << 20
	// longestLine bounds the memory that one line can take. The largest buildings have some megabytes.
	longestLine = 32 << 20
)

// stretch is a part of a file, and what was found in it.
type stretch struct {
	pipeline.Block
	parsed
	asOf gevel.Date // that the lines themselves name, gevel.NoDate for none
	err  error      // of the file
}

// eachLine calls use with each line that is not blank, without its end, and its number.
func (s *stretch) eachLine(use func(line []byte, number int)) {
	number := s.Line
	for line := range bytes.Lines(s.Data) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			use(line, number)
		}
		number++
	}
}

// cutterOf cuts a text into stretches after its first lines were read.
func cutterOf(text *textfile.File, linesRead int) *pipeline.Cutter {
	return &pipeline.Cutter{
		Text: text, Line: linesRead + 1, Size: stretchSize, Longest: longestLine,
		Hint: "a building takes one line: " + asSequence,
	}
}

// readLines has the stretches of a text parsed, side by side, and what is found in them used.
func (r *reader) readLines(ctx context.Context, from *pipeline.Cutter, parse func(*parser, *stretch)) error {
	return pipeline.Stages[*stretch]{
		Read: pipeline.Blocks(from, func() (*stretch, *pipeline.Block) {
			s := &stretch{parsed: r.parsed(), asOf: gevel.NoDate}
			return s, &s.Block
		}),
		Work: func(_ context.Context, s *stretch) error {
			parse(&r.parser, s)
			s.Data = nil
			return s.err
		},
		Write: func(s *stretch) error {
			r.add(&s.parsed)
			r.AsOf = max(r.AsOf, s.asOf)
			if r.Progress != nil {
				r.Progress(s.Done, from.Text.Total)
			}
			return nil
		},
	}.Run(ctx)
}
