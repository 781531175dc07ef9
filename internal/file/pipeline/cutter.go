package pipeline

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/file/textfile"
)

// Block is a part of a text file, of whole rows.
type Block struct {
	Data []byte
	Line int   // of the file, with which it begins
	Done int64 // bytes of the file, compressed as they are, that were read when it was cut
}

// Cutter cuts a text file into blocks.
type Cutter struct {
	Text *textfile.File
	Line int // of the next block
	// Size is how many bytes a block has, unless its first row takes more.
	Size int
	// Longest bounds the memory that one row can take, in bytes.
	Longest int
	// Whole returns how many bytes of data, which does not end the text, are whole rows. Unless given a row is a line.
	Whole func(data []byte) int
	// Hint says in the error of a row that is too long what to do.
	Hint string

	carry []byte // the beginning of a row that the last block left over
	ended bool
}

// Blocks is the stage that reads a text file. fresh returns a batch, and the block in it that is to be cut.
func Blocks[B any](c *Cutter, fresh func() (B, *Block)) func(ctx context.Context, hand func(B) error) error {
	return func(_ context.Context, hand func(B) error) error {
		for {
			b, block := fresh()
			if err := c.Cut(block); errors.Is(err, io.EOF) {
				return nil
			} else if err != nil {
				return err
			}
			if err := hand(b); err != nil {
				return err
			}
		}
	}
}

// Cut cuts the next rows into a block, in the memory of one that is no longer used. Errors: io.EOF after the last, a
// row that is too long, a text that can't be read.
func (c *Cutter) Cut(into *Block) error {
	if c.ended && len(c.carry) == 0 {
		return io.EOF
	}
	data := append(grown(into.Data[:0], max(c.Size, min(2*len(c.carry), c.Longest))), c.carry...)
	for {
		var err error
		if data, err = c.fill(data); err != nil {
			return err
		}
		if end := c.whole(data); end > 0 || c.ended {
			c.carry = append(c.carry[:0], data[end:]...)
			*into = Block{Data: data[:end], Line: c.Line, Done: c.Text.Done}
			c.Line += bytes.Count(into.Data, []byte{'\n'})
			return nil
		}
		if len(data) >= c.Longest {
			return gevel.Refusal(c.Hint, "line %d is longer than %d bytes", c.Line, c.Longest)
		}
		data = grown(data, min(2*len(data), c.Longest))
	}
}

// whole returns how many bytes of data are whole rows.
func (c *Cutter) whole(data []byte) int {
	switch {
	case c.ended:
		return len(data)
	case c.Whole != nil:
		return c.Whole(data)
	}
	return bytes.LastIndexByte(data, '\n') + 1
}

// fill reads until there is no more room in data, or the text ends.
func (c *Cutter) fill(data []byte) ([]byte, error) {
	for !c.ended && len(data) < cap(data) {
		n, err := c.Text.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case errors.Is(err, io.EOF): // and no other end: a file that is cut short is damaged
			c.ended = true
		case err != nil:
			return nil, fmt.Errorf("after line %d: %w", c.Line-1+bytes.Count(data, []byte{'\n'}), textfile.Named(err))
		}
	}
	return data, nil
}

// grown returns data with room for so many bytes and no more.
func grown(data []byte, size int) []byte {
	if cap(data) < size {
		data = append(make([]byte, 0, size), data...)
	}
	return data[:len(data):size]
}
