// What a command says on stderr beside its output: visible, and never what keeps it from ending.

package main

import (
	"fmt"
	"io"
	"time"
)

// readerPatience is how long the end waits for who reads stderr, the log among it.
const readerPatience = time.Second

// say prints to stderr, visibly. Once the context has ended it waits no longer than readerPatience
// for a pipe that nobody reads.
func (c *console) say(format string, args ...any) {
	text := visibleText(fmt.Sprintf(format, args...))
	said := make(chan struct{})
	go func() {
		defer close(said)
		_, _ = io.WriteString(c.stderr, text) // there is nobody left to tell
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
