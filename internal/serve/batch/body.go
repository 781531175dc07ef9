package batch

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/frame"
	"github.com/gevel/gevel/internal/serve/param"
)

// The body of a batch and its answer, which both may take hours: neither has a deadline of its
// own, but a caller that stands still for a minute is cut off.

// patience is how long a batch waits for more of its body, or for its answer to be read.
const patience = time.Minute

// drainFor and drainBytes bound what is read of a body after its last row.
const (
	drainFor   = 2 * time.Second
	drainBytes = 64 << 20
)

// body is the body of a batch as it comes in.
type body struct {
	source     io.Reader
	connection *http.ResponseController
	zipped     bool
	most       int64
	ending     context.Context
	afterEnd   func() // called once all of it is read

	ctx   context.Context
	ahead *ahead
	idle  func(wait func() error) error // waits without a processor
	spent func(bytes int) error         // called after reading
	sent  int64                         // bytes taken, as they were sent
	text  io.Reader                     // unzipped

	mu      sync.Mutex
	hurried bool // the deadline stays as it is
}

// open lets the answer begin before the body ends, and begins to read the body. ctx ends reading, and so does the
// service. The caller calls close before the request is answered.
func (b *body) open(ctx context.Context) (finish func(), err error) {
	if err := b.connection.EnableFullDuplex(); err != nil {
		return nil, fmt.Errorf("answer a batch while it comes in: %w", err)
	}
	// A body without bytes is never read, and the server's own deadline would take the
	// connection for dead.
	_ = b.connection.SetReadDeadline(time.Time{})
	b.text = b
	if b.zipped {
		b.text = &unzipped{source: b, most: b.most}
	}
	b.ctx, b.ahead = ctx, newAhead(b.receive)
	cut := func() { b.hurry(time.Unix(1, 0)) }
	one, other := context.AfterFunc(ctx, cut), context.AfterFunc(b.ending, cut)
	go b.ahead.run(ctx)
	return func() {
		if !b.ahead.ended() {
			cut()
			b.ahead.discard(0)
		}
		<-b.ahead.over
		// The next request of the connection is none of its business.
		one()
		other()
		if b.ahead.ended() {
			_ = b.connection.SetReadDeadline(time.Time{})
		}
	}, nil
}

// receive reads from the connection. Errors are of gevel, but for io.EOF.
func (b *body) receive(p []byte) (int, error) {
	b.deadline(time.Now().Add(patience))
	switch {
	case b.ctx.Err() != nil:
		return 0, b.ctx.Err()
	case b.ending.Err() != nil:
		return 0, errEnding
	}
	n, err := b.source.Read(p)
	b.deadline(time.Time{}) // what was read may wait for long
	return n, b.named(err)
}

// deadline sets when reading ends, unless it ends soon anyway.
func (b *body) deadline(at time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.hurried {
		_ = b.connection.SetReadDeadline(at)
	}
}

// hurry sets when reading ends for good.
func (b *body) hurry(at time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.hurried = true
	_ = b.connection.SetReadDeadline(at)
}

// Read takes what was read, and waits for it. Errors are of gevel, but for io.EOF.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.ahead.take(p)
	for n == 0 && err == nil {
		if err := b.idle(func() error { return b.wait() }); err != nil {
			return 0, err
		}
		n, err = b.ahead.take(p)
	}
	if b.sent += int64(n); b.sent > b.most {
		return 0, tooLarge(b.most)
	}
	if spent := b.spent(n); spent != nil {
		return 0, spent
	}
	return n, err
}

// wait waits until there may be more.
func (b *body) wait() error {
	select {
	case <-b.ahead.more:
		return nil
	case <-b.ctx.Done():
		return b.ctx.Err()
	}
}

// named says what an error of reading means.
func (b *body) named(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.EOF):
		// From here on the server watches the connection, without haste.
		b.afterEnd()
		return io.EOF
	case b.ending.Err() != nil:
		return errEnding
	case errors.Is(err, os.ErrDeadlineExceeded):
		return &gevel.Error{Code: gevel.Invalid, Message: fmt.Sprintf("nothing more of the body came for %s", patience)}
	}
	return &gevel.Error{Code: gevel.Invalid, Message: "the body is cut short", Err: err}
}

// drain reads some more of the body, for nothing.
func (b *body) drain() {
	if b.ahead.ended() {
		return
	}
	b.hurry(time.Now().Add(drainFor))
	b.ahead.discard(drainBytes)
	<-b.ahead.over
}

func tooLarge(most int64) error {
	return &gevel.Error{
		Code: gevel.TooLarge, Message: fmt.Sprintf("the body is longer than %d bytes", most),
		Hint: "send it in parts",
	}
}

// A gzipped body may be longer than what was sent by mostExpansion, beyond freeExpansion bytes: rows of homes are
// some ten times as long, blank lines a thousand times.
const (
	mostExpansion = 100
	freeExpansion = 8 << 20
)

