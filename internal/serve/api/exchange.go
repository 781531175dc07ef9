package api

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
)

// exchange is one request and its answer on the way, with what the log and the metrics note of it.
type exchange struct {
	http.ResponseWriter
	id      string
	started time.Time
	log     *slog.Logger
	route   string    // for metrics: of a closed set
	key     gevel.Key // the caller's, zero without one
	params  params
	status  int // 0 until the answer has begun
	bytes   int64
}

// WriteHeader notes the status.
func (x *exchange) WriteHeader(status int) {
	if x.status == 0 && status >= http.StatusOK {
		x.status = status
	}
	x.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes.
func (x *exchange) Write(p []byte) (int, error) {
	if x.status == 0 {
		x.status = http.StatusOK
	}
	n, err := x.ResponseWriter.Write(p)
	x.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (x *exchange) Unwrap() http.ResponseWriter { return x.ResponseWriter }

const requestIDHeader = "X-Request-Id"

var requestIDPattern = regexp.MustCompile(`^[A-Za-z0-9._-]{1,128}$`)

// newExchange begins the exchange of a request.
func newExchange(w http.ResponseWriter, r *http.Request, at time.Time, log *slog.Logger) *exchange {
	x := &exchange{ResponseWriter: w, id: requestID(r), started: at, log: log, route: otherRoute}
	x.Header().Set(requestIDHeader, x.id)
	x.Header().Set("X-Content-Type-Options", "nosniff")
	return x
}

// otherRoute is the route of every path that is none of the service.
const otherRoute = "other"

// requestID returns the caller's id of the request, or a new one, ordered by time,
// when the caller has none or one that could spoil a log.
func requestID(r *http.Request) string {
	if id := r.Header.Get(requestIDHeader); requestIDPattern.MatchString(id) {
		return id
	}
	id, err := uuid.NewV7()
	if err != nil {
		return "unknown" // there is no randomness
	}
	return id.String()
}

// recovered answers for a handler that panicked. Once the answer has begun, all
// that can be done is to cut the connection, so that the caller does not take it for whole.
func (x *exchange) recovered(cause any) {
	if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(http.ErrAbortHandler)
	}
	err := &gevel.Error{Code: gevel.Internal, Err: fmt.Errorf("panic: %v\n%s", cause, debug.Stack())}
	if x.status != 0 {
		x.log.Error("request failed", slog.String("id", x.id), slog.Any("error", err))
		panic(http.ErrAbortHandler)
	}
	x.fail(err)
}
