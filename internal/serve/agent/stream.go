package agent

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Messages of an agent that starts the program: a line each, on streams. The library's own transport ends with the first
// line that is no message, and reads on without bound where its answers are not read.

const (
	longestLine = 64 << 10
	// mostPending is how many requests are in work. The next one is read once an answer is written.
	mostPending = 16
	// lastAnswers is how long the end waits for the answers that are due.
	lastAnswers = time.Minute
)

// Stream is the transport of an agent's streams.
type Stream struct {
	In  io.Reader
	Out io.Writer
}

// Connect implements mcp.Transport. The connection ends with ctx, also while an answer is not read.
func (s Stream) Connect(ctx context.Context) (mcp.Connection, error) {
	ctx, end := context.WithCancel(ctx)
	c := &connection{
		in: make(chan []byte), out: make(chan line), pending: make(chan struct{}, mostPending), closed: ctx.Done(), end: end,
	}
	go c.readAll(bufio.NewReaderSize(s.In, longestLine))
	go c.writeAll(s.Out)
	return c, nil
}

// connection reads and writes in goroutines of its own, since a stream may block for ever.
type connection struct {
	in      chan []byte // closed at the end of the stream
	out     chan line
	pending chan struct{} // holds one for each request that has no answer yet
	closed  <-chan struct{}
	end     context.CancelFunc
}

// line is a message, and whether it is the answer to a request.
type line struct {
	text     []byte
	isAnswer bool
}

func (c *connection) readAll(in *bufio.Reader) {
	defer close(c.in)
	for {
		text, err := in.ReadSlice('\n')
		for errors.Is(err, bufio.ErrBufferFull) {
			text = []byte("too long") // which is no message
			_, err = in.ReadSlice('\n')
		}
		if len(bytes.TrimSpace(text)) > 0 {
			select {
			case c.in <- bytes.Clone(text):
			case <-c.closed:
				return
			}
		}
		if err != nil {
			return
		}
	}
}

func (c *connection) writeAll(out io.Writer) {
	for {
		select {
		case l := <-c.out:
			if _, err := out.Write(append(l.text, '\n')); err != nil {
				c.Close()
				return
			}
			if l.isAnswer {
				<-c.pending
			}
		case <-c.closed:
			return
		}
	}
}

// Read implements mcp.Connection. It answers what is no message with an error, and returns the end of the stream after
// the answers that are due.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		select {
		case text, more := <-c.in:
			if !more {
				return nil, c.drain(ctx)
			}
			message, refusal := decode(text)
			if r, ok := message.(*jsonrpc.Request); ok && !r.IsCall() {
				return message, nil
			}
			if err := c.begin(ctx); err != nil {
				return nil, err
			}
			if refusal == nil {
				return message, nil
			}
			if err := c.send(ctx, line{refusal, true}); err != nil {
				return nil, err
			}
		case <-c.closed:
			return nil, io.EOF
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// decode reads a message, or returns the answer to what is none.
func decode(text []byte) (message jsonrpc.Message, refusal []byte) {
	err := Check(text)
	if err == nil {
		if message, err = jsonrpc.DecodeMessage(text); err == nil {
			return message, nil
		}
	}
	said := jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: err.Error()}
	if json.Valid(text) {
		said.Code = jsonrpc.CodeInvalidRequest
	}
	refusal, _ = json.Marshal(map[string]any{"jsonrpc": "2.0", "id": nil, "error": said}) // of texts and numbers
	return nil, refusal
}

// begin waits until there is room for another request without an answer.
func (c *connection) begin(ctx context.Context) error {
	select {
	case c.pending <- struct{}{}:
		return nil
	case <-c.closed:
		return io.EOF
	case <-ctx.Done():
		return ctx.Err()
	}
}

// drain waits for the answers that are due.
func (c *connection) drain(ctx context.Context) error {
	late, cancel := context.WithTimeout(ctx, lastAnswers)
	defer cancel()
	for range mostPending {
		if c.begin(late) != nil {
			break
		}
	}
	return io.EOF
}

func (c *connection) send(ctx context.Context, l line) error {
	select {
	case c.out <- l:
		return nil
	case <-c.closed:
		return io.ErrClosedPipe
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Write implements mcp.Connection.
func (c *connection) Write(ctx context.Context, message jsonrpc.Message) error {
	text, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return err
	}
	_, isAnswer := message.(*jsonrpc.Response)
	return c.send(ctx, line{text, isAnswer})
}

// Close implements mcp.Connection.
func (c *connection) Close() error {
	c.end()
	return nil
}

// SessionID implements mcp.Connection.
func (c *connection) SessionID() string { return "" }
