// Messages of a command on stderr beside its output: printable, and never blocking its end.

package main

import (
	"fmt"
	"io"
	"time"

	"github.com/gevel/gevel/internal/file/visible"
)

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
