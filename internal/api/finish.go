package api

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"

	"github.com/gevel/gevel"
)

// longestPath is how many bytes of a path the log takes.
const longestPath = 128

// finish ends an exchange: it answers for a handler that panicked, and tells the
// log and the metrics. The log never sees a query, a key or an address.
func (s *Service) finish(x *exchange, r *http.Request) {
	if cause := recover(); cause != nil {
		s.recovered(x, cause)
	}
	if x.status == 0 {
		x.status = http.StatusOK
	}
	took := s.now().Sub(x.started)
	s.metrics.observe(x.route, x.status, took)
	path := r.URL.Path
	if len(path) > longestPath {
		path = path[:longestPath]
	}
	s.log.LogAttrs(r.Context(), slog.LevelInfo, "request",
		slog.String("id", x.id),
		slog.String("method", r.Method),
		slog.String("path", path),
		slog.Int("status", x.status),
		slog.Int64("bytes", x.bytes),
		slog.Int64("us", took.Microseconds()),
		slog.String("key", x.keyID),
		slog.String("remote", r.RemoteAddr),
	)
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
