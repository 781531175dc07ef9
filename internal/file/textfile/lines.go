package textfile

import (
	"bufio"
	"errors"
	"io"
)

// Lines reads a text line by line, none of them longer than longest, in bytes. What stands behind
// the last newline is a line only where the text ends there: of a text that breaks off it may be
// the beginning of one, and say something else.
func Lines(text io.Reader, longest int) *bufio.Scanner {
	end := &ending{text: text}
	lines := bufio.NewScanner(end)
	lines.Buffer(nil, longest)
	lines.Split(func(data []byte, atEnd bool) (advance int, line []byte, err error) {
		return bufio.ScanLines(data, atEnd && errors.Is(end.err, io.EOF))
	})
	return lines
}

// ending reads a text, and keeps how it ended.
type ending struct {
	text io.Reader
	err  error
}

func (e *ending) Read(p []byte) (n int, err error) {
	n, e.err = e.text.Read(p)
	return n, e.err
}
