// What a command has of the outside: a context, streams and a clock. Messages go to stderr beside the output, and the
// output's hidden characters show: neither blocks nor deceives.

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"

	"github.com/gevel/gevel/internal/file/visible"
)

// console is a subcommand's access to the outside: context, streams, clock.
type console struct {
	ctx            context.Context
	stdin          io.Reader
	stdout, stderr io.Writer
	now            func() time.Time
}

// readerPatience is how long the end of the program waits for the reader of stderr.
const readerPatience = time.Second

// say prints to stderr with control characters made visible. After the context has ended it waits at most
// readerPatience for a full pipe.
func (c *console) say(format string, args ...any) {
	text := visible.Text(fmt.Sprintf(format, args...))
	said := make(chan struct{})
	go func() {
		defer close(said)
		_, _ = io.WriteString(c.stderr, text) // an error can't be reported anywhere
	}()
	select {
	case <-said:
		return
	case <-c.ctx.Done():
	}
	select {
	case <-said:
	case <-time.After(readerPatience):
	}
}

// visibleWriter is standard output as people see it.
type visibleWriter struct {
	io.WriteCloser
	out io.Writer
}

func visibly(out io.Writer) *visibleWriter { return &visibleWriter{visible.Writer(out), out} }

// tables returns where rows are written: unchanged, since their writer shows hidden characters itself, unless people
// see them.
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

func (c *console) printJSON(v any) error { return asJSON(v)(c.stdout) }

// asJSON returns a function that writes a value as indented JSON. <, > and & stay as they are, as in the service's answers.
func asJSON(v any) func(io.Writer) error {
	return func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(v)
	}
}
