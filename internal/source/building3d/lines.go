package building3d

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/textfile"
)

// A file of lines is cut into stretches, which are parsed side by side and used in their order. Memory is
// that of a few stretches.

const (
	// stretchSize is how many bytes are parsed at a time: some hundred features, or thousands of rows.
	stretchSize = 1 << 20
	// longestLine bounds the memory that one line can take. The largest buildings have some megabytes.
	longestLine = 32 << 20
)

// stretch is a part of a file, of whole lines, and what was found in it.
type stretch struct {
	data  []byte
	first int   // line of the file
	done  int64 // bytes of the delivery that were read when it was cut
	ready chan struct{}
	parsed
	asOf gevel.Date // that the lines themselves name, gevel.NoDate for none
	err  error      // of the file
}

// eachLine calls use with each line that is not blank, without its end, and its number.
func (s *stretch) eachLine(use func(line []byte, number int)) {
	number := s.first
	for line := range bytes.Lines(s.data) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			use(line, number)
		}
		number++
	}
}

// cutter cuts a text into stretches.
type cutter struct {
	text  *textfile.File
	line  int    // where the next stretch begins
	carry []byte // the beginning of a line that the last stretch left over
	ended bool
}

// cut returns the next lines. Errors: io.EOF after the last, a line that is too long, a text that can't
// be read.
func (c *cutter) cut() (*stretch, error) {
	if c.ended {
		return nil, io.EOF
	}
	data := append(make([]byte, 0, min(max(stretchSize, 2*len(c.carry)), longestLine+1)), c.carry...)
	for {
		var err error
		if data, err = c.fill(data); err != nil {
			return nil, err
		}
		end := len(data)
		if !c.ended {
			end = bytes.LastIndexByte(data, '\n') + 1
		}
		if end > 0 || c.ended {
			s := &stretch{data: data[:end], first: c.line, done: c.text.Done, ready: make(chan struct{}), asOf: gevel.NoDate}
			c.line += bytes.Count(s.data, []byte{'\n'})
			c.carry = append(c.carry[:0], data[end:]...)
			return s, nil
		}
		if len(data) > longestLine {
			return nil, &gevel.Error{
				Code:    gevel.Invalid,
				Message: fmt.Sprintf("line %d is longer than %d MiB", c.line, longestLine>>20),
				Hint:    "a building takes one line: " + asSequence,
			}
		}
		data = append(make([]byte, 0, min(2*len(data), longestLine+1)), data...)
	}
}

// fill reads until there is no more room in data, or the text ends.
func (c *cutter) fill(data []byte) ([]byte, error) {
	for len(data) < cap(data) {
		n, err := c.text.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case errors.Is(err, io.EOF): // and no other end: a file that is cut short is damaged
			c.ended = true
			return data, nil
		case err != nil:
			return nil, fmt.Errorf("after line %d: %w", c.line-1+bytes.Count(data, []byte{'\n'}), textfile.Named(err))
		}
	}
	return data, nil
}

// each has stretches parsed, side by side, and used, one after the other. Errors: those of the text, of
// use, and of ctx.
func (c *cutter) each(ctx context.Context, parse func(*stretch), use func(*stretch) error) error {
	workers := runtime.GOMAXPROCS(0)
	group, ctx := errgroup.WithContext(ctx)
	inOrder, toParse := make(chan *stretch, 2*workers), make(chan *stretch)
	group.Go(func() error {
		defer close(inOrder)
		defer close(toParse)
		for {
			s, err := c.cut()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
			for _, to := range []chan *stretch{inOrder, toParse} {
				select {
				case to <- s:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
		}
	})
	for range workers {
		group.Go(func() error {
			for s := range toParse {
				parse(s)
				s.data = nil
				close(s.ready)
			}
			return nil
		})
	}
	group.Go(func() error {
		for s := range inOrder {
			select {
			case <-s.ready:
			case <-ctx.Done():
				return ctx.Err()
			}
			if err := use(s); err != nil {
				return err
			}
		}
		return nil
	})
	return group.Wait()
}
