package access

import (
	"log"
	"log/slog"
	"regexp"
	"strings"
)

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
