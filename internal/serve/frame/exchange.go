// Package frame is what all requests have alike: an exchange, endpoints as rows of tables, the envelope of an answer,
// errors, conditional answers and compression.
package frame

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"time"

	"github.com/google/uuid"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/param"
)

// Exchange is one request and its answer on the way, with what the log and the metrics note of it.
type Exchange struct {
	http.ResponseWriter
	ID      string
	Started time.Time
	log     *slog.Logger
	Route   string    // for metrics: of a closed set
	Key     gevel.Key // the caller's, zero without one
	Params  param.Bound
	Status  int // 0 until the answer has begun
	Bytes   int64
}

// WriteHeader notes the status.
func (x *Exchange) WriteHeader(status int) {
	if x.Status == 0 && status >= http.StatusOK {
		x.Status = status
	}
	x.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes.
func (x *Exchange) Write(p []byte) (int, error) {
	if x.Status == 0 {
		x.Status = http.StatusOK
	}
	n, err := x.ResponseWriter.Write(p)
	x.Bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (x *Exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

// RequestIDHeader bears the id of a request and of its answer.
const RequestIDHeader = "X-Request-Id"

var requestIDPattern = regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)

// NewExchange begins the exchange of a request.
func NewExchange(w http.ResponseWriter, r *http.Request, at time.Time, log *slog.Logger) *Exchange {
	x := &Exchange{ResponseWriter: w, ID: requestID(r), Started: at, log: log, Route: OtherRoute}
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
	err := &gevel.Error{Code: gevel.Internal, Err: fmt.Errorf("panic: %v\n%s", cause, debug.Stack())}
	if x.Status != 0 {
		x.log.Error("request failed", slog.String("id", x.ID), slog.Any("error", err))
		panic(http.ErrAbortHandler)
	}
	x.Fail(err)
}
