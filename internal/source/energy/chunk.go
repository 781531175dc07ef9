package energy

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/gevel/gevel"
)

// chunkSize is how many bytes are parsed at a time: some 4 000 rows. It bounds the length of a row,
// which has some 300.
const chunkSize = 1 << 20

// chunk is a part of the file, of whole rows, and what they hold.
type chunk struct {
	data  []byte
	first int   // line of the file
	done  int64 // bytes of the delivery that were read when it was cut
	ready chan struct{}

	labels   []Label
	rows     int
	notHomes int
	rejects  gevel.Rejects
	faults   gevel.Rejects
}

// cutter cuts a text into chunks.
type cutter struct {
	text   io.Reader
	layout *layout
	size   int
	line   int    // of the file, where the next chunk begins
	carry  []byte // the beginning of a row that the last chunk left over
	ended  bool
}

// cut fills a chunk with the next rows. Errors: io.EOF after the last.
func (c *cutter) cut(to *chunk) error {
	if c.ended && len(c.carry) == 0 {
		return io.EOF
	}
	to.data, to.first = append(to.data[:0], c.carry...), c.line
	if err := c.fill(to); err != nil {
		return err
	}
	end := c.wholeRows(to.data)
	if end == 0 && !c.ended {
		return &gevel.Error{
			Code:    gevel.Invalid,
			Message: fmt.Sprintf("line %d is longer than %d bytes", c.line, c.size),
			Hint:    "it is no row of a label file; fetch the file anew",
		}
	}
	c.carry = append(c.carry[:0], to.data[end:]...)
	to.data = to.data[:end]
	c.line += bytes.Count(to.data, []byte{'\n'})
	return nil
}

// fill reads until the chunk has its size or the text ends.
func (c *cutter) fill(to *chunk) error {
	if c.ended {
		return nil
	}
	have := len(to.data)
	to.data = slices.Grow(to.data, max(0, c.size-have))
	for len(to.data) < c.size {
		n, err := c.text.Read(to.data[len(to.data):c.size])
		to.data = to.data[:len(to.data)+n]
		switch {
		case errors.Is(err, io.EOF): // and no other end: a file that is cut short is damaged
			c.ended = true
			return nil
		case err != nil:
			return fmt.Errorf("after line %d: %w", c.line-1+bytes.Count(to.data, []byte{'\n'}), err)
		}
	}
	return nil
}

// wholeRows returns how many bytes of data are whole rows.
func (c *cutter) wholeRows(data []byte) int {
	if c.ended {
		return len(data)
	}
	if bytes.IndexByte(data, '"') < 0 {
		return bytes.LastIndexByte(data, '\n') + 1
	}
	end := 0
	for end < len(data) {
		_, lines, size := c.layout.next(data[end:], false)
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
