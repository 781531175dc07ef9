package access

import (
	"log"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

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
		slog.Int64("uses", x.Uses),
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

// What the HTTP server says by itself: of connections by TLS that came to nothing, mostly.

// networkAddress is an address with its port, as the server writes it.
var networkAddress = regexp.MustCompile(`(\[[0-9A-Fa-f:.]+(%[^\]]+)?\]|[0-9]+(\.[0-9]+){3}):[0-9]+`)

// serverLog passes lines on to the log, without network addresses unless callers are logged.
type serverLog struct {
	log        *slog.Logger
	logCallers bool
}

// Write implements io.Writer.
func (l serverLog) Write(line []byte) (int, error) {
	text := strings.TrimSpace(string(line))
	if !l.logCallers {
		text = withoutAddresses(text)
	}
	l.log.Warn(text)
	return len(line), nil
}

func withoutAddresses(text string) string { return networkAddress.ReplaceAllString(text, "an address") }

// ServerLog returns where an HTTP server writes its own lines.
func (s *Settings) ServerLog(to *slog.Logger) *log.Logger {
	return log.New(serverLog{to, s.LogCallers}, "", 0)
}

// credentials stand before the host of a URL.
var credentials = regexp.MustCompile(`://[^/?#@]*@`)

// WithoutCredentials returns a text that may be a URL without user and password. No setting but --keys may have them:
// the service refuses them when it starts, and shows them nowhere before.
func WithoutCredentials(text string) string {
	const hidden = "xxxxx"
	if !strings.Contains(text, "://") {
		return text
	}
	u, err := url.Parse(text)
	if err != nil {
		return hidden
	}
	if strings.Contains(u.RawQuery, "@") { // of an endpoint
		text, _, _ = strings.Cut(text, "?")
		text += "?" + hidden
	}
	return credentials.ReplaceAllString(text, "://"+hidden+"@")
}
