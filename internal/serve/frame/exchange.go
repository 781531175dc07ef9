// Package frame is what all requests have alike: an exchange, endpoints as rows of tables, the envelope of an answer,
// errors, conditional answers and compression.
package frame

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"time"

	"github.com/google/uuid"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/admission"
	"github.com/gevel/gevel/internal/serve/live"
	"github.com/gevel/gevel/internal/serve/param"
)

// Exchange is one request and its answer on the way, with what the log and the metrics note of it.
type Exchange struct {
	http.ResponseWriter
	ID      string
	Started time.Time
	began   time.Time // by the clock of the machine
	log     *slog.Logger
	Route   string     // for metrics: of a closed set
	Key     gevel.Key  // the caller's, zero without one
	Live    *live.Live // the edition that answers it; nil where none does
	Params  param.Bound
	Status  int // 0 until the answer has begun
	Bytes   int64
	Uses    int64             // of the key, less what was given back
	unread  *admission.Unread // nil for a row of a batch, which is no answer of its own
}

// WriteHeader notes the status.
func (x *Exchange) WriteHeader(status int) {
	if x.Status == 0 && status >= http.StatusOK {
		x.Status = status
	}
	x.ResponseWriter.WriteHeader(status)
}

// Class names the answers that share a bound: all of a key, or of a route without one.
func (x *Exchange) Class() string { return cmp.Or(x.Key.ID, x.Route) }

// partBytes is how much of an answer is written before its reader is looked at again.
const partBytes = 32 << 10

// Write counts the bytes, and waits for their reader as long as that takes some.
func (x *Exchange) Write(p []byte) (n int, err error) {
	if x.Status == 0 {
		x.Status = http.StatusOK
	}
	part := x.unread.Begin(x.Class(), len(p), x.cut)
	defer part.End()
	if len(p) <= partBytes && time.Since(x.began) < writeAlone {
		n, err = x.ResponseWriter.Write(p)
		x.Bytes += int64(n)
		return n, err
	}
	for n < len(p) && err == nil {
		x.Wait()
		var some int
		some, err = x.ResponseWriter.Write(p[n:min(n+partBytes, len(p))])
		n += some
		part.Moved()
	}
	x.Bytes += int64(n)
	return n, err
}

// writeAlone is how long after the beginning the server's own deadline suffices for a small answer.
const writeAlone = 5 * time.Second

// Wait gives the reader of the answer time from now on.
func (x *Exchange) Wait() {
	_ = http.NewResponseController(x.ResponseWriter).SetWriteDeadline(time.Now().Add(x.unread.Patience()))
}

// cut ends what is being written.
func (x *Exchange) cut() {
	_ = http.NewResponseController(x.ResponseWriter).SetWriteDeadline(time.Unix(1, 0))
}

// Finish sends what is buffered of an answer by HTTP/2, while its reader is still looked at. The server would do so later.
func (x *Exchange) Finish() {
	part := x.unread.Begin(x.Class(), 0, x.cut)
	defer part.End()
	_ = http.NewResponseController(x.ResponseWriter).Flush()
}

// Unwrap lets http.ResponseController reach the connection.
func (x *Exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// VersionHeader bears the version of the interface that answers.
const VersionHeader = "API-Version"

// RequestIDHeader bears the id of a request and of its answer.
const RequestIDHeader = "X-Request-Id"

var requestIDPattern = regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)

// NewExchange begins the exchange of a request.
func NewExchange(w http.ResponseWriter, r *http.Request, at time.Time, log *slog.Logger, unread *admission.Unread) *Exchange {
	x := &Exchange{
		ResponseWriter: w, ID: requestID(r), Started: at, began: time.Now(), log: log, Route: OtherRoute, unread: unread,
	}
	x.Header().Set(RequestIDHeader, x.ID)
	x.Header().Set("X-Content-Type-Options", "nosniff")
	if r.TLS != nil {
		x.Header().Set("Strict-Transport-Security", strictFor)
	}
	if r.ContentLength != 0 && r.ProtoMajor == 1 {
		// The answer does not wait for a body that is not read, and no other request is found behind it.
		x.Header().Set("Connection", "close")
	}
	return x
}

// strictFor lets browsers ask by TLS alone for a year, once it is spoken here.
const strictFor = "max-age=31536000"

// OtherRoute is the route of every path that is none of the service.
const OtherRoute = "other"

// requestID returns the caller's id of the request, or a new one, ordered by time,
// when the caller has none or one that could spoil a log.
func requestID(r *http.Request) string {
	if id := r.Header.Get(RequestIDHeader); requestIDPattern.MatchString(id) {
		return id
	}
	id, err := uuid.NewV7()
	if err != nil {
		return "unknown" // there is no randomness
	}
	return id.String()
}

// Recovered answers for a handler that panicked. Once the answer has begun, all
// that can be done is to cut the connection, so that the caller does not take it for whole.
func (x *Exchange) Recovered(cause any) {
	if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(http.ErrAbortHandler)
	}
	var err error = &gevel.Error{Code: gevel.Internal, Err: fmt.Errorf("panic: %v\n%s", cause, debug.Stack())}
	if fault := x.Live.Fault(cause); fault != nil {
		err = fault
	}
	if x.Status != 0 {
		x.log.Error("request failed", slog.String("id", x.ID), slog.Any("error", err))
		panic(http.ErrAbortHandler)
	}
	x.Fail(err)
}
