// Standard output shows hidden characters, except in CSV for programs.

package main

import (
	"io"
	"os"

	"golang.org/x/term"

	"github.com/gevel/gevel/internal/file/visible"
)

// visibleWriter is standard output as people see it.
type visibleWriter struct {
	io.WriteCloser
	out io.Writer
}

func visibly(out io.Writer) *visibleWriter { return &visibleWriter{visible.Writer(out), out} }

// tables returns where rows are written: unchanged, since their writer shows hidden characters itself, unless people see
// them.
func (c *console) tables() io.Writer {
	if v, ok := c.stdout.(*visibleWriter); ok && !isTerminal(v) {
		return v.out
	}
	return c.stdout
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	if visible, ok := w.(*visibleWriter); ok {
		w = visible.out
	}
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