// unzipped is the text of a gzipped body. Its length is bounded too: a small body may unzip to
// a very long one.
type unzipped struct {
	source *body
	text   *gzip.Reader
	read   int64
	most   int64
}

// Read reads of the text. Errors are of gevel, but for io.EOF.
func (u *unzipped) Read(p []byte) (n int, err error) {
	if u.text == nil {
		if u.text, err = gzip.NewReader(u.source); err != nil {
			return 0, brokenZip(err)
		}
	}
	n, err = u.text.Read(p)
	u.read += int64(n)
	switch {
	case u.read > u.most:
		return 0, tooLarge(u.most)
	case u.read > freeExpansion && u.read > mostExpansion*u.source.sent:
		return 0, &gevel.Error{
			Code: gevel.TooLarge, Message: fmt.Sprintf("the body unzips to more than %d times its size", mostExpansion),
			Hint: "send it as it is",
		}
	}
	if err := u.source.spent(n); err != nil {
		return 0, err
	}
	return n, brokenZip(err)
}

func brokenZip(err error) error {
	var known *gevel.Error
	if err == nil || err == io.EOF || errors.As(err, &known) || errors.Is(err, context.Canceled) { //nolint:errorlint // gzip wraps no end
		return err
	}
	return &gevel.Error{Code: gevel.Invalid, Message: "the body is no whole gzip", Err: err}
}

// writer writes the answer.
type writer struct {
	exchange    *frame.Exchange
	connection  *http.ResponseController
	contentType string
	head        func() []byte // what stands before the first row
	begun       bool
}

// write writes rows, and sends them at once.
func (w *writer) write(text []byte) error {
	_ = w.connection.SetWriteDeadline(time.Now().Add(patience))
	if !w.begun {
		w.begun = true
		w.exchange.Header().Set("Content-Type", w.contentType)
		w.exchange.Header().Set("Cache-Control", "no-store")
		w.exchange.WriteHeader(http.StatusOK)
		text = append(w.head(), text...)
	}
	if len(text) > 0 {
		if _, err := w.exchange.Write(text); err != nil {
			return err
		}
	}
	return w.connection.Flush()
}

// The kinds of content of batches.
const (
	ndjsonType = "application/x-ndjson"
	csvType    = "text/csv"
)

// negotiate looks at what the body is, and what the answer shall be.
func (b *batch) negotiate(r *http.Request, asked request) error {
	comesAs, err := contentOf(r.Header.Get("Content-Type"))
	if err != nil {
		return err
	}
	if b.body, err = b.newBody(b.exchange, r, b.settings.MaxBatchBytes); err != nil {
		return err
	}
	goesAs := asked.format
	if goesAs == "" {
		goesAs = acceptedOf(r.Header.Get("Accept"), comesAs)
	}
	if goesAs == formatCSV && asked.fields == fieldsFull {
		return param.Invalid([]gevel.Detail{{Reason: "fields", Message: "fields full is for answers in " + ndjsonType}})
	}
	b.source = b.newSource(comesAs)
	b.form = b.newForm(goesAs, asked)
	b.out = &writer{
		exchange: b.exchange, connection: b.body.connection, contentType: b.form.contentType(), head: b.form.head,
	}
	return nil
}

// newBody returns the body of a request, of so many bytes at most.
func (b *Batches) newBody(x *frame.Exchange, r *http.Request, most int64) (*body, error) {
	encoding := strings.ToLower(r.Header.Get("Content-Encoding"))
	if encoding != "" && encoding != "identity" && encoding != "gzip" {
		return nil, &gevel.Error{
			Code: gevel.UnsupportedMedia, Message: "the content encoding " + param.Quote(encoding) + " is not read here",
			Hint: "send gzip, or plain text",
		}
	}
	if r.ContentLength > most {
		return nil, tooLarge(most)
	}
	return &body{
		source: r.Body, connection: http.NewResponseController(x), zipped: encoding == "gzip", most: most, ending: b.ending,
	}, nil
}

func contentOf(contentType string) (string, error) {
	name, _, _ := strings.Cut(contentType, ";")
	switch strings.ToLower(strings.TrimSpace(name)) {
	case ndjsonType, "application/ndjson", "application/jsonl":
		return formatNDJSON, nil
	case csvType:
		return formatCSV, nil
	}
	return "", &gevel.Error{
		Code: gevel.UnsupportedMedia, Message: "a body of the type " + param.Quote(contentType) + " is not read here",
		Hint: "send " + ndjsonType + " or " + csvType,
	}
}

// acceptedOf returns the format that an Accept header names, otherwise the body's.
func acceptedOf(accept, body string) string {
	for part := range strings.SplitSeq(accept, ",") {
		if format, err := contentOf(part); err == nil {
			return format
		}
	}
	return body
}
