package api

import (
	"log/slog"
	"net/http"

	"github.com/gevel/gevel"
)

// The line of each request.

// longestPath is how many bytes of a path the log takes.
const longestPath = 128

// finish ends an exchange: it answers for a handler that panicked, and notes it in
// the log and the metrics. The log never sees a query or a key, and unless callers are logged
// no path either, which may name a home, and no network address.
func (h *AccessHandler) finish(x *exchange, r *http.Request, panicked any) {
	if panicked != nil {
		x.recovered(panicked)
	}
	if x.status == 0 {
		x.status = http.StatusOK
	}
	took := h.options.Now().Sub(x.started)
	h.metrics.observe(x.route, x.status, took)
	line := []slog.Attr{
		slog.String("id", x.id),
		slog.String("method", r.Method),
		slog.String("route", x.route),
		slog.Int("status", x.status),
		slog.Int64("bytes", x.bytes),
		slog.Int64("us", took.Microseconds()),
		slog.String("key", x.key.ID),
	}
	if h.settings.LogCallers {
		path := gevel.Printable(r.URL.Path[:min(len(r.URL.Path), longestPath)])
		line = append(line, slog.String("path", path), slog.String("remote", h.caller(r)))
	}
	h.options.Lines.LogAttrs(r.Context(), slog.LevelInfo, "request", line...)
}
