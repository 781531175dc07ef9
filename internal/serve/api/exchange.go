package api

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/gevel/gevel"
)

// exchange is one request and its answer on the way, with what the log and the
// metrics want to know of it.
type exchange struct {
	http.ResponseWriter
	id      string
	started time.Time
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

// requestID returns the caller's id of the request, or a new one, ordered by time,
// when the caller has none or one that could spoil a log.
func requestID(r *http.Request) string {
	if id := r.Header.Get(requestIDHeader); requestIDPattern.MatchString(id) {
		return id
	}
	id, err := uuid.NewV7()
	if err != nil {
		// Without randomness there is no id to be had that nobody else has.
		return "unknown"
	}
	return id.String()
}

// anyOrigin lets pages of every origin in.
const anyOrigin = "*"

// preflightSeconds is how long a browser may remember a preflight: a day, the most
// that Firefox accepts.
const preflightSeconds = "86400"

// cors lets pages of the configured origins read answers. It returns true when the
// request was a preflight and is answered.
func (s *Service) cors(x *exchange, r *http.Request) (answered bool) {
	origin := r.Header.Get("Origin")
	if len(s.corsOrigins) == 0 || origin == "" {
		return false
	}
	h := x.Header()
	h.Add("Vary", "Origin")
	switch {
	case slices.Contains(s.corsOrigins, anyOrigin):
		h.Set("Access-Control-Allow-Origin", anyOrigin)
	case slices.Contains(s.corsOrigins, origin):
		h.Set("Access-Control-Allow-Origin", origin)
	default:
		return false
	}
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		h.Set("Access-Control-Expose-Headers", requestIDHeader+", ETag, Retry-After")
		return false
	}
	h.Set("Access-Control-Allow-Methods", allowedMethods)
	h.Set("Access-Control-Allow-Headers", "Authorization, If-None-Match, "+requestIDHeader)
	h.Set("Access-Control-Max-Age", preflightSeconds)
	x.WriteHeader(http.StatusNoContent)
	return true
}

// longestPath is how many bytes of a path the log takes.
const longestPath = 128

// finish ends an exchange: it answers for a handler that panicked, and notes it in
// the log and the metrics. The log never sees a query or a key, and unless callers are logged
// no path either, which may name a home, and no network address.
func (s *Service) finish(x *exchange, r *http.Request) {
	if cause := recover(); cause != nil {
		s.recovered(x, cause)
	}
	if x.status == 0 {
		x.status = http.StatusOK
	}
	took := s.now().Sub(x.started)
	s.metrics.observe(x.route, x.status, took)
	line := []slog.Attr{
		slog.String("id", x.id),
		slog.String("method", r.Method),
		slog.String("route", x.route),
		slog.Int("status", x.status),
		slog.Int64("bytes", x.bytes),
		slog.Int64("us", took.Microseconds()),
		slog.String("key", x.key.ID),
	}
	if s.logCallers {
		path := gevel.Printable(r.URL.Path[:min(len(r.URL.Path), longestPath)])
		line = append(line, slog.String("path", path), slog.String("remote", s.caller(r)))
	}
	s.access.LogAttrs(r.Context(), slog.LevelInfo, "request", line...)
}

// recovered answers for a handler that panicked. Once the answer has begun, all
// that can be done is to cut the connection, so that nobody takes it for whole.
func (s *Service) recovered(x *exchange, cause any) {
	if err, ok := cause.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		panic(http.ErrAbortHandler)
	}
	err := &gevel.Error{Code: gevel.Internal, Err: fmt.Errorf("panic: %v\n%s", cause, debug.Stack())}
	if x.status != 0 {
		s.log.Error("request failed", slog.String("id", x.id), slog.Any("error", err))
		panic(http.ErrAbortHandler)
	}
	s.fail(x, err)
}
