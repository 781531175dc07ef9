package access

import (
	"log/slog"
	"net/http"
	"slices"

	"github.com/gevel/gevel"
	"github.com/gevel/gevel/internal/serve/frame"
)

// The line of each request.

// longestPath is how many bytes of a path the log takes.
const longestPath = 128

// finish ends an exchange: it answers for a handler that panicked, and notes it in
// the log and the metrics. The log never sees a query or a key, and unless callers are logged
// no path either, which may name a home, and no network address.
func (h *Handler) finish(x *frame.Exchange, r *http.Request, panicked any) {
	if panicked != nil {
		x.Recovered(panicked)
	}
	if x.Status == 0 {
		x.Status = http.StatusOK
	}
	took := h.options.Now().Sub(x.Started)
	h.metrics.observe(x.Route, x.Status, took)
	line := []slog.Attr{
		slog.String("id", x.ID),
		slog.String("method", r.Method),
		slog.String("route", x.Route),
		slog.Int("status", x.Status),
		slog.Int64("bytes", x.Bytes),
		slog.Int64("us", took.Microseconds()),
		slog.String("key", x.Key.ID),
	}
	if h.settings.LogCallers {
		path := gevel.Printable(r.URL.Path[:min(len(r.URL.Path), longestPath)])
		line = append(line, slog.String("path", path), slog.String("remote", h.caller(r)))
	}
	level := slog.LevelInfo
	if x.Status < http.StatusBadRequest && slices.Contains(h.options.Probes, x.Route) {
		level = slog.LevelDebug
	}
	h.options.Lines.LogAttrs(r.Context(), level, "request", line...)
}
