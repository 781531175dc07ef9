package upload

// An upload and its answer both may take hours: neither has a deadline of its own, but a caller who stands still for a
// minute is cut off.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/gevel/gevel"
)

// patience is how long an upload waits for more of its body, or for its answer to be read.
const patience = time.Minute

// drainFor and drainBytes bound what is read of a body after its last row.
const (
	drainFor   = 2 * time.Second
	drainBytes = 64 << 20
)

// connection reads the body of an upload from the caller's connection.
type connection struct {
	*http.ResponseController
	body   io.Reader
	caller context.Context // ends when the caller goes away, or a deadline of reading passes
	ending context.Context // ends when the service does

	ahead  *ahead
	ctx    context.Context // of the work
	cancel func()          // ends the work
	uncut  func()          // what ends no longer cuts reading off

	mu      sync.Mutex
	hurried bool // the deadline stays as it is
}

// open lets the answer begin before the body ends, and begins to read the body until the work ends, or the service.
func (c *connection) open() error {
	if err := c.EnableFullDuplex(); err != nil {
		return fmt.Errorf("answer a batch while it comes in: %w", err)
	}
	// A body without bytes is never read, and the server's own deadline would take the connection for dead.
	_ = c.SetReadDeadline(time.Time{})
	// A caller who went away shows when the body is read or the answer is written, and afterwards when the context
	// of the request ends. That also ends when a deadline of reading passes, and then there is a last row.
	c.ctx, c.cancel = context.WithCancel(context.WithoutCancel(c.caller))
	c.ahead = newAhead(c.receive)
	one, other := context.AfterFunc(c.ctx, c.cut), context.AfterFunc(c.ending, c.cut)
	c.uncut = func() { one(); other() }
	go c.ahead.run(c.ctx)
	return nil
}

// cut ends reading now.
func (c *connection) cut() { c.hurry(time.Unix(1, 0)) }

// finish ends reading and the work. The next request of the connection has deadlines of its own.
func (c *connection) finish() {
	if !c.ahead.ended() {
		c.cut()
		c.ahead.discard(0)
	}
	<-c.ahead.over
	c.uncut()
	if c.ahead.ended() {
		_ = c.SetReadDeadline(time.Time{})
	}
	c.cancel()
}

// receive reads from the connection. Errors are of gevel, but for io.EOF.
func (c *connection) receive(p []byte) (int, error) {
	c.deadline(time.Now().Add(patience))
	switch {
	case c.ctx.Err() != nil:
		return 0, c.ctx.Err()
	case c.ending.Err() != nil:
		return 0, errEnding
	}
	n, err := c.body.Read(p)
	c.deadline(time.Time{}) // a row that was read may wait for long
	return n, c.named(err)
}

// deadline sets when reading ends, unless it ends soon anyway.
func (c *connection) deadline(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.hurried {
		_ = c.SetReadDeadline(at)
	}
}

// hurry sets when reading ends for good.
func (c *connection) hurry(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hurried = true
	_ = c.SetReadDeadline(at)
}

// named says what an error of reading means.
func (c *connection) named(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.EOF):
		c.watch()
		return io.EOF
	case c.ending.Err() != nil:
		return errEnding
	case errors.Is(err, os.ErrDeadlineExceeded):
		return gevel.Refusal("", "nothing more of the body came for %s", patience)
	}
	return &gevel.Error{Code: gevel.Invalid, Message: "the body is cut short", Err: err}
}

// watch has a caller who goes away end the work. Once the body is read, the server watches the connection, without
// haste. The end of the service cuts the connection too, and is answered.
func (c *connection) watch() {
	context.AfterFunc(c.caller, func() {
		if c.ending.Err() == nil {
			c.cancel()
		}
	})
}

// wait waits until more of the body may be there.
func (c *connection) wait(ctx context.Context) error {
	select {
	case <-c.ahead.more:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// drain reads some more of the body, for nothing: closing a connection with unread bytes takes back the answer.
func (c *connection) drain() {
	if c.ahead.ended() {
		return
	}
	c.hurry(time.Now().Add(drainFor))
	c.ahead.discard(drainBytes)
	<-c.ahead.over
}

// What a caller sends is read before rows want it: a caller who goes away is noticed while rows wait for their rate,
// and a processor is given back before anything is waited for.

const (
	// aheadBytes is how much is read before it is wanted: some thousand rows.
	aheadBytes = 128 << 10
	// readBytes is how much is read at once.
	readBytes = 16 << 10
)

// ahead is a text that a goroutine of its own reads.
type ahead struct {
	read func([]byte) (int, error) // of the connection
	more chan struct{}             // holds one when there may be something to take
	room chan struct{}             // holds one when there may be room
	over chan struct{}             // closed when nothing more is read

	mu   sync.Mutex
	text []byte // not taken yet
	err  error  // what comes after it
	drop int64  // bytes still to be read for nothing, once that has begun
	done bool   // the text is not wanted any more
}

func newAhead(read func([]byte) (int, error)) *ahead {
	return &ahead{read: read, more: make(chan struct{}, 1), room: make(chan struct{}, 1), over: make(chan struct{})}
}

// run reads until the text ends, or ctx.
func (a *ahead) run(ctx context.Context) {
	defer close(a.over)
	defer notify(a.more)
	p := make([]byte, readBytes)
	for {
		n, err := a.read(p)
		full, end := a.put(p[:n], err)
		notify(a.more)
		for full && !end {
			select {
			case <-a.room:
				full, end = a.put(nil, nil)
			case <-ctx.Done():
				full, end = a.put(nil, ctx.Err())
			}
		}
		if end {
			return
		}
	}
}

// put takes what was read. It returns whether there is no room for more, and whether reading ends.
func (a *ahead) put(p []byte, err error) (full, end bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.done {
		a.drop, a.err = a.drop-int64(len(p)), err
		return false, err != nil || a.drop <= 0
	}
	a.text, a.err = append(a.text, p...), err
	return len(a.text) >= aheadBytes, err != nil
}

// take takes text into p. Where there is none it returns 0, and why none will come, nil when some may.
func (a *ahead) take(p []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.text) == 0 {
		return 0, a.err
	}
	n := copy(p, a.text)
	a.text = a.text[:copy(a.text, a.text[n:])]
	notify(a.room)
	return n, nil
}

// ended reports whether the text was read to its end.
func (a *ahead) ended() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.err == io.EOF //nolint:errorlint // connection.named wraps no end
}

// discard lets some more be read for nothing.
func (a *ahead) discard(bytes int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.done, a.drop, a.text = true, bytes, nil
	notify(a.room)
}

func notify(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
